//! Many problems on several threads; answers are told in the order of the input.
//!
//! Each thread has a solver and tables of its own and takes the next problem nobody has begun. The main thread
//! collects: an answer goes into the journal at once, to standard output as soon as all before it are there.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use komadai::lab::{Failure, MateProblem, Progress, in_parallel};

use crate::answer::Answer;
use crate::journal::Journal;
use crate::solve::{Recipe, Worker};

/// Answers to all problems, those the journal has taken over included.
pub(crate) fn solve_all(
    problems: &[MateProblem],
    recipe: &Recipe,
    threads: usize,
    mut journal: Option<&mut Journal>,
) -> Result<Vec<Answer>, Failure> {
    let mut answers: Vec<Option<Answer>> = match &journal {
        Some(journal) => journal.taken_over(problems),
        None => vec![None; problems.len()],
    };
    let open: Vec<usize> = (0..problems.len()).filter(|&i| answers[i].is_none()).collect();
    let progress = Progress::new(problems.len(), problems.len() - open.len(), "problems");
    let mut printer = Printer { next: 0, columns: recipe.questions.columns().len() };
    printer.print(problems, &answers, &progress)?;
    let mut workers = Vec::new();
    workers.resize_with(threads.min(open.len()), || Worker::new(recipe));
    let flags: Vec<_> = workers.iter().map(Worker::stop_flag).collect();
    if !open.is_empty() {
        let solve = |worker: &mut Worker, &i: &usize| worker.solve(&problems[i]);
        let outcome = in_parallel(workers, &open, solve, |number, answer| {
            let i = open[number];
            let collect = || -> Result<(), Failure> {
                let name = &problems[i].name;
                let answer = answer.map_err(|error| format!("{name}: {error}"))?;
                if let Some(journal) = journal.as_deref_mut() {
                    journal.note(name, &answer)?;
                }
                answers[i] = Some(answer);
                progress.step();
                Ok(printer.print(problems, &answers, &progress)?)
            };
            match collect() {
                Ok(()) => ControlFlow::Continue(()),
                Err(failure) => {
                    // Where answers cannot be written no more are needed: problems in work end at once.
                    flags.iter().for_each(|flag| flag.store(true, Ordering::SeqCst));
                    ControlFlow::Break(failure)
                }
            }
        });
        if let ControlFlow::Break(failure) = outcome {
            return Err(failure);
        }
    }
    progress.finish();
    Ok(answers.into_iter().flatten().collect())
}

/// Writes answers to standard output in the order of the input.
struct Printer {
    /// The first problem that is not written yet.
    next: usize,
    /// Columns behind the moves.
    columns: usize,
}

impl Printer {
    fn print(
        &mut self,
        problems: &[MateProblem],
        answers: &[Option<Answer>],
        progress: &Progress,
    ) -> std::io::Result<()> {
        let mut lines = String::new();
        while let Some(Some(answer)) = answers.get(self.next) {
            lines.push_str(&answer.write(&problems[self.next].name, self.columns));
            lines.push('\n');
            self.next += 1;
        }
        if lines.is_empty() {
            return Ok(());
        }
        let mut out = std::io::stdout();
        progress.suspend(|| {
            out.write_all(lines.as_bytes())?;
            out.flush()
        })
    }
}
