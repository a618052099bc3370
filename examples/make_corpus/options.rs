//! What can be said on the command line.

use std::fmt::{self, Write};
use std::path::PathBuf;

use clap::Parser;
use komadai::Value;
use komadai::evaluation::Evaluation;
use komadai::learn::corpus::CorpusOptions;
use komadai::notation::usi::GameLine;
use komadai_lab::read_openings;
use komadai_report::{COLUMNS, Failure};

use crate::player::PlayerOptions;

/// Makes training data: games a search plays against itself.
#[derive(Parser)]
#[command(
    max_term_width = COLUMNS,
    name = "make_corpus",
    after_help = "Lines of the openings are \"startpos moves …\" or \"sfen … moves …\"; # begins a comment. Started again \
                  with the same words, the program goes on where it was ended."
)]
pub(crate) struct Options {
    /// Games to play; some are dropped, because a side is lost after the random moves.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub(crate) games: u64,
    /// Nodes for a move.
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Decides openings and random moves.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// A file of openings [default: balanced.sfen and more.sfen from data/openings].
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The evaluation: material, default (the model that comes with the package), or a model file of pairs.
    #[arg(long, value_name = "material|default|FILE", default_value = "material")]
    pub(crate) model: Evaluation,
    /// Fewest random moves after the opening.
    #[arg(long, value_name = "N", default_value_t = 2)]
    random_min: u8,
    /// Most random moves after the opening.
    #[arg(long, value_name = "N", default_value_t = 8)]
    random_max: u8,
    /// Moves after which a game is drawn.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u16).range(1..))]
    max_plies: u16,
    /// Centipawns at which a game is given up once both sides have seen them for six plies; 0 plays all games out.
    #[arg(long, value_name = "CP", default_value_t = 3_000, value_parser = clap::value_parser!(i32).range(0..=29_999))]
    resign: i32,
    /// What the player thinks a draw is worth, in centipawns. With 0, four games in ten of material against itself are
    /// repetitions, which teach little; a pawn less is enough to make them rare.
    #[arg(long, value_name = "CP", default_value_t = -100, allow_negative_numbers = true, value_parser = clap::value_parser!(i32).range(-1_000..=1_000))]
    draw_value: i32,
    /// Megabytes of table for a thread.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash_mb: u32,
    /// Threads; the records do not depend on them.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// The file of records.
    #[arg(long, value_name = "FILE", default_value = "out/corpus.psv")]
    pub(crate) out: PathBuf,
}

const BUILT_IN: [&str; 2] =
    [include_str!("../../data/openings/balanced.sfen"), include_str!("../../data/openings/more.sfen")];

impl Options {
    pub(crate) fn corpus(&self) -> CorpusOptions {
        CorpusOptions {
            seed: self.seed,
            nodes: self.nodes,
            random_plies: self.random_min..=self.random_max.max(self.random_min),
            max_plies: self.max_plies,
            resign: (self.resign > 0).then(|| Value::from_cp(self.resign)),
            ..CorpusOptions::default()
        }
    }

    pub(crate) fn player(&self) -> PlayerOptions {
        PlayerOptions { hash_mb: self.hash_mb as usize, draw: Value::from_cp(self.draw_value) }
    }

    pub(crate) fn openings(&self) -> Result<Vec<GameLine>, Failure> {
        let (name, text) = match &self.openings {
            Some(path) => {
                let name = path.display().to_string();
                let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
                (name, text)
            }
            None => ("the built-in openings".to_owned(), BUILT_IN.concat()),
        };
        Ok(read_openings(&text).map_err(|error| format!("{name}: {error}"))?)
    }

    /// The words that make the same file, on any number of threads.
    pub(crate) fn command(&self) -> String {
        let mut words = String::from("cargo run --release --example make_corpus --");
        let mut say = |name: &str, value: &dyn fmt::Display| {
            let _ = write!(words, " --{name} {value}");
        };
        say("games", &self.games);
        say("nodes", &self.nodes);
        say("seed", &self.seed);
        if let Some(path) = &self.openings {
            say("openings", &path.display());
        }
        say("model", &self.model);
        say("random-min", &self.random_min);
        say("random-max", &self.random_max.max(self.random_min));
        say("max-plies", &self.max_plies);
        say("resign", &self.resign);
        say("draw-value", &self.draw_value);
        say("hash-mb", &self.hash_mb);
        say("out", &self.out.display());
        words
    }
}
