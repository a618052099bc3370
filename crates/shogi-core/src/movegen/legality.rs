//! Legality of a single move, tested without generating all moves.

use super::drops;
use crate::bitboard::Bitboard;
use crate::{Move, PieceKind, Position, attacks};

impl Position {
    /// Whether `mv` is legal here; it may come from anywhere: a table, a file, a person.
    ///
    /// Agrees with [`movegen::legal`](super::legal) for every value of [`Move`], as a test checks.
    pub fn is_legal(&self, mv: Move) -> bool {
        match (mv.from(), mv.dropped()) {
            (Some(from), _) => self.is_legal_on_board(mv, from),
            (None, Some(kind)) => self.is_legal_drop(mv, kind),
            (None, None) => false,
        }
    }

    fn is_legal_on_board(&self, mv: Move, from: crate::Square) -> bool {
        let (us, to) = (self.side_to_move(), mv.to());
        let Some(piece) = self.piece_at(from).filter(|piece| piece.color() == us) else { return false };
        let occupied = self.occupied();
        if self.of_color(us).contains(to) || !attacks::attacks(piece, from, occupied).contains(to) {
            return false;
        }
        let form_is_right = if mv.is_promotion() {
            piece.kind().can_promote() && (from.in_promotion_zone(us) || to.in_promotion_zone(us))
        } else {
            piece.kind().may_stand_on(to.seen_by(us).rank())
        };
        form_is_right && self.king_is_safe_after(occupied - Bitboard::of(from), mv)
    }

    fn is_legal_drop(&self, mv: Move, kind: PieceKind) -> bool {
        let (us, to) = (self.side_to_move(), mv.to());
        let occupied = self.occupied();
        if !self.hand(us).has(kind) || occupied.contains(to) || !kind.may_stand_on(to.seen_by(us).rank()) {
            return false;
        }
        if kind == PieceKind::Pawn && drops::pawn_targets(self, Bitboard::of(to)).is_empty() {
            return false;
        }
        self.king_is_safe_after(occupied, mv)
    }

    /// Whether no piece attacks the mover's king after the move; `left` are the occupied squares without the origin.
    #[inline]
    fn king_is_safe_after(&self, left: Bitboard, mv: Move) -> bool {
        let (us, to) = (self.side_to_move(), mv.to());
        let Some(king) = self.king(us) else { return true };
        let king = if mv.from() == Some(king) { to } else { king };
        let occupied = left | Bitboard::of(to);
        (self.attackers(!us, king, occupied) - Bitboard::of(to)).is_empty()
    }
}
