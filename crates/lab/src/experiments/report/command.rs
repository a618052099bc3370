//! A command line whose experiment the report runs, and what it printed the last time.

use std::ffi::OsString;
use std::path::Path;

use clap::ValueEnum;
use komadai::journal::Answers;
use komadai_report::{Failure, Printed, Table};
use serde::{Deserialize, Serialize};

use crate::run::answers;

/// Runs an experiment by its words, subcommand and options, its files in a folder, without a word on standard output.
pub(super) type Runner<'a> = dyn Fn(&[OsString], &Path) -> Result<Vec<Printed>, Failure> + 'a;

/// How files begin that one command writes and another one reads, in its words; they lie in the folder of the report.
const OUT: &str = "out/";

/// How much is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Budget {
    /// Minutes: enough to see every table, not to decide every claim.
    Quick,
    /// Hours: what the tables of the pages are made with.
    Full,
}

/// A command line at both budgets: subcommand and options of `komadai-lab`, without `--out`.
#[derive(Deserialize)]
pub(super) struct Command {
    /// Name of its folder.
    pub(super) name: &'static str,
    /// Nothing if there is nothing to do at this budget.
    pub(super) quick: &'static str,
    pub(super) full: &'static str,
    /// Minutes that both take on two idle cores, about.
    pub(super) minutes: [f64; 2],
    /// Files of the figures that the paper has, for the documentation.
    #[serde(default)]
    pub(super) figures: Vec<&'static str>,
}

impl Command {
    pub(super) fn words(&self, budget: Budget) -> &'static str {
        if budget == Budget::Quick { self.quick } else { self.full }
    }

    pub(super) fn minutes(&self, budget: Budget) -> f64 {
        self.minutes[usize::from(budget == Budget::Full)]
    }

    /// The command as one types it; that of the full budget where there is none for this one.
    pub(super) fn line(&self, budget: Budget) -> String {
        let words = self.words(budget);
        format!("cargo run --release -- {}", if words.is_empty() { self.full } else { words })
    }

    /// What the experiment printed: as it was kept behind this question by an earlier run, or by running it now, its files in a folder
    /// of its own.
    pub(super) fn printed(
        &self,
        budget: Budget,
        question: &str,
        kept: &Answers,
        folder: &Path,
        run: &Runner<'_>,
    ) -> Result<Vec<Captured>, Failure> {
        if answers::known::<Vec<Captured>>(kept, question)?.is_none() {
            let words: Vec<OsString> =
                self.words(budget).split(' ').map(|word| within(folder, word)).collect();
            let printed = run(&words, &folder.join(self.name));
            let printed = printed.map_err(|error| format!("{}: {error}", self.line(budget)))?;
            // As anybody sees it: files that are read stand in its folder under the name that they have in the words.
            let inside = format!("{}/", folder.display());
            let printed = printed.into_iter().map(|part| Captured::from(part).with(&inside, OUT));
            answers::keep(kept, question, &printed.collect::<Vec<_>>())?;
        }
        // What the file says, whether it was there or not: both print the same.
        Ok(answers::known(kept, question)?.ok_or("an answer that was kept is gone")?)
    }

    /// Whether it names a file that another command names too.
    pub(super) fn shares_a_file(&self, other: &Command, budget: Budget) -> bool {
        let files = |of: &Command| of.words(budget).split(' ').filter_map(|word| Some(split(word)?.1));
        files(self).any(|file| files(other).any(|of_other| of_other == file))
    }
}

/// The file in a word that a command writes for another, without its folder, and what stands before it: `blend:out/sibling.kmd`.
fn split(word: &str) -> Option<(&str, &str)> {
    let (before, file) = word.split_once(OUT)?;
    (before.is_empty() || before.ends_with(':')).then_some((before, file))
}

/// A word, with its file within the folder of the report if it is one that a command writes for another.
fn within(folder: &Path, word: &str) -> OsString {
    let Some((before, file)) = split(word) else { return word.into() };
    let mut word = OsString::from(before);
    word.push(folder.join(file));
    word
}

/// A piece of the output of an experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Captured {
    Text(String),
    Table(PrintedTable),
    /// A figure or a board: the name of its file, and SVG.
    Drawing(String, String),
}

/// A table with its title.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PrintedTable {
    pub(super) title: String,
    /// The CSV file, where there is one.
    pub(super) file: Option<String>,
    pub(super) heading: Vec<String>,
    pub(super) rows: Vec<Vec<PrintedCell>>,
}

/// A cell for people and for programs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PrintedCell {
    pub(super) shown: String,
    /// As in the CSV file.
    pub(super) exact: String,
}

impl Captured {
    /// With other words in place of these.
    pub(super) fn with(mut self, these: &str, others: &str) -> Captured {
        match &mut self {
            Captured::Text(text) => *text = text.replace(these, others),
            Captured::Table(PrintedTable { title, rows, .. }) => {
                *title = title.replace(these, others);
                for cell in rows.iter_mut().flatten() {
                    cell.shown = cell.shown.replace(these, others);
                    cell.exact = cell.exact.replace(these, others);
                }
            }
            Captured::Drawing(_, svg) => *svg = svg.replace(these, others),
        }
        self
    }

    pub(super) fn table(&self) -> Option<&PrintedTable> {
        match self {
            Captured::Table(table) => Some(table),
            _ => None,
        }
    }
}

impl From<Printed> for Captured {
    fn from(printed: Printed) -> Captured {
        match printed {
            Printed::Text(text) => Captured::Text(text),
            Printed::Table { title, file, table } => Captured::Table(PrintedTable::new(title, file, &table)),
            Printed::Drawing { file, svg } => Captured::Drawing(file, svg),
        }
    }
}

impl PrintedTable {
    fn new(title: String, file: Option<String>, table: &Table) -> PrintedTable {
        let cell = |cell: &komadai_report::Cell| PrintedCell { shown: cell.shown(), exact: cell.exact() };
        let rows = table.rows().iter().map(|row| row.iter().map(cell).collect()).collect();
        PrintedTable { title, file, heading: table.heading().to_vec(), rows }
    }
}
