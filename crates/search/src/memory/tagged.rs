//! Contextbest with tags: the best reply to the last two moves, both compared \[R1\].

use komadai_core::Move;

use super::replies::{Cells, Slot, put_in_front};
use super::{Candidates, MoveMemory, last_two, lesson};
use crate::node::{Node, Outcome};

/// Killer by the last two moves, both compared: for each last move `N` replies, each with the move before it (paper 000,
/// section 6.1; there `N` is 4).
///
/// Only a reply to exactly these two moves is recalled. The thesis does not say which of `N` replies gives way to a new
/// one; here it is the one whose context was seen longest ago. 228 KB with `N` = 4.
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
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        let Some((last, before)) = last_two(at) else { return };
        let before = Slot::from(before);
        let known = self.slots[last.code()].iter().find(|slot| slot.before == before);
        if let Some(reply) = known.and_then(|slot| slot.reply.get()) {
            out.push(reply);
        }
    }

    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        let (Some((last, before)), Some(best)) = (last_two(at), lesson(*outcome)) else { return };
        let new = Reply { before: before.into(), reply: best.into() };
        put_in_front(&mut self.slots[last.code()], new, |known| known.before == new.before);
    }

    fn forget(&mut self) {
        self.slots.fill([Reply::NONE; N]);
    }
}
