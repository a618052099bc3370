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

#[cfg(test)]
mod tests {
    use komadai::evaluation::Evaluation;
    use komadai_core::{Position, Tracked};
    use komadai_search::Limits;

    use super::*;

    /// Depth, value and nodes of a search of an opening with its lines open.
    fn search(recipe: &str, limits: &Limits) -> (u32, i32, u64) {
        let pos: Position =
            "lnsgk1snl/6gb1/p1pppp2p/6R2/9/1rP6/P2PPPP1P/1BG6/LNS1KGSNL w 3P2p 21".parse().unwrap();
        let recipe: Recipe = recipe.parse().unwrap();
        let mut engine = recipe.engine(Evaluation::material(), 1).unwrap();
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
        let phases = |recipe: &str| recipe.parse::<Recipe>().unwrap().phases(55);
        assert_eq!(phases("modern"), None);
        let placed = |recipe: &str| {
            let phases = phases(recipe).unwrap();
            [phases.main, phases.near_leaf, phases.quiescence, phases.inner < Bits::NEVER]
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
