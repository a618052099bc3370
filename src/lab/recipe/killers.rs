//! Where in the tree the killers of a recipe are used, and how likely they are \[R1\].

use komadai_search::policy::Bits;
use komadai_search::{Likely, Phases};

use super::part::Part;
use super::text::Recipe;

/// The probability of what a killer recalls, in per cent: its effectiveness by the example `killer_effectiveness`, rounded to 5
/// (`--positions 12 --nodes 100000`; of [`CounterMove`](komadai_search::CounterMove) that of the hashed premove, its like).
const fn probability(killer: Part) -> u64 {
    match killer {
        Part::TaggedContext => 80,
        Part::Context => 75,
        Part::Premove | Part::ContextN => 65,
        Part::Brother | Part::Pass | Part::TwoAgo => 55,
        _ => 50,
    }
}

/// A killer as it is in most recipes, or one with its place in the tree and its probability: one of the two.
pub(super) type Killer<A> = (Option<A>, Option<Phases<Likely<A>>>);

impl Recipe {
    /// The killer of this part, if the recipe has it.
    pub(super) fn killer<A>(&self, part: Part, make: impl FnOnce() -> A) -> Killer<A> {
        let (quiescence, priced) = (self.has(Part::QuiescenceKillers), self.has(Part::PricedKillers));
        let (main, near_leaf) = (!self.has(Part::NoInnerKillers), !self.has(Part::NoNearLeafKillers));
        if !self.has(part) {
            return (None, None);
        }
        if main && near_leaf && !quiescence && !priced {
            // Plainly, not as a killer of all phases but one: where quiescence looks at quiet moves, a killer orders them.
            return (Some(make()), None);
        }
        let surprise = if priced { Bits::of_share(probability(part), 100) } else { Bits::NEVER };
        let likely = Likely { inner: make(), surprise };
        (None, Some(Phases { main, near_leaf, quiescence, ..Phases::everywhere(likely) }))
    }
}
