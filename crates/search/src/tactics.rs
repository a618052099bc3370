//! Moves that win something at once: captures, and promotions that gain enough.
//!
//! The same list feeds the picker's second stage and quiescence.

use komadai_core::{
    Bitboard, Checks, Move, MoveList, PieceKind, PieceValues, Position, attacks, movegen, see,
};

use crate::node::Node;
use crate::non_promotion::is_needless_non_promotion;

/// Kinds whose promotion may gain enough to be called tactical, with the number of ranks from the far side within which the
/// next move can promote.
const PROMOTING: [(PieceKind, u8); 6] = [
    (PieceKind::Pawn, 4),
    (PieceKind::Lance, 9),
    (PieceKind::Knight, 5),
    (PieceKind::Silver, 4),
    (PieceKind::Bishop, 9),
    (PieceKind::Rook, 9),
];

/// Appends all legal captures, then the quiet promotions that gain at least `least_gain`. In check the promotions
/// may be illegal.
pub(crate) fn generate(
    pos: &Position,
    checks: &Checks,
    values: &PieceValues,
    least_gain: i32,
    list: &mut MoveList,
) {
    movegen::captures(pos, checks, list);
    let us = pos.side_to_move();
    let zone = Bitboard::far_ranks(us, 3);
    let empty = !pos.occupied();
    for (kind, ranks) in PROMOTING {
        if values.promotion(kind) < least_gain {
            continue;
        }
        for from in pos.of(us, kind) & Bitboard::far_ranks(us, ranks) {
            let Some(piece) = pos.piece_at(from) else { continue };
            let reach = if zone.contains(from) { empty } else { empty & zone };
            for to in attacks::attacks(piece, from, pos.occupied()) & reach {
                let mv = Move::promoting(from, to);
                // Only a pinned piece can be forbidden to move when there is no check.
                if !checks.pinned.contains(from) || pos.is_legal(mv) {
                    list.push(mv);
                }
            }
        }
    }
}

/// Whether [`generate`] lists the move, which must be legal.
#[inline]
pub(crate) fn is_tactical(pos: &Position, mv: Move, values: &PieceValues, least_gain: i32) -> bool {
    if pos.piece_at(mv.to()).is_some() {
        return true;
    }
    mv.is_promotion()
        && mv
            .from()
            .and_then(|from| pos.piece_at(from))
            .is_some_and(|piece| values.promotion(piece.kind()) >= least_gain)
}

/// Order of tactical moves: what is won first, then the cheapest piece that wins it.
#[inline]
pub(crate) fn gain(pos: &Position, mv: Move, values: &PieceValues) -> i32 {
    let won = pos.piece_at(mv.to()).map_or(0, |piece| values.exchange(piece.kind()));
    let Some(piece) = mv.from().and_then(|from| pos.piece_at(from)) else { return won };
    let promotion = if mv.is_promotion() { values.promotion(piece.kind()) } else { 0 };
    // A sixteenth of the mover's worth decides only between equal gains.
    won + promotion - values.board[piece.kind()] / 16
}

/// Whether the exchange that a tactical move begins loses material.
#[inline]
pub(crate) fn loses(pos: &Position, mv: Move, values: &PieceValues) -> bool {
    mv.from().is_some() && !see::at_least(pos, mv, 0, values)
}

/// What the picker must know to tell tactical moves from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tactics {
    /// Values for exchanges and gains.
    pub(crate) values: PieceValues,
    /// Least gain of a promotion that counts as tactical.
    pub(crate) least_promotion: i32,
    /// Whether captures that lose come last.
    pub(crate) losing_last: bool,
    /// Whether needless non-promotions are left out.
    pub(crate) must_promote: bool,
}

impl Tactics {
    /// Whether a move is tried at all.
    #[inline]
    pub(crate) fn allows(&self, pos: &Position, mv: Move) -> bool {
        !self.must_promote || !is_needless_non_promotion(pos, mv)
    }

    /// Whether a move is one of the captures and promotions.
    #[inline]
    pub(crate) fn is_tactical(&self, at: &Node<'_>, mv: Move) -> bool {
        is_tactical(at.pos, mv, &self.values, self.least_promotion)
    }

    /// Whether it is one that does not lose.
    #[inline]
    pub(crate) fn wins(&self, at: &Node<'_>, mv: Move) -> bool {
        self.is_tactical(at, mv) && !loses(at.pos, mv, &self.values)
    }
}
