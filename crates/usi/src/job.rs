//! [`Job`]: a `go` that has not been answered yet.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use komadai_core::Color;
use komadai_core::notation::usi::{Clock, Go};

use crate::limits;
use crate::options::Options;

/// A `go` that has not been answered yet.
///
/// Its answer may be there before it may be given: `go infinite` and `go ponder` are answered when the user asks.
pub(crate) struct Job {
    /// Ends the work.
    pub(crate) stop: Arc<AtomicBool>,
    /// Not answered before `stop` or `ponderhit`.
    pub(crate) held: bool,
    /// The lines of the answer, if it is there already.
    pub(crate) answer: Option<Vec<String>>,
    /// When to stop it, where the search does not look at the clock itself.
    pub(crate) deadline: Option<Instant>,
    /// What it was asked with, for a `ponderhit`.
    go: Go,
}

impl Job {
    pub(crate) fn new(go: Go) -> Job {
        let held = (go.infinite || go.ponder) && go.mate.is_none();
        Job { stop: Arc::new(AtomicBool::new(false)), held, answer: None, deadline: None, go }
    }

    /// Whether the answer is there and may be given.
    pub(crate) fn is_due(&self) -> bool {
        self.answer.is_some() && !self.held
    }

    /// The time is up: the answer is to come as soon as it may.
    pub(crate) fn time_up(&mut self) {
        self.deadline = None;
        self.stop.store(true, Ordering::Relaxed);
    }

    /// `stop`: the answer may come, and soon.
    pub(crate) fn release(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.held = false;
    }

    /// The opponent played the expected move: from now on the clock is that of the side to move.
    pub(crate) fn ponder_hit(&mut self, clock: Clock, options: &Options, side: Color) {
        let clock = if clock.is_set() { clock } else { self.go.clock };
        let go = Go { ponder: false, clock, ..self.go };
        self.held = go.infinite;
        self.deadline = limits::budget(&go, options, side).map(|budget| Instant::now() + budget.soft);
    }
}
