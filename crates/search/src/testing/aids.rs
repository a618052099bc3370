//! What the checks of prunings and depth policies share: positions, and parts that make a difference visible.

use komadai_core::rng::SplitMix64;
use komadai_core::{Move, Position, Square, Value, random};

use crate::memory::{MoveMemory, SCORE_LIMIT};
use crate::node::Node;
use crate::report::Report;

/// A random position: by play, and every second one by placing pieces anywhere, where mates are near.
pub(super) fn position(rng: &mut SplitMix64, number: u32) -> Position {
    let placed = (0..64).find_map(|_| random::placement(rng)).filter(|_| number % 2 == 1);
    let plies = rng.below(160) as u32;
    placed.unwrap_or_else(|| random::play(rng, plies))
}

/// What two searches alike agree in.
pub(super) fn tree(report: &Report) -> (u64, Value, &[Move]) {
    (report.nodes, report.value, &report.pv)
}

/// Gives every quiet move a score of its own, for parts that read [`Node::score`]; it does not look back.
pub(super) struct Scores;

impl MoveMemory for Scores {
    fn score(&self, _: &Node<'_>, mv: Move) -> i32 {
        let from = mv.from().map_or(81, Square::index);
        let mixed = SplitMix64::new((from * 81 + mv.to().index()) as u64).below(2 * SCORE_LIMIT as u64 + 1);
        mixed as i32 - SCORE_LIMIT
    }

    fn looks_back(&self) -> bool {
        false
    }
}
