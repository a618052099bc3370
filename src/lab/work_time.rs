//! How long a thread has worked.
//!
//! On a machine with other work the clock on the wall says little about a solver or an engine. Linux tells every thread
//! for how many nanoseconds it had a processor, in a file that needs no permission; elsewhere the clock on the wall must
//! do.

use std::time::{Duration, Instant};

/// A moment in the life of the thread that asks.
///
/// ```
/// let start = komadai::lab::Moment::now();
/// let sum: u64 = (0..1_000).sum();
/// assert!(sum > 0 && start.elapsed().as_secs() < 60);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Moment(Clock);

#[derive(Clone, Copy, Debug)]
enum Clock {
    Worked(Duration),
    Wall(Instant),
}

impl Moment {
    /// Now. Gives the rest of the time slice away, for the system brings its account up to date when a thread does so
    /// (without it times of less than 4 ms were lost or counted elsewhere).
    pub fn now() -> Moment {
        std::thread::yield_now();
        Moment(worked().map_or_else(|| Clock::Wall(Instant::now()), Clock::Worked))
    }

    /// Time since then, asked by the same thread.
    pub fn elapsed(self) -> Duration {
        match (self.0, Moment::now().0) {
            (Clock::Worked(then), Clock::Worked(now)) => now.saturating_sub(then),
            (Clock::Wall(then), _) => then.elapsed(),
            // The file was there a moment ago; whoever took it away gets no time.
            (Clock::Worked(_), Clock::Wall(_)) => Duration::ZERO,
        }
    }

    /// What is measured, in words.
    pub fn kind() -> &'static str {
        if worked().is_some() { "processor time of the working thread" } else { "wall clock" }
    }
}

fn worked() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
