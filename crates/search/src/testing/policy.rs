//! The laws of depth policies.

use core::cell::Cell;

use komadai_core::rng::SplitMix64;
use komadai_core::{Evaluator, Move};

use super::aids::{Parts, Scores, played};
use crate::depth::Depth;
use crate::limits::Limits;
use crate::node::{MAX_PLY, Node};
use crate::options::Leaf;
use crate::policy::DepthPolicy;
use crate::policy::forward::forward_policy;
use crate::table::HashTable;

/// The most a move may cost, and the most it may give back: more than any budget, and far from the largest number.
const MOST: Depth = Depth::plies(MAX_PLY as i32);

/// The most nodes of a search.
const NODES: u64 = 100_000;

/// Searches positions of random play to a fixed depth with a depth policy, and checks what every policy must guarantee:
///
/// - It only reads: the same position gives the same nodes again, and the same question the same cost.
/// - A cost lies in ±[`MAX_PLY`] plies, so that sums of them do not overflow.
/// - A re-search costs no more than the first search of the move.
/// - Paths end: within a hundred thousand nodes none is [`MAX_PLY`] plies long. Choose a small depth.
///
/// Searches have a table, so that singular extensions are asked about, and every quiet move has a score. Returns how many costs were
/// not one ply.
///
/// ```
/// use komadai_eval::Material;
/// use komadai_search::{LateMove, PlainDepth, testing};
///
/// let acted = testing::assert_policy_laws(&Material::default(), &LateMove::<PlainDepth>::default(), 1, 10, 3);
/// assert!(acted > 0);
/// ```
///
/// # Panics
///
/// If a law is broken: with the law, the position, for costs the move, and both costs or trees.
pub fn assert_policy_laws<E: Evaluator>(
    eval: &E,
    policy: &dyn DepthPolicy,
    seed: u64,
    positions: u32,
    depth: u32,
) -> u64 {
    let mut rng = SplitMix64::new(seed);
    let mut acted = 0;
    for number in 0..positions {
        let pos = played(&mut rng);
        let case = format!("seed {seed}, position {number}, depth {depth}: search of {pos}");
        let limits = Limits { nodes: Some(NODES), ..Limits::depth(depth) };
        let count = Cell::new(0);
        let search = || {
            let asked = Asked { inner: policy, case: &case, count: &count };
            let table = Some(HashTable::new(1).expect("1 MB can be had"));
            Parts { depth: &asked, pruning: &(), memory: &mut Scores, table, leaf: Leaf::default() }
                .search(eval, &pos, &limits)
        };
        let first = search();
        acted += count.get();
        assert!(first.reached < MAX_PLY, "paths do not end: one is {} plies long: {case}", first.reached);
        let second = search();
        assert!(first == second, "the same search again differs: {first}; then {second}: {case}");
    }
    acted
}

/// A policy whose costs are checked and counted.
struct Asked<'a> {
    inner: &'a dyn DepthPolicy,
    case: &'a str,
    count: &'a Cell<u64>,
}

impl DepthPolicy for Asked<'_> {
    fn cost(&self, at: &Node<'_>, mv: Move, order: usize) -> Depth {
        let cost = self.inner.cost(at, mv, order);
        let again = self.inner.cost(at, mv, order);
        assert!(cost == again, "{mv} in {} costs {cost} plies, then {again}: {}", at.pos, self.case);
        let inside = (Depth::ZERO - MOST..=MOST).contains(&cost);
        assert!(inside, "{mv} in {} costs {cost} plies, not within ±{MOST}: {}", at.pos, self.case);
        self.count.set(self.count.get() + u64::from(cost != Depth::PLY));
        cost
    }

    fn research_cost(&self, at: &Node<'_>, mv: Move, cost: Depth) -> Depth {
        let research = self.inner.research_cost(at, mv, cost);
        assert!(
            research <= cost,
            "{mv} in {} costs {cost} plies, in a re-search {research}: {}",
            at.pos,
            self.case
        );
        research
    }

    forward_policy!(allow_in_quiescence, admits_recalled, wants_quiets, singular_extension, iid, iir in self { outer => outer.inner });
}
