//! A limit of time for one problem, kept by a thread that sleeps until then.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Runs `work`, and sets its flag to stop when the time is over. The flag is clear before and after.
pub(crate) fn within<T>(limit: Option<Duration>, stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
    let Some(limit) = limit else { return work() };
    std::thread::scope(|scope| {
        let (finished, watched) = mpsc::channel::<()>();
        let watchdog = scope.spawn(move || {
            if watched.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        let result = work();
        // Nobody sends; the watchdog wakes up because nobody can any more.
        drop(finished);
        watchdog.join().expect("the watchdog does nothing that panics");
        stop.store(false, Ordering::Relaxed);
        result
    })
}
