//! The bottom of a bounded search: questions of two plies at most, and the first look at longer ones.

use komadai_core::{Checks, Color, Hand, Move, MoveList, PieceKind, Position, Square, movegen};

use super::table::{Bound, FOREVER};
use crate::heuristic::SharedHeuristic;
use crate::mate_in_one::{mate_in_one, may_mate_in_one};
use crate::node::MateNode;
use crate::number::Numbers;
use crate::proof_pieces;

/// The heuristic, with buffers for moves.
pub(crate) struct Leaves {
    heuristic: SharedHeuristic,
    replies: MoveList,
    /// By the square of the checking piece: the reply that last refuted a check from there.
    refuters: [Option<Move>; Square::COUNT],
}

impl Leaves {
    pub(crate) fn new(heuristic: SharedHeuristic) -> Leaves {
        Leaves { heuristic, replies: MoveList::new(), refuters: [None; Square::COUNT] }
    }

    /// Forgets which replies refuted.
    pub(crate) fn clear(&mut self) {
        self.refuters = [None; Square::COUNT];
    }

    /// First look at a question of `plies` plies that has never been asked, after the move `last`.
    ///
    /// The bottom is searched like the rest, since where futile interpositions do not count, a king that can only be shielded in vain is
    /// mated.
    pub(crate) fn look_at(
        &mut self,
        pos: &mut Position,
        attacker: Color,
        last: Move,
        plies: u16,
        nodes: &mut u64,
    ) -> Bound {
        if plies == 1 && !may_mate_in_one(pos, nodes) {
            return Bound::NoMate { plies: 1, most: same_kinds(pos) };
        }
        let or = plies % 2 == 1;
        let Some(node) = MateNode::new(pos, attacker, last) else {
            return if or {
                let most = proof_pieces::untried(pos, attacker, proof_pieces::all(pos));
                Bound::NoMate { plies: FOREVER, most }
            } else {
                let needed = proof_pieces::withhold(pos, attacker, Hand::EMPTY);
                Bound::Mate { best: None, plies: 0, needed }
            };
        };
        if plies == 0 && node.moves > 0 {
            return Bound::NoMate { plies: 0, most: proof_pieces::all(pos) };
        }
        let Numbers { proof, disproof } = self.heuristic.initial(&node);
        Bound::Open(Numbers::open(proof, disproof))
    }

    /// The result of a question of two plies at most where every ply counts.
    pub(crate) fn settle(
        &mut self,
        pos: &mut Position,
        attacker: Color,
        plies: u16,
        nodes: &mut u64,
    ) -> Bound {
        if plies == 1 {
            return match mate_in_one(pos, nodes) {
                Some((mv, needed)) => Bound::Mate { best: Some(mv), plies: 1, needed },
                None => Bound::NoMate { plies: 1, most: same_kinds(pos) },
            };
        }
        let known = Checks::of(pos);
        self.replies.clear();
        movegen::legal_with(pos, &known, &mut self.replies);
        if plies == 0 && !self.replies.is_empty() {
            return Bound::NoMate { plies: 0, most: pos.hand(attacker) };
        }
        let checker = known.checkers.first();
        self.likely_first(pos, checker);
        let mut all = Hand::EMPTY;
        for i in 0..self.replies.len() {
            let mv = self.replies[i];
            *nodes += 1;
            let undo = pos.do_move(mv);
            let after = mate_in_one(pos, nodes);
            let most = after.is_none().then(|| same_kinds(pos));
            pos.undo_move(mv, undo);
            if let Some(most) = most {
                if let Some(square) = checker {
                    self.refuters[square.index()] = Some(mv);
                }
                return Bound::NoMate { plies: 2, most };
            }
            all = proof_pieces::join(all, after.map_or(Hand::EMPTY, |(_, needed)| needed));
        }
        let plies = if self.replies.is_empty() { 0 } else { 2 };
        Bound::Mate { best: None, plies, needed: proof_pieces::withhold(pos, attacker, all) }
    }

    /// Puts the likeliest refutations of a check first: the reply that last refuted one from this square, then a capture of the checking
    /// piece by the king. If the check mates, every reply has to be refuted; if it does not, one reply is enough.
    fn likely_first(&mut self, pos: &Position, checker: Option<Square>) {
        let Some(square) = checker else { return };
        let capture = pos.king(pos.side_to_move()).map(|king| Move::normal(king, square));
        for likely in [capture, self.refuters[square.index()]].into_iter().flatten() {
            if let Some(place) = self.replies.iter().position(|&mv| mv == likely) {
                self.replies.swap(0, place);
            }
        }
    }
}

/// The largest hand of the side to move with which neither side gains or loses a kind of drop: all pieces in hand of the kinds it holds,
/// except one of each kind left to a defender who has any.
fn same_kinds(pos: &Position) -> Hand {
    let us = pos.side_to_move();
    let (ours, theirs) = (pos.hand(us), pos.hand(!us));
    PieceKind::HAND.into_iter().filter(|&kind| ours.has(kind)).fold(ours, |most, kind| {
        let count = ours.count(kind) + theirs.count(kind).saturating_sub(1);
        most.with(kind, count).unwrap_or(most)
    })
}
