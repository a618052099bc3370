//! No treatment at all, to show what goes wrong without one.

use komadai_core::{Hand, Key};

use super::{CycleKeep, CyclePolicy, DependentNoMate, SearchContext};

/// Keeps every no-mate as one that holds on all paths. **Gives wrong answers**: mates are called no-mates (paper 003,
/// Fig. 1). For demonstrations only.
///
/// A solver that builds a tree for every no-mate catches them, so turn that off to see them.
///
/// ```
/// use komadai_tsume::{Ignore, Solver};
///
/// let solver = Solver::builder().hash_mb(1).cycles(Ignore).show_no_mates(false).build()?;
/// # Ok::<(), komadai_tsume::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Ignore;

impl CyclePolicy for Ignore {
    fn record(&mut self, _: &SearchContext<'_>, _: Key, _: Hand, _: &DependentNoMate) -> CycleKeep {
        CycleKeep::PathIndependent
    }
}
