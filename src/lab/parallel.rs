//! Many positions or games on several threads, the same results for any number of them.
//!
//! Each thread owns a worker (a searcher, a pair of engines) and takes the next item that nobody has begun. Results do
//! not depend on who did what as long as a worker begins every item afresh: clear it, or make it anew. Whoever calls
//! gets results one by one, on the calling thread, as they are finished, and can stop.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Does the work for all items, a thread for each worker, and hands over each result with the number of its item, in
/// the order in which they are finished. After a [`ControlFlow::Break`] no new item is begun; those in work are
/// finished and thrown away.
///
/// # Panics
///
/// Without workers, or if `work` panics.
pub fn in_parallel<W, T, R, B>(
    workers: Vec<W>,
    items: &[T],
    work: impl Fn(&mut W, &T) -> R + Sync,
    mut finished: impl FnMut(usize, R) -> ControlFlow<B>,
) -> ControlFlow<B>
where
    W: Send,
    T: Sync,
    R: Send,
{
    assert!(!workers.is_empty(), "somebody has to do the work");
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        // Without a buffer: nobody begins an item before the last result is taken.
        let (sender, receiver) = mpsc::sync_channel(0);
        for mut worker in workers {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(number) else { break };
                    if sender.send((number, work(&mut worker, item))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let outcome = receiver.into_iter().try_for_each(|(number, result)| finished(number, result));
        // Threads that ask for more find nothing left.
        next.store(items.len(), Ordering::Relaxed);
        outcome
    })
}

/// The results of all items in their order; `progress` is called after each.
///
/// ```
/// use komadai::lab::map_in_parallel;
///
/// let squares = map_in_parallel(vec![(), ()], &[1, 2, 3, 4], |(), n| n * n, || {});
/// assert_eq!(squares, [1, 4, 9, 16]);
/// ```
///
/// # Panics
///
/// As [`in_parallel`].
pub fn map_in_parallel<W: Send, T: Sync, R: Send>(
    workers: Vec<W>,
    items: &[T],
    work: impl Fn(&mut W, &T) -> R + Sync,
    mut progress: impl FnMut(),
) -> Vec<R> {
    let mut results: Vec<Option<R>> = Vec::new();
    results.resize_with(items.len(), || None);
    let _ = in_parallel(workers, items, work, |number, result| {
        results[number] = Some(result);
        progress();
        ControlFlow::<()>::Continue(())
    });
    results
        .into_iter()
        .map(|result| result.expect("every item was worked on, or the panic went on"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_that_of_the_items_for_any_number_of_threads() {
        let items: Vec<u64> = (0..200).collect();
        // Later items are quicker, so that several threads finish out of order.
        let work = |worker: &mut u64, &item: &u64| {
            *worker += 1;
            (0..200 - item).fold(item, |sum, i| sum ^ i.wrapping_mul(item))
        };
        let mut steps = 0;
        let one = map_in_parallel(vec![0], &items, work, || steps += 1);
        assert_eq!(steps, 200);
        for threads in [2, 3, 300] {
            assert_eq!(map_in_parallel(vec![0; threads], &items, work, || {}), one);
        }
        assert!(map_in_parallel(vec![0], &[], work, || {}).is_empty());
    }

    #[test]
    fn nothing_is_begun_after_a_stop() {
        let begun = AtomicUsize::new(0);
        let items = vec![(); 10_000];
        let outcome = in_parallel(
            vec![(); 2],
            &items,
            |(), ()| begun.fetch_add(1, Ordering::Relaxed),
            |_, _| ControlFlow::Break("enough"),
        );
        assert_eq!(outcome, ControlFlow::Break("enough"));
        // One was handed over; each thread may have begun another.
        assert!(begun.load(Ordering::Relaxed) <= 3);
    }
}
