//! One position under one killer.

use komadai::eval::{Material, Sum};
use komadai::lab::{CategoryTally, Effectiveness, Tally};
use komadai::search::policy::RealizationProbability;
use komadai::search::policy::category::{Classifier, Tacos};
use komadai::search::{
    BrotherBest, ContextBest, ContextN, Depth, First, HashTable, HashedPremove, Limits, MoveMemory, Node,
    NullMove, PassBest, PremoveBest, Searcher, TaggedContext, TwoAgo,
};
use komadai::{Move, Position};

use crate::nearness::Nearness;

/// A killer, alone in its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Killer {
    Brother,
    Pass,
    Premove,
    Context,
    Tagged,
    ContextN,
    HashedPremove,
    TwoAgo,
    /// No killer: how many moves of each kind are right anyway.
    None,
}

/// All of them, in the order of tables; the three of the thesis's analysis first.
pub(crate) const KILLERS: [Killer; 9] = [
    Killer::Brother,
    Killer::Pass,
    Killer::Premove,
    Killer::Context,
    Killer::Tagged,
    Killer::ContextN,
    Killer::HashedPremove,
    Killer::TwoAgo,
    Killer::None,
];

impl Killer {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Killer::Brother => "Brotherbest",
            Killer::Pass => "Passbest",
            Killer::Premove => "Premovebest",
            Killer::Context => "Contextbest",
            Killer::Tagged => "tagged context",
            Killer::ContextN => "context of 3",
            Killer::HashedPremove => "hashed premove",
            Killer::TwoAgo => "two ago",
            Killer::None => "no killer",
        }
    }
}

/// Depths that are told apart, in bits; the last stands for all beyond.
pub(crate) const DEPTHS: usize = 40;
/// The kinds of moves.
pub(crate) const KINDS: &[&str] = Tacos::NAMES;

/// What a killer did in one search.
pub(crate) struct Measured {
    pub(crate) all: Tally,
    /// By −log2 of the realization probability of the path from the root: the budget spent on it. A pass counts as what it
    /// cost.
    pub(crate) by_spent: Vec<Tally>,
    /// By the budget left, in bits as well.
    pub(crate) by_left: Vec<Tally>,
    pub(crate) kinds: Vec<CategoryTally>,
}

/// Searches a position with one killer, from empty tables. One slot each, as in the thesis.
pub(crate) fn measure(killer: Killer, pos: &Position, nodes: u64) -> Measured {
    match killer {
        Killer::Brother => search(BrotherBest::<1>::new(), pos, nodes),
        Killer::Pass => search(PassBest::default(), pos, nodes),
        Killer::Premove => search(PremoveBest::default(), pos, nodes),
        Killer::Context => search(ContextBest::default(), pos, nodes),
        Killer::Tagged => search(TaggedContext::default(), pos, nodes),
        Killer::ContextN => search(ContextN::default(), pos, nodes),
        Killer::HashedPremove => search(HashedPremove::<1>::new(), pos, nodes),
        Killer::TwoAgo => search(TwoAgo::default(), pos, nodes),
        Killer::None => search((), pos, nodes),
    }
}

fn search(killer: impl MoveMemory, pos: &Position, nodes: u64) -> Measured {
    let policy = RealizationProbability::tacos();
    let a_ply = policy.ply.to_f64();
    let bits = move |depth: Depth| (f64::from(depth.units()) / f64::from(Depth::UNITS) * a_ply) as usize;
    let spent = move |_: &Node<'_>, spent: Depth| bits(spent);
    let left = move |at: &Node<'_>, _: Depth| bits(at.depth);
    let tacos = *policy.model.classifier();
    let kind = move |at: &Node<'_>, mv: Move| tacos.classify(at, mv).index();
    let mut by_spent = Effectiveness::new(DEPTHS, spent, KINDS.len(), kind);
    let mut by_left = Effectiveness::new(DEPTHS, left, 1, |_, _| 0);
    let mut searcher = Searcher::new(Sum(Material::default(), Nearness::default()))
        .depth_policy(policy)
        .memory(First(killer))
        // Passes, for the killer that lives on them, and at small depths already.
        .pruning(NullMove { reduction: Depth::PLY, ..NullMove::default() })
        .table(HashTable::new(1).expect("a table of one megabyte"))
        .observer((&mut by_spent, &mut by_left));
    searcher.search(pos, &Limits::nodes(nodes));
    Measured {
        all: by_spent.all(),
        by_spent: by_spent.bins().to_vec(),
        by_left: by_left.bins().to_vec(),
        kinds: by_spent.categories().to_vec(),
    }
}
