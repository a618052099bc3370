//! Moves that give check, and mate in one.

use super::{board, drops};
use crate::attacks::{self, between};
use crate::bitboard::Bitboard;
use crate::{Checks, Move, MoveList, Piece, PieceKind, Position, Square};

/// `[king & 127]`: where a step piece may stand that gives check with its next move, promoted or not: two files
/// and four ranks away at most (a knight that jumps to a knight's distance).
static NEAR: [Bitboard; 128] = super::board::around(2, 4);

/// Where a piece of the side to move would attack the other side's king.
struct CheckSquares {
    king: Square,
    bishop: Bitboard,
    rook: Bitboard,
    lance: Bitboard,
}

impl CheckSquares {
    fn new(pos: &Position, king: Square) -> Self {
        let occupied = pos.occupied();
        Self {
            king,
            bishop: attacks::bishop(king, occupied),
            rook: attacks::rook(king, occupied),
            lance: attacks::lance(!pos.side_to_move(), king, occupied),
        }
    }

    fn of(&self, piece: Piece) -> Bitboard {
        let steps = attacks::steps_of(Piece::new(!piece.color(), piece.kind()), self.king);
        match piece.kind() {
            PieceKind::Lance => self.lance,
            PieceKind::Bishop => self.bishop,
            PieceKind::Rook => self.rook,
            PieceKind::Horse => self.bishop | steps,
            PieceKind::Dragon => self.rook | steps,
            PieceKind::King => Bitboard::EMPTY,
            _ => steps,
        }
    }
}

/// Appends the legal moves that give check; nothing if the other side has no king.
pub fn checks(pos: &Position, known: &Checks, list: &mut MoveList) {
    let us = pos.side_to_move();
    let Some(their_king) = pos.king(!us) else { return };
    let king = pos.king(us);
    let squares = CheckSquares::new(pos, their_king);
    let discoverers = pos.discoverers(us);
    let (mut targets, mut empty) = (!pos.of_color(us), !pos.occupied());

    if let (Some(king), Some(checker)) = (king, known.checkers.first()) {
        let ward =
            if known.checkers.has_many() { Bitboard::EMPTY } else { between(king, checker) | known.checkers };
        // The king itself may discover a check while it steps out of one.
        targets &= ward;
        empty &= ward;
    }

    list.append(|out| {
        if let Some(king) = king
            && discoverers.contains(king)
        {
            let off = !attacks::line(their_king, king) - pos.of_color(us);
            board::king_moves(pos, king, off, out);
        }
        let mut movers = pos.of_color(us) & (NEAR[their_king.index() & 127] | pos.sliders() | discoverers);
        if let Some(king) = king {
            movers.remove(king);
        }
        movers.for_each(|from| {
            let Some(piece) = pos.piece_at(from) else { return };
            let mut to = attacks::attacks(piece, from, pos.occupied()) & targets;
            if let Some(king) = king
                && known.pinned.contains(from)
            {
                to &= attacks::line(king, from);
            }
            if to.is_empty() {
                return;
            }
            let discovered = if discoverers.contains(from) {
                to - attacks::line(their_king, from)
            } else {
                Bitboard::EMPTY
            };
            let plain = to & (squares.of(piece) | discovered);
            plain.for_each(|to| {
                if piece.kind().may_stand_on(to.seen_by(us).rank()) {
                    out.push(Move::normal(from, to));
                }
            });
            if let Some(kind) = piece.kind().promoted() {
                let zone = Bitboard::far_ranks(us, 3);
                let reach = if zone.contains(from) { to } else { to & zone };
                let promoted = squares.of(Piece::new(us, kind)) | discovered;
                (reach & promoted).for_each(|to| out.push(Move::promoting(from, to)));
            }
        });
        let hand = pos.hand(us);
        if hand.is_empty() || empty.is_empty() {
            return;
        }
        for kind in PieceKind::HAND {
            if !hand.has(kind) {
                continue;
            }
            let mut to = empty & squares.of(Piece::new(us, kind));
            if kind == PieceKind::Pawn && !to.is_empty() {
                to = drops::pawn_targets(pos, to);
            }
            to.for_each(|to| out.push(Move::from_raw(Move::drop_base(kind) + to.raw() as u16)));
        }
    });
}

/// A move that mates at once, if there is one.
///
/// Pawn drops never count: a pawn-drop mate is not legal.
pub fn mate_in_one(pos: &mut Position) -> Option<Move> {
    let mut list = MoveList::new();
    checks(pos, &Checks::of(pos), &mut list);
    list.into_iter().find(|&mv| {
        let undo = pos.do_move(mv);
        let mated = !answers_easily(pos) && !pos.has_legal_move();
        pos.undo_move(mv, undo);
        mated
    })
}

/// Whether a side in check has an answer that is found at a glance: the king steps aside, or a piece that is not pinned
/// takes what gives check. A check that is answered so needs no list of moves.
fn answers_easily(pos: &Position) -> bool {
    let us = pos.side_to_move();
    let Some(king) = pos.king(us) else { return false };
    let mut without_king = pos.occupied();
    without_king.remove(king);
    let steps = attacks::steps_of(Piece::new(us, PieceKind::King), king) & !pos.of_color(us);
    if steps.into_iter().any(|to| !pos.is_attacked(!us, to, without_king)) {
        return true;
    }
    let known = Checks::of(pos);
    let Some(checker) = known.checkers.first().filter(|_| !known.checkers.has_many()) else { return false };
    let takers = pos.attackers(us, checker, pos.occupied()) & !known.pinned & !Bitboard::of(king);
    !takers.is_empty()
}
