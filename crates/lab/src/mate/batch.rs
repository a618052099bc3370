//! Many mate problems on several threads, each thread with a solver and tables of its own.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use super::answer::MateAnswer;
use super::error::MateRunError;
use super::run::MateRun;
use super::worker::MateWorker;
use crate::data::problem::MateProblem;
use komadai_learn::in_parallel;

/// Answers to all problems, in their order.
///
/// `known` holds the answers of an earlier run, one place a problem; it may be empty. `finished` is called on this thread with
/// the number of each problem that is solved now, as soon as it is, and may end the run by an error.
///
/// ```
/// use komadai_lab::MateProblem;
/// use komadai_lab::mate::{MateRun, MateRunError, solve_all};
///
/// let problems = MateProblem::read_all("head\t4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\tmate\t1\n")?;
/// let run = MateRun { hash_mb: 1, ..MateRun::default() };
/// let answers = solve_all(&problems, &run, Vec::new(), 2, |_, _| Ok::<(), MateRunError>(()))?;
/// assert_eq!(answers[0].said, problems[0].label);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`MateRunError::Io`]: a certificate or record that cannot be written; [`MateRunError::Table`]: no memory for the tables; and
/// errors of `finished`.
pub fn solve_all<E: From<MateRunError>>(
    problems: &[MateProblem],
    run: &MateRun,
    known: Vec<Option<MateAnswer>>,
    threads: usize,
    mut finished: impl FnMut(usize, &MateAnswer) -> Result<(), E>,
) -> Result<Vec<MateAnswer>, E> {
    let mut answers = known;
    answers.resize(problems.len(), None);
    let open: Vec<usize> = (0..problems.len()).filter(|&i| answers[i].is_none()).collect();
    if open.is_empty() {
        return Ok(answers.into_iter().flatten().collect());
    }
    let workers = (0..threads.clamp(1, open.len())).map(|_| MateWorker::new(run));
    let workers: Vec<_> = workers.collect::<Result<_, _>>().map_err(MateRunError::from)?;
    let flags: Vec<_> = workers.iter().map(MateWorker::stop_flag).collect();
    let solve = |worker: &mut MateWorker, &i: &usize| worker.solve(&problems[i]);
    let outcome = in_parallel(workers, &open, solve, |number, answer| {
        let i = open[number];
        let what = || problems[i].name.clone();
        let answer = answer.map_err(|source| E::from(MateRunError::Io { what: what(), source }));
        match answer.and_then(|answer| finished(i, &answer).map(|()| answer)) {
            Ok(answer) => {
                answers[i] = Some(answer);
                ControlFlow::Continue(())
            }
            Err(error) => {
                // Answers that nobody takes are not worth finishing.
                for flag in &flags {
                    flag.store(true, Ordering::SeqCst);
                }
                ControlFlow::Break(error)
            }
        }
    });
    match outcome {
        ControlFlow::Continue(()) => Ok(answers.into_iter().flatten().collect()),
        ControlFlow::Break(error) => Err(error),
    }
}
