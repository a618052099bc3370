//! Time limit for work that can be stopped by a flag, kept by a thread that sleeps until then.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Runs `work` and sets its stop flag when the time is over; the flag is clear before and after.
pub(crate) fn with_time_limit<T>(limit: Option<Duration>, stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
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
