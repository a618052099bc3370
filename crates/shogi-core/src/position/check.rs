//! Attackers of a square, checkers and pins.

use super::Position;
use crate::PieceKind::{Dragon, Gold, Horse, King, Knight, Pawn, Silver};
use crate::attacks::{self, between};
use crate::bitboard::Bitboard;
use crate::{Color, Move, Piece, PieceKind, Square};

/// Checking pieces and pinned pieces of the side to move: the input of legal move generation.
///
/// ```
/// use komadai_core::{Checks, Position};
///
/// // The rook on 5b checks the king on 5i; the gold is pinned by nothing.
/// let pos: Position = "4k4/4r4/9/9/9/9/9/9/3GK4 b - 1".parse()?;
/// let checks = Checks::of(&pos);
/// assert_eq!((checks.checkers.len(), checks.pinned.len()), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// Pieces that give check.
    pub checkers: Bitboard,
    /// Pieces of the side to move, each the only piece between its king and a slider.
    pub pinned: Bitboard,
}

impl Checks {
    /// Computes the checks and pins of the side to move.
    #[inline]
    pub fn of(pos: &Position) -> Checks {
        let us = pos.side_to_move();
        let Some(king) = pos.king(us) else { return Checks::default() };
        let occupied = pos.occupied();
        let mut checks = Checks { checkers: pos.step_attackers(!us, king), pinned: Bitboard::EMPTY };
        pos.sliders_at(!us, king).for_each(|slider| {
            let blockers = between(king, slider) & occupied;
            if blockers.is_empty() {
                checks.checkers.insert(slider);
            } else if !blockers.has_many() {
                checks.pinned |= blockers;
            }
        });
        checks.pinned &= pos.of_color(us);
        checks
    }
}

impl Position {
    /// Pieces of `by` that attack `square` when `occupied` are the occupied squares.
    #[inline]
    pub fn attackers(&self, by: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let mut found = self.step_attackers(by, square);
        self.sliders_at(by, square).for_each(|slider| {
            if (between(square, slider) & occupied).is_empty() {
                found.insert(slider);
            }
        });
        found
    }

    /// The part of [`Position::attackers`] that needs no line of sight.
    #[inline]
    fn step_attackers(&self, by: Color, square: Square) -> Bitboard {
        let from = attacks::origins_of(by, square);
        let any = from.pawn & self.of_kind(Pawn)
            | from.knight & self.of_kind(Knight)
            | from.silver & self.of_kind(Silver)
            | from.gold & self.golds()
            | from.king & (self.of_kind(King) | self.of_kind(Horse) | self.of_kind(Dragon));
        any & self.of_color(by)
    }

    /// Sliders of `by` that would attack `square` on an empty board.
    #[inline]
    pub(crate) fn sliders_at(&self, by: Color, square: Square) -> Bitboard {
        let from = attacks::origins_of(by, square);
        let bishops = self.of_kind(PieceKind::Bishop) | self.of_kind(PieceKind::Horse);
        let rooks = self.of_kind(PieceKind::Rook) | self.of_kind(PieceKind::Dragon);
        let any = bishops & from.bishop | rooks & from.rook | self.of_kind(PieceKind::Lance) & from.lance;
        any & self.of_color(by)
    }

    /// Pieces of `by`, each the only piece between a slider of `by` and the other side's king: it gives a discovered check when it leaves
    /// the line.
    pub fn discoverers(&self, by: Color) -> Bitboard {
        let Some(king) = self.king(!by) else { return Bitboard::EMPTY };
        self.alone_before(king, by, self.occupied()) & self.of_color(by)
    }

    /// Pieces of either side, each the only piece between a slider of `by` and a square when `occupied` are the occupied squares.
    #[inline]
    pub(crate) fn alone_before(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        self.sliders_at(by, square).for_each(|slider| {
            let blockers = between(square, slider) & occupied;
            if !blockers.has_many() {
                found |= blockers;
            }
        });
        found
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.king(self.side).is_some_and(|king| !self.attackers(!self.side, king, self.occupied()).is_empty())
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.side;
        let (Some(king), Some(placed)) = (self.king(!us), self.placed_by(mv)) else { return false };
        let to = mv.to();
        // Most moves neither leave an open line to the king nor arrive where the piece could attack it.
        let uncovers = |from| {
            attacks::leaves_line(king, from, to)
                && (between(king, from) & self.occupied()).is_empty()
                && self.discoverers(us).contains(from)
        };
        if attacks::steps_of(placed, to).contains(king) || mv.from().is_some_and(uncovers) {
            return true;
        }
        if !attacks::slides_along(placed, to, king) {
            return false;
        }
        let mut blockers = between(to, king) & self.occupied();
        if let Some(from) = mv.from() {
            blockers.remove(from);
        }
        blockers.is_empty()
    }

    /// The piece that a move puts on its target square; `None` if the origin is empty.
    #[inline]
    pub fn placed_by(&self, mv: Move) -> Option<Piece> {
        if let Some(kind) = mv.dropped() {
            return Some(Piece::new(self.side, kind));
        }
        let piece = self.piece_at(mv.from()?)?;
        let kind = if mv.is_promotion() { piece.kind().promoted()? } else { piece.kind() };
        Some(Piece::new(piece.color(), kind))
    }
}

/// The squares from which pieces of the side to move would give check.
///
/// Made once for a position, it tells for each of its moves what [`Position::gives_check`] tells for one.
///
/// ```
/// use komadai_core::{CheckSquares, Position};
///
/// let pos: Position = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1".parse()?;
/// let squares = CheckSquares::of(&pos).ok_or("no king")?;
/// let giving_check = squares.giving_check(&pos);
/// let checks = pos.legal_moves().into_iter().filter(|&mv| giving_check(mv)).count();
/// assert_eq!(checks, 7, "a gold on five squares, the pawn with and without promotion");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    /// The other side's king.
    pub king: Square,
    /// `[CLASS of the kind]`
    by_class: [Bitboard; CLASSES],
    /// [`Position::discoverers`] of the side to move.
    pub discoverers: Bitboard,
}

/// `[piece code & 15]`: index of the kind in [`CheckSquares::by_class`]; all kinds that move like a gold share one.
static CLASS: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 0, 7, 7, 7, 7, 8, 9, 0];
const CLASSES: usize = 10;

impl CheckSquares {
    /// The check squares of a position; `None` if the other side has no king.
    pub fn of(pos: &Position) -> Option<CheckSquares> {
        let us = pos.side_to_move();
        let (king, occupied) = (pos.king(!us)?, pos.occupied());
        let steps = |kind| attacks::steps_of(Piece::new(!us, kind), king);
        let (bishop, rook) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let by_class = [
            // A king gives no check itself.
            Bitboard::EMPTY,
            steps(Pawn),
            attacks::lance(!us, king, occupied),
            steps(Knight),
            steps(Silver),
            bishop,
            rook,
            steps(Gold),
            bishop | steps(Horse),
            rook | steps(Dragon),
        ];
        Some(CheckSquares { king, by_class, discoverers: pos.discoverers(us) })
    }

    /// The squares on which this piece of the side to move would give check.
    #[inline]
    pub fn for_piece(&self, piece: Piece) -> Bitboard {
        self.by_class[CLASS[(piece.raw() & 15) as usize] as usize % CLASSES]
    }

    /// Whether a legal move of the position gives check.
    #[inline]
    pub fn gives_check(&self, pos: &Position, mv: Move) -> bool {
        pos.placed_by(mv).is_some_and(|piece| self.gives_check_as(pos, mv, piece))
    }

    /// [`CheckSquares::gives_check`] for many moves of the position; one test of the squares rejects most of them at once.
    #[inline]
    pub fn giving_check<'a>(&'a self, pos: &'a Position) -> impl Fn(Move) -> bool + 'a {
        let any = self.by_class.iter().fold(Bitboard::EMPTY, |any, &squares| any | squares);
        move |mv| {
            (any.contains(mv.to()) || mv.from().is_some_and(|from| self.discoverers.contains(from)))
                && self.gives_check(pos, mv)
        }
    }

    /// [`CheckSquares::gives_check`] for a caller that knows the piece that the move puts on its target square
    /// ([`Position::placed_by`]).
    #[inline]
    pub fn gives_check_as(&self, pos: &Position, mv: Move, placed: Piece) -> bool {
        self.for_piece(placed).contains(mv.to())
            || mv.from().is_some_and(|from| self.discoverers.contains(from)) && pos.gives_check(mv)
    }
}
