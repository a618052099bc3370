//! What a solved node takes over from its children: the move, the length and the proof pieces of a mate; the
//! dependence, the disproof pieces and the refuting reply of a no-mate.

use komadai_core::{Color, Hand, Move, Position};

use super::child::Child;
use super::dependence::Dependence;
use crate::proof_pieces;

/// Mating move, plies and proof pieces of a proved node.
pub(crate) fn mate(
    pos: &Position,
    attacker: Color,
    children: &[Child],
    or: bool,
) -> (Option<Move>, u16, Hand) {
    let proved = children.iter().filter(|child| child.value.numbers.is_proved());
    let after = |child: &Child| (child.mv, child.value.plies.saturating_add(1), child.value.hand);
    proof_pieces::mate(pos, attacker, or, proved.map(after))
}

/// Dependence, disproof pieces and refuting reply of a disproved node.
pub(crate) fn no_mate(
    pos: &Position,
    attacker: Color,
    children: &[Child],
    or: bool,
) -> (Dependence, Hand, Option<Move>) {
    let refuted = children.iter().filter(|child| child.value.numbers.is_disproved());
    let all = proof_pieces::all(pos);
    if or {
        let (mut dependence, mut most) = (Dependence::NONE, all);
        for child in refuted {
            dependence = dependence.union(child.value.dependence);
            most = proof_pieces::meet(most, proof_pieces::before(pos, child.mv, child.value.hand));
        }
        (dependence, proof_pieces::untried(pos, attacker, most), None)
    } else {
        // The reply that depends on the deepest positions: it becomes independent of the path soonest.
        let chosen = refuted.max_by_key(|child| child.value.dependence.least());
        let child = chosen.expect("a node whose replies all fail is not disproved");
        (child.value.dependence, proof_pieces::meet(all, child.value.hand), Some(child.mv))
    }
}
