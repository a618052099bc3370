//! The program `komadai-lab`: one subcommand an experiment.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::error::ContextKind;
use clap::{Parser, Subcommand};
use komadai_report::{COLUMNS, Failure, Folded, Table, exit_status};

use super::{consultation, count_categories, heuristics, killer_effectiveness, next_move, self_play, tune};
use crate::recipe::{PARTS, Parts};

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
    /// The parts that recipes name, and the bases that have them.
    Parts,
    /// What parts are worth: nodes to a depth, games, audits.
    Heuristics(heuristics::Options),
    /// A match between two recipes.
    SelfPlay(self_play::Options),
    /// Next-move problems under two recipes.
    NextMove(next_move::Options),
    /// How often each killer is best or cuts.
    KillerEffectiveness(killer_effectiveness::Options),
    /// What engines that vote cost, and how they vote.
    Consultation(consultation::Options),
    /// Categories of moves counted in games, and models of moves judged.
    CountCategories(count_categories::Options),
    /// Screening and tuning of constants and parts by games.
    Tune(tune::Options),
}

impl Experiment {
    pub(super) fn run(&self, parts: &Parts) -> Result<(), Failure> {
        match self {
            Self::Parts => Ok(write!(Folded::stdout(), "{}", parts_table().to_text())?),
            Self::Heuristics(options) => heuristics::run(options, parts),
            Self::SelfPlay(options) => self_play::run(options, parts),
            Self::NextMove(options) => next_move::run(options, parts),
            Self::KillerEffectiveness(options) => killer_effectiveness::run(options),
            Self::Consultation(options) => consultation::run(options),
            Self::CountCategories(options) => count_categories::run(options),
            Self::Tune(options) => tune::run(options, parts),
        }
    }
}

fn parts_table() -> Table {
    let mut table = Table::new(["part", "is", "in the bases"]);
    for part in PARTS {
        table.push([part.name.into(), part.what.into(), part.bases.into()]);
    }
    table
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
