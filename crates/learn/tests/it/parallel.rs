//! Work by several threads, and sums over several workers.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use komadai_learn::reduce::{Reduce, ReduceError, ThreadReduce};
use komadai_learn::{in_parallel, map_in_parallel};

#[test]
fn order_is_that_of_the_items_for_any_number_of_threads() {
    let items: Vec<u64> = (0..200).collect();
    // Later items are quicker, so that several threads finish out of order.
    let work = |worker: &mut u64, &item: &u64| {
        *worker += 1;
        (0..200 - item).fold(item, |sum, i| sum ^ i.wrapping_mul(item))
    };
    let mut steps = 0;
    let mut map = |threads, items: &[u64]| map_in_parallel(vec![0; threads], items, work, || steps += 1);
    let one = map(1, &items);
    for threads in [2, 3, 300] {
        assert_eq!(map(threads, &items), one);
    }
    assert!(map(2, &[]).is_empty());
    assert_eq!((steps, one.len()), (4 * 200, 200));
}

#[test]
fn nothing_is_begun_after_a_stop() {
    for threads in [1, 2] {
        let begun = AtomicUsize::new(0);
        let work = |(): &mut (), _| begun.fetch_add(1, Ordering::Relaxed);
        let outcome = in_parallel(vec![(); threads], 0..10_000, work, |_, _| ControlFlow::Break("enough"));
        assert_eq!(outcome, ControlFlow::Break("enough"));
        // One was handed over; each thread may have begun another.
        assert!(begun.load(Ordering::Relaxed) <= 3);
    }
}

#[test]
fn whole_numbers_are_summed_to_the_last_bit() {
    let own = |rank: usize| [u64::MAX - 7 * rank as u64, 1 << (60 + rank), (1 << 53) + 1];
    let sum = |sum: [u64; 3], own: [u64; 3]| core::array::from_fn(|i| sum[i].wrapping_add(own[i]));
    let sums = ThreadReduce::run([(); 3], |(), mut rank| {
        let mut words = own(rank.rank());
        rank.sum_words(&mut words).unwrap();
        let all = rank.gather(u64::MAX >> rank.rank()).unwrap();
        assert_eq!(all, (0..3).map(|rank| u64::MAX >> rank).collect::<Vec<_>>());
        words
    });
    assert_eq!(sums, [(0..3).map(own).fold([0; 3], sum); 3]);
    assert_eq!(().gather(u64::MAX).unwrap(), [u64::MAX]);
}

#[test]
fn nobody_waits_for_a_worker_that_is_gone() {
    let mut group = ThreadReduce::group(2);
    drop(group.pop());
    assert_eq!(group[0].sum(&mut [1.0]), Err(ReduceError::Gone));
}
