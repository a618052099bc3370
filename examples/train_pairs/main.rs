//! Trains weights of pairs of pieces.
//!
//! ```sh
//! cargo run --release --example train_pairs
//! cargo run --release --example train_pairs -- --model parent-child --model sibling --games pros.tsv --symmetry colors-and-sides
//! cargo run --release --example train_pairs -- --model comparison --terms squares --games pros.tsv
//! cargo run --release --example train_pairs -- --model self-play --from-corpus corpus.psv --save pairs.kmd
//! ```
//!
//! | file | does |
//! |---|---|
//! | `options.rs` | what all models are told alike |
//! | `lessons.rs` | games into training positions, some of them held apart |
//! | `discriminant.rs` | parent–child and sibling model by conjugate gradients [R6] [R7] |
//! | `comparison.rs` | a shallow search plays the moves of the games [R11] |
//! | `self_play.rs` | the model that foretells scores and results of self-play, as today's engines are trained |
//! | `tables.rs` `figures.rs` | tables for people and programs; Figs. 1 and 2 of the paper as SVG |
//! | `matrix.rs` | the rows as a sparse matrix, and the time of a product with it, for comparison with other programs |
//!
//! The exit status is 0, or 2 if options or files cannot be used.

mod comparison;
mod discriminant;
mod figures;
mod lessons;
mod matrix;
mod options;
mod self_play;
mod tables;

// The same end and the same bar as in the example next door.
#[path = "../solve_tsume/exit.rs"]
mod exit;
#[path = "../solve_tsume/progress.rs"]
mod progress;

use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use komadai::learn::pairs::Model as Rows;

use crate::exit::Failure;

/// Trains weights of pairs of pieces from games.
#[derive(Parser)]
#[command(
    name = "train_pairs",
    after_help = "Lines of games are ID<TAB>START<TAB>MOVES<TAB>RESULT…: \"startpos\" or \"sfen …\", moves in USI."
)]
struct Options {
    /// What is learned; parent-child and sibling may be given both.
    #[arg(long, value_enum, default_values_t = [Model::ParentChild, Model::Sibling])]
    model: Vec<Model>,
    #[command(flatten)]
    shared: options::Shared,
    #[command(flatten)]
    discriminant: discriminant::Own,
    #[command(flatten)]
    comparison: comparison::Own,
    #[command(flatten)]
    self_play: self_play::Own,
}

/// Ways of training: a variant, a file and an arm below each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Model {
    /// The position after the played move is better than before (paper 001).
    ParentChild,
    /// The position after the played move is better than after other quiet moves (paper 001).
    Sibling,
    /// A shallow search plays the moves of the games (the Bonanza method, paper 002).
    Comparison,
    /// The value foretells scores and results of self-play.
    SelfPlay,
}

fn main() -> ExitCode {
    exit::status("train_pairs", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let mut rows = Vec::new();
    for model in &options.model {
        match model {
            Model::ParentChild => rows.push(Rows::ParentChild),
            Model::Sibling => rows.push(Rows::Sibling),
            Model::Comparison | Model::SelfPlay => {}
        }
    }
    rows.dedup();
    match (options.model.as_slice(), rows.is_empty()) {
        ([Model::Comparison], _) => comparison::run(&options.shared, &options.comparison),
        ([Model::SelfPlay], _) => self_play::run(&options.shared, &options.self_play),
        (_, false) if rows.len() == options.model.len() => {
            discriminant::run(&options.shared, &options.discriminant, &rows)
        }
        _ => Err("--model: expected parent-child and sibling, or another model alone".into()),
    }
}
