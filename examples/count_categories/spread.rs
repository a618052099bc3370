//! Work over several threads whose results come back in order, so that nothing depends on their number.

use std::sync::atomic::{AtomicUsize, Ordering};

/// `work` of every item, in the order of the items.
pub(crate) fn spread<T: Sync, R: Send>(items: &[T], threads: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.clamp(1, items.len().max(1)))
            .map(|_| {
                scope.spawn(|| {
                    let mut mine = Vec::new();
                    while let Some((n, item)) = {
                        let n = next.fetch_add(1, Ordering::Relaxed);
                        items.get(n).map(|item| (n, item))
                    } {
                        mine.push((n, work(item)));
                    }
                    mine
                })
            })
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    done.sort_by_key(|&(n, _)| n);
    done.into_iter().map(|(_, result)| result).collect()
}
