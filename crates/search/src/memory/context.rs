//! Contextbest, n = 2: the best reply to the last two moves, in both ways the thesis stores it \[R1\].
//!
//! Premovebest forgets too easily: a silver dropped on 2b is answered differently after a rook dropped on 2a and after
//! one dropped on 8b, and each answer overwrites the other (paper 000, table 4.1). Asking for two moves tells the cases
//! apart. A table over all pairs of moves would be far too large, hence two ways around it.

use komadai_core::Move;

use super::replies::{Cells, Replies, Slot};
use super::{Candidates, MoveMemory, lesson};
use crate::node::{Node, Outcome};

/// Codes of moves are below it, and so is the exclusive or of two: a power of two.
const SLOTS: usize = Move::CODES.next_power_of_two();

/// Killer by the last two moves: the last best reply, addressed by the exclusive or of their codes (paper 000, section 6.2).
///
/// One slot an address and nothing compared: two pairs of moves with the same exclusive or, the same two moves in the
/// other order among them, share a slot. The thesis found no difference in play to [`TaggedContext`] and kept this, the
/// simpler. It numbers moves by 40 pieces × 81 squares × 2, below 6,480; a board does not tell identical pieces apart, so
/// that [`Move::code`] has 88 origins in place of the pieces, and the table 16,384 slots of two bytes.
///
/// ```
/// use komadai_eval::Material;
/// use komadai_search::{ContextBest, Searcher};
///
/// let searcher = Searcher::new(Material::default()).memory(ContextBest::default());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextBest {
    /// `[code of the last move ^ code of the move before]`
    replies: Replies,
}

impl Default for ContextBest {
    fn default() -> Self {
        Self { replies: Replies::new(SLOTS) }
    }
}

/// The last move and the one before; `None` if there are no two, or one of them is a pass.
#[inline]
fn last_two(at: &Node<'_>) -> Option<(Move, Move)> {
    Some((at.back(1)?, at.back(2)?))
}

#[inline]
fn address(at: &Node<'_>) -> Option<usize> {
    last_two(at).map(|(last, before)| last.code() ^ before.code())
}

impl MoveMemory for ContextBest {
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        self.replies.recall(address(at), out);
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        self.replies.learn(address(at), *outcome, |_| true);
    }

    fn forget(&mut self) {
        self.replies.forget();
    }
}

/// Killer by the last two moves, both compared: for each last move `N` replies, each with the move before it (paper 000,
/// section 6.1; there `N` is 4).
///
/// Only a reply to just these two moves is recalled. Which of `N` gives way to a new one the thesis does not say: here the
/// one whose context was seen longest ago. 228 KB with `N` = 4.
///
/// ```
/// use komadai_eval::Material;
/// use komadai_search::{Searcher, TaggedContext};
///
/// let searcher = Searcher::new(Material::default()).memory(TaggedContext::<4>::new());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaggedContext<const N: usize = 4> {
    /// `[code of the last move]`, newest first
    slots: Cells<[Reply; N]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reply {
    before: Slot,
    reply: Slot,
}

impl Reply {
    const NONE: Reply = Reply { before: Slot::EMPTY, reply: Slot::EMPTY };
}

impl<const N: usize> TaggedContext<N> {
    /// An empty memory.
    pub fn new() -> Self {
        Self { slots: Cells(vec![[Reply::NONE; N]; Move::CODES]) }
    }
}

impl Default for TaggedContext<4> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> MoveMemory for TaggedContext<N> {
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        let Some((last, before)) = last_two(at) else { return };
        let before = Slot::from(before);
        let known = self.slots[last.code()].iter().find(|slot| slot.before == before);
        if let Some(reply) = known.and_then(|slot| slot.reply.get()) {
            out.push(reply);
        }
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        let (Some((last, before)), Some(best)) = (last_two(at), lesson(*outcome)) else { return };
        let new = Reply { before: before.into(), reply: best.into() };
        let slots = &mut self.slots[last.code()];
        let known = slots.iter().position(|slot| slot.before == new.before);
        if let Some(moved) = slots.get_mut(..=known.unwrap_or(N.saturating_sub(1))) {
            moved.rotate_right(1);
            moved[0] = new;
        }
    }

    fn forget(&mut self) {
        self.slots.fill([Reply::NONE; N]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_exclusive_or_of_two_codes_has_a_slot() {
        // A power of two no less than the codes: exclusive or sets no higher bit than its operands have.
        assert!(SLOTS.is_power_of_two() && Move::CODES <= SLOTS);
        assert_eq!(SLOTS, 16_384);
    }
}
