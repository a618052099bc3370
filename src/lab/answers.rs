//! What was measured, one line a question, so that a run that is broken off loses nothing.
//!
//! A line is a question, a tab and an answer. The question says everything that decides the answer (recipe, limits, positions,
//! opponent), so runs with other options share one file: the same question gets the same answer without a search.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use komadai_learn::{Journal, JournalError, JournalHeader, SavedJournal, in_parallel};

use super::exit::Failure;
use super::progress::Progress;

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
pub struct Answers {
    path: PathBuf,
    known: Mutex<HashMap<String, String>>,
    file: Mutex<Journal>,
}

/// How answers of a kind, `A`, to questions about items `Q` stand in the file.
pub struct AnswerForm<'a, Q, A> {
    /// What the text of an answer should be, in words, for the message about one that is something else.
    pub expected: &'a str,
    /// Answer about an item as its text says; `None` for a text that says something else.
    pub read: &'a dyn Fn(&Q, &str) -> Option<A>,
    /// Text of an answer, without a tab or a line end.
    pub write: &'a dyn Fn(&A) -> String,
}

impl Answers {
    /// Makes `KIND.tsv` in the folder of the results, or takes it over; `kind` is the name of the experiment.
    ///
    /// # Errors
    ///
    /// A folder or a file that cannot be written, a file that is something else, or a line that is no question and answer, with
    /// the path.
    pub fn open(folder: &Path, kind: &str) -> Result<Answers, Failure> {
        std::fs::create_dir_all(folder).map_err(|error| format!("--out {}: {error}", folder.display()))?;
        let header = JournalHeader { kind, run: "answers by their questions", columns: "" };
        let path = folder.join(format!("{kind}.tsv"));
        let saved = SavedJournal::read(&path, &header)?;
        let mut known = HashMap::new();
        for (number, line) in saved.lines() {
            let Some((question, answer)) = line.rsplit_once('\t') else {
                let found = line.chars().take(60).collect::<String>();
                let expected = "a question, a tab and an answer";
                return Err(saved.line_error(number, format!("{found:?}"), expected).into());
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

    /// The answers to questions about items, in their order. Those that are not known are measured by the workers, a thread each,
    /// and kept as they come; progress is shown, `what` is the name of the items in the plural.
    ///
    /// What is returned is always what the file says, so a run that was broken off and one that was not give the same.
    ///
    /// ```
    /// use komadai::lab::{AnswerForm, Answers};
    ///
    /// let folder = std::env::temp_dir().join(format!("komadai-doc-answers-all-{}", std::process::id()));
    /// let form = AnswerForm {
    ///     expected: "a number",
    ///     read: &|_: &u32, text: &str| text.parse::<u32>().ok(),
    ///     write: &ToString::to_string,
    /// };
    /// let asked: Vec<(String, u32)> = (1..=3).map(|n| (format!("square of {n}"), n)).collect();
    /// for measured in [true, false] {
    ///     let answers = Answers::open(&folder, "squares")?;
    ///     let square = |(): &mut (), n: &u32| if measured { Ok(n * n) } else { Err("known".to_owned()) };
    ///     assert_eq!(answers.all(&asked, "squares", &form, vec![(); 2], square)?, [1, 4, 9]);
    /// }
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), komadai::lab::Failure>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first error of a measurement, a file that cannot be written, or an answer in it that is not of this form. No
    /// measurement begins after an error; those that are kept stay.
    ///
    /// # Panics
    ///
    /// If there is no worker.
    pub fn all<W: Send, Q: Sync, A: Send>(
        &self,
        asked: &[(String, Q)],
        what: &'static str,
        form: &AnswerForm<'_, Q, A>,
        workers: Vec<W>,
        measure: impl Fn(&mut W, &Q) -> Result<A, String> + Sync,
    ) -> Result<Vec<A>, Failure> {
        let known = |(question, item): &(String, Q)| {
            self.read(question, form.expected, |text| (form.read)(item, text))
        };
        let (mut open, mut questions) = (Vec::new(), HashSet::new());
        for one in asked {
            if known(one)?.is_none() && questions.insert(&one.0) {
                open.push(one);
            }
        }
        let progress = Progress::new(asked.len(), asked.len() - open.len(), what).resumable();
        let ended = in_parallel(
            workers,
            &open,
            |worker, (_, item)| measure(worker, item),
            |number, answer| {
                progress.step();
                let noted = answer
                    .map_err(Failure::from)
                    .and_then(|answer| Ok(self.note(&open[number].0, &(form.write)(&answer))?));
                match noted {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => ControlFlow::Break(error),
                }
            },
        );
        progress.finish();
        if let ControlFlow::Break(error) = ended {
            return Err(error);
        }
        asked.iter().map(|one| Ok(known(one)?.ok_or("an answer that was not kept")?)).collect()
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

impl<Q, A> fmt::Debug for AnswerForm<'_, Q, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnswerForm").field("expected", &self.expected).finish_non_exhaustive()
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
