//! [`Limits`] of a search: nodes, depth, time, a stop flag, pondering.

use core::sync::atomic::AtomicBool;
use core::time::Duration;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use komadai_core::Move;

use crate::engine::pulse::Pulse;

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
    /// Time after which the search stops (the hard limit), checked about twice a millisecond. The first 500 nodes, less than a
    /// millisecond, are always searched.
    pub time: Option<Duration>,
    /// Time after which no new iteration begins (the soft limit), stretched and shortened by [`TimeManagement`].
    /// Without it the search uses up [`Limits::time`], as suits byoyomi, where unused time is lost.
    ///
    /// [`TimeManagement`]: crate::TimeManagement
    pub soft_time: Option<Duration>,
    /// Whether a forced move, the only one that is legal or that is not mated, ends a search without a soft limit early: after
    /// [`TimeManagement::forced`](crate::TimeManagement::forced) times [`Limits::time`]. If off, a search of one move takes its whole time.
    pub forced_early: bool,
    /// Flag by which another thread stops the search, checked every [`Limits::GRANULARITY`] nodes or as often as the clock.
    /// Infinite analysis is a search with this limit alone.
    pub stop: Option<Arc<AtomicBool>>,
    /// If set, the search runs on the opponent's time, and no time limit applies before the hit.
    pub ponder: Option<Arc<Ponder>>,
    /// Number of moves, as [`Position::move_number`](komadai_core::Position::move_number) counts them, after which the game is
    /// drawn.
    pub draw_after: Option<u32>,
    /// What the search shows other threads while it runs, for a display.
    pub pulse: Option<Arc<Pulse>>,
    /// The root moves to search, if not all (USI `searchmoves`), including those that the search leaves out by itself.
    /// Illegal moves are ignored; if none is left, all moves that the search does not leave out are searched.
    pub root_moves: Option<Arc<[Move]>>,
    /// How many best moves get a line and an exact value of their own (`MultiPV`); 0, the default, means 1. A
    /// [`MoveChoice`](crate::MoveChoice) may ask for more.
    pub lines: usize,
}

impl Limits {
    /// Most nodes between two checks of clock and flag.
    pub const GRANULARITY: u64 = 128;

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
}

/// A search on the opponent's time (pondering): no time limit applies before [`Ponder::hit`].
///
/// The hard limit then counts from the hit. The soft limit counts from the beginning of the search, since what has been
/// searched need not be searched again.
///
/// ```
/// use core::time::Duration;
/// use std::sync::Arc;
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::{Limits, Ponder, Searcher};
///
/// let ponder = Arc::new(Ponder::default());
/// let limits = Limits { ponder: Some(Arc::clone(&ponder)), ..Limits::none() };
/// let search = std::thread::spawn(move || {
///     Searcher::new(Material::default()).search(&Position::startpos(), &limits)
/// });
/// // The opponent plays the expected move.
/// ponder.hit(Some(Duration::from_millis(5)), Some(Duration::from_millis(20)));
/// assert!(search.join().is_ok_and(|report| report.best.is_some()));
/// ```
#[derive(Debug, Default)]
pub struct Ponder {
    hit: OnceLock<Hit>,
}

/// The moment of the hit, and the limits from then on.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// Time of the hit.
    pub at: Instant,
    /// Replaces [`Limits::soft_time`](crate::Limits::soft_time).
    pub soft_time: Option<Duration>,
    /// Replaces [`Limits::time`](crate::Limits::time), counted from the hit.
    pub time: Option<Duration>,
}

impl Ponder {
    /// Tells the search that the opponent has played the expected move: from now on these limits replace
    /// [`Limits::soft_time`](crate::Limits::soft_time) and [`Limits::time`](crate::Limits::time). Only the first hit counts.
    pub fn hit(&self, soft_time: Option<Duration>, time: Option<Duration>) {
        self.hit.get_or_init(|| Hit { at: Instant::now(), soft_time, time });
    }

    /// The hit, if it has come.
    pub fn seen(&self) -> Option<Hit> {
        self.hit.get().copied()
    }
}
