//! Effectiveness of a killer in one search: section 3.2 of the thesis of paper 000 \[R2\].
//!
//! The killer is alone in its search and tried before every other move at any depth, also in quiescence, which in
//! TACOS, the program of the thesis, is the end of its single search. It is effective if its move is best or cuts.
//! Depth is counted by realization probability and moves are classed by 21 categories, as in TACOS; killers have a
//! probability that is high compared with other moves, and every node out of check with budget left searches a pass.

use komadai::evaluation::Evaluation;
use komadai_core::{Move, Position};
use komadai_search::policy::category::{Classifier, Tacos};
use komadai_search::policy::{Bits, MoveProbability, RealizationProbability};
use komadai_search::{
    Depth, First, HashTable, Likely, Limits, Node, NullWindowPass, Phases, Searcher, TableError,
};

use crate::AnyMemory;
use crate::watch::effectiveness::{CategoryTally, Effectiveness, Tally};

/// Number of depths that are distinguished, in bits of realization probability; the last stands for all beyond.
pub const DEPTHS: usize = 40;

/// Names of the kinds of moves that are distinguished.
pub const KINDS: &[&str] = Tacos::NAMES;

/// The probability of a killer, in per cent: the rate that the thesis found for all three (section 3.2.3). It does not
/// say which one TACOS gives them.
const PROBABILITY: u64 = 60;

/// Effectiveness of a killer in one search.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct KillerMeasurement {
    /// All nodes.
    pub all: Tally,
    /// Nodes with a ply of budget or more left: those that are not near the leaves.
    pub inner: Tally,
    /// `[bits]`: by −log2 of the realization probability of the path from the root, the budget spent on it. A pass
    /// counts with its cost. Quiescence goes on counting.
    pub by_spent: Vec<Tally>,
    /// `[bits]`: by the budget left, without quiescence.
    pub by_left: Vec<Tally>,
    /// `[kind of KINDS]`: by the kind of the move.
    pub kinds: Vec<CategoryTally>,
}

/// Searches a position with one killer, from empty tables of one megabyte, and counts how often it was effective.
///
/// # Errors
///
/// [`TableError`]: the table cannot be allocated.
pub fn measure(
    killer: Option<AnyMemory>,
    eval: Evaluation,
    pos: &Position,
    nodes: u64,
) -> Result<KillerMeasurement, TableError> {
    // Quiescence tries the killer wherever it tries any move: the thesis sets no limit of depth (section 3.2.2).
    let policy = RealizationProbability {
        tail: Depth::PLY,
        recalled_tail: Depth::NEVER,
        ..RealizationProbability::tacos()
    };
    let a_ply = policy.model.average().to_f64();
    let bits = move |depth: Depth| (f64::from(depth.units()) / f64::from(Depth::UNITS) * a_ply) as usize;
    let spent = move |_: &Node<'_>, spent: Depth| bits(spent);
    let left = move |at: &Node<'_>, _: Depth| bits(at.depth);
    let kind = |at: &Node<'_>, mv: Move| Tacos.classify(at, mv);
    let mut by_spent = Effectiveness::new(DEPTHS, spent, KINDS.len(), kind);
    by_spent.quiescence = true;
    let mut by_left = Effectiveness::new(DEPTHS, left, 1, |_, _| 0);
    let has_a_ply = |at: &Node<'_>, _: Depth| usize::from(at.depth >= Depth::PLY);
    let mut inner = Effectiveness::new(2, has_a_ply, 1, |_, _| 0);
    let mut searcher = Searcher::new(eval)
        .depth_policy(policy)
        .memory(First(Phases::everywhere(Likely {
            inner: killer,
            surprise: Bits::of_share(PROBABILITY, 100),
        })))
        .pruning(NullWindowPass::default())
        .table(HashTable::new(1)?)
        .observer((&mut by_spent, (&mut by_left, &mut inner)));
    searcher.search(pos, &Limits::nodes(nodes));
    let Effectiveness { all, bins: by_spent, categories: kinds, .. } = by_spent;
    Ok(KillerMeasurement { all, inner: inner.bins[1], by_spent, by_left: by_left.bins, kinds })
}
