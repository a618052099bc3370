//! Questions about items, answered by workers in parallel; each answer is kept as it comes.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;
use komadai::files::FileError;
use komadai::journal::Answers;
use komadai_learn::in_parallel;
use komadai_report::options::Out;
use komadai_report::{Failure, Progress};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What the text of an answer should be, for the error message about any other text.
const EXPECTED: &str = "an answer of this experiment as JSON";

/// Answers the questions about the items, in their order, and keeps each answer as JSON under its question. Unknown answers are measured by
/// the workers, one thread each, and kept as they come; progress is shown, with `what` as the plural name of the items.
///
/// A question says everything that decides its answer. The returned answers are those of the file, so a run that was interrupted gives the
/// same as one that was not.
///
/// ```
/// use komadai::journal::Answers;
/// use komadai_lab::ask;
///
/// let folder = std::env::temp_dir().join(format!("komadai-doc-ask-{}", std::process::id()));
/// let question = |n: &u32| format!("square of {n}");
/// for measured in [true, false] {
///     let answers = Answers::open(&folder, "squares")?;
///     let square = |(): &mut (), n: &u32| if measured { Ok(n * n) } else { Err("known".to_owned()) };
///     assert_eq!(ask(&answers, "squares", &[1, 2, 3], question, vec![(); 2], square)?, [1, 4, 9]);
/// }
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), komadai_report::Failure>(())
/// ```
///
/// # Errors
///
/// The first error of a measurement, a file that cannot be written, or an answer in it that is not an `A`. No measurement begins after an
/// error; answers already kept stay.
///
/// # Panics
///
/// If there is no worker.
pub fn ask<Q: Sync, A: Serialize + DeserializeOwned + Send, W: Send>(
    answers: &Answers,
    what: &'static str,
    items: &[Q],
    question: impl Fn(&Q) -> String,
    workers: Vec<W>,
    measure: impl Fn(&mut W, &Q) -> Result<A, String> + Sync,
) -> Result<Vec<A>, Failure> {
    ask_in_order(Some(answers), what, items, question, workers, measure, |_, _| Ok(()))
}

/// Does what [`ask`] does, and passes each answer to `tell`, with the number of its item from 0, as soon as all before it are known.
/// Without `answers` nothing is kept.
///
/// # Errors
///
/// As [`ask`], and the first error of `tell`.
///
/// # Panics
///
/// If there is no worker.
pub fn ask_in_order<Q: Sync, A: Serialize + DeserializeOwned + Send, W: Send>(
    answers: Option<&Answers>,
    what: &'static str,
    items: &[Q],
    question: impl Fn(&Q) -> String,
    workers: Vec<W>,
    measure: impl Fn(&mut W, &Q) -> Result<A, String> + Sync,
    tell: impl FnMut(usize, &A) -> Result<(), Failure>,
) -> Result<Vec<A>, Failure> {
    let progress = progress(answers, what, items, &question);
    ask_among(answers, &progress, items, question, workers, measure, tell)
}

/// Progress of questions; those whose answers are known count as done.
pub(crate) fn progress<Q>(
    answers: Option<&Answers>,
    what: &'static str,
    items: &[Q],
    question: impl Fn(&Q) -> String,
) -> Progress {
    let is_open = |question: &String| answers.is_none_or(|answers| answers.known(question).is_none());
    let open: HashSet<String> = items.iter().map(question).filter(is_open).collect();
    let progress = Progress::new(items.len(), items.len() - open.len(), what);
    if answers.is_some() { progress.resumable() } else { progress }
}

/// Forgets answers that are no longer valid, such as one whose file is gone, so that they are found again; `None` has nothing to forget.
///
/// # Errors
///
/// An answer that is not an `A`.
pub fn forget_fallen<Q, A: DeserializeOwned>(
    answers: Option<&Answers>,
    items: &[Q],
    question: impl Fn(&Q) -> String,
    stands: impl Fn(&Q, &A) -> bool,
) -> Result<(), String> {
    let Some(answers) = answers else { return Ok(()) };
    for item in items {
        let question = question(item);
        if known::<A>(answers, &question)?.is_some_and(|answer| !stands(item, &answer)) {
            answers.forget(&question);
        }
    }
    Ok(())
}

/// As [`ask_in_order`], for some of the items of a progress, which takes a step for each answer found.
pub(crate) fn ask_among<Q: Sync, A: Serialize + DeserializeOwned + Send, W: Send>(
    answers: Option<&Answers>,
    progress: &Progress,
    items: &[Q],
    question: impl Fn(&Q) -> String,
    workers: Vec<W>,
    measure: impl Fn(&mut W, &Q) -> Result<A, String> + Sync,
    mut tell: impl FnMut(usize, &A) -> Result<(), Failure>,
) -> Result<Vec<A>, Failure> {
    let mut told: Vec<A> = Vec::with_capacity(items.len());
    let measure = &measure;
    let answerers = workers.into_iter().map(|mut worker| {
        let answer = move |number: usize| {
            let answer = measure(&mut worker, &items[number])?;
            serde_json::to_string(&answer).map_err(|error| error.to_string())
        };
        Box::new(answer) as Answerer<'_>
    });
    let asked: Vec<String> = items.iter().map(question).collect();
    let is_answer = |text: &str| serde_json::from_str::<A>(text).is_ok();
    answer(answers, progress, &asked, &is_answer, answerers.collect(), &mut |text| {
        let answer = serde_json::from_str(text)?;
        tell(told.len(), &answer)?;
        told.push(answer);
        Ok(())
    })?;
    Ok(told)
}

/// Answers the question of this number, in JSON.
type Answerer<'a> = Box<dyn FnMut(usize) -> Result<String, String> + Send + 'a>;

/// Answers questions in JSON: the part of [`ask_among`] that no type affects, compiled once. `is_answer` checks a kept text.
fn answer(
    answers: Option<&Answers>,
    progress: &Progress,
    asked: &[String],
    is_answer: &dyn Fn(&str) -> bool,
    answerers: Vec<Answerer<'_>>,
    tell: &mut dyn FnMut(&str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut known: HashMap<&str, String> = HashMap::new();
    for question in asked {
        let read = |text: &str| is_answer(text).then(|| text.to_owned());
        if let Some(text) = answers.map_or(Ok(None), |answers| answers.read(question, EXPECTED, read))? {
            known.insert(question, text);
        }
    }
    let mut questions = HashSet::new();
    let is_open =
        |number: &usize| !known.contains_key(&*asked[*number]) && questions.insert(&*asked[*number]);
    let open: Vec<usize> = (0..asked.len()).filter(is_open).collect();
    let mut told = 0;
    let mut tell_ready = |known: &HashMap<&str, String>| -> Result<(), Failure> {
        while let Some(text) = asked.get(told).and_then(|question| known.get(&**question)) {
            progress.suspend(|| tell(text))?;
            told += 1;
        }
        Ok(())
    };
    tell_ready(&known)?;
    let ended = in_parallel(
        answerers,
        &open,
        |answerer, &number| answerer(number),
        |place, answer| {
            progress.step();
            let question = &*asked[open[place]];
            let keep = || -> Result<(), Failure> {
                let text = answer?;
                answers.map_or(Ok(()), |answers| answers.note(question, &text))?;
                known.insert(question, text);
                tell_ready(&known)
            };
            keep().map_or_else(ControlFlow::Break, ControlFlow::Continue)
        },
    );
    ended.break_value().map_or(Ok(()), Err)
}

/// Opens the answers of an experiment, in the file `KIND.tsv` of the folder of `--out`. Tells if they are older than this program: the
/// number by which a search is known covers a few thousand nodes, in which a changed search may play as before.
pub(crate) fn open(out: &Out, kind: &str) -> Result<Answers, Failure> {
    out.check()?;
    let answers = Answers::open(&out.out, kind)?;
    let modified = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
    let built = std::env::current_exe().ok().and_then(|program| modified(&program));
    if modified(answers.path()) < built {
        let path = answers.path().display();
        komadai_report::tell(format_args!(
            "{path}: answers of an earlier build of this program; if a search has changed since, name another --out"
        ));
    }
    Ok(answers)
}

/// `--out DIR` of a program that keeps its answers only if a folder is named.
#[derive(Args, Clone, Debug)]
pub struct KeptAnswers {
    /// Keeps every answer in a table in this folder as it comes, and reuses the answers to the same questions found there.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl KeptAnswers {
    /// Opens the answers in the file `KIND.tsv` of the folder, if one was named.
    ///
    /// # Errors
    ///
    /// Those of [`Answers::open`], with the option.
    pub fn open(&self, kind: &str) -> Result<Option<Answers>, String> {
        let kept = self.out.as_deref().map(|folder| Answers::open(folder, kind));
        kept.transpose().map_err(|error| format!("--out {error}"))
    }
}

/// The answer to a question, if it is known.
pub(crate) fn known<A: DeserializeOwned>(answers: &Answers, question: &str) -> Result<Option<A>, String> {
    answers.read(question, EXPECTED, |text| serde_json::from_str(text).ok())
}

/// Keeps an answer.
pub(crate) fn keep<A: Serialize>(answers: &Answers, question: &str, answer: &A) -> Result<(), FileError> {
    let text =
        serde_json::to_string(answer).unwrap_or_else(|error| unreachable!("an answer is JSON: {error}"));
    answers.note(question, &text)
}

/// The answer to a question, found and kept if it is not known; always as the file has it.
pub(crate) fn once<A: Serialize + DeserializeOwned>(
    answers: &Answers,
    question: &str,
    find: impl FnOnce() -> Result<A, Failure>,
) -> Result<A, Failure> {
    if known::<A>(answers, question)?.is_none() {
        keep(answers, question, &find()?)?;
    }
    Ok(known(answers, question)?.ok_or("an answer that was kept is gone")?)
}
