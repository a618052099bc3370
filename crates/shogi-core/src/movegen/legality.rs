//! Legality of a single move, tested without generating all moves.

use super::drops;
use crate::bitboard::Bitboard;
use crate::{Checks, Move, PieceKind, Position, attacks};

impl Position {
    /// Whether `mv` is legal here; it may come from anywhere: a table, a file, a person.
    ///
    /// Agrees with [`movegen::legal`](super::legal) for every value of [`Move`], as a test checks.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.goes_there(mv) && self.king_is_safe_after(mv)
    }

    /// [`Position::is_legal`] for a caller that knows the checks and pins of the position.
    #[inline]
    pub fn is_legal_with(&self, mv: Move, known: &Checks) -> bool {
        // Without a check, only moves of the king and of pinned pieces can leave him attacked.
        let bound = |from| known.pinned.contains(from) || self.of_kind(PieceKind::King).contains(from);
        let safe = known.checkers.is_empty() && !mv.from().is_some_and(bound);
        self.goes_there(mv) && (safe || self.king_is_safe_after(mv))
    }

    /// Whether `mv` is legal here but for attacks on the mover's king afterwards.
    fn goes_there(&self, mv: Move) -> bool {
        let (us, to, occupied) = (self.side_to_move(), mv.to(), self.occupied());
        let may_stand = |kind: PieceKind| kind.may_stand_on(to.seen_by(us).rank());
        if let Some(kind) = mv.dropped() {
            return self.hand(us).has(kind)
                && !occupied.contains(to)
                && may_stand(kind)
                && (kind != PieceKind::Pawn || !drops::pawn_targets(self, Bitboard::of(to)).is_empty());
        }
        let placed = mv.from().and_then(|from| Some((from, self.piece_at(from)?)));
        let Some((from, piece)) = placed.filter(|(_, piece)| piece.color() == us) else { return false };
        let reach = attacks::attacks(piece, from, occupied) - self.of_color(us);
        let (kind, zone) = (piece.kind(), || from.in_promotion_zone(us) || to.in_promotion_zone(us));
        reach.contains(to) && if mv.is_promotion() { kind.can_promote() && zone() } else { may_stand(kind) }
    }

    /// Whether no piece attacks the mover's king after the move.
    #[inline]
    fn king_is_safe_after(&self, mv: Move) -> bool {
        let (us, to) = (self.side_to_move(), mv.to());
        let Some(king) = self.king(us) else { return true };
        let king = if mv.from() == Some(king) { to } else { king };
        let left = self.occupied() - mv.from().map_or(Bitboard::EMPTY, Bitboard::of);
        (self.attackers(!us, king, left | Bitboard::of(to)) - Bitboard::of(to)).is_empty()
    }
}
