//! Combinations of memories: none, borrowed, optional, several.

use komadai_core::{Move, Value};

use super::{CORRECTION_LIMIT, Candidates, MoveMemory, limited};
use crate::depth::Depth;
use crate::node::{Node, Outcome};

/// No memory.
impl MoveMemory for () {
    #[inline]
    fn looks_back(&self) -> bool {
        false
    }
}

/// A borrowed memory.
impl<A: MoveMemory + ?Sized> MoveMemory for &mut A {
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        (**self).recall(at, out);
    }

    #[inline]
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        (**self).score(at, mv)
    }

    #[inline]
    fn correct(&self, at: &Node<'_>) -> Value {
        (**self).correct(at)
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        (**self).record(at, outcome);
    }

    #[inline]
    fn forget(&mut self) {
        (**self).forget();
    }

    #[inline]
    fn looks_back(&self) -> bool {
        (**self).looks_back()
    }

    #[inline]
    fn in_quiescence(&self) -> bool {
        (**self).in_quiescence()
    }

    #[inline]
    fn gives_probabilities(&self) -> bool {
        (**self).gives_probabilities()
    }
}

/// An optional memory, for searches assembled at run time.
impl<A: MoveMemory> MoveMemory for Option<A> {
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        if let Some(memory) = self {
            memory.recall(at, out);
        }
    }

    #[inline]
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        self.as_ref().map_or(0, |memory| memory.score(at, mv))
    }

    #[inline]
    fn correct(&self, at: &Node<'_>) -> Value {
        self.as_ref().map_or(Value::ZERO, |memory| memory.correct(at))
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        if let Some(memory) = self {
            memory.record(at, outcome);
        }
    }

    #[inline]
    fn forget(&mut self) {
        if let Some(memory) = self {
            memory.forget();
        }
    }

    #[inline]
    fn looks_back(&self) -> bool {
        self.as_ref().is_some_and(MoveMemory::looks_back)
    }

    #[inline]
    fn in_quiescence(&self) -> bool {
        self.as_ref().is_some_and(MoveMemory::in_quiescence)
    }

    #[inline]
    fn gives_probabilities(&self) -> bool {
        self.as_ref().is_some_and(MoveMemory::gives_probabilities)
    }
}

/// A tuple of memories. In quiescence only those members take part that are switched on there.
macro_rules! several {
    ($($memory:ident $place:tt),+) => {
        /// All of them: what they recall in order, and the sums of their scores and of their corrections, inside the range.
        impl<$($memory: MoveMemory),+> MoveMemory for ($($memory,)+) {
            #[inline]
            fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
                $(if concerns(self, &self.$place, at) {
                    self.$place.recall(at, out);
                })+
            }

            #[inline]
            fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
                let mut sum = 0_i32;
                $(if concerns(self, &self.$place, at) {
                    sum = sum.saturating_add(self.$place.score(at, mv));
                })+
                limited(sum)
            }

            #[inline]
            fn scorer(&self, at: &Node<'_>) -> impl Fn(Move) -> i32 {
                let scorers = ($(concerns(self, &self.$place, at).then(|| self.$place.scorer(at)),)+);
                move |mv| {
                    let mut sum = 0_i32;
                    $(if let Some(score) = &scorers.$place {
                        sum = sum.saturating_add(score(mv));
                    })+
                    limited(sum)
                }
            }

            #[inline]
            fn correct(&self, at: &Node<'_>) -> Value {
                let sum = Value::ZERO$( + self.$place.correct(at))+;
                sum.clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT)
            }

            #[inline]
            fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
                $(if concerns(self, &self.$place, at) {
                    self.$place.record(at, outcome);
                })+
            }

            #[inline]
            fn forget(&mut self) {
                $(self.$place.forget();)+
            }

            #[inline]
            fn looks_back(&self) -> bool {
                $(self.$place.looks_back())||+
            }

            #[inline]
            fn in_quiescence(&self) -> bool {
                $(self.$place.in_quiescence())||+
            }

            #[inline]
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

/// Whether a member takes part at a node: always, except in quiescence if only other members are switched on there. If none
/// is, this is the constant `true` to the compiler.
#[inline]
fn concerns(all: &impl MoveMemory, member: &impl MoveMemory, at: &Node<'_>) -> bool {
    !all.in_quiescence() || member.in_quiescence() || at.depth > Depth::ZERO
}
