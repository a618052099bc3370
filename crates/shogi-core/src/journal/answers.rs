//! What was measured, one line a question, so that a run that is broken off loses nothing.
//!
//! A line is a question, a tab and an answer. The question says everything that decides the answer (recipe, limits, positions,
//! opponent), so runs with other options share one file: the same question gets the same answer without a search.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Journal, JournalHeader, SavedJournal};
use crate::files::FileError;

/// Answers that are known, and the file in which they and new ones are kept. Threads may share it.
///
/// ```
/// use komadai_core::journal::Answers;
///
/// let folder = std::env::temp_dir().join(format!("komadai-doc-answers-{}", std::process::id()));
/// let answers = Answers::open(&folder, "squares")?;
/// assert_eq!(answers.known("7"), None);
/// answers.note("7", "49")?;
/// drop(answers);
/// let later = Answers::open(&folder, "squares")?;
/// assert_eq!(later.known("7").as_deref(), Some("49"));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Answers {
    path: PathBuf,
    known: Mutex<HashMap<String, String>>,
    file: Mutex<Journal>,
}

impl Answers {
    /// Makes `KIND.tsv` in the folder of the results, or takes it over; `kind` is the name of the experiment.
    ///
    /// # Errors
    ///
    /// A folder or a file that cannot be written, a file that is something else, or a line that is no question and answer, with
    /// the path.
    pub fn open(folder: &Path, kind: &str) -> Result<Answers, FileError> {
        std::fs::create_dir_all(folder).map_err(|source| FileError::system(folder.display(), source))?;
        let header = JournalHeader { kind, run: "answers by their questions", columns: "" };
        let path = folder.join(format!("{kind}.tsv"));
        let saved = SavedJournal::read(&path, &header)?;
        let mut known = HashMap::new();
        for (number, line) in saved.lines() {
            let Some((question, answer)) = line.rsplit_once('\t') else {
                let found = line.chars().take(60).collect::<String>();
                let expected = "a question, a tab and an answer";
                return Err(saved.line_error(number, format!("{found:?}"), expected));
            };
            known.insert(question.to_owned(), answer.to_owned());
        }
        Ok(Answers { path, known: Mutex::new(known), file: Mutex::new(saved.resume()?) })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The answer to a question, if it is known.
    pub fn known(&self, question: &str) -> Option<String> {
        locked(&self.known).get(question).cloned()
    }

    /// The answer to a question, if it is known, as `read` understands its text; `expected` says in words what the text should be.
    ///
    /// # Errors
    ///
    /// A text that `read` does not understand, with the file and the question.
    pub fn read<T>(
        &self,
        question: &str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, String> {
        let Some(text) = self.known(question) else { return Ok(None) };
        let path = self.path.display();
        let wrong = || format!("{path}: found {text:?} behind {question:?}, expected {expected}");
        read(&text).map(Some).ok_or_else(wrong)
    }

    /// Forgets an answer, until another one is kept or the file is opened again.
    pub fn forget(&self, question: &str) {
        locked(&self.known).remove(question);
    }

    /// Keeps an answer, which has no tab and no line end; nor has the question a line end.
    ///
    /// # Errors
    ///
    /// A file that cannot be written, with its path.
    pub fn note(&self, question: &str, answer: &str) -> Result<(), FileError> {
        locked(&self.file).append(&format!("{question}\t{answer}"))?;
        locked(&self.known).insert(question.to_owned(), answer.to_owned());
        Ok(())
    }
}

/// With the number of the answers in place of the answers.
impl fmt::Debug for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = locked(&self.known).len();
        f.debug_struct("Answers").field("path", &self.path).field("known", &known).finish_non_exhaustive()
    }
}

/// A map or a file after a panic elsewhere is still whole: each is changed by one call.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
