//! Brotherbest: the best moves of the node's siblings and cousins, the classical killer of \[R1\].

use komadai_core::Move;

use super::{Candidates, MoveMemory};
use crate::{Bound, MAX_PLY, Node, Outcome};

/// The newest `N` best or cutting moves of each ply, newest first, the oldest pushed out.
///
/// Paper 000 keeps one move a slot and names two or three slots as a variant; engines of the time kept two.
/// Nodes where no move reached alpha teach nothing: behind a null window their "best" move is an accident.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrotherBest<const N: usize = 2> {
    /// `[ply]`
    slots: Vec<[Option<Move>; N]>,
}

impl<const N: usize> BrotherBest<N> {
    /// An empty memory.
    pub fn new() -> Self {
        Self { slots: vec![[None; N]; MAX_PLY + 1] }
    }
}

impl Default for BrotherBest<2> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> MoveMemory for BrotherBest<N> {
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        for mv in self.slots[at.ply().min(MAX_PLY)].iter().flatten() {
            out.push(*mv);
        }
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        if outcome.bound == Bound::Upper {
            return;
        }
        let slots = &mut self.slots[at.ply().min(MAX_PLY)];
        let known = slots.iter().position(|&slot| slot == Some(outcome.best));
        let last = known.unwrap_or(N.saturating_sub(1));
        if let Some(moved) = slots.get_mut(..=last) {
            moved.rotate_right(1);
            moved[0] = Some(outcome.best);
        }
    }

    fn forget(&mut self) {
        self.slots.fill([None; N]);
    }

    #[inline]
    fn looks_back(&self) -> bool {
        false
    }
}
