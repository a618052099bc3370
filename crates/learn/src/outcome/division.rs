//! The division of the corpus among workers: which of its games and records are this worker's.
//!
//! The records of the workers, one after the other in the order of their ranks, are the corpus. Each worker knows where its own
//! records begin, so decisions by number, such as which games are held out and which records make a batch, are the same for any
//! number of workers.

use komadai_core::notation::packed::Record;
use komadai_core::rng;

use crate::corpus::games;
use crate::outcome::quiet::Selection;
use crate::reduce::{Reduce, ReduceError};
use crate::training::TrainingError;

/// One worker's part of the corpus.
#[derive(Clone, Debug)]
pub(crate) struct Division {
    /// Number of games of the workers before this one.
    pub(super) first_game: u64,
    /// Number of records of all workers.
    records: u64,
    /// Fingerprint of the bytes of all records, in their order.
    print: u64,
    /// Number of records to learn from, of the workers before this one.
    first_training: u32,
    /// The same of all workers.
    pub(super) training: u32,
}

impl Division {
    /// Counts games and records of all workers.
    pub(crate) fn of(records: &[Record], reduce: &mut dyn Reduce) -> Result<Division, ReduceError> {
        let own = games(records).count() as u64;
        let first_game = reduce.gather(own)?[..reduce.rank()].iter().sum();
        let mut all = [records.len() as u64];
        reduce.sum_words(&mut all)?;
        // Passed from worker to worker, since the print of the whole does not follow from those of its parts; it takes each a moment.
        let mut print = 0;
        for rank in 0..reduce.workers() {
            let mut next = [if rank == reduce.rank() { fingerprint(print, records) } else { 0 }];
            reduce.sum_words(&mut next)?;
            print = next[0];
        }
        Ok(Division { first_game, records: all[0], print, first_training: 0, training: 0 })
    }

    /// Counts the records to learn from.
    pub(super) fn count_training(
        &mut self,
        selection: &Selection,
        reduce: &mut dyn Reduce,
    ) -> Result<(), TrainingError> {
        let counts = reduce.gather(selection.train.len() as u64)?;
        let (before, all) = (counts[..reduce.rank()].iter().sum::<u64>(), counts.iter().sum::<u64>());
        let narrow = |count: u64| u32::try_from(count).map_err(|_| TrainingError::TooMany(count as usize));
        (self.first_training, self.training) = (narrow(before)?, narrow(all)?);
        if all == 0 { Err(TrainingError::Nothing(self.records as usize)) } else { Ok(()) }
    }

    /// This worker's own number of a record to learn from; `None` for a record of another worker.
    #[inline]
    pub(super) fn own(&self, number: u32, selection: &Selection) -> Option<u32> {
        selection.train.get(number.checked_sub(self.first_training)? as usize).copied()
    }

    /// The number of records of all workers, and their print.
    pub(crate) fn records_in_words(&self) -> String {
        format!("{} records {:016x}", self.records, self.print)
    }
}

/// The print of records that follow others with print `before`.
fn fingerprint(before: u64, records: &[Record]) -> u64 {
    let mut print = before;
    for record in records {
        for word in record.to_bytes().chunks_exact(8) {
            let word = word.try_into().map_or(0, u64::from_le_bytes);
            print = rng::mix(print ^ word);
        }
    }
    print
}
