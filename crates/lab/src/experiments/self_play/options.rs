//! Command-line options, and the match that they describe.

use std::time::Duration;

use clap::Parser;
use komadai_core::notation::usi::GameLine;
use komadai_report::options::{Eval, Nodes, Out, Pairs};
use komadai_report::{COLUMNS, Failure};
use komadai_search::Limits;

use crate::experiments::game_options::{GameOptions, TwoRecipes};
use crate::stats::sprt::Sprt;

/// Plays a match between two searches and says which is stronger, by how much, and how sure that is.
#[derive(Parser)]
#[command(
    max_term_width = COLUMNS,
    name = "self-play",
    after_help = "A RECIPE is a base (bare, modern, tacos) with parts added (+history) and taken out (-null), or engines that \
                  vote: consultation-8-100 is eight in one tree with noise of 100 centipawns, ensemble-8-100 the same \
                  in separate searches, consultation-1-0 the same search without noise. In the place of a recipe may \
                  stand a program that speaks USI with its options: \"usi:fairy-stockfish UCI_Variant=shogi Hash=64\". It is \
                  told nodes, plies, or the time as byoyomi; an answer more than a second after its time loses, whoever gives \
                  it. Lines of --openings are \
                  games in USI, startpos moves 7g7f 8c8d; # begins a comment.\n\n\
                  A match that goes on may have other --pairs, --threads and --sprt."
)]
pub(in crate::experiments) struct Options {
    #[command(flatten)]
    pub(in crate::experiments) of: TwoRecipes,
    #[command(flatten)]
    pub(in crate::experiments) eval: Eval,
    /// The evaluation of the second player [default: that of the first].
    #[arg(long, value_name = "NAME|FILE")]
    pub(in crate::experiments) against_eval: Option<String>,
    #[command(flatten)]
    pub(in crate::experiments) nodes: Nodes<2_000>,
    /// Nodes for each move of the second player [default: those of the first]. For a match in equal time, give the slower player fewer
    /// nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes_b: Option<u64>,
    /// Plies for each move instead of nodes.
    #[arg(long, value_name = "N", conflicts_with_all = ["nodes", "nodes_b", "time_ms"], value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: Option<u32>,
    /// Milliseconds for each move instead of nodes. Games then differ on every run.
    #[arg(long, value_name = "T", conflicts_with_all = ["nodes", "nodes_b"], value_parser = clap::value_parser!(u64).range(1..))]
    time_ms: Option<u64>,
    #[command(flatten)]
    pairs: Pairs<20>,
    /// Threads of each search of the first player. With more than one, games differ on every run.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads_a: u16,
    #[command(flatten)]
    pub(super) play: GameOptions,
    #[command(flatten)]
    pub(super) out: Out,
    /// Ends the match as soon as a sequential test with errors of 5 % tells these two strengths of the first player apart, in the usual Elo
    /// points, such as 0,50.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = strengths, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
}

fn strengths(text: &str) -> Result<(f64, f64), String> {
    let numbers = text
        .split_once(',')
        .and_then(|(one, other)| Some((one.trim().parse().ok()?, other.trim().parse().ok()?)));
    numbers.ok_or_else(|| "expected two numbers and a comma between them, such as 0,50".to_owned())
}

impl Options {
    pub(super) fn limits(&self) -> [Limits; 2] {
        match (self.time_ms, self.depth) {
            (Some(ms), _) => [(); 2].map(|()| Limits::time(Duration::from_millis(ms))),
            (None, Some(plies)) => [(); 2].map(|()| Limits::depth(plies)),
            (None, None) => [self.nodes.nodes, self.nodes_b.unwrap_or(self.nodes.nodes)].map(Limits::nodes),
        }
    }

    pub(super) fn test(&self) -> Result<Option<Sprt>, Failure> {
        let Some((elo0, elo1)) = self.sprt else { return Ok(None) };
        let test = Sprt { elo0, elo1, ..Sprt::default() };
        test.check().map_err(|error| format!("--sprt: {error}"))?;
        Ok(Some(test))
    }

    /// One opening per pair, in the order of the seed. A match of more pairs begins with the openings of a match of fewer.
    pub(super) fn openings(&self) -> Result<Vec<GameLine>, Failure> {
        let mut openings = self.play.openings()?;
        let pairs = self.pairs.pairs;
        if openings.len() < pairs {
            let told = format!(
                "{}: {} openings, expected {pairs} or more: from the same opening the same games would come again",
                self.play.openings_name(),
                openings.len()
            );
            return Err(told.into());
        }
        openings.truncate(pairs);
        Ok(openings)
    }
}
