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
    /// The limit that the search stretches and shortens; `None`: unused time is lost.
    pub soft: Option<Duration>,
    /// The search breaks off after this.
    pub hard: Duration,
}

/// How a clock is to be used: the options of time of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeOptions {
    /// Kept back from each move for the way to the user and back, though never more than a quarter of the time.
    pub delay: Duration,
    /// By how much answers lately came too late, on a loaded machine: kept back as well, though never more than half of the
    /// time.
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
    /// In 362 games of engine championships of 2004 to 2018 the mean was 61 at the beginning, 43 after 40 moves of both, 28
    /// after 80, and from 140 on about 18, however long the game had lasted.
    ///
    /// ```
    /// use komadai_usi::time::TimeOptions;
    ///
    /// assert_eq!([1, 41, 81, 121, 301].map(TimeOptions::moves_to_go), [60, 40, 22, 22, 22]);
    /// ```
    pub fn moves_to_go(move_number: u32) -> u32 {
        60u32.saturating_sub(move_number / 2).max(22)
    }

    /// What is left of a time for delay and lateness.
    fn safe(&self, time: Duration) -> Duration {
        let time = less(time, self.delay);
        time.saturating_sub(self.lateness.min(time / 2))
    }
}

/// A move without any limit: one second.
const UNLIMITED: Duration = Duration::from_secs(1);
/// Shares of the hard limit.
const SHARES: u32 = 5;
/// The longest time that is counted with, 31 years: products of it are times as well.
const LONGEST: Duration = Duration::from_secs(1_000_000_000);
/// Delays that are kept back from the time left for the moves to come.
const DELAYS: u32 = 10;

/// The time that a `go` allows for the side to move, whose move has this number, counted from 1; `None` when it is limited
/// by something else. A `go` without any limit gets one second.
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

/// By the protocol the increment of a move is not in its time left yet; programs that have added it never send less than
/// one increment. So it is taken as there if the time left is less than it, and as already counted if not.
fn of_clock(clock: &Clock, side: Color, move_number: u32, options: &TimeOptions) -> Budget {
    let times = [clock.left[side.index()], clock.increment[side.index()], clock.byoyomi, options.delay];
    let [sent, increment, byoyomi, delay] = times.map(|time| time.min(LONGEST));
    let left = if sent < increment { sent + increment } else { sent };
    let most = options.safe(left + byoyomi);
    // What comes again with the next move; what does not.
    let anew = increment.min(left);
    let kept = left.saturating_sub(anew);
    let share = less(kept, delay * DELAYS) / TimeOptions::moves_to_go(move_number);
    let share = share * options.slow_mover / 100;
    let soft = (share + anew * 4 / 5 + byoyomi).max(options.minimum);
    // Main time that this move would use up is worth nothing to the next ones, which have the byoyomi.
    if left < soft && !byoyomi.is_zero() {
        return all(most);
    }
    let hard = (share * SHARES).min(kept / 2) + anew + byoyomi;
    let hard = options.safe(hard.max(options.minimum)).min(most);
    Budget { soft: Some(soft.min(hard)), hard }
}

/// Everything: unused time is lost.
fn all(time: Duration) -> Budget {
    Budget { soft: None, hard: time }
}

/// Takes the delay off, but never more than a quarter.
fn less(time: Duration, delay: Duration) -> Duration {
    time.saturating_sub(delay.min(time / 4))
}

/// By how much answers have lately come after the end of their time: what a loaded machine adds to the delay.
///
/// The largest of the last answers counts, and is forgotten by an eighth with each answer, so that one hiccup does not cost
/// a game's thinking.
///
/// Answers that are more than a second late are an accident (a sleeping computer), not a load, and count as a second.
///
/// `before` is what counted so far, `late` by how much the last answer was late, zero if it was in time.
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
