//! Combinations of memories: none, borrowed, optional, several, and one whose moves come before all others \[R2\].

use komadai_core::{Move, Piece, Value};

use super::{CORRECTION_LIMIT, Candidates, GAIN_LIMIT, MoveMemory, limited};
use crate::depth::Depth;
use crate::node::{Node, Outcome};

/// No memory.
impl MoveMemory for () {}

/// The named methods of a memory, forwarded to what a pattern finds in it: `forward_memory!(recall, score in self { … })`.
macro_rules! forward_memory {
    ($($method:ident),+ in $self:ident $parts:tt) => { $(forward_memory!(@$method $self $parts);)+ };
    (@recall $self:ident $parts:tt) => {
        $crate::forward::forward!($self $parts fn recall(&$self, at: &$crate::node::Node<'_>, out: &mut $crate::memory::Candidates););
    };
    (@score $self:ident $parts:tt) => {
        $crate::forward::forward!($self $parts fn score(&$self, at: &$crate::node::Node<'_>, mv: komadai_core::Move) -> i32;);
    };
    (@scorer $self:ident { $pattern:pat => $part:expr }) => {
        fn scorer(
            &$self,
            at: &$crate::node::Node<'_>,
        ) -> impl Fn(komadai_core::Move, komadai_core::Piece) -> i32 {
            let $pattern = $self;
            $part.scorer(at)
        }
    };
    (@gain $self:ident $parts:tt) => {
        $crate::forward::forward!($self $parts fn gain(&$self, at: &$crate::node::Node<'_>, mv: komadai_core::Move) -> i32;);
    };
    (@correct $self:ident $parts:tt) => {
        $crate::forward::forward!($self $parts fn correct(&$self, at: &$crate::node::Node<'_>) -> komadai_core::Value;);
    };
    (@record $self:ident $parts:tt) => {
        $crate::forward::forward!($self $parts fn record(&mut $self, at: &$crate::node::Node<'_>, outcome: &$crate::node::Outcome););
    };
    (@forget $self:ident $parts:tt) => { $crate::forward::forward!($self $parts fn forget(&mut $self);); };
    (@in_quiescence $self:ident $parts:tt) => { $crate::forward::forward!($self $parts fn in_quiescence(&$self) -> bool;); };
    (@gives_probabilities $self:ident $parts:tt) => {
        $crate::forward::forward!($self $parts fn gives_probabilities(&$self) -> bool;);
    };
}
pub(crate) use forward_memory;

/// A borrowed memory.
impl<A: MoveMemory + ?Sized> MoveMemory for &mut A {
    forward_memory!(recall, score, gain, correct, record, forget, in_quiescence, gives_probabilities in self { lent => (**lent) });
}

/// A memory whose type is unknown at compile time: `Box<dyn MoveMemory>`.
impl<T: MoveMemory + ?Sized> MoveMemory for Box<T> {
    forward_memory!(recall, score, gain, correct, record, forget, in_quiescence, gives_probabilities in self { boxed => (**boxed) });
}

/// An optional memory, for searches assembled at run time.
impl<A: MoveMemory> MoveMemory for Option<A> {
    forward_memory!(recall, score, gain, correct, record, forget, in_quiescence, gives_probabilities in self {
        Some(memory) => memory, None => ()
    });

    fn scorer(&self, at: &Node<'_>) -> impl Fn(Move, Piece) -> i32 {
        let scorer = self.as_ref().map(|memory| memory.scorer(at));
        move |mv, piece| scorer.as_ref().map_or(0, |scorer| scorer(mv, piece))
    }
}

/// Tries what `A` recalls before every other move, the table's included.
///
/// This is how the thesis measures a killer alone \[R2\]; for playing strength the table's move is better first. Put it
/// first in a tuple: moves that memories before it recall would also be tried before the table's move, and earlier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct First<A>(pub A);

impl<A: MoveMemory> MoveMemory for First<A> {
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        self.0.recall(at, out);
        out.before_all = out.len();
    }

    forward_memory!(score, scorer, gain, correct, record, forget, in_quiescence, gives_probabilities in self { first => first.0 });
}

/// A tuple of memories. In quiescence, only members that are switched on there take part.
macro_rules! several {
    ($($memory:ident $place:tt),+) => {
        /// All of them: the moves they recall, in order, and the sums of their scores and of their corrections, clamped to the range.
        impl<$($memory: MoveMemory),+> MoveMemory for ($($memory,)+) {
            fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
                $(if concerns(self, &self.$place, at) {
                    self.$place.recall(at, out);
                })+
            }

            fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
                let mut sum = 0_i32;
                $(if concerns(self, &self.$place, at) {
                    sum = sum.saturating_add(self.$place.score(at, mv));
                })+
                limited(sum)
            }

            fn scorer(&self, at: &Node<'_>) -> impl Fn(Move, Piece) -> i32 {
                let scorers = ($((concerns(self, &self.$place, at), self.$place.scorer(at)),)+);
                move |mv, piece| {
                    let mut sum = 0_i32;
                    $(if scorers.$place.0 {
                        sum = sum.saturating_add((scorers.$place.1)(mv, piece));
                    })+
                    limited(sum)
                }
            }

            fn gain(&self, at: &Node<'_>, mv: Move) -> i32 {
                let sum = 0_i32$(.saturating_add(self.$place.gain(at, mv)))+;
                sum.clamp(-GAIN_LIMIT, GAIN_LIMIT)
            }

            fn correct(&self, at: &Node<'_>) -> Value {
                let sum = Value::ZERO$( + self.$place.correct(at))+;
                sum.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT)
            }

            fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
                $(if concerns(self, &self.$place, at) {
                    self.$place.record(at, outcome);
                })+
            }

            fn forget(&mut self) {
                $(self.$place.forget();)+
            }

            fn in_quiescence(&self) -> bool {
                $(self.$place.in_quiescence())||+
            }

            fn gives_probabilities(&self) -> bool {
                $(self.$place.gives_probabilities())||+
            }
        }
    };
}
several!(A 0, B 1);
several!(A 0, B 1, C 2);
several!(A 0, B 1, C 2, D 3);
several!(A 0, B 1, C 2, D 3, E 4);
several!(A 0, B 1, C 2, D 3, E 4, F 5);
several!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);

/// Whether a member takes part at a node: always, except in quiescence if only other members are switched on there. If
/// none is, the compiler sees the constant `true`.
fn concerns(all: &impl MoveMemory, member: &impl MoveMemory, at: &Node<'_>) -> bool {
    at.depth > Depth::ZERO || !all.in_quiescence() || member.in_quiescence()
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{Line, mv};
    use super::super::{Likely, Phases, SCORE_LIMIT};
    use super::*;
    use crate::policy::bits::Bits;

    /// A memory whose values lie at the ends of the ranges.
    struct Extreme(i32);

    impl MoveMemory for Extreme {
        fn score(&self, _: &Node<'_>, _: Move) -> i32 {
            self.0 * SCORE_LIMIT
        }

        fn gain(&self, _: &Node<'_>, _: Move) -> i32 {
            self.0 * GAIN_LIMIT
        }

        fn correct(&self, _: &Node<'_>) -> Value {
            if self.0 > 0 { CORRECTION_LIMIT } else { -CORRECTION_LIMIT }
        }
    }

    #[test]
    fn tuples_add_and_stay_in_range() {
        let line = Line::new("");
        let said = |memory: &dyn MoveMemory| {
            let at = line.node();
            (memory.score(&at, mv("7g7f")), memory.gain(&at, mv("7g7f")), memory.correct(&at))
        };
        let five = (Extreme(1), Extreme(1), Extreme(-1), Extreme(1), Extreme(1));
        assert_eq!(said(&five), (SCORE_LIMIT, GAIN_LIMIT, CORRECTION_LIMIT));
        assert_eq!(said(&(Extreme(-1), Extreme(-1))), (-SCORE_LIMIT, -GAIN_LIMIT, -CORRECTION_LIMIT));
        assert_eq!(said(&(Extreme(-1), Extreme(1))), (0, 0, Value::ZERO));
    }

    /// Scores moves by what it works out once a node.
    struct OnceANode;

    impl MoveMemory for OnceANode {
        fn score(&self, _: &Node<'_>, mv: Move) -> i32 {
            panic!("{mv} is scored by itself")
        }

        fn scorer(&self, _: &Node<'_>) -> impl Fn(Move, Piece) -> i32 {
            |_, _| 7
        }
    }

    #[test]
    fn whatever_stands_around_a_memory_scores_the_moves_of_a_node_in_one_go() {
        let line = Line::new("7g7f 3c3d");
        let at = line.node();
        let (mv, wrapped) = (
            mv("2g2f"),
            (
                Some(First(OnceANode)),
                (Phases::everywhere(Likely { inner: OnceANode, surprise: Bits::ONE }), None::<OnceANode>),
            ),
        );
        let piece = at.pos.placed_by(mv).unwrap();
        assert_eq!(wrapped.scorer(&at)(mv, piece), 14);
    }
}
