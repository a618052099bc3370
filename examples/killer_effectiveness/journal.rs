//! What was measured, a line a position, so that an interrupted run goes on where it ended.
//!
//! A line is the search (evaluation, nodes), the position, and the counts of each killer. Runs with other options share the
//! file: the same search of the same position is not made again.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;

use komadai::Position;
use komadai::lab::killers::KillerMeasurement;
use komadai::lab::{Failure, JournalHeader, SavedJournal};

use crate::killer::KILLERS;

const HEADER: JournalHeader<'_> = JournalHeader {
    kind: "killer_effectiveness",
    run: "counts of each killer in each position",
    columns: "search\tposition\tcounts, killer by killer",
};

/// The journal of a folder of results.
pub(crate) struct Journal {
    known: HashMap<(String, String), Vec<KillerMeasurement>>,
    file: Mutex<komadai::lab::Journal>,
}

impl Journal {
    /// Takes over the file of the folder, or makes it.
    pub(crate) fn open(folder: &Path) -> Result<Journal, Failure> {
        std::fs::create_dir_all(folder).map_err(|error| format!("--out {}: {error}", folder.display()))?;
        let path = folder.join("killers.tsv");
        let saved = SavedJournal::read(&path, &HEADER)?;
        let mut known = HashMap::new();
        for (number, line) in saved.lines() {
            let (question, measured) = parse(line).ok_or_else(|| {
                let expected = format!("a search, a position and {} lists of counts", KILLERS.len());
                let found: String = line.chars().take(60).collect();
                saved.line_error(number, found, expected)
            })?;
            known.insert(question, measured);
        }
        Ok(Journal { known, file: Mutex::new(saved.resume()?) })
    }

    /// What an earlier run measured.
    pub(crate) fn known(&self, search: &str, pos: &Position) -> Option<Vec<KillerMeasurement>> {
        self.known.get(&(search.to_owned(), pos.to_string())).cloned()
    }

    /// Adds a line.
    pub(crate) fn add(
        &self,
        search: &str,
        pos: &Position,
        measured: &[KillerMeasurement],
    ) -> Result<(), Failure> {
        let mut line = format!("{search}\t{pos}");
        for killer in measured {
            let counts: Vec<String> = killer.counts().iter().map(u64::to_string).collect();
            line = line + "\t" + &counts.join(" ");
        }
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        Ok(file.append(&line)?)
    }
}

/// A line: what was searched, and what was counted.
fn parse(line: &str) -> Option<((String, String), Vec<KillerMeasurement>)> {
    let mut fields = line.split('\t');
    let question = (fields.next()?.to_owned(), fields.next()?.to_owned());
    let killer = |field: &str| {
        let counts = field.split(' ').map(|count| count.parse().ok()).collect::<Option<Vec<u64>>>()?;
        KillerMeasurement::from_counts(&counts)
    };
    let measured = fields.map(killer).collect::<Option<Vec<_>>>()?;
    (measured.len() == KILLERS.len()).then_some((question, measured))
}
