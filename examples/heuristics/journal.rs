//! What was measured, one line a search, so that a run that is broken off loses nothing.
//!
//! A line is KEY<TAB>VALUE. The key says everything that decides the value (recipe, limits, position file, opponent);
//! whatever asks again with the same words gets the same answer without a search. A line without its end was being
//! written when the run was broken off, and is dropped.

use komadai::lab::Failure;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use crate::options::Options;

const FIRST_LINE: &str = "# heuristics, journal 1";

pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    known: HashMap<String, String>,
}

impl Journal {
    /// Makes the file in the folder of the results, or takes it over.
    pub(crate) fn open(options: &Options) -> Result<Journal, Failure> {
        let folder = &options.out;
        std::fs::create_dir_all(folder).map_err(|error| format!("--out {}: {error}", folder.display()))?;
        let path = folder.join("heuristics.tsv");
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(error).into()),
        };
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut lines = whole.lines();
        // Without any end of a line, only the beginning of our own first one may have been broken off.
        let ours = lines.next().map_or_else(|| FIRST_LINE.starts_with(&text), |first| first == FIRST_LINE);
        if !ours {
            return Err(format!(
                "{}: line 1: found something else than {FIRST_LINE:?}: take another folder",
                path.display()
            )
            .into());
        }
        let known = lines
            .filter_map(|line| line.rsplit_once('\t'))
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect();
        let mut file = OpenOptions::new().create(true).append(true).open(&path).map_err(failed)?;
        file.set_len(whole.len() as u64).map_err(failed)?;
        if whole.is_empty() {
            writeln!(file, "{FIRST_LINE}").map_err(failed)?;
        }
        Ok(Journal { path, file, known })
    }

    /// The value of a key, measured now if nobody has.
    pub(crate) fn get(
        &mut self,
        key: &str,
        measure: impl FnOnce() -> Result<String, Failure>,
    ) -> Result<String, Failure> {
        if let Some(value) = self.known.get(key) {
            return Ok(value.clone());
        }
        let value = measure()?;
        let line = format!("{key}\t{value}\n");
        self.file.write_all(line.as_bytes()).map_err(|error| format!("{}: {error}", self.path.display()))?;
        self.known.insert(key.to_owned(), value.clone());
        Ok(value)
    }
}
