//! Memories made of memories: none, lent, perhaps, several at once.

use komadai_core::Move;

use super::{Candidates, MoveMemory};
use crate::depth::Depth;
use crate::node::{Node, Outcome};

/// Remembers nothing.
impl MoveMemory for () {
    #[inline]
    fn record(&mut self, _: &Node<'_>, _: &Outcome) {}

    #[inline]
    fn forget(&mut self) {}

    #[inline]
    fn looks_back(&self) -> bool {
        false
    }
}

/// A memory that somebody else owns.
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
    fn correct(&self, at: &Node<'_>) -> i32 {
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
}

/// A memory that may be there: for recipes put together at run time, of one type.
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
    fn correct(&self, at: &Node<'_>) -> i32 {
        self.as_ref().map_or(0, |memory| memory.correct(at))
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
}

/// A tuple of memories. In quiescence those of its members are asked that want to be; the others see nothing of it.
macro_rules! several {
    ($($memory:ident $place:tt),+) => {
        /// All of them: what they recall in order, the sums of their scores and corrections.
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
                sum
            }

            #[inline]
            fn correct(&self, at: &Node<'_>) -> i32 {
                0_i32$(.saturating_add(self.$place.correct(at)))+
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
        }
    };
}
several!(A 0, B 1);
several!(A 0, B 1, C 2);
several!(A 0, B 1, C 2, D 3);
several!(A 0, B 1, C 2, D 3, E 4);

/// Whether a member hears of a node: always, unless this is quiescence and only others of `all` are at home there. Where
/// nobody is, this is the constant `true` to the compiler.
#[inline]
fn concerns(all: &impl MoveMemory, member: &impl MoveMemory, at: &Node<'_>) -> bool {
    !all.in_quiescence() || member.in_quiescence() || at.depth > Depth::ZERO
}
