//! A move under test: properties that several predicates use, computed once, the expensive ones only on demand.

use core::cell::Cell;

use komadai_core::{Bitboard, Move, Piece, PieceKind, Position, Square, attacks, see};

use super::{NodeFeatures, VALUES};

/// A legal move under test by the predicates.
pub(crate) struct TestedMove<'a> {
    pub(in crate::policy) node: &'a NodeFeatures,
    pub(in crate::policy) pos: &'a Position,
    pub(in crate::policy) mv: Move,
    /// The piece as it stands after the move.
    pub(in crate::policy) piece: Piece,
    /// What it takes.
    pub(in crate::policy) captured: Option<Piece>,
    /// Squares it attacked before; none for a drop.
    pub(in crate::policy) before: Bitboard,
    /// Squares it attacks afterwards.
    pub(in crate::policy) after: Bitboard,
    gain: Cell<Option<i32>>,
}

impl<'a> TestedMove<'a> {
    /// `None` if there is nothing on the move's origin.
    #[inline]
    pub(crate) fn new(node: &'a NodeFeatures, pos: &'a Position, mv: Move) -> Option<TestedMove<'a>> {
        let piece = pos.placed_by(mv)?;
        let mut occupied = pos.occupied();
        let mut before = Bitboard::EMPTY;
        if let Some(from) = mv.from() {
            before = attacks::attacks(pos.piece_at(from)?, from, occupied);
            occupied.remove(from);
        }
        let after = attacks::attacks(piece, mv.to(), occupied);
        let captured = pos.piece_at(mv.to());
        Some(TestedMove { node, pos, mv, piece, captured, before, after, gain: Cell::new(None) })
    }

    /// The value of the exchange that the move begins.
    #[inline]
    pub(crate) fn gain(&self) -> i32 {
        self.gain.get().unwrap_or_else(|| {
            // No piece can take back: the exchange ends with the move itself.
            let gain = if self.captured.is_none() && !self.mv.is_promotion() && !self.may_be_taken() {
                0
            } else {
                see::see(self.pos, self.mv, &VALUES)
            };
            self.gain.set(Some(gain));
            gain
        })
    }

    /// Whether they attack the target, now or once the origin is empty.
    fn may_be_taken(&self) -> bool {
        self.node.theirs.contains(self.mv.to())
            || self.mv.from().is_some_and(|from| self.node.theirs.contains(from))
    }

    /// Whether the move loses nothing by exchange.
    #[inline]
    pub(in crate::policy) fn is_safe(&self) -> bool {
        self.gain() >= 0
    }

    /// Squares it attacks now and did not before.
    #[inline]
    pub(in crate::policy) fn newly(&self) -> Bitboard {
        self.after - self.before
    }

    /// Whether it gives check.
    #[inline]
    pub(in crate::policy) fn gives_check(&self) -> bool {
        let Some(king) = self.node.their_king else { return false };
        self.after.contains(king)
            || self.mv.from().is_some_and(|from| {
                self.node.discoverers.contains(from) && !attacks::line(king, from).contains(self.mv.to())
            })
    }

    /// Whether their piece on the square would be won: it is not guarded, or worth more than the piece that attacks it.
    #[inline]
    pub(in crate::policy) fn would_win(&self, square: Square) -> bool {
        let Some(target) = self.pos.piece_at(square) else { return false };
        target.kind() == PieceKind::King
            || !self.node.theirs.contains(square)
            || VALUES.exchange(target.kind()) > VALUES.exchange(self.piece.kind())
    }

    /// Their pieces.
    #[inline]
    pub(in crate::policy) fn their_pieces(&self) -> Bitboard {
        self.pos.of_color(!self.node.us)
    }

    /// Rank of a square as the mover counts: 1 is the far side.
    #[inline]
    pub(in crate::policy) fn rank(&self, square: Square) -> u8 {
        square.seen_by(self.node.us).rank()
    }
}
