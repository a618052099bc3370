//! First proof numbers for the mate solver: the squares to which a king can flee.

use komadai::attacks::steps_of;
use komadai::tsume::{DfpnHeuristic, MateNode, Numbers};
use komadai::{Piece, PieceKind};

/// A defender has its answers to refute. An attacker has its checks, and is far from mate if the king has many flights.
pub struct Flights;

impl DfpnHeuristic for Flights {
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        let answers = at.answers();
        if at.is_or() { Numbers::open(1 + flights(at) / 2, answers) } else { Numbers::open(answers, 1) }
    }
}

/// Squares beside the king that its side does not occupy and the attacker does not attack.
fn flights(at: &MateNode<'_>) -> u32 {
    let defender = !at.attacker;
    let Some(king) = at.pos.king(defender) else { return 0 };
    let around = steps_of(Piece::new(defender, PieceKind::King), king) & !at.pos.of_color(defender);
    let free = |&square: &_| !at.pos.is_attacked(at.attacker, square, at.pos.occupied());
    around.into_iter().filter(free).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mate_in_nine;
    use komadai::tsume::{DependenceTable, Length, LengthRule, Lengths, Solver, testing};

    #[test]
    fn its_answers_are_right() {
        assert!(testing::assert_answers_hold(&Flights, DependenceTable::default, 1, 10, 100_000) >= 12);
    }

    #[test]
    fn it_decides_what_is_searched_and_not_how_long_a_mate_is() {
        let mut pos = mate_in_nine();
        let ours = Solver::builder().hash_mb(1).heuristic(Flights).build().unwrap().solve(&mut pos);
        let theirs = Solver::builder().hash_mb(1).build().unwrap().solve(&mut pos);
        assert_ne!(ours.nodes, theirs.nodes);
        let mut lengths = Lengths::builder().hash_mb(1).heuristic(Flights).build().unwrap();
        assert_eq!(lengths.measure(&mut pos, LengthRule::EveryPly).length, Length::Exact(9));
    }
}
