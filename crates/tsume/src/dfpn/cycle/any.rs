//! A treatment of repetitions chosen at run time: one compiled solver serves all of them.

use komadai_core::{Hand, Key, Move};

use super::{CycleKeep, CyclePolicy, CycleRecall, DependentNoMate, SearchContext};
use crate::number::Numbers;
use crate::widening::TableError;

/// Any treatment of repetitions that can be copied for another thread; `Box<dyn AnyCyclePolicy>` is itself a cycle policy.
///
/// ```
/// use komadai_tsume::{AnyCyclePolicy, Nagai, Solver, Twin};
///
/// let twins = true;
/// let cycles: Box<dyn AnyCyclePolicy> = if twins { Box::new(Twin::default()) } else { Box::new(Nagai) };
/// let solver = Solver::builder().hash_mb(1).cycles(cycles).build()?;
/// # Ok::<(), komadai_tsume::TableError>(())
/// ```
pub trait AnyCyclePolicy: CyclePolicy + Send {
    /// Returns a copy.
    fn copied(&self) -> Box<dyn AnyCyclePolicy>;
}

impl<C: CyclePolicy + Clone + Send + 'static> AnyCyclePolicy for C {
    fn copied(&self) -> Box<dyn AnyCyclePolicy> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn AnyCyclePolicy> {
    fn clone(&self) -> Self {
        (**self).copied()
    }
}

impl CyclePolicy for Box<dyn AnyCyclePolicy> {
    fn resize(&mut self, bytes: usize) -> Result<(), TableError> {
        (**self).resize(bytes)
    }

    fn new_search(&mut self) {
        (**self).new_search();
    }

    fn repetition(&self, limit: u32, entered: Numbers) -> Option<Numbers> {
        (**self).repetition(limit, entered)
    }

    fn root_limits(&self) -> &[u32] {
        (**self).root_limits()
    }

    fn recall(&mut self, context: &SearchContext<'_>, at: (Key, Hand)) -> CycleRecall {
        (**self).recall(context, at)
    }

    fn record(&mut self, context: &SearchContext<'_>, at: (Key, Hand), found: &DependentNoMate) -> CycleKeep {
        (**self).record(context, at, found)
    }

    fn reply(&self, at: (Key, Hand)) -> Option<Move> {
        (**self).reply(at)
    }
}
