//! Drops: on empty squares, without two pawns on a file (二歩), dead squares and mate by pawn drop (打ち歩詰め).

use super::out::Out;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::{Color, Move, Piece, PieceKind, Position, Square};

/// Every legal drop on a square of `empty`. (Handling the few squares between a checker and the king one by one was measured: no
/// difference.)
#[inline(always)]
pub(super) fn drops(pos: &Position, empty: Bitboard, out: &mut impl Out) {
    use PieceKind::{Bishop, Gold, Knight, Lance, Pawn, Rook, Silver};
    let us = pos.side_to_move();
    let hand = pos.hand(us);
    if hand.has(Pawn) {
        let to = pawn_targets(pos, empty);
        out.drops([Move::drop_base(Pawn)], to);
    }
    if hand.has(Lance) {
        out.drops([Move::drop_base(Lance)], empty - Bitboard::far_ranks(us, 1));
    }
    if hand.has(Knight) {
        out.drops([Move::drop_base(Knight)], empty - Bitboard::far_ranks(us, 2));
    }
    // The other four kinds drop anywhere, so they share one pass over the squares.
    let mut bases = [0; 4];
    let mut kinds = 0;
    for kind in [Silver, Gold, Bishop, Rook] {
        bases[kinds & 3] = Move::drop_base(kind);
        kinds += hand.has(kind) as usize;
    }
    match kinds {
        0 => {}
        1 => out.drops([bases[0]], empty),
        2 => out.drops([bases[0], bases[1]], empty),
        3 => out.drops([bases[0], bases[1], bases[2]], empty),
        _ => out.drops(bases, empty),
    }
}

/// Squares of `empty` where the side to move may drop a pawn.
#[inline(always)]
pub(super) fn pawn_targets(pos: &Position, empty: Bitboard) -> Bitboard {
    let us = pos.side_to_move();
    let mut to = (empty & files_without(pos.of(us, PieceKind::Pawn))) - Bitboard::far_ranks(us, 1);
    if let Some(king) = pos.king(!us) {
        let head = attacks::steps_of(Piece::new(!us, PieceKind::Pawn), king);
        if !(to & head).is_empty() && is_pawn_drop_mate(pos, king, head) {
            to = to - head;
        }
    }
    to
}

/// All squares of the files in which no pawn stands.
#[inline(always)]
fn files_without(pawns: Bitboard) -> Bitboard {
    // Each pawn runs up to the first rank of its file, eight steps at most. A step never leaves the file: the ranks that it could reach
    // only from the next file are masked out.
    let mut set = pawns.0;
    set |= set >> 4 & KEEP_4;
    set |= set >> 2 & KEEP_2;
    set |= set >> 1 & KEEP_1;
    set |= set >> 1 & KEEP_1;
    let heads = set & KEEP_0;
    // The head of a file, shifted by nine bits, minus the head itself is the whole file.
    Bitboard(Bitboard::ALL.0 & !((heads << 9).wrapping_sub(heads)))
}

/// Ranks that a shift by 4, 2, 1 or 0 towards rank 1 can reach within a file.
const KEEP_4: u128 = ranks_up_to(5);
const KEEP_2: u128 = ranks_up_to(7);
const KEEP_1: u128 = ranks_up_to(8);
const KEEP_0: u128 = ranks_up_to(1);

const fn ranks_up_to(rank: u8) -> u128 {
    Bitboard::far_ranks(Color::Black, rank).0
}

/// Whether a pawn of the side to move mates when dropped on `head`, the one empty square in front of the other side's `king`.
pub(super) fn is_pawn_drop_mate(pos: &Position, king: Square, head: Bitboard) -> bool {
    let us = pos.side_to_move();
    let them = !us;
    let Some(square) = head.first() else { return false };
    let occupied = pos.occupied() | head;
    // The defender may take the pawn with another piece that is not pinned, or is pinned along this file.
    let takers = pos.attackers(them, square, occupied) - Bitboard::of(king);
    if !takers.is_empty() && !(takers - pos.alone_before(king, us, occupied)).is_empty() {
        return false;
    }
    // Or move the king, onto the pawn as well.
    let without_king = occupied - Bitboard::of(king);
    let steps = attacks::steps_of(Piece::new(them, PieceKind::King), king) - pos.of_color(them);
    !steps.into_iter().any(|to| pos.attackers(us, to, without_king).is_empty())
}
