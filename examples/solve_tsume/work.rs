//! Many problems on several threads; answers are told in the order of the input.
//!
//! Each thread has a solver and tables of its own and takes the next problem nobody has begun. The main thread
//! collects: an answer goes into the journal at once, to standard output as soon as all before it are there.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use komadai::lab::{Failure, MateProblem, Progress};

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
    let next = AtomicUsize::new(0);
    let mut workers = Vec::new();
    workers.resize_with(threads.min(open.len()), || Worker::new(recipe));
    let flags: Vec<_> = workers.iter().map(Worker::stop_flag).collect();
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for mut worker in workers {
            let (sender, open, next) = (sender.clone(), &open, &next);
            scope.spawn(move || {
                while let Some(&i) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if sender.send((i, worker.solve(&problems[i]))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let collect = || -> Result<(), Failure> {
            for (i, answer) in receiver {
                let name = &problems[i].name;
                let answer = answer.map_err(|error| format!("{name}: {error}"))?;
                if let Some(journal) = journal.as_deref_mut() {
                    journal.note(name, &answer)?;
                }
                answers[i] = Some(answer);
                progress.step();
                printer.print(problems, &answers, &progress)?;
            }
            Ok(())
        };
        let outcome = collect();
        // Where answers cannot be written, nobody needs more of them: first no new problem, then none goes on.
        next.store(open.len(), Ordering::SeqCst);
        for flag in &flags {
            flag.store(true, Ordering::SeqCst);
        }
        outcome
    })?;
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
