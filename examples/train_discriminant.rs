//! Pairs of pieces from the moves of games, by discriminant analysis: the experiment of paper 001 (`komadai-lab train-discriminant`).

use std::process::ExitCode;

fn main() -> ExitCode {
    komadai_lab::experiments::experiment("train-discriminant")
}
