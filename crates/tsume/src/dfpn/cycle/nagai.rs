//! Nagai's treatment of repetitions, the baseline of paper 003 (section 2.2), and the same to the letter.

use komadai_core::{Hand, Key};

use super::{CycleKeep, CyclePolicy, DependentNoMate, SearchContext};
use crate::number::Numbers;

/// Repetitions count as no mate only when nothing else is left.
///
/// A repetition first gets the largest open proof number, and whatever can be decided without it is decided. Only when the root's proof
/// number has reached that limit is the root searched again up to infinity, and then repetitions count as no mate. No-mates that depend
/// on one are kept nowhere and searched anew wherever they are met.
///
/// The largest number goes into the open numbers of the positions above, which the table keeps: other paths learn from it
/// that only repetitions are left there. The paper does not describe that; [`NagaiLiteral`] does what it
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
    /// The proof number of the hardest open position.
    fn repetition(&self, limit: u32, _: Numbers) -> Option<Numbers> {
        (limit < Numbers::INFINITE).then_some(Numbers::open(Numbers::LARGEST, 1))
    }

    fn root_limits(&self) -> &[u32] {
        &[Numbers::LARGEST, Numbers::INFINITE]
    }

    fn record(&mut self, _: &SearchContext<'_>, _: (Key, Hand), _: &DependentNoMate) -> CycleKeep {
        CycleKeep::PathDependent
    }
}

/// [`Nagai`] to the letter: a repetition returns to its parent with nothing decided, and the search waits until the
/// root's proof number has grown to its limit.
///
/// The paper writes: the root is searched up to ∞ − 1 ([`Numbers::LARGEST`]); a repetition returns to its parent and is not
/// stored as no mate; when the root's limit is passed, the root is searched again up to ∞, and then repetitions count as
/// no mate. It does not say which numbers the parent sees. Here they are the limits under which the repeated position
/// was entered. They are what the table would hold if, as in Nagai's df-pn (the paper's reference 18), each position were
/// stored with its limits on entering. So the parent is at its own limits and returns at once.
///
/// [`Nagai`] gives a repetition the largest open number instead. Then the root reaches its limit as soon as nothing else is left; here
/// that takes as many searches as its numbers need to grow.
///
/// ```
/// use komadai_tsume::{NagaiLiteral, Solver};
///
/// let solver = Solver::builder().hash_mb(1).cycles(NagaiLiteral).build()?;
/// # Ok::<(), komadai_tsume::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NagaiLiteral;

impl CyclePolicy for NagaiLiteral {
    fn repetition(&self, limit: u32, entered: Numbers) -> Option<Numbers> {
        Nagai.repetition(limit, entered).map(|_| entered)
    }

    fn root_limits(&self) -> &[u32] {
        Nagai.root_limits()
    }

    fn record(&mut self, _: &SearchContext<'_>, _: (Key, Hand), _: &DependentNoMate) -> CycleKeep {
        CycleKeep::PathDependent
    }
}
