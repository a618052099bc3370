//! [`Limits`] of a search: nodes, depth, time, a stop flag.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use core::time::Duration;
use std::sync::Arc;
use std::time::Instant;

/// Limits of one search; the first one reached ends it. The default has none.
///
/// Experiments limit nodes or depth, which give the same tree everywhere. Time is for games.
///
/// ```
/// use core::time::Duration;
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::{Limits, Searcher};
///
/// let limits = Limits { time: Some(Duration::from_secs(5)), ..Limits::nodes(2_000) };
/// let report = Searcher::new(Material::default()).search(&Position::startpos(), &limits);
/// assert!(report.nodes <= 2_000);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Nodes: moves and passes played inside the search. Never exceeded.
    pub nodes: Option<u64>,
    /// Iterations of iterative deepening, in plies.
    pub depth: Option<u32>,
    /// Time after which the search stops, checked every [`Limits::GRANULARITY`] nodes.
    pub time: Option<Duration>,
    /// Time after which no new iteration begins.
    pub soft_time: Option<Duration>,
    /// Flag by which another thread stops the search, checked as often as the clock. Pondering and infinite analysis are
    /// searches with this limit alone.
    pub stop: Option<Arc<AtomicBool>>,
    /// Number of moves, as [`Position::move_number`](komadai_core::Position::move_number) counts them, after which the game is
    /// drawn.
    pub draw_after: Option<u16>,
    /// Counter to which the search adds its nodes as often as it looks at the clock: for a display, or a sum over threads.
    pub counter: Option<Arc<AtomicU64>>,
    /// Whether every other iteration is left out, so that the search is a ply ahead of one that makes them all: for
    /// helpers of a [`ParallelSearcher`](crate::ParallelSearcher).
    pub ahead: bool,
}

impl Limits {
    /// Nodes between two checks of clock and flag.
    pub const GRANULARITY: u64 = 1024;

    /// No limit but [`MAX_PLY`](crate::MAX_PLY) iterations.
    pub fn none() -> Limits {
        Limits::default()
    }

    /// A limit of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A limit of iterations.
    pub fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    /// A limit of time.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// These limits and a stop flag.
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Limits {
        Limits { stop: Some(stop), ..self }
    }
}

/// Watches the limits during a search: one comparison a node, a look at the clock now and then.
#[derive(Debug)]
pub(crate) struct Watch {
    limits: Limits,
    begun: Instant,
    /// Moves and passes played.
    nodes: u64,
    /// Those that the counter knows of.
    counted: u64,
    /// At this count something has to be looked at.
    next_look: u64,
    expired: bool,
}

impl Watch {
    pub(crate) fn new(limits: &Limits) -> Watch {
        let mut watch = Watch {
            limits: limits.clone(),
            begun: Instant::now(),
            nodes: 0,
            counted: 0,
            next_look: 0,
            expired: false,
        };
        watch.look();
        watch
    }

    /// Counts a node; whether the search may go on with it.
    #[inline]
    pub(crate) fn count(&mut self) -> bool {
        if self.nodes >= self.next_look && !self.look() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Looks at everything; whether the search may go on. Once it may not, every node comes here.
    #[cold]
    fn look(&mut self) -> bool {
        if let Some(counter) = &self.limits.counter {
            counter.fetch_add(self.nodes - self.counted, Ordering::Relaxed);
            self.counted = self.nodes;
        }
        let flag = self.limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        let time = self.limits.time.is_some_and(|time| self.begun.elapsed() >= time);
        let nodes = self.limits.nodes.unwrap_or(u64::MAX);
        self.expired |= flag || time || self.nodes >= nodes;
        self.next_look =
            if self.expired { 0 } else { nodes.min(self.nodes.saturating_add(Limits::GRANULARITY)) };
        !self.expired
    }

    /// Whether a new iteration of so many plies may begin.
    pub(crate) fn allows_iteration(&mut self, plies: u32) -> bool {
        self.look();
        let late = self.limits.soft_time.is_some_and(|time| self.begun.elapsed() >= time);
        !(self.expired || late && plies > 1) && self.limits.depth.is_none_or(|depth| plies <= depth)
    }

    /// Whether the iteration of so many plies is left out.
    pub(crate) fn leaves_out(&self, plies: u32) -> bool {
        self.limits.ahead && plies.is_multiple_of(2)
    }

    pub(crate) fn draw_after(&self) -> u16 {
        self.limits.draw_after.unwrap_or(u16::MAX)
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    pub(crate) fn expired(&self) -> bool {
        self.expired
    }
}
