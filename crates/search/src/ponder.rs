//! [`Ponder`]: the moment from which the limits of time of a search on the opponent's time hold.

use core::time::Duration;
use std::sync::OnceLock;
use std::time::Instant;

/// A search on the opponent's time (pondering): no limit of time holds before [`Ponder::hit`].
///
/// The hard limit then counts from the hit. The soft limit counts from the beginning of the search, since what has been
/// searched need not be searched again; unless it is equal to the hard one, which says that unused time is lost.
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
pub(crate) struct Hit {
    pub(crate) at: Instant,
    pub(crate) soft_time: Option<Duration>,
    pub(crate) time: Option<Duration>,
}

impl Ponder {
    /// The opponent has played the expected move: from now on these limits hold, in the place of
    /// [`Limits::soft_time`](crate::Limits::soft_time) and [`Limits::time`](crate::Limits::time). Only the first hit counts.
    pub fn hit(&self, soft_time: Option<Duration>, time: Option<Duration>) {
        self.hit.get_or_init(|| Hit { at: Instant::now(), soft_time, time });
    }

    pub(crate) fn seen(&self) -> Option<Hit> {
        self.hit.get().copied()
    }
}
