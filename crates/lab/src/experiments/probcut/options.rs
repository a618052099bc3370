//! What can be said on the command line.

use clap::{Args, ValueEnum};

use crate::data::game_files::Claims;
use crate::reliability::SpreadModel;
use komadai_report::options::{Depth, Eval, HashMb, Nodes, Out, Threads};

/// The searches, and what is audited.
#[derive(Args)]
#[command(
    after_help = "A run that was broken off goes on if it is started with the same --out: what was found stands in \
                        probcut.tsv there."
)]
pub(in crate::experiments) struct Options {
    /// The paper's 13 plies cost its program 1.4 s a position.
    #[command(flatten)]
    pub(super) depth: Depth<9>,
    /// Which pairs of depths are cut.
    #[arg(long, value_enum, default_value_t = Kind::Both)]
    pub(super) kind: Kind,
    /// How much deeper the search goes by whose moves the others are judged, beside the moves played.
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=10))]
    pub(super) deeper: u32,
    #[command(flatten)]
    pub(super) eval: Eval<true>,
    #[command(flatten)]
    pub(super) model: SpreadModel,
    /// Audits the learned margin by side of the window instead: cuts at a gap of 4 plies, in a tree without other
    /// prunings of nodes.
    #[arg(long)]
    pub(super) audit: bool,
    #[command(flatten)]
    pub(super) claims: Claims,
    /// Most nodes of a search whose cuts are audited.
    #[command(flatten)]
    pub(super) nodes: Nodes<300_000>,
    #[command(flatten)]
    pub(super) hash: HashMb,
    #[command(flatten)]
    pub(super) threads: Threads,
    #[command(flatten)]
    pub(super) out: Out,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    /// The paper's: budgets from 8 to 11 plies, 4 plies less, below alpha.
    Paper,
    /// Multi-ProbCut: three pairs of depths, both sides of the window.
    Multi,
    /// One after the other.
    Both,
}
