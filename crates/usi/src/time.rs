//! Time management: how much of the clock a move gets.

use std::time::Duration;

use komadai_core::Color;
use komadai_core::notation::usi::{Clock, Go};

/// Time for one move.
///
/// ```
/// use std::time::Duration;
/// use komadai_core::Color;
/// use komadai_core::notation::usi::Go;
/// use komadai_usi::time::budget;
///
/// let go = Go::parse("go btime 60000 wtime 60000 byoyomi 10000")?;
/// let time = budget(&go, Color::Black, Duration::from_millis(120)).expect("there is a clock");
/// assert_eq!(time.hard, Duration::from_millis(60_000 / 40 * 4 + 10_000));
/// assert!(time.soft < time.hard);
/// # Ok::<(), komadai_core::notation::usi::UsiError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration begins after this.
    pub soft: Duration,
    /// The search breaks off after this.
    pub hard: Duration,
}

/// A move without any limit: one second.
const UNLIMITED: Duration = Duration::from_secs(1);
/// A game is planned as if it still took so many moves of ours.
const MOVES_TO_GO: u32 = 40;

/// The time that a `go` allows for the side to move; `None` when it is limited by something else.
///
/// `delay` is kept back for the way to the user and back, though never more than a quarter of the time. A `go` without
/// any limit gets one second.
pub fn budget(go: &Go, side: Color, delay: Duration) -> Option<Budget> {
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
fn of_clock(clock: &Clock, side: Color, delay: Duration) -> Budget {
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
