//! Numbers for a piece on its square or in hand: the single features of paper 001.
//!
//! A piece place is a piece with its owner and form (28 of them) in one of 82 places: 81 squares and the hand. Shogi programs call
//! it the "piece-square" of KP and KPP tables. Paper 001 evaluates pairs of them.

use core::fmt;
use core::str::FromStr;

use komadai_core::{Color, Piece, PieceKind, Place, Placed, Square};

/// Piece with its owner, on its square or in hand, numbered 0 to 2,295.
///
/// The number is `piece × 82 + place`, where the piece is [`Piece::index`] (0–27) and the place is the square's number or 81 for
/// the hand. Its text is the piece as in SFEN, then the square, or `*` for the hand.
///
/// ```
/// use komadai_eval::PiecePlace;
///
/// let silver: PiecePlace = "S7g".parse()?;
/// assert_eq!(silver.turned().to_string(), "s3c");
/// assert_eq!(silver.mirrored().to_string(), "S3g");
/// assert_eq!(PiecePlace::from_index(silver.index()), Some(silver));
/// assert!("p*".parse::<PiecePlace>()?.is_in_hand());
/// # Ok::<(), komadai_eval::ParsePiecePlaceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PiecePlace(u16);

const PLACES: usize = Square::COUNT + 1;
const HAND: usize = Square::COUNT;

impl PiecePlace {
    /// Number of piece places: 28 × 82 = 2,296, as in section 3 of paper 001. Some never occur, such as a promoted piece in hand;
    /// counting them keeps the numbering simple.
    pub const COUNT: usize = 2 * PieceKind::COUNT * PLACES;

    /// Piece place number 0.
    pub const FIRST: PiecePlace = PiecePlace(0);

    /// The piece place of a piece on a square or in hand.
    #[inline]
    pub const fn new(placed: Placed) -> PiecePlace {
        let place = match placed.place {
            Place::Board(square) => square.index(),
            Place::Hand => HAND,
        };
        PiecePlace::numbered(placed.piece.index(), place)
    }

    /// The number, 0 to 2,295.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The piece place with a number; `None` from 2,296 on.
    pub const fn from_index(index: usize) -> Option<PiecePlace> {
        if index < Self::COUNT { Some(PiecePlace(index as u16)) } else { None }
    }

    /// The piece and its square or hand. Not every piece place can occur in a legal position.
    pub fn placed(self) -> Placed {
        let piece = self.piece();
        let color = if piece < PieceKind::COUNT { Color::Black } else { Color::White };
        Placed {
            piece: Piece::new(color, PieceKind::ALL[piece % PieceKind::COUNT]),
            place: self.square().map_or(Place::Hand, Place::Board),
        }
    }

    /// Whether the piece is in hand.
    pub const fn is_in_hand(self) -> bool {
        self.index() % PLACES == HAND
    }

    /// The piece place as the other player sees it: owner exchanged, board turned.
    pub const fn turned(self) -> PiecePlace {
        let piece = (self.piece() + PieceKind::COUNT) % (2 * PieceKind::COUNT);
        match self.square() {
            Some(square) => PiecePlace::numbered(piece, square.turned().index()),
            None => PiecePlace::numbered(piece, HAND),
        }
    }

    /// The piece place with left and right exchanged.
    pub const fn mirrored(self) -> PiecePlace {
        match self.square() {
            Some(square) => PiecePlace::numbered(self.piece(), square.mirrored().index()),
            None => self,
        }
    }

    /// The number of the piece, 0 to 27.
    pub(crate) const fn piece(self) -> usize {
        self.index() / PLACES
    }

    /// The square; `None` in hand.
    pub(crate) const fn square(self) -> Option<Square> {
        Square::from_index(self.index() % PLACES)
    }

    /// The piece place of piece 0 to 27 in place 0 to 81.
    pub(crate) const fn numbered(piece: usize, place: usize) -> PiecePlace {
        PiecePlace((piece * PLACES + place) as u16)
    }
}

/// The text is not a piece place such as `S7g`, `+b2b` (White's horse) or `p*` (White's pawn in hand).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "piece in its place: found {0:?}, expected a piece as in SFEN and a square, as \"S7g\" or \"+b2b\", or \"*\" for the hand, as \"p*\""
)]
#[non_exhaustive]
pub struct ParsePiecePlaceError(pub String);

impl fmt::Display for PiecePlace {
    /// The piece as in SFEN, upper case for Black, and its square: `S7g`, `+b2b`; `*` in hand: `p*`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Placed { piece, place } = self.placed();
        match place {
            Place::Board(square) => write!(f, "{piece}{square}"),
            Place::Hand => write!(f, "{piece}*"),
        }
    }
}

impl FromStr for PiecePlace {
    type Err = ParsePiecePlaceError;

    fn from_str(text: &str) -> Result<PiecePlace, ParsePiecePlaceError> {
        let wrong = || ParsePiecePlaceError(text.to_owned());
        let promoted = text.starts_with('+');
        let mut rest = text.strip_prefix('+').unwrap_or(text).chars();
        let letter = rest.next().ok_or_else(wrong)?;
        let plain = PieceKind::from_letter(letter.to_ascii_uppercase()).ok_or_else(wrong)?;
        let kind = if promoted { plain.promoted().ok_or_else(wrong)? } else { plain };
        let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
        let place = match rest.as_str() {
            "*" if !promoted => Place::Hand,
            square => Place::Board(square.parse().map_err(|_| wrong())?),
        };
        Ok(PiecePlace::new(Placed { piece: Piece::new(color, kind), place }))
    }
}
