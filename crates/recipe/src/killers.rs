//! Where in the tree the killers of a recipe are used, and how likely they are \[R1\].

use komadai_search::policy::Bits;
use komadai_search::{Candidates, Likely, MoveMemory, Node, Outcome, Phases};

use super::own_part::AnyMemory;
use super::part::{Killer, Socket};
use super::text::Recipe;

/// The killers of a recipe: memories that recall moves and score none.
#[expect(missing_debug_implementations, reason = "parts of any types, which need not have one")]
pub struct Killers(Option<AnyMemory>);

impl MoveMemory for Killers {
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        self.0.recall(at, out);
    }

    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        self.0.record(at, outcome);
    }

    fn forget(&mut self) {
        self.0.forget();
    }

    fn in_quiescence(&self) -> bool {
        self.0.in_quiescence()
    }

    fn gives_probabilities(&self) -> bool {
        self.0.gives_probabilities()
    }
}

impl Recipe {
    /// The killers of the recipe, in the order of the registry.
    pub(super) fn killers(&self) -> Killers {
        let killers = self.parts().filter_map(|part| match part.socket {
            Socket::Killer(killer) => Some(self.placed(killer)),
            _ => None,
        });
        Killers(killers.reduce(|one, next| Box::new((one, next))))
    }

    /// A killer with its place in the tree and its probability. In most recipes it has neither, and stays plain.
    fn placed(&self, killer: Killer) -> AnyMemory {
        let made = (killer.make)(false);
        let (quiescence, priced) = (self.has("quiescence-killers"), self.has("priced-killers"));
        let (main, near_leaf) = (!self.has("no-inner-killers"), !self.has("no-near-leaf-killers"));
        if main && near_leaf && !quiescence && !priced {
            return made;
        }
        let surprise = if priced { Bits::of_share(killer.percent, 100) } else { Bits::NEVER };
        let likely = Likely { inner: made, surprise };
        Box::new(Phases { main, near_leaf, quiescence, ..Phases::everywhere(likely) })
    }
}
