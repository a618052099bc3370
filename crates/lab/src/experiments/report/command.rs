//! A command line whose experiment the report runs, and what it printed the last time.

use std::ffi::OsString;
use std::path::Path;

use clap::ValueEnum;
use komadai::journal::Answers;
use komadai_report::{Failure, Printed};
use serde::Deserialize;

use crate::run::{Runner, answers};

/// Prefix, in the words of commands, of files that one writes and another reads; these files are in the folder of the report.
const OUT: &str = "out/";

/// How much is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::experiments) enum Budget {
    /// Minutes: enough to see the form of the output.
    Quick,
    /// Hours: more games and positions, which decide more.
    Full,
}

/// A command line at both budgets: subcommand and options of `komadai-lab`, without `--out`.
#[derive(Deserialize)]
pub(super) struct Command {
    /// Name of its folder.
    pub(super) name: &'static str,
    /// Empty if there is nothing to do at this budget.
    pub(super) quick: &'static str,
    pub(super) full: &'static str,
    /// Approximate minutes of both on two idle cores.
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

    /// The command as one types it; that of the full budget if this one has none.
    pub(super) fn line(&self, budget: Budget) -> String {
        let words = self.words(budget);
        format!("cargo run --release -- {}", if words.is_empty() { self.full } else { words })
    }

    /// What the experiment printed: as kept under this question by an earlier run, or by running it now, with its files in a folder of its
    /// own.
    pub(super) fn printed(
        &self,
        budget: Budget,
        question: &str,
        kept: &Answers,
        folder: &Path,
        run: &Runner<'_>,
    ) -> Result<Vec<Printed>, Failure> {
        answers::once(kept, question, || {
            let words: Vec<OsString> =
                self.words(budget).split(' ').map(|word| within(folder, word)).collect();
            let printed = run(&words, &folder.join(self.name));
            let printed = printed.map_err(|error| format!("{}: {error}", self.line(budget)))?;
            // As in the words of the command: files in the folder of the report are named `out/…`.
            Ok(printed.into_iter().map(|part| renamed(part, folder)).collect())
        })
    }

    /// Whether it names a file that another command names too.
    pub(super) fn shares_a_file(&self, other: &Command, budget: Budget) -> bool {
        let files = |of: &Command| of.words(budget).split(' ').filter_map(|word| Some(split(word)?.1));
        files(self).any(|file| files(other).any(|of_other| of_other == file))
    }
}

/// Splits a word such as `blend:out/sibling.kmd`, with a file that one command writes for another: what precedes it, and the bare file.
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

/// What was printed, with `out/` in place of the folder of the report.
pub(super) fn renamed(mut printed: Printed, folder: &Path) -> Printed {
    // Ends in one separator, whether the folder does or not.
    let inside = folder.join("").display().to_string();
    let rename = |text: &mut String| *text = text.replace(&inside, OUT);
    match &mut printed {
        Printed::Text(text) | Printed::Drawing(_, text) => rename(text),
        Printed::Table(table) => {
            rename(&mut table.title);
            for cell in table.rows.iter_mut().flatten() {
                rename(&mut cell.shown);
                rename(&mut cell.exact);
            }
        }
    }
    printed
}
