//! What was measured, one line a search, so that a run that is interrupted loses nothing.
//!
//! A line is a question, a tab and a value. The question says everything that decides the value (recipe, limits, positions, opponent), so
//! runs with other options share one journal: the same question gets the same answer without a search.

use std::collections::HashMap;

use komadai_learn::{self as learn, JournalHeader, SavedJournal};

use super::options::Options;
use crate::lab::exit::Failure;

const HEADER: JournalHeader<'_> =
    JournalHeader { kind: "heuristics", run: "answers by their questions", columns: "" };

pub(super) struct Journal {
    file: learn::Journal,
    known: HashMap<String, String>,
}

impl Journal {
    /// Makes the file in the folder of the results, or takes it over.
    pub(super) fn open(options: &Options) -> Result<Journal, Failure> {
        let folder = &options.out;
        std::fs::create_dir_all(folder).map_err(|error| format!("--out {}: {error}", folder.display()))?;
        let saved = SavedJournal::read(&folder.join("heuristics.tsv"), &HEADER)?;
        let known = saved
            .lines()
            .filter_map(|(_, line)| line.rsplit_once('\t'))
            .map(|(question, value)| (question.to_owned(), value.to_owned()))
            .collect();
        Ok(Journal { file: saved.resume()?, known })
    }

    /// The answer to a question, measured now if it is not known.
    pub(super) fn get(
        &mut self,
        question: &str,
        measure: impl FnOnce() -> Result<String, Failure>,
    ) -> Result<String, Failure> {
        if let Some(value) = self.known.get(question) {
            return Ok(value.clone());
        }
        let value = measure()?;
        self.file.append(&format!("{question}\t{value}"))?;
        self.known.insert(question.to_owned(), value.clone());
        Ok(value)
    }
}
