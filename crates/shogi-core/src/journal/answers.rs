//! Measured answers, one line for each question, so that an interrupted run loses nothing.
//!
//! A line is a question, a tab and an answer. The question states everything that decides the answer (recipe, limits, positions,
//! opponent), so runs with different options share one file: a repeated question gets its answer without a search.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Journal, JournalHeader, SavedJournal};
use crate::files::FileError;

/// Known answers, and the file that keeps these and new ones. Threads may share it.
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
    /// Opens `KIND.tsv` in the folder of the results, or creates it; `kind` is the name of the experiment.
    ///
    /// # Errors
    ///
    /// A folder or file that cannot be written, a file of another kind, or a line that is not a question and an answer; with the path.
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

    /// Path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The answer to a question, if it is known.
    pub fn known(&self, question: &str) -> Option<String> {
        locked(&self.known).get(question).cloned()
    }

    /// The answer to a question, if it is known, parsed by `read`; `expected` says in words what the text should be.
    ///
    /// # Errors
    ///
    /// A text that `read` cannot parse, with the file and the question.
    pub fn read<T>(
        &self,
        question: &str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, String> {
        let Some(text) = self.known(question) else { return Ok(None) };
        let path = self.path.display();
        let short = |text: &str| text.chars().take(80).collect::<String>();
        let wrong =
            || format!("{path}: found {:?} behind {:?}, expected {expected}", short(&text), short(question));
        read(&text).map(Some).ok_or_else(wrong)
    }

    /// Forgets an answer until a new one is noted or the file is opened again.
    pub fn forget(&self, question: &str) {
        locked(&self.known).remove(question);
    }

    /// Keeps an answer. The answer must have no tab and no newline, the question no newline.
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

/// Shows the number of answers instead of the answers.
impl fmt::Debug for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = locked(&self.known).len();
        f.debug_struct("Answers").field("path", &self.path).field("known", &known).finish_non_exhaustive()
    }
}

/// Locks even after a panic elsewhere: map and file are still whole, since each is changed by one call.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
