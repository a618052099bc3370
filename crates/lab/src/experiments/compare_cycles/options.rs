//! Options of the command line.

use std::path::PathBuf;

use clap::Parser;
use komadai_report::COLUMNS;
use komadai_report::options::{HashMb, Nodes, Out, Seed, Threads};

/// Compares treatments of repetitions in mate search: who solves what, at what cost.
#[derive(Parser)]
#[command(
    max_term_width = COLUMNS,
    name = "compare-cycles",
    mut_arg("threads", |threads| threads.default_value("2")),
    after_help = "Lines of FILE are NAME<TAB>SFEN<TAB>mate|nomate|unknown<TAB>PLIES. Problems without a known answer \
                  are left out.\n\n\
                  A run that was broken off goes on if it is started with the same --out: what was measured stands in \
                  compare-cycles.tsv there, which changed positions are wanted in generate-no-mates.tsv."
)]
pub(in crate::experiments) struct Options {
    /// A file of problems [default: 40 mates, 9 no-mates and 11 generated no-mates from data/tsume].
    #[arg(long, value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    /// Takes all 88 generated no-mates, not every eighth.
    #[arg(long, conflicts_with = "file")]
    pub(super) all: bool,
    #[command(flatten)]
    pub(super) nodes: Nodes<700_000>,
    /// Generates so many no-mates from the mates among the problems, into `generated_nomates.sfen` of the folder, and does nothing else.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) generate: Option<u32>,
    #[command(flatten)]
    pub(super) seed: Seed,
    #[command(flatten)]
    pub(super) threads: Threads,
    #[command(flatten)]
    pub(super) hash_mb: HashMb,
    #[command(flatten)]
    pub(super) out: Out,
}
