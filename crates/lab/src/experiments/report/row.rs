//! A row of the report: what a paper claims, the commands whose tables decide it, and what they found.

use std::fmt;
use std::sync::LazyLock;

use serde::Deserialize;

use super::captured::Captured;
use super::claim::{Claim, Judged};
use super::command::{Budget, Command};

/// Everything that `rows.json` says.
#[derive(Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub(super) struct Registry {
    /// Number and title.
    pub(super) papers: Vec<[&'static str; 2]>,
    commands: Vec<Command>,
    /// All rows, in their order.
    pub(super) rows: Vec<Row>,
}

impl Registry {
    /// The command of a name.
    pub(super) fn command(&self, name: &str) -> Option<&Command> {
        self.commands.iter().find(|command| command.name == name)
    }
}

/// What is in `rows.json`, a part of the program. A test reads it.
pub(super) static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
    serde_json::from_str(include_str!("rows.json")).unwrap_or_else(|error| unreachable!("rows.json: {error}"))
});

/// A row.
#[derive(Deserialize)]
pub(super) struct Row {
    /// `R2`.
    pub(super) id: &'static str,
    /// Which of the papers.
    pub(super) paper: usize,
    /// Sections, tables and figures of the paper.
    pub(super) section: &'static str,
    /// What the row is about.
    pub(super) idea: &'static str,
    pub(super) claims: Vec<Claim>,
    /// Names of its commands in their order: a later one may read a file of an earlier one.
    pub(super) commands: Vec<&'static str>,
    /// What cannot be done again here, and why: English, Japanese.
    pub(super) because: Option<[&'static str; 2]>,
}

impl Row {
    /// The commands that have something to do at a budget; a name that stands for no command has nothing to do.
    pub(super) fn commands(&'static self, budget: Budget) -> impl Iterator<Item = &'static Command> {
        let known = self.commands.iter().filter_map(|name| REGISTRY.command(name));
        known.filter(move |command| !command.words(budget).is_empty())
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
