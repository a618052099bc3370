//! What the checks share: positions, a search of any parts, and parts that make a difference visible.

use core::fmt;

use komadai_core::rng::SplitMix64;
use komadai_core::{Checks, Evaluator, Mate, MateSolver, Move, Position, Square, Value, movegen, random};

use crate::engine::searcher::Searcher;
use crate::limits::Limits;
use crate::memory::{MoveMemory, SCORE_LIMIT};
use crate::node::Node;
use crate::options::Leaf;
use crate::policy::DepthPolicy;
use crate::pruning::ForwardPruning;
use crate::report::{Line, Report};
use crate::table::HashTable;

/// A position of random play.
pub(super) fn played(rng: &mut SplitMix64) -> Position {
    let plies = rng.below(160) as u32;
    random::play(rng, plies)
}

/// A random position: by play, and every second one by placing pieces anywhere.
pub(super) fn position(rng: &mut SplitMix64, number: u32) -> Position {
    let placed = (0..64).find_map(|_| random::placement(rng)).filter(|_| number % 2 == 1);
    let plies = rng.below(160) as u32;
    placed.unwrap_or_else(|| random::play(rng, plies))
}

/// What equal searches agree in.
#[derive(PartialEq, Eq)]
pub(super) struct Tree {
    pub(super) nodes: u64,
    /// The longest path, in plies.
    pub(super) reached: usize,
    pub(super) value: Value,
    pub(super) pv: Line,
}

impl fmt::Display for Tree {
    /// `value +30 after 1234 nodes by 7g7f 3c3d`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "value {} after {} nodes by", self.value, self.nodes)?;
        self.pv.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// The parts of a search. One type for all checks, compiled once for an evaluation.
pub(super) struct Parts<'a> {
    pub(super) depth: &'a dyn DepthPolicy,
    pub(super) pruning: &'a dyn ForwardPruning,
    pub(super) memory: &'a mut dyn MoveMemory,
    pub(super) table: Option<HashTable>,
    pub(super) leaf: Leaf,
}

impl Parts<'_> {
    /// Searches a position with these parts and a solver of mates in one.
    pub(super) fn search(self, eval: &impl Evaluator, pos: &Position, limits: &Limits) -> Tree {
        let searcher = Searcher::new(eval).depth_policy(self.depth).pruning(self.pruning).memory(self.memory);
        let mut searcher = searcher.table(self.table).mate_solver(MateInOne).leaf(self.leaf);
        let Report { nodes, reached, value, pv, .. } = searcher.search(pos, limits);
        Tree { nodes, reached, value, pv }
    }
}

/// Finds mates in one move.
struct MateInOne;

impl MateSolver for MateInOne {
    fn find_mate(&mut self, pos: &mut Position, _: u64) -> Mate {
        movegen::mate_in_one(pos, &Checks::of(pos)).map_or(Mate::Unknown, Mate::Mate)
    }
}

/// Gives every quiet move a score of its own, for parts that read [`Node::score`].
pub(super) struct Scores;

impl MoveMemory for Scores {
    fn score(&self, _: &Node<'_>, mv: Move) -> i32 {
        let from = mv.from().map_or(81, Square::index);
        let mixed = SplitMix64::new((from * 81 + mv.to().index()) as u64).below(2 * SCORE_LIMIT as u64 + 1);
        mixed as i32 - SCORE_LIMIT
    }
}
