//! [`Job`]: a `go` that has not been answered yet.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use komadai_core::Position;
use komadai_core::notation::usi::{Clock, Go, MateTime};
use komadai_search::{Limits, Ponder, Pulse};

use crate::info;
use crate::time::Budget;

/// A search that watches the clock itself is stopped if it has not ended this long after its time.
const LEEWAY: Duration = Duration::from_millis(5);

/// A search that has been silent for this long is reported on.
const SILENCE: Duration = Duration::from_secs(1);

/// A `go` that has not been answered yet.
///
/// Its answer may be ready before it may be sent: `go infinite` and `go ponder` are answered when the user asks.
#[derive(Default)]
pub(crate) struct Job {
    /// Ends the work.
    pub(crate) stop: Arc<AtomicBool>,
    /// Not answered before `stop` or `ponderhit`.
    pub(crate) held: bool,
    /// The lines of the answer, once it is ready.
    pub(crate) answer: Option<Vec<String>>,
    /// When to stop it, if it has not stopped by itself.
    pub(crate) deadline: Option<Instant>,
    /// When the answer is due by the clock.
    due: Option<Instant>,
    /// Starts the clock of a search on the opponent's time.
    ponder: Option<Arc<Ponder>>,
    /// The command itself, for a `ponderhit`.
    go: Go,
    /// The search while it runs.
    watched: Option<Watched>,
}

/// A running search, which is reported on now and then.
struct Watched {
    /// The position searched: another `position` may have come since.
    position: Position,
    pulse: Arc<Pulse>,
    begun: Instant,
    /// When the last `info` line was sent.
    told: Instant,
}

impl Job {
    pub(crate) fn new(go: Go) -> Job {
        let held = (go.infinite || go.ponder) && go.mate.is_none();
        Job { held, go, ..Job::default() }
    }

    /// Makes the job a search of `pos` that began at this moment, under these limits.
    pub(crate) fn search(&mut self, begun: Instant, limits: &Limits, pos: &Position) {
        self.due = limits.time.map(|time| begun + time);
        // What made the engine ready may have taken all the time: a few nodes are searched even so.
        self.deadline = self.due.map(|due| due.max(Instant::now()) + LEEWAY);
        self.ponder.clone_from(&limits.ponder);
        let watched = |pulse| Watched { position: pos.clone(), pulse, begun, told: begun };
        self.watched = limits.pulse.clone().map(watched);
    }

    /// The position that is searched.
    pub(crate) fn position(&self) -> Option<&Position> {
        self.watched.as_ref().map(|watched| &watched.position)
    }

    /// When something is due without an event: the deadline, or the next report on a silent search.
    pub(crate) fn wakes_at(&self) -> Option<Instant> {
        let word =
            self.watched.as_ref().filter(|_| self.answer.is_none()).map(|watched| watched.told + SILENCE);
        self.deadline.into_iter().chain(word).min()
    }

    /// Notes that an `info` line has been sent.
    pub(crate) fn told(&mut self) {
        if let Some(watched) = &mut self.watched {
            watched.told = Instant::now();
        }
    }

    /// Called at the time of [`Job::wakes_at`]: stops the search, or returns an `info` line about it, if there is one.
    pub(crate) fn wake(&mut self) -> Option<String> {
        if self.deadline.is_some_and(|deadline| deadline <= Instant::now()) {
            // The answer is to come as soon as it may.
            self.deadline = None;
            self.stop.store(true, Ordering::Relaxed);
            return None;
        }
        let watched = self.watched.as_mut().filter(|watched| watched.told.elapsed() >= SILENCE)?;
        watched.told = Instant::now();
        info::pulse(&watched.pulse, watched.begun.elapsed())
    }

    /// How late an answer given now is; `None` without a clock.
    pub(crate) fn late(&self) -> Option<Duration> {
        self.due.map(|due| Instant::now().saturating_duration_since(due))
    }

    /// Whether the engine is at work.
    pub(crate) fn is_searching(&self) -> bool {
        self.watched.is_some() && self.answer.is_none()
    }

    /// Whether the answer is ready and may be sent.
    pub(crate) fn is_due(&self) -> bool {
        self.answer.is_some() && !self.held
    }

    /// Whether the answer comes without another command of the user.
    pub(crate) fn ends_by_itself(&self) -> bool {
        !self.held && self.go.mate != Some(MateTime::Infinite)
    }

    /// Whether it ends by itself and no clock runs: commands of a file come one after the other.
    pub(crate) fn is_waited_for(&self) -> bool {
        let Go { clock, movetime, nodes, depth, mate, .. } = &self.go;
        let limited = movetime.is_some() || nodes.is_some() || depth.is_some() || mate.is_some();
        limited && !clock.is_set() && self.ends_by_itself()
    }

    /// `stop`: ends the work; its answer may be sent.
    pub(crate) fn release(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.held = false;
    }

    /// The command with the clock of a `ponderhit`, or with its own clock if that has none.
    pub(crate) fn go_after_hit(&self, clock: Clock) -> Go {
        Go { ponder: false, clock: if clock.is_set() { clock } else { self.go.clock }, ..self.go.clone() }
    }

    /// The opponent played the expected move: from now on the answer may be sent, and has this time. Does nothing for a `go` that does not,
    /// or no longer, ponder, nor for a question for a mate.
    pub(crate) fn ponder_hit(&mut self, budget: Option<Budget>) {
        if !std::mem::take(&mut self.go.ponder) || self.go.mate.is_some() {
            return;
        }
        self.held = self.go.infinite;
        if let Some(ponder) = &self.ponder {
            ponder.hit(budget.and_then(|budget| budget.soft), budget.map(|budget| budget.hard));
        }
        self.due = budget.map(|budget| Instant::now() + budget.hard);
        self.deadline = self.due.map(|due| due + LEEWAY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hit_says_nothing_to_a_go_that_does_not_ponder_and_a_late_search_begins() {
        let begun = Instant::now();
        let mate = Some(MateTime::Within(Duration::ZERO));
        for ponder in [false, true] {
            let mut mate = Job { deadline: Some(begun), ..Job::new(Go { mate, ponder, ..Go::default() }) };
            mate.ponder_hit(None);
            assert_eq!(mate.deadline, Some(begun));
        }
        let (mut late, limits) = (Job::default(), Limits { time: Some(Duration::ZERO), ..Limits::default() });
        late.search(begun.checked_sub(SILENCE).unwrap(), &limits, &Position::startpos());
        assert!(late.deadline > Some(begun), "stopped before it has begun");
        // The first hit counts, a second one does not.
        let mut job = Job::new(Go { ponder: true, ..Go::default() });
        let budget = |ms| Some(Budget { soft: None, hard: Duration::from_millis(ms) });
        job.ponder_hit(budget(1_000));
        let (held, deadline) = (job.held, job.deadline);
        job.ponder_hit(budget(99_000));
        assert_eq!((held, job.deadline), (false, deadline));
        assert!(deadline.is_some());
    }

    #[test]
    fn a_silent_search_is_reported_on_if_it_writes_to_its_pulse() {
        let (pos, limits) =
            (Position::startpos(), Limits { pulse: Some(Arc::default()), ..Limits::depth(1) });
        let after_a_silence = || {
            let mut job = Job::default();
            job.search(Instant::now().checked_sub(SILENCE).unwrap(), &limits, &pos);
            job.wake()
        };
        // An engine that does not write to its pulse.
        assert_eq!(after_a_silence(), None);
        komadai_search::Searcher::new(komadai_eval::Material::default()).search(&pos, &limits);
        assert!(after_a_silence().is_some_and(|line| line.starts_with("info depth 1 time 1")));
    }
}
