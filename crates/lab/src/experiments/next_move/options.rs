//! What can be said on the command line, and the positions it asks for.

use std::path::PathBuf;

use clap::Parser;
use komadai_report::options::{Eval, HashMb, Nodes, Out, Seed, Threads};
use komadai_report::{COLUMNS, Failure, InputText};

use crate::data::suite::{SuiteEntry, read_suite};
use crate::experiments::game_options::TwoRecipes;

/// Gives next-move problems to two searches and says who solves more, and how sure that is.
#[derive(Parser)]
#[command(
    max_term_width = COLUMNS,
    name = "next-move",
    after_help = "A RECIPE is a base (bare, modern, tacos) with parts added (+history) and taken out (-null), or engines that \
                  vote, such as consultation-8-100: eight in one tree, with noise of 100 centipawns. Lines of FILE are \
                  NAME<TAB>POSITION<TAB>MOVES<TAB>CLASS: the position as SFEN or as a game in USI, right moves \
                  separated by commas, or moves that were played if the class begins with the word played. Positions \
                  without moves are left out.\n\n\
                  A run that was broken off goes on if it is started with the same --out: what was found stands in \
                  next-move.tsv there."
)]
pub(in crate::experiments) struct Options {
    #[command(flatten)]
    pub(super) of: TwoRecipes,
    /// A file of positions [default: 11 problems and 100 positions from games].
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    pub(super) nodes: Nodes<50_000>,
    #[command(flatten)]
    pub(super) hash_mb: HashMb,
    #[command(flatten)]
    pub(super) eval: Eval,
    #[command(flatten)]
    pub(super) seed: Seed,
    #[command(flatten)]
    pub(super) threads: Threads,
    #[command(flatten)]
    pub(super) out: Out,
}

/// Problems first, then positions of games.
const BUILT_IN: [&str; 2] = [komadai::samples::PROBLEMS, komadai::samples::PLAYED];

pub(super) fn read(options: &Options) -> Result<Vec<SuiteEntry>, Failure> {
    let input = InputText::read(options.file.as_deref(), "the built-in positions", &BUILT_IN)?;
    let mut entries = input.parse(read_suite)?;
    entries.retain(|entry| !entry.moves.is_empty());
    Ok(input.at_least_one(entries, "position with a move")?)
}
