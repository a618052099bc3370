//! Clocks: processor time of a thread, and a limit of wall time for work that can be stopped by a flag.
//!
//! On a machine with other work the wall clock says little about a solver or an engine. Linux reports for every thread how many nanoseconds
//! it ran on a processor, in a file that needs no permission; on other systems the wall clock is used.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Stopwatch that counts the processor time of the calling thread where the system reports it (Linux), else wall time.
///
/// ```
/// let start = komadai_lab::ThreadClock::now();
/// let sum: u64 = (0..1_000).sum();
/// assert!(sum > 0 && start.elapsed().as_secs() < 60);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ThreadClock {
    /// Processor time of the thread at the start; without it the wall clock counts.
    worked: Option<Duration>,
    begun: Instant,
}

impl ThreadClock {
    /// Starts the stopwatch.
    ///
    /// The thread yields its time slice first, because the system then updates its account; without this, times below 4 ms were lost or
    /// counted elsewhere.
    pub fn now() -> ThreadClock {
        std::thread::yield_now();
        ThreadClock { worked: worked(), begun: Instant::now() }
    }

    /// Starts a stopwatch of the wall clock, for work that several threads share.
    pub fn wall() -> ThreadClock {
        ThreadClock { worked: None, begun: Instant::now() }
    }

    /// Time since the start; call it on the thread that started.
    pub fn elapsed(self) -> Duration {
        let Some(then) = self.worked else { return self.begun.elapsed() };
        // If the file was there at the start and is gone, the time is unknown.
        ThreadClock::now().worked.map_or(Duration::ZERO, |now| now.saturating_sub(then))
    }

    /// Name of the time of [`ThreadClock::wall`].
    pub const WALL: &'static str = "wall clock";

    /// Name of the time of [`ThreadClock::now`]: `processor time of the working thread` or `wall clock`.
    pub fn kind() -> &'static str {
        if worked().is_some() { "processor time of the working thread" } else { Self::WALL }
    }
}

fn worked() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Runs `work`, sets its stop flag when the time is over, and clears it afterwards. A flag that somebody else set stays set.
pub(crate) fn with_time_limit<T>(limit: Option<Duration>, stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
    let Some(limit) = limit else { return work() };
    std::thread::scope(|scope| {
        let (finished, watched) = mpsc::channel::<()>();
        let watchdog = scope.spawn(move || {
            let is_over = watched.recv_timeout(limit) == Err(RecvTimeoutError::Timeout);
            is_over && !stop.swap(true, Ordering::Relaxed)
        });
        let result = work();
        // The closed channel wakes the watchdog.
        drop(finished);
        if watchdog.join().expect("the watchdog does nothing that panics") {
            stop.store(false, Ordering::Relaxed);
        }
        result
    })
}

/// Processor time of all threads of a process so far, where the system reports it (Linux, in hundredths of a second).
pub(crate) fn process_time(id: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The second field is a name in brackets, which may hold anything; the times are the 14th and the 15th.
    let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_is_cleared_by_who_set_it_alone() {
        let (stop, short) = (AtomicBool::new(false), Some(Duration::from_millis(1)));
        let is_set = || stop.load(Ordering::Relaxed);
        with_time_limit(short, &stop, || while !is_set() {});
        assert!(!is_set());
        stop.store(true, Ordering::Relaxed);
        with_time_limit(Some(Duration::from_secs(9)), &stop, || ());
        with_time_limit(short, &stop, || std::thread::sleep(Duration::from_millis(20)));
        assert!(is_set());
    }
}
