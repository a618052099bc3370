//! Work on many items by several threads, with the same results for any number of them.
//!
//! Each thread owns a worker (a searcher, a pair of engines, nothing at all) and takes the next item that no thread has begun.
//! Results do not depend on the threads as long as a worker begins every item afresh. Sums of floats depend on their order: a
//! caller that adds up results uses [`map_in_parallel`], which returns them in the order of the items.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError, mpsc};

/// Works on all items, one thread for each worker, and hands each result with the number of its item to `finished`, on the calling
/// thread, as soon as it is ready. A single worker works on the calling thread itself.
///
/// After a [`ControlFlow::Break`] no new item is begun; results of items in progress are dropped.
///
/// ```
/// use std::ops::ControlFlow;
///
/// let mut sum = 0;
/// let all = komadai_learn::in_parallel(vec![(); 2], 0..100, |(), n| n * n, |_number, square| {
///     sum += square;
///     ControlFlow::<()>::Continue(())
/// });
/// assert_eq!((all, sum), (ControlFlow::Continue(()), 328_350));
/// ```
///
/// # Panics
///
/// If there are no workers, or if `work` panics.
pub fn in_parallel<W, I, R, B>(
    mut workers: Vec<W>,
    items: I,
    work: impl Fn(&mut W, I::Item) -> R + Sync,
    mut finished: impl FnMut(usize, R) -> ControlFlow<B>,
) -> ControlFlow<B>
where
    W: Send,
    I: IntoIterator<IntoIter: Send>,
    R: Send,
{
    let mut items = items.into_iter().enumerate();
    assert!(!workers.is_empty(), "no worker, expected at least one");
    if let [worker] = &mut workers[..] {
        return items.try_for_each(|(number, item)| finished(number, work(worker, item)));
    }
    let items = Mutex::new(Some(items));
    let open = || items.lock().unwrap_or_else(PoisonError::into_inner);
    let results = Mutex::new(Vec::new());
    let done = || results.lock().unwrap_or_else(PoisonError::into_inner);
    std::thread::scope(|scope| {
        // The channel sends numbers and the threads run boxed tasks, to be compiled once, not for every type of result. It has no
        // buffer, so no worker begins an item before its last result is received.
        let (sender, receiver) = mpsc::sync_channel::<usize>(0);
        for mut worker in workers {
            let (sender, open, work, done) = (sender.clone(), &open, &work, &done);
            let task: Box<dyn FnOnce() + Send + '_> = Box::new(move || {
                loop {
                    let next = open().as_mut().and_then(Iterator::next);
                    let Some((number, item)) = next else { break };
                    let result = work(&mut worker, item);
                    done().push((number, result));
                    if sender.send(number).is_err() {
                        break;
                    }
                }
            });
            scope.spawn(task);
        }
        drop(sender);
        let outcome = receiver.into_iter().try_for_each(|number| {
            let mut results = done();
            let place = results.iter().position(|(of, _)| *of == number);
            let (_, result) = results.swap_remove(place.expect("a number is sent once its result is there"));
            drop(results);
            finished(number, result)
        });
        *open() = None;
        outcome
    })
}

/// Works on all items, one thread for each worker, and returns the results in the order of the items; `progress` is called on
/// the calling thread after each.
///
/// ```
/// let squares = komadai_learn::map_in_parallel(vec![(); 2], &[1, 2, 3, 4], |(), n| n * n, || {});
/// assert_eq!(squares, [1, 4, 9, 16]);
/// ```
///
/// # Panics
///
/// As [`in_parallel`].
pub fn map_in_parallel<W, I, R>(
    workers: Vec<W>,
    items: I,
    work: impl Fn(&mut W, I::Item) -> R + Sync,
    mut progress: impl FnMut(),
) -> Vec<R>
where
    W: Send,
    I: IntoIterator<IntoIter: Send>,
    R: Send,
{
    let mut results: Vec<Option<R>> = Vec::new();
    let _ = in_parallel(workers, items, work, |number, result| {
        if results.len() <= number {
            results.resize_with(number + 1, || None);
        }
        results[number] = Some(result);
        progress();
        ControlFlow::<()>::Continue(())
    });
    results.into_iter().map(|result| result.expect("every item has a result unless work panicked")).collect()
}
