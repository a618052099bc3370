//! Nagai's treatment to the letter of paper 003 (section 2.2).

use komadai_core::{Hand, Key};

use super::{CycleKeep, CyclePolicy, DependentNoMate, Nagai, SearchContext};
use crate::number::Numbers;

/// [`Nagai`] to the letter: a repetition returns to its parent with nothing decided, and the search waits until the
/// root's proof number has grown to its limit.
///
/// The paper writes: the root is searched up to ∞ − 1 ([`Numbers::LARGEST`]); a repetition returns to its parent and is not
/// stored as no mate; when the root's limit is passed, the root is searched again up to ∞, and then repetitions count as
/// no mate. It does not say which numbers the parent sees. Here they are the limits under which the repeated position
/// was entered. They are what the table would hold if, as in Nagai's df-pn (the paper's reference 18), each position were
/// stored with its limits on entering. So the parent is at its own limits and returns at once.
///
/// [`Nagai`] gives a repetition the largest open number instead. Then the root is at its limit as soon as nothing else is
/// left; here that takes as many searches as its numbers need to grow.
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
    fn repetition_counts(&self, limit: u32) -> bool {
        Nagai.repetition_counts(limit)
    }

    fn repetition_numbers(&self, limits: Numbers) -> Numbers {
        limits
    }

    fn root_limits(&self) -> &'static [u32] {
        Nagai.root_limits()
    }

    fn record(
        &mut self,
        context: &SearchContext<'_>,
        board: Key,
        hand: Hand,
        found: &DependentNoMate,
    ) -> CycleKeep {
        Nagai.record(context, board, hand, found)
    }
}
