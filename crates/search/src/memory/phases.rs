//! [`Phases`]: where in the tree a memory is used \[R1\].

use komadai_core::{Move, Piece, Value};

use super::combine::forward_memory;
use super::{Candidates, MoveMemory};
use crate::depth::Depth;
use crate::node::{Node, Outcome};

/// Switches a memory on or off in each part of the tree: the main search, near the leaves, and quiescence.
///
/// The thesis tries killers at any depth, down into what other programs call quiescence, and credits this for much of
/// its gain (paper 000, sections 6.5 and 7): near the leaves a selective search looks at little but captures, and a
/// killer is the quiet move that it would miss. To see where a gain comes from, switch the parts off one at a time. In
/// quiescence a recalled quiet move is tried only if the depth policy allows it there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phases<A> {
    /// The memory.
    pub inner: A,
    /// On where the remaining budget is more than [`Phases::near_leaf_to`].
    pub main: bool,
    /// On where there is some budget left, but not more than [`Phases::near_leaf_to`].
    pub near_leaf: bool,
    /// The largest budget that counts as near the leaves; two plies by default.
    pub near_leaf_to: Depth,
    /// On in quiescence.
    pub quiescence: bool,
}

impl<A> Phases<A> {
    /// A memory that is on everywhere, quiescence included, as in TACOS.
    pub const fn everywhere(inner: A) -> Self {
        Self { inner, main: true, near_leaf: true, near_leaf_to: Depth::plies(2), quiescence: true }
    }

    /// Whether the memory is used at a node.
    fn on(&self, at: &Node<'_>) -> bool {
        if at.depth <= Depth::ZERO {
            self.quiescence
        } else if at.depth <= self.near_leaf_to {
            self.near_leaf
        } else {
            self.main
        }
    }
}

impl<A: Default> Default for Phases<A> {
    fn default() -> Self {
        Self::everywhere(A::default())
    }
}

impl<A: MoveMemory> MoveMemory for Phases<A> {
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        if self.on(at) {
            self.inner.recall(at, out);
        }
    }

    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        if self.on(at) { self.inner.score(at, mv) } else { 0 }
    }

    fn scorer(&self, at: &Node<'_>) -> impl Fn(Move, Piece) -> i32 {
        let scorer = self.on(at).then(|| self.inner.scorer(at));
        move |mv, piece| scorer.as_ref().map_or(0, |scorer| scorer(mv, piece))
    }

    fn gain(&self, at: &Node<'_>, mv: Move) -> i32 {
        if self.on(at) { self.inner.gain(at, mv) } else { 0 }
    }

    fn correct(&self, at: &Node<'_>) -> Value {
        if self.on(at) { self.inner.correct(at) } else { Value::ZERO }
    }

    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        if self.on(at) {
            self.inner.record(at, outcome);
        }
    }

    forward_memory!(forget, gives_probabilities in self { phases => phases.inner });

    fn in_quiescence(&self) -> bool {
        self.quiescence
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{Line, finish, mv, recalled_at};
    use super::super::{BrotherBest, History};
    use super::*;
    use crate::bound::Bound;

    const DEPTHS: [Depth; 4] = [Depth::plies(3), Depth::plies(2), Depth::from_units(1), Depth::ZERO];

    /// At which of [`DEPTHS`] a move is learnt, and at which it is recalled and scored.
    fn used(phases: impl Fn() -> Phases<(BrotherBest, History)>) -> [[bool; 4]; 2] {
        let line = Line::new("7g7f");
        let node = |depth| Node { depth, ..line.node() };
        let learns = DEPTHS.map(|depth| {
            let mut memory = phases();
            finish(&mut memory, &node(depth), "3c3d", Bound::Lower);
            memory != phases()
        });
        let mut memory = phases();
        finish(&mut memory.inner, &node(DEPTHS[0]), "3c3d", Bound::Lower);
        let tells = DEPTHS.map(|depth| {
            let (moves, score) = (recalled_at(&memory, &node(depth)), memory.score(&node(depth), mv("3c3d")));
            assert_eq!(moves.is_empty(), score == 0, "{depth}");
            score != 0
        });
        [learns, tells]
    }

    #[test]
    fn each_part_of_the_tree_has_its_switch() {
        assert_eq!(used(Phases::default), [[true; 4]; 2]);
        let none = || Phases { main: false, near_leaf: false, quiescence: false, ..Phases::default() };
        assert_eq!(used(none), [[false; 4]; 2]);
        assert_eq!(used(|| Phases { main: true, ..none() }), [[true, false, false, false]; 2]);
        assert_eq!(used(|| Phases { near_leaf: true, ..none() }), [[false, true, true, false]; 2]);
        assert_eq!(used(|| Phases { quiescence: true, ..none() }), [[false, false, false, true]; 2]);
    }

    #[test]
    fn it_goes_into_quiescence_if_switched_on_and_takes_no_other_memory_along() {
        let on = Phases::everywhere(BrotherBest::<1>::new());
        assert!(on.in_quiescence() && !Phases { quiescence: false, ..on.clone() }.in_quiescence());
        let mut both = (on, BrotherBest::<1>::new());
        assert!(both.in_quiescence());
        let line = Line::new("7g7f");
        let leaf = Node { depth: Depth::ZERO, ..line.node() };
        finish(&mut both, &line.node(), "8c8d", Bound::Lower);
        finish(&mut both, &leaf, "3c3d", Bound::Lower);
        assert_eq!(recalled_at(&both, &line.node()), "3c3d 8c8d", "the second was not asked in quiescence");
        assert_eq!(recalled_at(&both, &leaf), "3c3d");
    }
}
