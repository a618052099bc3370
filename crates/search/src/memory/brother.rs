//! Brotherbest: the classical killer heuristic, best moves of siblings and cousins \[R1\].

use super::cells::Cells;
use super::slot::{Slot, put_in_front};
use super::{Candidates, MoveMemory, lesson};
use crate::node::{MAX_PLY, Node, Outcome};

/// Killer moves by ply: the newest `N` best or cutting moves of each ply, newest first.
///
/// Paper 000 keeps one move a slot and names two or three slots as a variant (section 4.1, not significantly better in
/// TACOS); engines of the time kept two.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::{BrotherBest, Limits, Searcher};
///
/// let mut searcher = Searcher::new(Material::default()).memory(BrotherBest::<3>::new());
/// assert!(searcher.search(&Position::startpos(), &Limits::depth(3)).best.is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrotherBest<const N: usize = 2> {
    /// `[ply]`
    slots: Cells<[Slot; N]>,
}

impl<const N: usize> BrotherBest<N> {
    /// An empty memory.
    pub fn new() -> Self {
        Self { slots: Cells(vec![[Slot::EMPTY; N]; MAX_PLY + 1]) }
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
        for mv in self.slots[at.ply().min(MAX_PLY)].iter().filter_map(|slot| slot.get()) {
            out.push(mv);
        }
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        if let Some(best) = lesson(*outcome) {
            put_in_front(&mut self.slots[at.ply().min(MAX_PLY)], best);
        }
    }

    fn forget(&mut self) {
        self.slots.fill([Slot::EMPTY; N]);
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{assert_learns_from_known_best_moves_only, cut, recalled};
    use super::*;

    #[test]
    fn nodes_of_the_same_ply_share_their_best_moves_newest_first() {
        let mut memory = BrotherBest::<2>::new();
        cut(&mut memory, "7g7f", "3c3d");
        cut(&mut memory, "2g2f", "8c8d");
        assert_eq!(recalled(&memory, "1g1f"), "8c8d 3c3d");
        cut(&mut memory, "5g5f", "5c5d");
        assert_eq!(recalled(&memory, "1g1f"), "5c5d 8c8d");
        assert_eq!(recalled(&memory, "7g7f 3c3d"), "");
    }

    #[test]
    fn best_moves_are_learnt_where_they_are_known() {
        assert_learns_from_known_best_moves_only(BrotherBest::<1>::new(), "7g7f", "3c3d");
    }
}
