//! Where in the tree the killers of a recipe are used, and how likely they are \[R1\].

use komadai_search::policy::Bits;
use komadai_search::{Likely, Phases};

use super::part::Part;
use super::text::Recipe;

/// The probability of what a killer recalls, in per cent: its effectiveness over 100 positions with 400,000 nodes each
/// (`docs/SEARCH.md`, "Effectiveness of killers"), rounded to 5; of [`CounterMove`](komadai_search::CounterMove) that of the hashed
/// premove, its like. From 65 on the least cost of a move decides, a quarter of a ply.
const fn probability(killer: Part) -> u64 {
    match killer {
        Part::TaggedContext => 85,
        Part::Context => 80,
        Part::Premove => 70,
        Part::ContextN => 65,
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

#[cfg(test)]
mod tests {
    use komadai_core::{Position, Tracked};
    use komadai_eval::Material;
    use komadai_search::Limits;

    use super::*;

    /// Depth, value and nodes of a search of an opening with its lines open.
    fn search(recipe: &str, limits: &Limits) -> (u32, i32, u64) {
        let pos: Position =
            "lnsgk1snl/6gb1/p1pppp2p/6R2/9/1rP6/P2PPPP1P/1BG6/LNS1KGSNL w 3P2p 21".parse().unwrap();
        let recipe: Recipe = recipe.parse().unwrap();
        let mut engine = recipe.engine(Material::default(), 1).unwrap();
        let report = engine.search_game(Tracked::new(pos), limits, &mut |_| {});
        (report.depth, report.value.cp(), report.nodes)
    }

    #[test]
    fn killers_that_are_used_nowhere_are_no_killers() {
        let limits = Limits::depth(3);
        let killers = "bare+table+brother+premove+context";
        let nowhere = search(&format!("{killers}+no-inner-killers+no-near-leaf-killers"), &limits);
        assert_eq!(nowhere, search("bare+table", &limits));
        assert_ne!(nowhere.2, search(killers, &limits).2);
    }

    #[test]
    fn each_part_switches_what_its_name_says() {
        let killer = |recipe: &str| {
            let recipe: Recipe = recipe.parse().unwrap();
            recipe.killer(Part::Brother, || ())
        };
        assert_eq!(killer("modern-brother+quiescence-killers"), (None, None));
        assert_eq!(killer("modern"), (Some(()), None));
        let placed = |recipe: &str| {
            let (plain, placed) = killer(recipe);
            assert_eq!(plain, None);
            let phases = placed.unwrap();
            let priced = phases.inner.surprise < Bits::NEVER;
            [phases.main, phases.near_leaf, phases.quiescence, priced]
        };
        assert_eq!(placed("modern+no-inner-killers"), [false, true, false, false]);
        assert_eq!(placed("modern+no-near-leaf-killers"), [true, false, false, false]);
        assert_eq!(placed("modern+quiescence-killers"), [true, true, true, false]);
        assert_eq!(placed("modern+priced-killers"), [true, true, false, true]);
        assert_eq!(placed("tacos"), [true, true, true, true]);
    }

    #[test]
    fn every_part_of_the_base_of_the_thesis_changes_its_search() {
        let limits = Limits::depth(3);
        let base = search("tacos", &limits);
        for part in ["brother", "pass", "premove", "quiescence-killers", "priced-killers", "null-window-pass"]
        {
            assert_ne!(search(&format!("tacos-{part}"), &limits).2, base.2, "{part}");
        }
        assert_ne!(search("tacos+context", &limits).2, base.2);
    }

    #[test]
    fn a_price_without_a_policy_that_asks_for_it_changes_nothing() {
        let limits = Limits::depth(4);
        assert_eq!(search("modern+context+priced-killers", &limits), search("modern+context", &limits));
    }
}
