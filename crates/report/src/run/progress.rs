//! Progress of a long run on standard error: a bar on a terminal, a line now and then elsewhere.

use std::cell::Cell;
use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Progress of a long run, shown on standard error.
///
/// On a terminal it is a bar with the time left, which is cleared when the value is dropped; in a file or a pipe about ten lines such as
/// `30 of 300 games`.
///
/// ```
/// use komadai_report::Progress;
///
/// let progress = Progress::new(3, 0, "squares");
/// let squares: Vec<u32> = (1..=3).map(|n| { progress.step(); n * n }).collect();
/// assert_eq!(squares, [1, 4, 9]);
/// ```
#[derive(Debug)]
pub struct Progress(Display);

#[derive(Debug)]
enum Display {
    Bar(ProgressBar),
    Lines { all: usize, done: Cell<usize>, what: &'static str },
}

impl Progress {
    /// Starts a run over `all` items, of which `done` were finished before; `what` is their name in the plural.
    pub fn new(all: usize, done: usize, what: &'static str) -> Progress {
        if !std::io::stderr().is_terminal() {
            return Progress(Display::Lines { all, done: Cell::new(done), what });
        }
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}, {elapsed} gone, {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar =
            ProgressBar::new(all as u64).with_style(style).with_position(done as u64).with_message(what);
        bar.reset_eta();
        Progress(Display::Bar(bar))
    }

    /// Declares that the run keeps what it has finished: a user at a terminal is told that the same command goes on after Ctrl-C.
    pub fn resumable(self) -> Progress {
        if let Display::Bar(bar) = &self.0 {
            bar.println("Ctrl-C breaks off: the same command goes on from there.");
        }
        self
    }

    /// Runs `work` with a bar that follows `done`, the number of items finished, ten times a second. Without a terminal, only what `work`
    /// says is shown.
    ///
    /// ```
    /// use komadai_report::Progress;
    ///
    /// let sum = Progress::of(100, "nodes", || 50, |progress| {
    ///     progress.say("half of it");
    ///     50
    /// });
    /// assert_eq!(sum, 50);
    /// ```
    pub fn of<T>(
        all: u64,
        what: &'static str,
        done: impl Fn() -> u64 + Sync,
        work: impl FnOnce(&Progress) -> T,
    ) -> T {
        let progress = Progress::new(usize::try_from(all).unwrap_or(usize::MAX), 0, what);
        let Display::Bar(bar) = &progress.0 else { return work(&progress) };
        let done = &done;
        let (ended, wait) = mpsc::channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                while let Err(RecvTimeoutError::Timeout) = wait.recv_timeout(Duration::from_millis(100)) {
                    bar.set_position(done());
                }
            });
            // Dropped at the end, even after a panic.
            let _ended = ended;
            work(&progress)
        })
    }

    /// Prints a line on standard error, above the bar.
    pub fn say(&self, line: &str) {
        match &self.0 {
            Display::Bar(bar) => bar.println(line),
            Display::Lines { .. } => crate::tell(line),
        }
    }

    /// Counts one more finished item.
    pub fn step(&self) {
        match &self.0 {
            Display::Bar(bar) => bar.inc(1),
            Display::Lines { all, done, what } => {
                let now = done.get() + 1;
                done.set(now);
                if says(now, *all) {
                    crate::tell(format_args!("{now} of {all} {what}"));
                }
            }
        }
    }

    /// Runs `print`, which writes to standard output, with the bar out of its way.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.0 {
            Display::Bar(bar) if std::io::stdout().is_terminal() => bar.suspend(print),
            _ => print(),
        }
    }
}

/// Whether a line is printed after `now` items: about ten lines for many items, one each for few.
fn says(now: usize, all: usize) -> bool {
    now.is_multiple_of(all.div_ceil(10)) || now == all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn about_ten_lines_for_many_items_and_one_each_for_few() {
        let lines = |all: usize| (1..=all).filter(|&now| says(now, all)).count();
        assert_eq!([3, 10, 95, 1000].map(lines), [3, 10, 10, 10]);
    }
}
