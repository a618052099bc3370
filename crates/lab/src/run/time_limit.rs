//! Time limit for work that can be stopped by a flag, kept by a thread that sleeps until then.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Runs `work` and sets its stop flag when the time is over; the flag is clear before and after.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use std::time::Duration;
///
/// let stop = AtomicBool::new(false);
/// let counted = komadai_lab::with_time_limit(Some(Duration::from_millis(5)), &stop, || {
///     (0_u64..).take_while(|_| !stop.load(Ordering::Relaxed)).count()
/// });
/// assert!(counted > 0 && !stop.load(Ordering::Relaxed));
/// ```
pub fn with_time_limit<T>(limit: Option<Duration>, stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
    let Some(limit) = limit else { return work() };
    std::thread::scope(|scope| {
        let (finished, watched) = mpsc::channel::<()>();
        let watchdog = scope.spawn(move || {
            if watched.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        let result = work();
        // The closed channel wakes the watchdog.
        drop(finished);
        watchdog.join().expect("the watchdog does nothing that panics");
        stop.store(false, Ordering::Relaxed);
        result
    })
}
