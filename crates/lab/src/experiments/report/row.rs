//! A row of the report: what a paper claims, the command lines whose tables decide it, and what they printed the last time.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;
use std::sync::LazyLock;
use std::{fmt, fs};

use clap::ValueEnum;
use komadai::analysis::fingerprint;
use komadai::artifact::{Artifact, Provenance};
use komadai::evaluation::Evaluation;
use komadai::{default_model, default_reliability, pairs_model};
use komadai_recipe::NamedEvaluation;
use komadai_report::{Failure, Printed, content_fingerprint};
use serde::Deserialize;

use super::claim::{Claim, Judged};
use crate::mate::CycleTreatment;
use crate::run::Runner;

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

/// Contents of `rows.json`, which is compiled into the program. A test reads it.
pub(super) static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
    serde_json::from_str(include_str!("rows.json")).unwrap_or_else(|error| unreachable!("rows.json: {error}"))
});

/// A row.
#[derive(Deserialize)]
pub(super) struct Row {
    /// `R2`.
    pub(super) id: &'static str,
    /// Index of the paper.
    pub(super) paper: usize,
    /// Sections, tables and figures of the paper.
    pub(super) section: &'static str,
    /// What the row is about.
    pub(super) idea: &'static str,
    pub(super) claims: Vec<Claim>,
    /// Names of its commands in their order: a later one may read a file of an earlier one.
    pub(super) commands: Vec<&'static str>,
    /// What cannot be repeated here, and why: English, Japanese.
    pub(super) because: Option<[&'static str; 2]>,
}

impl Row {
    /// The commands that have something to do at a budget; names without a command are skipped.
    pub(super) fn commands(&'static self, budget: Budget) -> impl Iterator<Item = &'static Command> {
        let known = self.commands.iter().filter_map(|name| REGISTRY.command(name));
        known.filter(move |command| !command.words(budget).is_empty())
    }
}

/// Origin of the numbers: the release, and fingerprints of the node counts of the default search, of the thesis's, and of the mate solver,
/// of the evaluations of the package, of the spread model of the default one, and of the data files that commands name.
pub(super) struct Version([u64; 6]);

impl Version {
    /// The version of this program.
    pub(super) fn new() -> Result<Version, Failure> {
        let nodes_of = |recipe: &str| -> Result<u64, Failure> {
            Ok(fingerprint(&mut NamedEvaluation::from(Evaluation::default()).engine(&recipe.parse()?, 1)?))
        };
        let spread = default_reliability::model().to_bytes(&Provenance::default())?;
        let mates = CycleTreatment::Dependence.fingerprint()?;
        let evaluations = content_fingerprint([default_model::BYTES, pairs_model::BYTES].concat());
        let words = REGISTRY.commands.iter().flat_map(|of| [of.quick, of.full]).flat_map(|of| of.split(' '));
        let files: BTreeSet<&str> = words.filter(|word| word.starts_with("data/")).collect();
        // A command whose file is missing says so itself.
        let files: Vec<u8> = files.into_iter().flat_map(|file| fs::read(file).unwrap_or_default()).collect();
        let (spread, files) = (content_fingerprint(spread), content_fingerprint(files));
        Ok(Version([nodes_of("modern")?, nodes_of("tacos+context")?, mates, evaluations, spread, files]))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [search, tacos, mates, evaluations, spread, files] = self.0;
        let release = env!("CARGO_PKG_VERSION");
        write!(
            f,
            "komadai {release}, search {search:06x}, tacos {tacos:06x}, mates {mates:06x}, evaluations {evaluations:06x}, spread {spread:06x}, data {files:06x}"
        )
    }
}

/// A row with its results, which are empty if it was not run.
pub(super) struct Done<'a> {
    pub(super) row: &'static Row,
    /// In the order of the claims, as far as the row was asked for; `None` if the command of a claim has not run.
    pub(super) judged: Vec<Option<Judged>>,
    /// Output of those commands that no earlier row has.
    pub(super) printed: Vec<(&'static Command, &'a [Printed])>,
}

impl Done<'_> {
    /// The claims that were judged.
    pub(super) fn judged(&self) -> impl Iterator<Item = (&'static Claim, &Judged)> {
        self.row.claims.iter().zip(&self.judged).filter_map(|(claim, judged)| Some((claim, judged.as_ref()?)))
    }
}

/// The row under which the output of a command stands, and the output; `None` if it was not run.
pub(super) fn output_of<'a>(done: &'a [Done<'_>], command: &str) -> Option<(&'a Done<'a>, &'a [Printed])> {
    let all = done.iter().flat_map(|of_row| of_row.printed.iter().map(move |found| (of_row, found)));
    all.into_iter().find(|(_, (of, _))| of.name == command).map(|(of_row, (_, printed))| (of_row, *printed))
}

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

    /// What the experiment prints, with its files in a folder of its own within that of the report.
    pub(super) fn run(
        &self,
        budget: Budget,
        folder: &Path,
        run: &Runner<'_>,
    ) -> Result<Vec<Printed>, Failure> {
        let words: Vec<OsString> = self.words(budget).split(' ').map(|word| within(folder, word)).collect();
        let printed = run(&words, &folder.join(self.name));
        let printed = printed.map_err(|error| format!("{}: {error}", self.line(budget)))?;
        // As in the words of the command: files in the folder of the report are named `out/…`.
        Ok(printed.into_iter().map(|part| renamed(part, folder)).collect())
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
