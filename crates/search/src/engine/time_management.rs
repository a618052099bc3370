//! [`TimeManagement`]: how long a search with a soft limit of time goes on, by what its root knows.
//!
//! The budget of a move is set before the search, from the clock alone. The search shows whether the move deserves it: a best
//! move that stays the same and takes most of the nodes is worth less time, one that changes or whose value falls is worth
//! more. The idea is as old as tournament programs: R. M. Hyatt, *Using Time Wisely*, ICCA Journal 7(1), 1984.

use komadai_core::{Move, Value};

use crate::parameters::parameters;
use crate::report::RootMove;

parameters! {
    /// How a search stretches or shortens its soft limit of time, [`Limits::soft_time`](crate::Limits::soft_time).
    ///
    /// After each iteration the soft limit given is multiplied by a factor, which grows
    /// - with changes of the best move,
    /// - with the fall of its value against the last iterations,
    /// - with the share of nodes spent on other moves,
    ///
    /// and never passes the hard limit. No iteration begins after the resulting limit; one that has begun goes on, up to
    /// [`overtime`](TimeManagement::overtime) times the limit if its first move has held its value, and up to the hard limit if
    /// not. A search without a soft limit is not affected, so that limits of nodes and depth give the same tree everywhere.
    ///
    /// Without a soft limit all time is used; [`Limits::forced_early`](crate::Limits::forced_early) shortens it only for a forced move.
    ///
    /// A rule of one's own needs no change of the search: a `progress` callback sees every iteration, and
    /// [`Limits::stop`](crate::Limits::stop) ends the search.
    ///
    /// ```
    /// use core::time::Duration;
    /// use komadai_core::Position;
    /// use komadai_eval::Material;
    /// use komadai_search::{Limits, Searcher, TimeManagement};
    ///
    /// // Moves that change get up to four times their time, others what they are given.
    /// let patient = TimeManagement { most: 4.0, least: 1.0, ..TimeManagement::default() };
    /// let mut searcher = Searcher::new(Material::default()).time_management(patient);
    /// let (soft, hard) = (Duration::from_millis(5), Duration::from_millis(50));
    /// let limits = Limits { soft_time: Some(soft), ..Limits::time(hard) };
    /// assert!(searcher.search(&Position::startpos(), &limits).best.is_some());
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct TimeManagement {
        /// Factor of a best move that has never changed.
        pub stable: f64 = 0.75,
        /// Added for each change of the best move; a change counts half as much after each iteration that follows.
        pub change: f64 = 0.6,
        /// Fall of the value, in centipawns, that adds the soft limit once more. A rise shortens it in the same way.
        pub fall: f64 = 300.0,
        /// Bounds of the factor for rising and falling values.
        pub fall_bounds: [f64; 2] = [0.85, 1.7],
        /// Share of the nodes spent on the best move at which the factor of effort is 1.
        pub usual_effort: f64 = 0.5,
        /// How much the factor of effort falls from no share to the whole.
        pub effort: f64 = 0.6,
        /// Least factor of a move that is not forced.
        pub least: f64 = 0.4,
        /// Greatest factor.
        pub most: f64 = 2.5,
        /// Factor of a forced move: the only legal one, or the only one that is not mated.
        pub forced: f64 = 0.1,
        /// How far an iteration whose first move has held its value may run, as a multiple of the limit found.
        pub overtime: f64 = 1.4,
        /// Centipawns that the first move of an iteration may fall and still count as having held its value.
        pub held: i32 = 40,
    }
}

/// What the iterations of a search tell about its best move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct RootTrend {
    /// Changes of the best move, each counted half as much after each iteration that follows: 0 to 2.
    changes: f64,
    /// Centipawns by which the value has fallen below the mean of the iterations before; negative if it has risen.
    fall: f64,
    /// Share of the nodes spent on the best move, 0 to 1.
    effort: f64,
    /// Whether there is no choice: one legal move, or all others are mated.
    pub(crate) forced: bool,
}

/// What the trend needs of the iterations of a search so far.
#[derive(Debug, Default)]
pub(crate) struct Iterations {
    pub(crate) trend: RootTrend,
    /// The best move of the last iteration.
    best: Option<Move>,
    /// Running mean of the values, in centipawns.
    mean: f64,
}

impl Iterations {
    /// Takes in an iteration: all root moves, the best first, and the nodes of the search so far.
    pub(crate) fn note(&mut self, moves: &[RootMove], nodes: u64) {
        let Some((best, others)) = moves.split_first() else { return };
        // The value of a mate means nothing in centipawns.
        let value = if best.value.is_mate() { self.mean } else { f64::from(best.value.cp()) };
        let first = self.best.is_none();
        let changed = f64::from(u8::from(!first && self.best != Some(best.mv)));
        let lost = |root: &RootMove| root.depth > 0 && root.value.is_mate() && root.value < Value::ZERO;
        self.trend = RootTrend {
            changes: self.trend.changes / 2.0 + changed,
            fall: if first { 0.0 } else { self.mean - value },
            effort: best.nodes as f64 / nodes.max(1) as f64,
            forced: others.iter().all(lost) && !lost(best),
        };
        self.mean = if first { value } else { f64::midpoint(self.mean, value) };
        self.best = Some(best.mv);
    }
}

impl TimeManagement {
    /// The factor by which the soft limit is multiplied.
    pub(crate) fn factor(&self, trend: &RootTrend) -> f64 {
        if trend.forced {
            return self.forced;
        }
        let [calm, alarm] = self.fall_bounds;
        let changes = self.stable + self.change * trend.changes;
        let fall = (1.0 + trend.fall / self.fall).max(calm).min(alarm);
        let effort = 1.0 + self.effort * (self.usual_effort - trend.effort);
        (changes * fall * effort).max(self.least).min(self.most)
    }
}
