//! What can be said on the command line.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use komadai_report::COLUMNS;
use komadai_report::options::{HashMb, Out, Threads};

/// Compares the margins of ProbCut at a fixed depth.
#[derive(Parser)]
#[command(
    max_term_width = COLUMNS,
    name = "probcut",
    mut_arg("threads", |threads| threads.default_value("2")),
    after_help = "A run that was broken off goes on if it is started with the same --out: what was found stands in \
                  probcut.tsv there."
)]
pub(crate) struct Options {
    /// Depth of every search; the paper's 13 cost its program 1.4 s a position.
    #[arg(long, value_name = "PLIES", default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) depth: u32,
    /// Which pairs of depths are cut.
    #[arg(long, value_enum, default_value_t = Kind::Both)]
    pub(crate) kind: Kind,
    /// How much deeper the search goes by whose moves the others are judged, beside the moves played.
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=10))]
    pub(crate) deeper: u32,
    /// Lines NAME<TAB>POSITION<TAB>MOVES [default: 100 positions of games].
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// The evaluation: material, default, a model file of pairs.
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    pub(crate) eval: String,
    /// The reliability model, a file of `train_reliability` [default: the one that comes with the package].
    #[arg(long, value_name = "FILE")]
    pub(crate) model: Option<PathBuf>,
    /// Audits the learned margin by side of the window instead: cuts at a gap of 4 plies, in a tree without other
    /// prunings of nodes.
    #[arg(long)]
    pub(crate) audit: bool,
    /// Cuts of each side and position that the audit asks again.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) claims: u32,
    /// Most nodes of a search whose cuts are audited.
    #[arg(long, value_name = "N", default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) cap: u64,
    #[command(flatten)]
    pub(crate) hash: HashMb,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) out: Out,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// The paper's: budgets from 8 to 11 plies, 4 plies less, below alpha.
    Paper,
    /// Multi-ProbCut: three pairs of depths, both sides of the window.
    Multi,
    /// One after the other.
    Both,
}
