//! Trains weights of pairs of pieces from games.
//!
//! ```sh
//! cargo run --release --example train_pairs -- --model comparison
//! ```

mod comparison;
mod options;

#[path = "../solve_tsume/exit.rs"]
mod exit;
#[path = "../count_categories/games.rs"]
mod games;
#[path = "../solve_tsume/progress.rs"]
mod progress;

use std::process::ExitCode;

use clap::{Parser, ValueEnum};

use crate::exit::Failure;

/// Trains weights of pairs of pieces from games.
#[derive(Parser)]
#[command(name = "train_pairs")]
struct Options {
    /// What is learned.
    #[arg(long, value_enum, default_value_t = Model::Comparison)]
    model: Model,
    #[command(flatten)]
    shared: options::Shared,
    #[command(flatten)]
    comparison: comparison::Own,
}

/// Ways of training.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Model {
    /// A shallow search plays the moves of the games (the Bonanza method, paper 002).
    Comparison,
}

fn main() -> ExitCode {
    let options = Options::parse();
    exit::status(
        "train_pairs",
        match options.model {
            Model::Comparison => comparison::run(&options.shared, &options.comparison),
        },
    )
}
