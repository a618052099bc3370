//! The laws of forward prunings.

use core::cell::Cell;

use komadai_core::rng::SplitMix64;
use komadai_core::{Evaluator, Move, Position, Value, random};

use super::aids::{Parts, Scores, Tree, position};
use crate::engine::probe::Probe;
use crate::limits::Limits;
use crate::node::Node;
use crate::options::Leaf;
use crate::policy::PlainDepth;
use crate::pruning::ForwardPruning;

/// The most nodes of a search. If they do not suffice, its value is not compared.
const NODES: u64 = 20_000;

/// For each random position, positions of few pieces where mates are near, and the depth to which they are searched: of
/// a check, an answer and a mate.
const MATES: u32 = 16;
const DEPTH: u32 = 3;

/// Searches random positions to a depth with a forward pruning, by at most twenty thousand nodes, and checks the laws of every pruning:
///
/// - It only reads: the same position gives the same nodes again.
/// - A value it gives lies in ±[`Value::MATE`].
/// - If it says that it does not use the static value, the nodes are the same whether that is known or not.
/// - It invents no mate: where a search with it claims a mate, the full search to the same depth finds one that is as
///   fast or faster (a ply deeper if leaves are not searched). A pruning that skips moves while all moves before them
///   are mated breaks this, unless it looks at `at.alpha.is_mate()`.
/// - Where it prunes nothing, value and line are those of a search without it.
///
/// Every quiet move has a score, so that prunings by [`Node::score`] act; the mate solver finds mates in one; there is no table. A
/// fault is found only if a position shows it: the more positions, the surer. Returns how often it pruned a node or skipped a move.
///
/// ```
/// use komadai_eval::Material;
/// use komadai_search::{Futility, testing};
///
/// let acted = testing::assert_pruning_laws(&Material::default(), &<Futility>::default(), 1, 10, 3);
/// assert!(acted > 0);
/// ```
///
/// # Panics
///
/// If a law is broken: with the law, the position, and both trees (value, nodes, line) or the value.
pub fn assert_pruning_laws<E: Evaluator>(
    eval: &E,
    pruning: &dyn ForwardPruning,
    seed: u64,
    positions: u32,
    depth: u32,
) -> u64 {
    let mut rng = SplitMix64::new(seed);
    let mut acted = 0;
    for number in 0..positions {
        let pos = position(&mut rng, number);
        let case = format!("seed {seed}, position {number}, depth {depth}: search of {pos}");
        for leaf in [Leaf::default(), Leaf::Static] {
            let count = Cell::new(0);
            let asked = |asks| Asked::of(pruning, asks, &case, &count);
            let search_to = |depth, asks| search(eval, &pos, depth, leaf, &asked(asks));
            let search = |asks| search_to(depth, asks);
            let report = search(true);
            let here = count.get();
            let again = search(true);
            assert!(report == again, "the same search again differs: {report}; then {again}: {case}");
            if !pruning.uses_static_value() {
                let known = self::search(eval, &pos, depth, leaf, &Asked { reads: true, ..asked(true) });
                assert!(
                    known == report,
                    "`uses_static_value` is false, but it uses the static value: {report} without it; {known} with it: {case}"
                );
            }
            acted += here;
            let full = search(false);
            let same = (full.value, &full.pv) == (report.value, &report.pv);
            assert!(
                here > 0 || same || !both_ended(&full, &report),
                "it pruned nothing, and {full} became {report}: {case}"
            );
            // A leaf that takes the static value does not see that it is mated: a search that asks the mate solver just above does.
            let sees_mates = !matches!(leaf, Leaf::Static) || !report.value.is_mate();
            let full = if sees_mates { full } else { search_to(depth + 1, false) };
            assert_no_mate_is_invented(&report, &full, &case);
        }
        for pos in (0..MATES).filter_map(|_| random::near_mate(&mut rng)) {
            let case = format!("seed {seed}, depth {DEPTH}: search of {pos}");
            let count = Cell::new(0);
            let asked = |asks| Asked::of(pruning, asks, &case, &count);
            let search = |asks| search(eval, &pos, DEPTH, Leaf::default(), &asked(asks));
            assert_no_mate_is_invented(&search(true), &search(false), &case);
        }
    }
    acted
}

/// Whether the nodes sufficed for both searches. One that ends before its depth has found a mate that no deeper one could shorten.
fn both_ended(one: &Tree, other: &Tree) -> bool {
    one.nodes.max(other.nodes) < NODES
}

/// A mate that is claimed is found by the full search, as fast or faster.
fn assert_no_mate_is_invented(report: &Tree, full: &Tree, case: &str) {
    let (claimed, found) = (report.value, full.value);
    let holds = if claimed > Value::ZERO { found >= claimed } else { found <= claimed };
    assert!(
        !claimed.is_mate() || holds || !both_ended(report, full),
        "{report} is claimed, the full search finds {full}: {case}"
    );
}

fn search(eval: &impl Evaluator, pos: &Position, depth: u32, leaf: Leaf, pruning: &Asked<'_>) -> Tree {
    let limits = Limits { nodes: Some(NODES), ..Limits::depth(depth) };
    Parts { depth: &PlainDepth::UNIFORM, pruning, memory: &mut Scores, table: None, leaf }
        .search(eval, pos, &limits)
}

/// A pruning whose answers are checked and counted.
struct Asked<'a> {
    /// `None`: it is not asked.
    pruning: Option<&'a dyn ForwardPruning>,
    /// Whether the static value is known.
    reads: bool,
    case: &'a str,
    count: &'a Cell<u64>,
}

impl<'a> Asked<'a> {
    fn of(pruning: &'a dyn ForwardPruning, asks: bool, case: &'a str, count: &'a Cell<u64>) -> Asked<'a> {
        Asked { pruning: asks.then_some(pruning), reads: pruning.uses_static_value(), case, count }
    }

    fn counted<A>(&self, answer: Option<A>) -> Option<A> {
        self.count.set(self.count.get() + u64::from(answer.is_some()));
        answer
    }

    fn valued(&self, answer: Option<(Value, &'static str)>) -> Option<(Value, &'static str)> {
        if let Some((value, _)) = answer {
            let inside = (-Value::MATE..=Value::MATE).contains(&value);
            assert!(inside, "{value} is no value of a position, it is beyond ±mate: {}", self.case);
        }
        self.counted(answer)
    }
}

impl ForwardPruning for Asked<'_> {
    fn uses_static_value(&self) -> bool {
        self.reads
    }

    fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
        self.valued(self.pruning.prune(probe))
    }

    fn skip(&self, at: &Node<'_>, mv: Move, order: usize) -> Option<&'static str> {
        self.counted(self.pruning.skip(at, mv, order))
    }

    fn skip_quiets(&self, at: &Node<'_>, order: usize) -> Option<&'static str> {
        self.counted(self.pruning.skip_quiets(at, order))
    }

    fn stop(&self, at: &Node<'_>) -> Option<(Value, &'static str)> {
        self.valued(self.pruning.stop(at))
    }

    fn skip_tactical(&self, at: &Node<'_>, mv: Move) -> bool {
        self.counted(self.pruning.skip_tactical(at, mv).then_some(())).is_some()
    }
}
