//! Trains weights of pairs of pieces.
//!
//! ```sh
//! cargo run --release --example train_pairs
//! cargo run --release --example train_pairs -- --games pros.tsv --symmetry colors-and-sides --curve
//! cargo run --release --example train_pairs -- --model self-play
//! ```
//!
//! | file | does |
//! |---|---|
//! | `options.rs` | what all models are told alike |
//! | `lessons.rs` | games into training positions, some of them held apart |
//! | `discriminant.rs` | parent–child and sibling model by conjugate gradients [R6] [R7] |
//! | `tables.rs` `figures.rs` | their tables for people and programs; Figs. 1 and 2 of paper 001 as SVG |
//! | `matrix.rs` | rows as a sparse matrix, and the time of a product with it, for comparison with other programs |
//! | `self_play.rs` | weights that foretell scores and results of self-play |
//!
//! The exit status is 0, or 2 if options or files cannot be used.

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

/// Trains weights of pairs of pieces.
#[derive(Parser)]
#[command(
    name = "train_pairs",
    after_help = "Lines of games are ID<TAB>START<TAB>MOVES<TAB>RESULT…: \"startpos\" or \"sfen …\", moves in USI."
)]
struct Options {
    /// What is learned; several are learned one after the other.
    #[arg(long, value_enum, default_values_t = [Model::ParentChild, Model::Sibling])]
    model: Vec<Model>,
    #[command(flatten)]
    shared: options::Shared,
    #[command(flatten)]
    self_play: self_play::Own,
    #[command(flatten)]
    discriminant: discriminant::Own,
}

/// Ways of training: a variant, a file and an arm below each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Model {
    /// The position after the played move is better than before (paper 001).
    ParentChild,
    /// The position after the played move is better than after other quiet moves (paper 001).
    Sibling,
    /// The value foretells scores and results of self-play.
    SelfPlay,
}

fn main() -> ExitCode {
    exit::status("train_pairs", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    let Options { model: models, shared, .. } = options;
    if models.len() > 1 && (shared.checkpoint.is_some() || shared.save.is_some()) {
        return Err("--checkpoint and --save are for one model: give one --model".into());
    }
    // The models of moves share positions, tables and figures.
    let of_moves: Vec<Rows> = models.iter().filter_map(|model| model.of_moves()).collect();
    if !of_moves.is_empty() {
        discriminant::run(shared, &options.discriminant, &of_moves)?;
    }
    if models.contains(&Model::SelfPlay) {
        self_play::run(shared, &options.self_play)?;
    }
    Ok(())
}

impl Model {
    /// The model of played moves among others, if it is one.
    fn of_moves(self) -> Option<Rows> {
        match self {
            Model::ParentChild => Some(Rows::ParentChild),
            Model::Sibling => Some(Rows::Sibling),
            Model::SelfPlay => None,
        }
    }
}
