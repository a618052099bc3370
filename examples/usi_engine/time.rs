//! How much of the clock a move gets.

use std::time::Duration;

use komadai::Color;
use komadai::notation::usi::{Clock, Go};
use komadai::search::Limits;

/// Time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    /// No new iteration after this.
    pub(crate) soft: Duration,
    /// Broken off after this.
    pub(crate) hard: Duration,
}

/// A move that nobody limited: one second.
const UNLIMITED: Duration = Duration::from_secs(1);
/// A game is planned as if it still took so many moves of ours.
const MOVES_TO_GO: u32 = 40;

/// The time a `go` allows for the side to move; `None` when it is limited by something else.
pub(crate) fn budget(go: &Go, side: Color, delay: Duration) -> Option<Budget> {
    if let Some(time) = go.movetime {
        let hard = less(time, delay);
        return Some(Budget { soft: hard, hard });
    }
    if go.clock.is_set() {
        return Some(of_clock(&go.clock, side, delay));
    }
    let limited = go.infinite || go.ponder || go.nodes.is_some() || go.depth.is_some();
    (!limited).then_some(Budget { soft: UNLIMITED / 2, hard: UNLIMITED })
}

/// A fair share of the time left, and all that comes anew with each move. Whether an increment is already in the time
/// left, programs do not agree; it is taken as in it.
pub(crate) fn of_clock(clock: &Clock, side: Color, delay: Duration) -> Budget {
    let (left, increment) = (clock.left(side), clock.increment(side));
    let anew = clock.byoyomi + increment * 3 / 4;
    let share = left / MOVES_TO_GO;
    let most = if left.is_zero() { clock.byoyomi.max(increment) } else { left + clock.byoyomi };
    let most = less(most, delay);
    if left.is_zero() {
        // What is not used is lost.
        return Budget { soft: most, hard: most };
    }
    let hard = (share * 4 + anew).min(most);
    // Leave room for an iteration that runs long.
    Budget { soft: ((share + anew) * 2 / 3).min(hard), hard }
}

/// Takes the delay off, but never more than a quarter.
fn less(time: Duration, delay: Duration) -> Duration {
    time.saturating_sub(delay.min(time / 4))
}

/// What is left of the time of a move once some of it is spent.
pub(crate) fn after(spent: Duration, limits: Limits) -> Limits {
    let rest = |time: Option<Duration>| time.map(|time| time.saturating_sub(spent));
    Limits { time: rest(limits.time), soft_time: rest(limits.soft_time), ..limits }
}
