//! Trains weights of pairs of pieces.
//!
//! ```sh
//! cargo run --release --example train_pairs -- --model self-play
//! ```
//!
//! The exit status is 0, or 2 if options or files cannot be used.

mod options;
mod self_play;

// The same end and the same bar as in the example next door.
#[path = "../solve_tsume/exit.rs"]
mod exit;
#[path = "../solve_tsume/progress.rs"]
mod progress;

use std::process::ExitCode;

use clap::{Parser, ValueEnum};

use crate::exit::Failure;

/// Trains weights of pairs of pieces.
#[derive(Parser)]
#[command(name = "train_pairs")]
struct Options {
    /// What is learned.
    #[arg(long, value_enum, default_values_t = [Model::SelfPlay])]
    model: Vec<Model>,
    #[command(flatten)]
    shared: options::Shared,
    #[command(flatten)]
    self_play: self_play::Own,
}

/// Ways of training: a variant, a file and an arm below each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Model {
    /// The value foretells scores and results of self-play.
    SelfPlay,
}

fn main() -> ExitCode {
    exit::status("train_pairs", run(&Options::parse()))
}

fn run(options: &Options) -> Result<(), Failure> {
    for model in &options.model {
        match model {
            Model::SelfPlay => self_play::run(&options.shared, &options.self_play)?,
        }
    }
    Ok(())
}
