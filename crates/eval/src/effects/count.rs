//! Counting effects for all squares at once.
//!
//! A count has one bit in each of two planes, so adding a set of attacked squares to all 81 counts takes five operations on planes.
//! Two pieces never attack a square from the same neighbouring square, so all pieces of a player that step in one direction are
//! added as one set: ten sets, two of them for knights, and one more for each sliding piece.

use komadai_core::{Bitboard, Color, PieceKind, Position, Square, attacks};

/// How often each square is attacked by each player, counted up to 3.
///
/// A piece attacks every square that it could move to if other pieces only blocked its path. Squares of own pieces, which it
/// guards, are included; pins and checks make no difference.
///
/// ```
/// use komadai_core::{Color, Position};
/// use komadai_eval::effects::Effects;
///
/// let effects = Effects::of(&Position::startpos());
/// // Both golds and the king guard 5h, and the rook along its rank: four, counted as three.
/// assert_eq!(effects.count(Color::Black, "5h".parse()?), 3);
/// assert_eq!(effects.count(Color::White, "5h".parse()?), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// `[color]`
    counts: [Counts; 2],
}

/// Counts of one player's effects, one bit a square in each plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Squares with count 1 or 3.
    pub(super) low: u128,
    /// Squares with count 2 or 3.
    pub(super) high: u128,
}

impl Counts {
    /// Adds 1 to those counts of these squares that are below 3.
    #[inline(always)]
    fn add(&mut self, squares: u128) {
        let carry = self.low & squares;
        self.low = (self.low ^ squares) | (self.high & carry);
        self.high |= carry;
    }

    #[inline]
    fn of<const BLACK: bool>(pos: &Position) -> Counts {
        let color = if BLACK { Color::Black } else { Color::White };
        let own = pos.of_color(color).bits();
        let of = |kind| pos.of_kind(kind).bits() & own;
        let golds = pos.golds().bits() & own;
        let (silvers, knights) = (of(PieceKind::Silver), of(PieceKind::Knight));
        let (king, horses, dragons) = (of(PieceKind::King), of(PieceKind::Horse), of(PieceKind::Dragon));

        let (ahead, behind) = (step::<BLACK>, if BLACK { step::<false> } else { step::<true> });
        let straight = golds | king | horses;
        let diagonal = silvers | king | dragons;
        let beside = ahead(diagonal | golds);
        let jump = ahead(ahead(knights));
        let back = behind(diagonal);
        let mut counts = Counts::default();
        for squares in [
            ahead(of(PieceKind::Pawn) | silvers | straight),
            to_left(beside),
            to_right(beside),
            to_left(straight),
            to_right(straight),
            behind(straight),
            to_left(back),
            to_right(back),
            to_left(jump),
            to_right(jump),
        ] {
            counts.add(squares);
        }
        let occupied = pos.occupied();
        for from in Bitboard::from_bits(of(PieceKind::Lance)) {
            counts.add(attacks::lance(color, from, occupied).bits());
        }
        for from in Bitboard::from_bits(of(PieceKind::Bishop) | horses) {
            counts.add(attacks::bishop(from, occupied).bits());
        }
        for from in Bitboard::from_bits(of(PieceKind::Rook) | dragons) {
            counts.add(attacks::rook(from, occupied).bits());
        }
        // Remove what went over the left edge of the board.
        let all = Bitboard::ALL.bits();
        Counts { low: counts.low & all, high: counts.high & all }
    }
}

const FIRST_RANK: u128 = Bitboard::rank(1).bits();
const LAST_RANK: u128 = Bitboard::rank(9).bits();

/// One rank up, as Black sees the board, or down.
#[inline(always)]
fn step<const UP: bool>(squares: u128) -> u128 {
    if UP { (squares & !FIRST_RANK) >> 1 } else { (squares & !LAST_RANK) << 1 }
}

/// One file to the left as Black sees the board; squares of the ninth file go to bits above 80.
#[inline(always)]
fn to_left(squares: u128) -> u128 {
    squares << 9
}

/// One file to the right.
#[inline(always)]
fn to_right(squares: u128) -> u128 {
    squares >> 9
}

impl Effects {
    /// Counts the effects of all pieces of a position.
    #[inline]
    pub fn of(pos: &Position) -> Effects {
        Effects { counts: [Counts::of::<true>(pos), Counts::of::<false>(pos)] }
    }

    /// How many pieces of `color` attack a square: 0, 1, 2, or 3 for three or more.
    #[inline]
    pub fn count(&self, color: Color, square: Square) -> u8 {
        let Counts { low, high } = self.counts(color);
        let bit = |plane: u128| (plane >> square.index() & 1) as u8;
        bit(low) + 2 * bit(high)
    }

    /// All counts of a player.
    #[inline]
    pub(super) fn counts(&self, color: Color) -> Counts {
        self.counts[color.index()]
    }
}
