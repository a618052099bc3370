//! One pass over all rows, on as many threads as there are, with the same result for any number of them.
//!
//! Sums of floats depend on their order. So every shard is folded by itself, and what comes of the shards is handed
//! back in their order: the caller adds it up serially, and the bits are the same on one thread and on sixty-four.

use crate::{Row, TrainingSource};

/// Folds each shard into a `T` of its own and returns them in the order of the shards. With the feature `parallel`
/// shards are spread over the threads of `rayon`'s pool.
///
/// ```
/// use komadai_learn::{InMemory, fold_shards};
///
/// let labels = fold_shards(&InMemory::new(), || 0.0, |sum, row| *sum += f64::from(row.label))?;
/// assert_eq!(labels.iter().sum::<f64>(), 0.0);
/// # Ok::<(), std::convert::Infallible>(())
/// ```
///
/// # Errors
///
/// That of the first shard, in their order, that cannot be read.
pub fn fold_shards<S, T>(
    source: &S,
    new: impl Fn() -> T + Sync,
    fold: impl Fn(&mut T, Row<'_>) + Sync,
) -> Result<Vec<T>, S::Error>
where
    S: TrainingSource,
    S::Error: Send,
    T: Send,
{
    let one = |shard| {
        let mut folded = new();
        source.replay(shard, |row| fold(&mut folded, row)).map(|()| folded)
    };
    in_order(source.shards(), one).into_iter().collect()
}

/// `work(0)`, `work(1)` … in this order, worked on by as many threads as there are.
pub(crate) fn in_order<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    #[cfg(feature = "parallel")]
    {
        use rayon::iter::{IntoParallelIterator, ParallelIterator};
        (0..count).into_par_iter().map(&work).collect()
    }
    #[cfg(not(feature = "parallel"))]
    (0..count).map(work).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InMemory;
    use komadai_core::rng::SplitMix64;

    #[test]
    fn shards_come_back_in_order_and_sum_to_the_same_bits() {
        let mut rng = SplitMix64::new(1);
        let mut source = InMemory::new();
        for shard in 0..50 {
            for _ in 0..shard % 7 {
                source.push(Row::new(&[1, 2], &[rng.unit() as f32, 1e8], rng.unit() as f32).unwrap());
            }
            source.end_shard();
        }
        let dot =
            |sum: &mut f32, row: Row<'_>| row.entries().for_each(|(_, value)| *sum += value * row.label);
        let serial: Vec<f32> = (0..source.shards())
            .map(|shard| {
                let mut sum = 0.0;
                source.replay(shard, |row| dot(&mut sum, row)).unwrap();
                sum
            })
            .collect();
        for _ in 0..20 {
            let folded = fold_shards(&source, || 0.0, dot).unwrap();
            assert_eq!(
                folded.iter().map(|x| x.to_bits()).collect::<Vec<_>>(),
                serial.iter().map(|x| x.to_bits()).collect::<Vec<_>>()
            );
        }
    }
}
