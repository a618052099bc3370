//! Where in the tree the killers of a recipe are used, and how likely they are \[R1\].

use komadai_search::policy::Bits;
use komadai_search::{Likely, MoveMemory, Phases};

use super::erased::{Killers, OwnMemories};
use super::part::{Killer, Socket};
use super::text::Recipe;

impl Recipe {
    /// The killers of the recipe, in the order of the registry.
    pub(super) fn killers(&self) -> Killers {
        let killers = self.parts().filter_map(|part| match part.socket {
            Socket::Killer(killer) => Some(self.placed(killer)),
            _ => None,
        });
        Killers(OwnMemories::of(killers))
    }

    /// A killer with its place in the tree and its probability. In most recipes it has neither, and stays plain, not one of all phases
    /// but quiescence: where quiescence looks at quiet moves, a killer orders them.
    fn placed(&self, killer: Killer) -> Box<dyn MoveMemory + Send> {
        let made = (killer.make)(false);
        match self.phases(killer.percent) {
            None => made,
            Some(Phases { inner: surprise, main, near_leaf, near_leaf_to, quiescence }) => {
                let inner = Likely { inner: OwnMemories::of([made]), surprise };
                Box::new(Phases { inner, main, near_leaf, near_leaf_to, quiescence })
            }
        }
    }

    /// Where killers of this probability are used, and what a search is told of it; `None` for plain killers.
    fn phases(&self, percent: u64) -> Option<Phases<Bits>> {
        let (quiescence, priced) = (self.has("quiescence-killers"), self.has("priced-killers"));
        let (main, near_leaf) = (!self.has("no-inner-killers"), !self.has("no-near-leaf-killers"));
        if main && near_leaf && !quiescence && !priced {
            return None;
        }
        let surprise = if priced { Bits::of_share(percent, 100) } else { Bits::NEVER };
        Some(Phases { main, near_leaf, quiescence, ..Phases::everywhere(surprise) })
    }
}
