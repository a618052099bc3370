//! How far it is: a bar on a terminal, a line now and then elsewhere; both on standard error.

use std::cell::Cell;
use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

pub(crate) enum Progress {
    Bar(ProgressBar),
    Lines { all: usize, done: Cell<usize>, what: &'static str },
}

impl Progress {
    /// Of `all` things to do `done` are done already; `what` they are.
    pub(crate) fn new(all: usize, done: usize, what: &'static str) -> Progress {
        if !std::io::stderr().is_terminal() {
            return Progress::Lines { all, done: Cell::new(done), what };
        }
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}, {elapsed} gone, {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar =
            ProgressBar::new(all as u64).with_style(style).with_position(done as u64).with_message(what);
        bar.reset_eta();
        Progress::Bar(bar)
    }

    /// One more.
    pub(crate) fn step(&self) {
        match self {
            Progress::Bar(bar) => bar.inc(1),
            Progress::Lines { all, done, what } => {
                let now = done.get() + 1;
                done.set(now);
                // About ten lines for many, one each for few.
                if now.is_multiple_of(all.div_ceil(10)) || now == *all {
                    eprintln!("{now} of {all} {what}");
                }
            }
        }
    }

    pub(crate) fn finish(&self) {
        if let Progress::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}
