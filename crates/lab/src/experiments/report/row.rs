//! A row of the report: what a paper claims, the commands whose tables decide it, and what they found.

use std::fmt;

use super::captured::Captured;
use super::claim::{Claim, Judged};
use super::command::{Budget, Command};

/// The papers: number and title.
pub(super) const PAPERS: [(&str, &str); 5] = [
    ("000", "Hashimoto: High-accuracy killer heuristics in computer shogi, 2007"),
    (
        "001",
        "Kaneko, Tanaka, Yamaguchi, Kawai: Learning of evaluation functions based on pairs of pieces, 2007",
    ),
    ("002", "Kusano, Sudo, Honda: Tohske"),
    ("003", "Kishimoto: A correct algorithm to prove no-mate positions in shogi"),
    ("004", "Kameko: Reliability of the judgement of positions by game tree search, 2013"),
];

/// A row.
pub(super) struct Row {
    /// `R2`.
    pub(super) id: &'static str,
    /// Which of [`PAPERS`].
    pub(super) paper: usize,
    /// Sections, tables and figures of the paper.
    pub(super) section: &'static str,
    /// What the row is about.
    pub(super) idea: &'static str,
    pub(super) claims: &'static [Claim],
    /// In their order: a later one may read a file of an earlier one.
    pub(super) commands: &'static [&'static Command],
    /// What cannot be done again here, and why: English, Japanese.
    pub(super) because: Option<[&'static str; 2]>,
}

impl Row {
    /// The commands that have something to do at a budget.
    pub(super) fn commands(&self, budget: Budget) -> impl Iterator<Item = &'static Command> + use<> {
        self.commands.iter().copied().filter(move |command| !command.words(budget).is_empty())
    }
}

/// What the numbers come from: the release, and a number made of the node counts of the default search.
pub(super) struct Version(pub(super) u64);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "komadai {}, search {:06x}", env!("CARGO_PKG_VERSION"), self.0)
    }
}

/// A row with what was found; nothing was, if it was not run.
pub(super) struct Done<'a> {
    pub(super) row: &'static Row,
    pub(super) judged: Vec<Judged>,
    /// What the commands printed that no earlier row has.
    pub(super) printed: Vec<(&'static Command, &'a [Captured])>,
}
