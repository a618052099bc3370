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
    use crate::positions::{mate_in_nine, mate_in_one, no_mate};
    use komadai::Position;
    use komadai::tsume::{DependenceTable, Length, LengthRule, Lengths, Solution, Solver, Verdict, testing};

    fn solve(heuristic: impl DfpnHeuristic, mut pos: Position) -> Solution {
        Solver::builder()
            .hash_mb(1)
            .nodes(200_000)
            .heuristic(heuristic)
            .build()
            .expect("there is memory")
            .solve(&mut pos)
    }

    fn built_in(mut pos: Position) -> Solution {
        Solver::builder().hash_mb(1).nodes(200_000).build().expect("there is memory").solve(&mut pos)
    }

    #[test]
    fn answers_are_those_of_the_built_in_heuristic() {
        for (pos, mates) in [(mate_in_nine(), true), (mate_in_one(), true), (no_mate(), false)] {
            let (ours, theirs) = (solve(Flights, pos.clone()), built_in(pos.clone()));
            for answer in [&ours, &theirs] {
                match &answer.verdict {
                    Verdict::Mate { line } => assert!(mates && !play(pos.clone(), line).has_legal_move()),
                    Verdict::NoMate => assert!(!mates),
                    Verdict::Unknown => panic!("not solved: {pos}"),
                }
            }
        }
        assert_ne!(solve(Flights, mate_in_nine()).nodes, built_in(mate_in_nine()).nodes);
    }

    #[test]
    fn its_answers_are_right() {
        assert!(testing::assert_answers_hold(&Flights, DependenceTable::default, 1, 10, 100_000) >= 12);
    }

    #[test]
    fn the_shortest_mate_is_the_same() {
        let mut pos = mate_in_nine();
        let ours = Lengths::builder()
            .hash_mb(1)
            .heuristic(Flights)
            .build()
            .expect("there is memory")
            .measure(&mut pos, LengthRule::EveryPly);
        let theirs = Lengths::builder()
            .hash_mb(1)
            .build()
            .expect("there is memory")
            .measure(&mut pos, LengthRule::EveryPly);
        assert_eq!((ours.length, theirs.length), (Length::Exact(9), Length::Exact(9)));
        assert_eq!(ours.line, theirs.line);
    }

    #[test]
    fn flights_are_counted() {
        let pos = mate_in_one();
        let at = MateNode::new(&pos, pos.side_to_move(), "4a5a".parse().unwrap()).expect("there are checks");
        // Of the five squares beside the king the pawn attacks one.
        assert_eq!((flights(&at), Flights.initial(&at)), (4, Numbers::open(3, 7)));
    }

    fn play(mut pos: Position, line: &[komadai::Move]) -> Position {
        for &mv in line {
            pos.play(mv).expect("a legal line");
        }
        pos
    }
}
