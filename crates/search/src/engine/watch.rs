//! [`Watch`]: watches the limits during a search, one comparison a node and a look at the clock now and then.

use core::sync::atomic::Ordering;
use core::time::Duration;
use std::time::Instant;

use komadai_core::{Move, Value};

use crate::engine::time_management::{Iterations, TimeManagement};
use crate::limits::{Hit, Limits};
use crate::report::RootMove;

/// Nodes between two looks at the beginning; it doubles while nodes are fast.
const FIRST_INTERVAL: u64 = 64;
/// Nodes that are searched whatever the time, so that even without time left some move was looked at.
const LEAST_NODES: u64 = 500;
/// Time between two looks at the clock, about.
const BETWEEN_LOOKS: Duration = Duration::from_micros(500);

/// Watches the limits during a search: one comparison a node, a look at the clock now and then.
#[derive(Debug)]
pub(crate) struct Watch {
    limits: Limits,
    rule: TimeManagement,
    begun: Instant,
    /// Moves and passes played.
    nodes: u64,
    /// Those that the pulse knows of.
    counted: u64,
    /// The node count of the next look.
    next_look: u64,
    /// Whether any limit of time holds, now or after a `ponderhit`.
    timed: bool,
    /// Nodes between two looks.
    interval: u64,
    /// Time of the last look.
    looked: Duration,
    expired: bool,
    iterations: Iterations,
    /// The factor by which the soft limit is multiplied.
    factor: f64,
    /// Value of the best move in the last iteration.
    expected: Option<Value>,
    /// When the iteration began; `None` in the first one, which no soft limit ends.
    iteration: Option<Duration>,
    /// Whether the first move of the iteration has held its value.
    held: bool,
}

/// Longer times are taken as this one, 31 years: its sums and multiples are still times.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);

impl Watch {
    pub(crate) fn new(limits: &Limits, rule: TimeManagement) -> Watch {
        let timed = limits.time.is_some() || limits.soft_time.is_some() || limits.ponder.is_some();
        let mut watch = Watch {
            limits: limits.clone(),
            rule,
            begun: Instant::now(),
            nodes: 0,
            counted: 0,
            next_look: 0,
            timed,
            interval: if timed { FIRST_INTERVAL } else { Limits::GRANULARITY },
            looked: Duration::ZERO,
            expired: false,
            iterations: Iterations::default(),
            factor: 1.0,
            expected: None,
            iteration: None,
            held: false,
        };
        watch.shorten();
        watch.look();
        watch
    }

    /// Counts a node; returns whether the search may go on with it.
    #[inline]
    pub(crate) fn count(&mut self) -> bool {
        if self.nodes >= self.next_look && !self.look() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Checks all limits; returns whether the search may go on. After the end of a search every node checks again.
    #[cold]
    fn look(&mut self) -> bool {
        if let Some(pulse) = &self.limits.pulse {
            pulse.add_nodes(self.nodes - self.counted);
            self.counted = self.nodes;
            pulse.give_way();
        }
        let flag = self.limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
        if let Some(hit) = self.limits.ponder.as_ref().and_then(|ponder| ponder.seen()) {
            self.take_hit(hit);
        }
        let time = self.time_is_up();
        let nodes = self.limits.nodes.unwrap_or(u64::MAX);
        self.expired |= flag || time || self.nodes >= nodes;
        self.next_look = if self.expired { 0 } else { nodes.min(self.nodes.saturating_add(self.interval)) };
        !self.expired
    }

    /// Shortens longer times to [`LONGEST`].
    fn shorten(&mut self) {
        for time in [&mut self.limits.time, &mut self.limits.soft_time] {
            *time = time.map(|time| time.min(LONGEST));
        }
    }

    /// Takes over the limits of time of a hit.
    fn take_hit(&mut self, hit: Hit) {
        let from_begin = |time: Duration| (hit.at + time.min(LONGEST)).saturating_duration_since(self.begun);
        self.limits.ponder = None;
        self.limits.time = hit.time.map(from_begin);
        self.limits.soft_time = hit.soft_time;
        self.shorten();
    }

    fn time_is_up(&mut self) -> bool {
        if !self.timed {
            return false;
        }
        let elapsed = self.begun.elapsed();
        self.set_interval(elapsed);
        self.limits.ponder.is_none() && self.nodes >= LEAST_NODES && self.is_over(elapsed)
    }

    /// Whether the search must end after so much time.
    fn is_over(&self, elapsed: Duration) -> bool {
        self.limits.time.is_some_and(|time| elapsed >= time)
            || self.iteration.zip(self.soft_limit()).is_some_and(|(began, limit)| {
                // An iteration begins late only while pondering.
                began > limit
                    || self.held && elapsed.as_secs_f64() >= limit.as_secs_f64() * self.rule.overtime
            })
    }

    /// Keeps the looks about equally far apart in time, however long a node takes.
    fn set_interval(&mut self, elapsed: Duration) {
        let since = elapsed.saturating_sub(self.looked);
        self.looked = elapsed;
        self.interval = if since > 2 * BETWEEN_LOOKS {
            (self.interval / 2).max(1)
        } else if since < BETWEEN_LOOKS {
            (self.interval * 2).min(Limits::GRANULARITY)
        } else {
            self.interval
        };
    }

    /// The soft limit, stretched or shortened by what the iterations have told.
    fn soft_limit(&self) -> Option<Duration> {
        let Limits { time, soft_time, forced_early, .. } = self.limits;
        let is_forced = forced_early && self.iterations.trend.forced;
        let soft = soft_time.or(time.filter(|_| is_forced))?;
        let hard = time.unwrap_or(Duration::MAX);
        // A product that is too large for a time exceeds every limit.
        let stretched = Duration::try_from_secs_f64(soft.as_secs_f64() * self.factor.max(0.0));
        Some(stretched.map_or(hard, |stretched| stretched.min(hard)))
    }

    /// Begins an iteration of so many plies if it may begin; returns whether it does.
    pub(crate) fn begin_iteration(&mut self, plies: u32) -> bool {
        self.held = false;
        self.look();
        let elapsed = if self.timed { self.begun.elapsed() } else { Duration::ZERO };
        let late = self.limits.ponder.is_none() && self.soft_limit().is_some_and(|limit| elapsed >= limit);
        self.iteration = (plies > 1).then_some(elapsed);
        let begins =
            !(self.expired || late && plies > 1) && self.limits.depth.is_none_or(|depth| plies <= depth);
        if let Some(pulse) = self.limits.pulse.as_ref().filter(|_| begins) {
            pulse.begin_iteration(plies);
        }
        begins
    }

    /// Notes that the root move at `index` of the list is about to be searched.
    pub(crate) fn begin_root_move(&self, mv: Move, index: usize) {
        if let Some(pulse) = &self.limits.pulse {
            pulse.begin_root_move(mv, index);
        }
    }

    /// Whether only some of the root moves are searched.
    pub(crate) fn is_restricted(&self) -> bool {
        self.limits.root_moves.is_some()
    }

    /// Notes the value of the first move of the iteration, in a window that begins at `alpha`.
    pub(crate) fn first_move(&mut self, value: Value, alpha: Value) {
        let held = Value::from_cp(self.rule.held);
        self.held = value > alpha && self.expected.is_none_or(|expected| value + held >= expected);
    }

    /// Notes the end of an iteration, with its root moves and the fill of the table.
    pub(crate) fn end_iteration(&mut self, moves: &[RootMove], fill: Option<u16>) {
        if let Some(pulse) = &self.limits.pulse {
            pulse.end_iteration(fill);
        }
        if self.timed {
            self.iterations.note(moves, self.nodes);
            self.factor = self.rule.factor(&self.iterations.trend);
            self.expected = moves.first().map(|best| best.value);
        }
    }

    pub(crate) fn draw_after(&self) -> u32 {
        self.limits.draw_after.unwrap_or(u32::MAX)
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::bound::Bound;
    use crate::limits::Ponder;

    fn secs(secs: u64) -> Duration {
        Duration::from_secs(secs)
    }

    /// Root moves of which the first takes `effort` of 100 nodes and has this value.
    fn moves(first: &str, cp: i32, effort: u64) -> Vec<RootMove> {
        let other = if first == "7g7f" { "2g2f" } else { "7g7f" };
        let mut moves: Vec<RootMove> = [first, other].map(|mv| RootMove::new(mv.parse().unwrap())).into();
        for root in &mut moves {
            (root.value, root.bound, root.depth) = (Value::from_cp(cp), Bound::Upper, 1);
        }
        moves[0].nodes = effort;
        moves
    }

    /// A watch in its second iteration, with `soft` seconds soft and 40 s hard, after the first ended with these moves.
    fn after(moves: &[RootMove], soft: u64) -> Watch {
        watch_after(moves, &Limits { soft_time: Some(secs(soft)), ..Limits::time(secs(40)) })
    }

    fn watch_after(moves: &[RootMove], limits: &Limits) -> Watch {
        let mut watch = Watch::new(limits, TimeManagement::default());
        watch.nodes = 100;
        assert!(watch.begin_iteration(1));
        watch.end_iteration(moves, None);
        assert!(watch.begin_iteration(2));
        watch
    }

    #[test]
    fn an_iteration_ends_late_if_its_first_move_has_held_its_value() {
        let mut watch = after(&moves("7g7f", 50, 50), 10);
        let limit = watch.soft_limit().unwrap();
        assert!(limit < secs(10));
        assert!(!watch.is_over(secs(39)) && watch.is_over(secs(40)));
        watch.first_move(Value::from_cp(45), Value::ZERO);
        assert!(!watch.is_over(limit) && watch.is_over(limit * 3 / 2));
        // It failed low, or fell.
        watch.first_move(Value::ZERO, Value::ZERO);
        assert!(!watch.is_over(secs(39)));
        watch.first_move(Value::from_cp(-60), -Value::INFINITE);
        assert!(!watch.is_over(secs(39)) && watch.is_over(secs(40)));
    }

    #[test]
    fn changes_and_falls_get_more_time_and_clear_moves_less() {
        let limit = |watch: &Watch| watch.soft_limit().unwrap();
        let next = |mut watch: Watch, moves: &[RootMove]| {
            watch.end_iteration(moves, None);
            limit(&watch)
        };
        let begin = || after(&moves("7g7f", 50, 50), 10);
        let same = next(begin(), &moves("7g7f", 50, 50));
        assert!(next(begin(), &moves("2g2f", 50, 50)) > same * 3 / 2);
        assert!(next(begin(), &moves("7g7f", -100, 50)) > same * 5 / 4);
        assert!(next(begin(), &moves("7g7f", 50, 95)) < same * 4 / 5);
        let mut forced = moves("7g7f", 50, 50);
        forced[1].value = Value::mated_in(4);
        assert_eq!(next(begin(), &forced), secs(1));
        assert_eq!(next(begin(), &forced[..1]), secs(1));
    }

    #[test]
    fn time_that_would_be_lost_is_used_up_except_for_forced_moves() {
        let clear = moves("7g7f", 50, 95);
        for (forced_early, limit) in [(true, Some(secs(4))), (false, None)] {
            let mut watch = watch_after(&clear, &Limits { forced_early, ..Limits::time(secs(40)) });
            watch.first_move(Value::from_cp(50), -Value::INFINITE);
            assert!(!watch.is_over(secs(39)) && watch.is_over(secs(40)));
            watch.end_iteration(&clear[..1], None);
            assert_eq!(watch.soft_limit(), limit);
        }
        // A soft limit as long as the hard one is a soft limit.
        assert!(after(&clear, 40).soft_limit().unwrap() < secs(30));
    }

    #[test]
    fn pondered_time_counts_for_the_soft_limit_alone() {
        let pondering = |soft: Option<u64>| {
            let ponder = Arc::new(Ponder::default());
            let limits = Limits { ponder: Some(Arc::clone(&ponder)), ..Limits::none() };
            let mut watch = Watch::new(&limits, TimeManagement::default());
            assert!(watch.begin_iteration(1));
            watch.end_iteration(&moves("7g7f", 50, 50), None);
            assert!(watch.begin_iteration(2));
            watch.first_move(Value::from_cp(50), -Value::INFINITE);
            assert!(watch.look());
            ponder.hit(soft.map(secs), Some(secs(40)));
            // As if it had pondered for a minute.
            watch.begun = watch.begun.checked_sub(secs(60)).unwrap();
            watch.nodes = LEAST_NODES;
            watch.look();
            watch
        };
        assert!(pondering(Some(10)).expired());
        let byoyomi = pondering(None);
        assert!(!byoyomi.expired() && !byoyomi.is_over(secs(99)) && byoyomi.is_over(secs(101)));
        // An iteration begun too late is given up even if its first move has not held its value.
        let mut late = pondering(None);
        (late.held, late.iteration) = (false, Some(secs(60)));
        late.limits.soft_time = Some(secs(10));
        assert!(late.is_over(secs(61)));
    }
}
