//! Nagai's treatment, the baseline of paper 003 (section 2.2).

use komadai_core::{Hand, Key};

use super::{CycleKeep, CyclePolicy, DependentNoMate, SearchContext};
use crate::number::Numbers;

/// Repetitions count as no mate only when nothing else is left.
///
/// A repetition first gets the largest open proof number, and whatever can be decided without it is. Only when the root's
/// proof number has reached that limit is the root searched again up to infinity, and then repetitions count as no mate.
/// No-mates that depend on one are kept nowhere and searched anew wherever they are met.
///
/// The largest number goes into the open numbers of the positions above, which the table keeps: other paths learn from it
/// that only repetitions are left there. The paper does not describe that; [`NagaiLiteral`](super::NagaiLiteral) does what it
/// describes.
///
/// ```
/// use komadai_tsume::{Nagai, Solver};
///
/// let solver = Solver::builder().hash_mb(1).cycles(Nagai).build()?;
/// # Ok::<(), komadai_tsume::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Nagai;

impl CyclePolicy for Nagai {
    fn repetition_counts(&self, limit: u32) -> bool {
        limit >= Numbers::INFINITE
    }

    fn root_limits(&self) -> &'static [u32] {
        &[Numbers::LARGEST, Numbers::INFINITE]
    }

    fn record(&mut self, _: &SearchContext<'_>, _: Key, _: Hand, _: &DependentNoMate) -> CycleKeep {
        CycleKeep::PathDependent
    }
}
