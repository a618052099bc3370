//! The squares around the defender's king before the last check: which are covered, which are free, and who may take.

use super::board;
use crate::bitboard::Bitboard;
use crate::{CheckSquares, Color, Piece, PieceKind, Position, Square, attacks};

/// Kinds that may be interposed on any square.
const INTERPOSED: [PieceKind; 4] = [PieceKind::Gold, PieceKind::Silver, PieceKind::Bishop, PieceKind::Rook];

/// King area of the defender before the last check: squares covered, squares free, and who may take.
#[derive(Debug)]
pub(super) struct KingArea {
    /// Whether a piece dropped between king and checker is a defence.
    pub(super) drops_count: bool,
    pub(super) us: Color,
    pub(super) king: Square,
    /// All squares next to the king.
    pub(super) ring: Bitboard,
    /// Squares that at least one of our pieces attacks, with the king taken off the board; then those that at least two attack.
    pub(super) covered: Bitboard,
    twice: Bitboard,
    /// Squares attacked by our sliders that may reach the king's neighbours. A piece that leaves one of them may open a line.
    pub(super) lines: Bitboard,
    /// Squares between our sliders and the king. A piece that leaves one of them may give a discovered check.
    towards_king: Bitboard,
    /// Squares the king could step on.
    pub(super) free: Bitboard,
    /// Pieces of the defender that shield the king from a slider.
    pinned: Bitboard,
    /// Whether drops count and the defender has a piece in hand that may be dropped on any square.
    pub(super) interposes: bool,
    /// Everything on the board but the king.
    pub(super) occupied: Bitboard,
    /// Squares from which our pieces would give check, and the pieces that give a discovered check when they leave.
    pub(super) checks: CheckSquares,
}

/// Our pieces on the board that may mate, grouped by the squares on which they may.
///
/// Most step next to the king without opening a line: they may mate on few squares, the same for all. The others are examined one by one.
pub(super) struct Movers {
    /// Sliders, and pieces that may open a line or jump.
    special: Bitboard,
    /// Squares next to the king on which any other piece may mate: another one covers it there, and from there a piece can reach every
    /// square that the king could step on.
    spots: Bitboard,
}

impl Movers {
    /// Squares where a piece that moves from `from` and gives check may mate: next to the king on squares that another piece covers, and
    /// from afar if nothing can be interposed.
    #[inline]
    pub(super) fn targets(&self, area: &KingArea, piece: Piece, from: Square) -> Bitboard {
        if !self.special.contains(from) {
            return self.spots;
        }
        if area.towards_king.contains(from) {
            return !Bitboard::EMPTY;
        }
        let near = if area.lines.contains(from) { area.ring } else { area.ring & area.twice };
        // From afar a slider takes from the king the squares before and behind him, and a dragon two beside him.
        let (kind, free) = (piece.kind(), area.free.len());
        let most = if matches!(kind, PieceKind::Rook | PieceKind::Dragon) { 4 } else { 2 };
        let far =
            kind == PieceKind::Knight || !area.interposes && (free <= most || area.lines.contains(from));
        if far { near | !area.ring } else { near }
    }
}

impl KingArea {
    /// The king area of the side not to move; `None` if it has no king.
    #[inline]
    pub(super) fn new(pos: &Position, drops_count: bool) -> Option<KingArea> {
        let us = pos.side_to_move();
        let (king, checks) = (pos.king(!us)?, CheckSquares::of(pos)?);
        let everything = pos.occupied();
        let occupied = everything - Bitboard::of(king);
        let ring = attacks::steps_of(Piece::new(!us, PieceKind::King), king);
        let (mut covered, mut twice, mut lines) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        let sliders = pos.sliders();
        let (mut pinned, mut towards_king) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for square in (pos.of_color(us) & board::NEAR[king.index() & 127]) - sliders {
            let Some(piece) = pos.piece_at(square) else { continue };
            let attacked = attacks::steps_of(piece, square);
            twice |= covered & attacked;
            covered |= attacked;
        }
        for square in board::sliders_near(pos, us, king) {
            let Some(piece) = pos.piece_at(square) else { continue };
            let attacked = attacks::attacks(piece, square, occupied);
            twice |= covered & attacked;
            covered |= attacked;
            lines |= attacked;
            // Whatever the slider's kind: counting too many pieces as pinned costs only time.
            let between = attacks::between(king, square);
            let shield = between & everything;
            towards_king |= between;
            if !shield.has_many() {
                pinned |= shield;
            }
        }
        Some(KingArea {
            drops_count,
            us,
            king,
            ring,
            covered,
            twice,
            lines,
            towards_king,
            pinned,
            interposes: drops_count && INTERPOSED.into_iter().any(|kind| pos.hand(!us).has(kind)),
            free: ring - pos.of_color(!us) - covered,
            occupied,
            checks,
        })
    }

    /// [`Movers::spots`].
    #[inline]
    fn spots(&self) -> Bitboard {
        let mut spots = Bitboard::EMPTY;
        for to in self.ring & self.twice {
            let reach = attacks::steps_of(Piece::new(self.us, PieceKind::King), to) | Bitboard::of(to);
            if (self.free - reach).is_empty() {
                spots |= Bitboard::of(to);
            }
        }
        spots
    }

    /// Whether a piece put on `to` attacks every square the king could step on, `to` left aside.
    #[inline]
    pub(super) fn leaves_none(&self, piece: Piece, to: Square, occupied: Bitboard) -> bool {
        let free = self.free - Bitboard::of(to);
        free.is_empty() || (free - attacks::attacks(piece, to, occupied)).is_empty()
    }

    /// Whether a piece of the defender other than the king may take the checking piece on `to`; not for double checks.
    #[inline]
    pub(super) fn is_taken(&self, pos: &Position, to: Square) -> bool {
        let guards = pos.attackers(!self.us, to, pos.occupied()) - self.pinned;
        !(guards - Bitboard::of(self.king)).is_empty()
    }

    /// Our pieces that may mate, and the squares on which they may, by a quick test.
    #[inline]
    pub(super) fn movers(&self, pos: &Position) -> Movers {
        // A knight from afar takes no square from the king.
        let jumpers = if self.free.is_empty() { pos.of_kind(PieceKind::Knight) } else { Bitboard::EMPTY };
        let special = pos.sliders() | self.checks.discoverers | self.lines | jumpers;
        Movers { special, spots: self.spots() }
    }

    /// Squares that our sliders attack once a piece of ours leaves one of [`KingArea::lines`]; squares that it blocks from its new square
    /// are not removed.
    fn opened_by(&self, pos: &Position, from: Square) -> Bitboard {
        let left = self.occupied - Bitboard::of(from);
        let mut opened = Bitboard::EMPTY;
        for slider in (pos.of_color(self.us) & pos.sliders()) - Bitboard::of(from) {
            let Some(piece) = pos.piece_at(slider) else { continue };
            if attacks::attacks(piece, slider, self.occupied).contains(from) {
                opened |= attacks::attacks(piece, slider, left);
            }
        }
        opened
    }

    /// Whether a move to one of the [`Movers::targets`] may mate: the king can neither take the piece nor step aside, as far as this test
    /// can tell. `opened` keeps the squares that a piece opens, once computed, for all its moves.
    #[inline]
    pub(super) fn holds(
        &self,
        pos: &Position,
        piece: Piece,
        from: Square,
        to: Square,
        opened: &mut Option<Bitboard>,
    ) -> bool {
        // Squares where the king may be safe: those that it could step on, and the one on which it takes the piece.
        let mut safe = self.free - Bitboard::of(to);
        if !safe.is_empty() {
            safe = safe - attacks::attacks(piece, to, self.occupied - Bitboard::of(from));
        }
        safe |= Bitboard::of(to) & (self.ring - self.twice);
        if let Some(square) = safe.first() {
            // A line that opens runs from a slider over `from`.
            let sliders = pos.sliders() & pos.of_color(self.us);
            if !self.lines.contains(from) || (attacks::line(from, square) & sliders).is_empty() {
                return false;
            }
            safe = safe - *opened.get_or_insert_with(|| self.opened_by(pos, from));
        }
        // Where the line to the king opens, another piece may give check as well, or a piece that could take may be pinned.
        safe.is_empty() && (self.towards_king.contains(from) || !self.is_taken(pos, to))
    }
}
