//! The program `komadai-lab`: one subcommand an experiment.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ContextKind;
use clap::{Parser, Subcommand};

use super::{compare_cycles, heuristics, next_move, self_play, tune};
use crate::recipe::Parts;
use komadai_report::{COLUMNS, Failure, exit_status};

/// Experiments with shogi searches, evaluations and mate solvers.
#[derive(Parser)]
#[command(name = "komadai-lab", max_term_width = COLUMNS)]
struct Program {
    #[command(subcommand)]
    experiment: Experiment,
}

/// The experiments by the names of their subcommands.
#[derive(Subcommand)]
pub(super) enum Experiment {
    /// Treatments of repetitions in mate search: tables and figures of paper 003.
    CompareCycles(compare_cycles::Options),
    /// What parts are worth: nodes to a depth, games, audits.
    Heuristics(heuristics::Options),
    /// A match between two recipes.
    SelfPlay(self_play::Options),
    /// Next-move problems under two recipes.
    NextMove(next_move::Options),
    /// Screening and tuning of constants and parts by games.
    Tune(tune::Options),
}

impl Experiment {
    pub(super) fn run(&self, parts: &Parts) -> Result<(), Failure> {
        match self {
            Self::CompareCycles(options) => compare_cycles::run(options),
            Self::Heuristics(options) => heuristics::run(options, parts),
            Self::SelfPlay(options) => self_play::run(options, parts),
            Self::NextMove(options) => next_move::run(options, parts),
            Self::Tune(options) => tune::run(options, parts),
        }
    }
}

/// Runs the experiment that the command line names: the program `komadai-lab`.
pub fn program() -> ExitCode {
    run(std::env::args_os())
}

/// Runs this experiment with the options of the command line, as an example of its own.
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     komadai_lab::experiments::experiment("self-play")
/// }
/// ```
pub fn experiment(name: &'static str) -> ExitCode {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    words.insert(1.min(words.len()), name.into());
    run(words)
}

fn run(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let words: Vec<OsString> = words.into_iter().collect();
    let program = Program::try_parse_from(&words).unwrap_or_else(|mut error| {
        // Clap's advice to pass an unknown option behind `--` would make it a file or a position.
        error.remove(ContextKind::Suggested);
        error.exit()
    });
    let name = words.get(1).map_or("komadai-lab".into(), |name| name.to_string_lossy());
    exit_status(&name, program.experiment.run(&Parts::new()))
}
