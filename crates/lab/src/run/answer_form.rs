//! Answers in a text form of their own, where [`ask`](super::answers::ask) keeps JSON.

use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;

use komadai_learn::{Answers, in_parallel};
use komadai_report::{Failure, Progress};

/// How answers of a kind, `A`, to questions about items `Q` stand in the file.
pub struct AnswerForm<'a, Q, A> {
    /// What the text of an answer should be, in words, for the message about one that is something else.
    pub expected: &'a str,
    /// Answer about an item as its text says; `None` for a text that says something else.
    pub read: &'a dyn Fn(&Q, &str) -> Option<A>,
    /// Text of an answer, without a tab or a line end.
    pub write: &'a dyn Fn(&A) -> String,
}

impl<Q: Sync, A: Send> AnswerForm<'_, Q, A> {
    /// The answers to questions about items, in their order. Those that are not known are measured by the workers, a thread each,
    /// and kept as they come; progress is shown, `what` is the name of the items in the plural.
    ///
    /// What is returned is always what the file says, so a run that was broken off and one that was not give the same.
    ///
    /// ```
    /// use komadai_lab::AnswerForm;
    /// use komadai::learn::Answers;
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
    ///     assert_eq!(form.answer(&answers, &asked, "squares", vec![(); 2], square)?, [1, 4, 9]);
    /// }
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), komadai_report::Failure>(())
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
    pub fn answer<W: Send>(
        &self,
        answers: &Answers,
        asked: &[(String, Q)],
        what: &'static str,
        workers: Vec<W>,
        measure: impl Fn(&mut W, &Q) -> Result<A, String> + Sync,
    ) -> Result<Vec<A>, Failure> {
        let known = |(question, item): &(String, Q)| {
            answers.read(question, self.expected, |text| (self.read)(item, text))
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
                    .and_then(|answer| Ok(answers.note(&open[number].0, &(self.write)(&answer))?));
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
}

impl<Q, A> fmt::Debug for AnswerForm<'_, Q, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnswerForm").field("expected", &self.expected).finish_non_exhaustive()
    }
}
