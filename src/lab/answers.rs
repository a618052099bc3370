//! What was measured, one line a question, so that a run that is broken off loses nothing.
//!
//! A line is a question, a tab and an answer. The question says everything that decides the answer (recipe, limits, positions,
//! opponent), so runs with other options share one file: the same question gets the same answer without a search.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use komadai_learn::{Journal, JournalError, JournalHeader, SavedJournal};

use super::exit::Failure;

/// Answers that are known, and the file in which they and new ones are kept. Threads may share it.
///
/// ```
/// use komadai::lab::Answers;
///
/// let folder = std::env::temp_dir().join(format!("komadai-doc-answers-{}", std::process::id()));
/// let answers = Answers::open(&folder, "squares")?;
/// assert_eq!(answers.known("7"), None);
/// answers.note("7", "49")?;
/// let later = Answers::open(&folder, "squares")?;
/// assert_eq!(later.known("7").as_deref(), Some("49"));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), komadai::lab::Failure>(())
/// ```
#[derive(Debug)]
pub struct Answers {
    known: Mutex<HashMap<String, String>>,
    file: Mutex<Journal>,
}

impl Answers {
    /// Makes `KIND.tsv` in the folder of the results, or takes it over; `kind` is the name of the experiment.
    ///
    /// # Errors
    ///
    /// A folder or a file that cannot be written, or a file that is something else, with its path.
    pub fn open(folder: &Path, kind: &str) -> Result<Answers, Failure> {
        std::fs::create_dir_all(folder).map_err(|error| format!("--out {}: {error}", folder.display()))?;
        let header = JournalHeader { kind, run: "answers by their questions", columns: "" };
        let saved = SavedJournal::read(&folder.join(format!("{kind}.tsv")), &header)?;
        let known = saved
            .lines()
            .filter_map(|(_, line)| line.rsplit_once('\t'))
            .map(|(question, answer)| (question.to_owned(), answer.to_owned()))
            .collect();
        Ok(Answers { known: Mutex::new(known), file: Mutex::new(saved.resume()?) })
    }

    /// The answer to a question, if it is known.
    pub fn known(&self, question: &str) -> Option<String> {
        locked(&self.known).get(question).cloned()
    }

    /// Keeps an answer, which has no tab and no line end; nor has the question a line end.
    ///
    /// # Errors
    ///
    /// A file that cannot be written, with its path.
    pub fn note(&self, question: &str, answer: &str) -> Result<(), JournalError> {
        locked(&self.file).append(&format!("{question}\t{answer}"))?;
        locked(&self.known).insert(question.to_owned(), answer.to_owned());
        Ok(())
    }

    /// The answer to a question, measured now if it is not known.
    ///
    /// # Errors
    ///
    /// Those of the measurement and of [`Answers::note`].
    pub fn get(
        &self,
        question: &str,
        measure: impl FnOnce() -> Result<String, Failure>,
    ) -> Result<String, Failure> {
        if let Some(answer) = self.known(question) {
            return Ok(answer);
        }
        let answer = measure()?;
        self.note(question, &answer)?;
        Ok(answer)
    }
}

/// A map or a file after a panic elsewhere is still whole: each is changed by one call.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
