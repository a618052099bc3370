//! Moves.

use core::fmt;
use core::str::FromStr;

use crate::{PieceKind, Square};

/// Move in 15 bits: target square, origin square or kind dropped from hand, promotion.
///
/// ```
/// use komadai_core::{Move, PieceKind};
///
/// let mv: Move = "2b3c+".parse()?;
/// assert_eq!(mv, Move::promoting("2b".parse()?, "3c".parse()?));
/// let drop: Move = "P*5e".parse()?;
/// assert_eq!((drop.from(), drop.dropped()), (None, Some(PieceKind::Pawn)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```text
/// bit  14        13 … 7                          6 … 0
///      promote   from 0–80, or 80 + hand kind    to 0–80
/// ```
///
/// Sixteen bits rather than thirty-two: eight moves are one 128-bit store, which makes generating drops and king steps fast without
/// `unsafe`. A move does not hold the pieces on its squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

const PROMOTE: u16 = 1 << 14;

impl Move {
    /// Number of values of [`Move::code`]: 88 origins × 81 squares × 2.
    pub const CODES: usize = 88 * 81 * 2;

    /// A move on the board without promotion.
    #[inline]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move((from.raw() as u16) << 7 | to.raw() as u16)
    }

    /// A move on the board with promotion.
    #[inline]
    pub const fn promoting(from: Square, to: Square) -> Move {
        Move(Move::normal(from, to).0 | PROMOTE)
    }

    /// A drop from hand. A promoted kind drops as its plain kind; a king cannot be dropped (`None`).
    pub const fn drop(kind: PieceKind, to: Square) -> Option<Move> {
        match kind.in_hand() {
            Some(kind) => Some(Move(Move::drop_base(kind) | to.raw() as u16)),
            None => None,
        }
    }

    /// The bits of a drop on square 0; add a square number for another square.
    #[inline]
    pub(crate) const fn drop_base(kind: PieceKind) -> u16 {
        (80 + kind as u16) << 7
    }

    #[inline]
    pub(crate) const fn from_raw(bits: u16) -> Move {
        Move(bits)
    }

    /// The 15 bits of the move, for tables and files; 0 is no move.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// A move from its [`Move::bits`]; `None` for bits that encode no move. The move need not be legal in any position.
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let (to, from) = (bits & 127, bits >> 7 & 127);
        let drop = from > 80;
        if bits >> 15 != 0 || to > 80 || from > 87 || to == from || drop && bits & PROMOTE != 0 {
            return None;
        }
        Some(Move(bits))
    }

    /// Target square.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_raw((self.0 & 127) as u8)
    }

    /// Origin square; `None` for a drop.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        let from = (self.0 >> 7 & 127) as u8;
        if from < 81 { Some(Square::from_raw(from)) } else { None }
    }

    /// Kind that is dropped; `None` for a move on the board.
    #[inline]
    pub const fn dropped(self) -> Option<PieceKind> {
        let from = (self.0 >> 7 & 127) as u8;
        if from < 81 { None } else { Some(PieceKind::from_raw(from - 80)) }
    }

    /// Whether a piece comes from hand.
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.0 >> 7 & 127 >= 81
    }

    /// Whether the piece promotes.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0 & PROMOTE != 0
    }

    /// Dense number in `0..Move::CODES` for the tables of paper 000: `(origin × 81 + to) × 2 + promotion`,
    /// where origins 0–80 are squares and 81–87 the seven kinds in hand.
    ///
    /// The thesis numbers 40 pieces × 81 squares × 2 promotions; a board does not tell identical pieces
    /// apart, so origins take the place of piece numbers.
    #[inline]
    pub const fn code(self) -> usize {
        ((self.0 >> 7 & 127) as usize * 81 + (self.0 & 127) as usize) * 2 + (self.0 >> 14) as usize
    }

    /// The move as the other player would make it (board turned by half a turn).
    pub const fn turned(self) -> Move {
        match self.from() {
            Some(from) => Move(Move::normal(from.turned(), self.to().turned()).0 | self.0 & PROMOTE),
            None => Move(self.0 & !127 | self.to().turned().raw() as u16),
        }
    }
}

impl fmt::Display for Move {
    /// USI: `7g7f`, `2b3c+`, `P*5e`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from(), self.dropped()) {
            (Some(from), _) => write!(f, "{from}{}{}", self.to(), if self.is_promotion() { "+" } else { "" }),
            (None, Some(kind)) => write!(f, "{}*{}", kind.letter(), self.to()),
            (None, None) => unreachable!("a move has an origin on the board or in hand"),
        }
    }
}

/// Error for a text that is not a USI move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a USI move such as 7g7f, 2b3c+ or P*5e")]
#[non_exhaustive]
pub struct ParseMoveError;

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if !text.is_ascii() || text.len() < 4 || text.len() > 5 {
            return Err(ParseMoveError);
        }
        let square = |text: &str| text.parse::<Square>().map_err(|_| ParseMoveError);
        let to = square(&text[2..4])?;
        let bytes = text.as_bytes();
        if bytes[1] == b'*' {
            let kind = PieceKind::from_letter(bytes[0] as char).ok_or(ParseMoveError)?;
            return match Move::drop(kind, to) {
                Some(mv) if text.len() == 4 => Ok(mv),
                _ => Err(ParseMoveError),
            };
        }
        let from = square(&text[..2])?;
        match bytes.get(4) {
            _ if from == to => Err(ParseMoveError),
            None => Ok(Move::normal(from, to)),
            Some(b'+') => Ok(Move::promoting(from, to)),
            Some(_) => Err(ParseMoveError),
        }
    }
}
