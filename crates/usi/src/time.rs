//! Time management: how much of the clock a move gets.

use std::time::Duration;

use komadai_core::Color;
use komadai_core::notation::usi::{Clock, Go};

/// Time for one move: a soft limit, which the search stretches and shortens by what it finds
/// ([`TimeManagement`](komadai_search::TimeManagement)), and a hard one.
///
/// | clock | soft | hard |
/// |---|---|---|
/// | byoyomi, main time used up | none | all of it |
/// | main time and byoyomi | a share of the main time, and the byoyomi | 5 shares and the byoyomi |
/// | main time less than the soft limit | none | all of it, and the byoyomi |
/// | Fischer | a share of the time left, and four fifths of the increment | 5 shares and the increment |
/// | sudden death | a share of the time left | 5 shares |
/// | `movetime` | none | all of it |
///
/// A share is the time left, without the increment, divided by the [moves expected](TimeOptions::moves_to_go); five of them
/// are never more than half of that time. [`TimeOptions::delay`] and [`TimeOptions::lateness`] are taken off each hard limit.
///
/// ```
/// use std::time::Duration;
/// use komadai_core::Color;
/// use komadai_core::notation::usi::Go;
/// use komadai_usi::time::{TimeOptions, budget};
///
/// let options = TimeOptions { delay: Duration::from_millis(100), ..TimeOptions::default() };
/// let of = |go| Go::parse(go).ok().and_then(|go| budget(&go, Color::Black, 1, &options));
/// let byoyomi = of("go btime 0 wtime 0 byoyomi 10000").expect("a clock");
/// assert_eq!((byoyomi.soft, byoyomi.hard), (None, Duration::from_millis(9_900)));
/// let fischer = of("go btime 300000 wtime 300000 binc 10000 winc 10000").expect("a clock");
/// assert!(fischer.soft.is_some_and(|soft| soft > Duration::from_secs(10) && fischer.hard > soft * 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The limit that the search stretches and shortens; `None` if unused time is lost.
    pub soft: Option<Duration>,
    /// The search breaks off after this.
    pub hard: Duration,
}

/// How to use a clock: the time options of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeOptions {
    /// Kept back from each move for transmission to the user and back, but never more than a quarter of the time.
    pub delay: Duration,
    /// How late recent answers were, on a loaded machine; kept back as well, but never more than half of the time.
    pub lateness: Duration,
    /// The soft limit is at least this, if the clock has it; the search may still shorten it.
    pub minimum: Duration,
    /// Per cent of the usual share of the time left: more than 100 plays the first moves slower and the last ones faster.
    pub slow_mover: u32,
}

impl Default for TimeOptions {
    /// No delay, no minimum, the usual share.
    fn default() -> Self {
        let none = Duration::ZERO;
        TimeOptions { delay: none, lateness: none, minimum: none, slow_mover: 100 }
    }
}

impl TimeOptions {
    /// Moves that the side to move is expected to make from this move number on.
    ///
    /// In 362 games of engine championships of 2004 to 2018 the mean was 61 at the beginning, 43 after 40 moves of both sides, 28 after 80,
    /// and about 18 from 140 on, however long the game had lasted.
    ///
    /// ```
    /// use komadai_usi::time::TimeOptions;
    ///
    /// assert_eq!([1, 41, 81, 121, 301].map(TimeOptions::moves_to_go), [60, 40, 22, 22, 22]);
    /// ```
    pub fn moves_to_go(move_number: u32) -> u32 {
        60u32.saturating_sub(move_number / 2).max(22)
    }

    /// A time less delay and lateness.
    fn safe(&self, time: Duration) -> Duration {
        let time = less(time, self.delay);
        time.saturating_sub(self.lateness.min(time / 2))
    }
}

/// Time of a move without any limit.
const UNLIMITED: Duration = Duration::from_secs(1);
/// Number of shares in the hard limit.
const SHARES: u32 = 5;
/// The longest time in calculations, 31 years: products of it are still valid times.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);
/// Number of delays kept back from the time left, for the moves to come.
const DELAYS: u32 = 10;

/// The time that a `go` allows the side to move for the move of this number, counted from 1; `None` if something else limits it. A `go`
/// without any limit gets one second.
pub fn budget(go: &Go, side: Color, move_number: u32, options: &TimeOptions) -> Option<Budget> {
    if let Some(time) = go.movetime {
        return Some(all(options.safe(time)));
    }
    if go.clock.is_set() {
        return Some(of_clock(&go.clock, side, move_number, options));
    }
    let limited = go.infinite || go.ponder || go.nodes.is_some() || go.depth.is_some();
    (!limited).then_some(Budget { soft: Some(UNLIMITED / 2), hard: UNLIMITED })
}

/// By the protocol the time left does not yet include the increment of the move; programs that include it never send less than one
/// increment. So it is added if the time left is less than the increment, and otherwise taken as included.
fn of_clock(clock: &Clock, side: Color, move_number: u32, options: &TimeOptions) -> Budget {
    let times = [clock.left[side.index()], clock.increment[side.index()], clock.byoyomi, options.delay];
    let [sent, increment, byoyomi, delay] = times.map(|time| time.min(LONGEST));
    let left = if sent < increment { sent + increment } else { sent };
    let most = options.safe(left + byoyomi);
    // What comes again with the next move, and what does not.
    let anew = increment.min(left);
    let kept = left.saturating_sub(anew);
    let share = less(kept, delay * DELAYS) / TimeOptions::moves_to_go(move_number);
    let share = share * options.slow_mover / 100;
    let soft = (share + anew * 4 / 5 + byoyomi).max(options.minimum);
    // Main time that this move would use up is of no use to the next ones, which have the byoyomi.
    if left < soft && !byoyomi.is_zero() {
        return all(most);
    }
    let hard = (share * SHARES).min(kept / 2) + anew + byoyomi;
    let hard = options.safe(hard.max(options.minimum)).min(most);
    Budget { soft: Some(soft.min(hard)), hard }
}

/// All of the time, because unused time is lost.
fn all(time: Duration) -> Budget {
    Budget { soft: None, hard: time }
}

/// Subtracts the delay, but never more than a quarter of the time.
fn less(time: Duration, delay: Duration) -> Duration {
    time.saturating_sub(delay.min(time / 4))
}

/// How late recent answers were: what a loaded machine adds to the delay.
///
/// The largest lateness counts and decays by an eighth with each answer, so that one hiccup does not cost thinking time all game.
///
/// An answer more than a second late is an accident (a sleeping computer), not load, and counts as a second late.
///
/// `before` is the lateness so far, `late` that of the last answer, zero if it was in time.
pub(crate) fn lateness(before: Duration, late: Duration) -> Duration {
    late.min(Duration::from_secs(1)).max(before * 7 / 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_grows_at_once_and_is_forgotten_slowly() {
        let ms = Duration::from_millis;
        let after =
            |late: &[u64]| late.iter().fold(Duration::ZERO, |before, &late| lateness(before, ms(late)));
        assert_eq!((after(&[80]), after(&[80, 0])), (ms(80), ms(70)));
        assert!(after(&[80, 0, 20]) > ms(60));
        assert!(after(&[&[80], &[0; 40][..]].concat()) < ms(1));
        assert_eq!(after(&[80, 99_999]), ms(1_000));
    }
}
