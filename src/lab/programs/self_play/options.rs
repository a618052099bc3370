//! What can be said on the command line, and the match it asks for.

use std::path::PathBuf;
use std::time::Duration;

use crate::Value;
use crate::lab::exit::Failure;
use crate::lab::openings::read_openings;
use crate::lab::self_play::{MatchRules, Resignation};
use crate::lab::sprt::Sprt;
use crate::notation::record::Format;
use crate::notation::usi::GameLine;
use crate::rng::SplitMix64;
use crate::search::Limits;
use clap::Parser;

/// Plays a match between two searches and says which is stronger, by how much, and how sure that is.
#[derive(Parser)]
#[command(
    name = "self_play",
    after_help = "A RECIPE is a base (bare, modern) with parts added (+history) and taken out (-null). Lines of --openings \
                  are games in USI, startpos moves 7g7f 8c8d; # begins a comment.\n\n\
                  A match that was broken off goes on if it is started with the same words; --pairs, --threads, --sprt \
                  and --games may change, as long as there are not fewer pairs."
)]
pub(in crate::lab::programs) struct Options {
    /// The first player.
    #[arg(long, value_name = "RECIPE", default_value = "modern")]
    pub(in crate::lab::programs) a: String,
    /// The second player.
    #[arg(long, value_name = "RECIPE", default_value = "modern-null")]
    pub(in crate::lab::programs) b: String,
    /// The evaluation of both players: material, default, a model file of pairs, or one of your own.
    #[arg(long, value_name = "NAME|FILE", default_value = "material")]
    pub(in crate::lab::programs) eval: String,
    /// The evaluation of the second player [default: that of the first].
    #[arg(long, value_name = "NAME|FILE")]
    pub(in crate::lab::programs) against_eval: Option<String>,
    /// Nodes for each move.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::lab::programs) nodes: u64,
    /// Nodes for each move of the second player [default: those of the first]. A match in equal time is one in which
    /// the slower player has fewer nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes_b: Option<u64>,
    /// Milliseconds for each move instead of nodes. Such games come out otherwise on every run.
    #[arg(long, value_name = "T", conflicts_with = "nodes_b", value_parser = clap::value_parser!(u64).range(1..))]
    time_ms: Option<u64>,
    /// Pairs of games, each from an opening of its own; the thesis played 150.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// A file of openings [default: 160 that are built in].
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Seed of the order in which openings are taken.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games to play at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: u16,
    /// Threads of each search of the first player. With more than one, games come out otherwise on every run.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads_a: u16,
    /// Threads of each search of the second player.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads_b: u16,
    /// Megabytes of table for each player in each game.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub(super) hash_mb: u32,
    /// Moves after which a game is drawn, those of the opening included.
    #[arg(long, value_name = "N", default_value_t = 320, value_parser = clap::value_parser!(u16).range(1..))]
    move_limit: u16,
    /// Resign when both players have seen a side so many centipawns behind (for --resign-plies plies in a row)
    /// [default: play on].
    #[arg(long, value_name = "CP", value_parser = clap::value_parser!(i32).range(1..=30_000))]
    resign_cp: Option<i32>,
    /// See --resign-cp.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(2..), requires = "resign_cp")]
    resign_plies: u32,
    /// Ends the match as soon as a sequential test with errors of 5 % tells these two strengths of the first player
    /// apart, in the usual Elo points: 0,50.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = strengths, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    /// Format of the file of games: usi, csa, kif (a folder), ki2 (a folder), jkf (a folder).
    #[arg(long, value_name = "FORMAT", default_value = "usi", value_parser = format)]
    pub(super) games: Format,
    /// Folder for the journal, the games, the course of the match and its figure.
    #[arg(long, value_name = "DIR", default_value = "out/self-play")]
    pub(super) out: PathBuf,
}

fn strengths(text: &str) -> Result<(f64, f64), String> {
    let numbers = text
        .split_once(',')
        .and_then(|(one, other)| Some((one.trim().parse().ok()?, other.trim().parse().ok()?)));
    numbers.ok_or_else(|| "expected two numbers and a comma between them, such as 0,50".to_owned())
}

fn format(text: &str) -> Result<Format, String> {
    match text.parse() {
        Ok(Format::Sfen) | Err(_) => Err("expected usi, csa, kif, ki2 or jkf".to_owned()),
        Ok(format) => Ok(format),
    }
}

/// Where the games of a plain command begin.
pub(super) const BUILT_IN: &str = include_str!("../../../../data/openings/balanced.sfen");

impl Options {
    pub(super) fn limits(&self) -> [Limits; 2] {
        match self.time_ms {
            Some(ms) => [(); 2].map(|()| Limits::time(Duration::from_millis(ms))),
            None => [self.nodes, self.nodes_b.unwrap_or(self.nodes)].map(Limits::nodes),
        }
    }

    pub(super) fn rules(&self) -> MatchRules {
        let mut rules = MatchRules::default();
        rules.ends.move_limit = Some(self.move_limit);
        rules.resignation =
            self.resign_cp.map(|cp| Resignation { behind: Value::from_cp(cp), plies: self.resign_plies });
        rules
    }

    pub(super) fn test(&self) -> Result<Option<Sprt>, Failure> {
        let Some((elo0, elo1)) = self.sprt else { return Ok(None) };
        let test = Sprt { elo0, elo1, ..Sprt::default() };
        test.check().map_err(|error| format!("--sprt: {error}"))?;
        Ok(Some(test))
    }

    /// So many openings, in the order of the seed. More pairs have the openings of fewer, and then more.
    pub(super) fn openings(&self) -> Result<Vec<GameLine>, Failure> {
        let (name, text) = match &self.openings {
            Some(path) => {
                let name = path.display().to_string();
                let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
                (name, text)
            }
            None => ("the built-in openings".to_owned(), BUILT_IN.to_owned()),
        };
        let mut openings = read_openings(&text).map_err(|error| format!("{name}, {error}"))?;
        let pairs = self.pairs as usize;
        if openings.len() < pairs {
            return Err(format!(
                "{name}: {} openings, expected {pairs} or more: from the same opening the same games would come again",
                openings.len()
            )
            .into());
        }
        let mut rng = SplitMix64::new(self.seed);
        for last in (1..openings.len()).rev() {
            openings.swap(last, rng.below(last as u64 + 1) as usize);
        }
        openings.truncate(pairs);
        Ok(openings)
    }
}
