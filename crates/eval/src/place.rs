//! The alphabet of paper 001: every place a piece can be in, as one number.
//!
//! A letter is a piece with its owner and form (28) in one of 82 places: 81 squares and the hand. Feature sets
//! count with letters, and pairs of them are what paper 001 evaluates.

use core::fmt;
use core::str::FromStr;

use komadai_core::{Color, Piece, PieceKind, Place, Placed, Square};

/// A piece in a place, numbered `piece × 82 + place`, where the piece is [`Piece::index`] (0–27) and the place is
/// the square's number or 81 for the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceIndex(u16);

const PLACES: usize = Square::COUNT + 1;
const HAND: usize = Square::COUNT;

impl PlaceIndex {
    /// How many numbers there are: 28 × 82 = 2,296, as in section 3 of paper 001. Some never occur (a promoted
    /// piece in hand), which keeps the numbering plain.
    pub const COUNT: usize = 2 * PieceKind::COUNT * PLACES;

    /// Number 0.
    pub const FIRST: PlaceIndex = PlaceIndex(0);

    /// Number of a piece in its place.
    #[inline]
    pub const fn new(placed: Placed) -> PlaceIndex {
        let place = match placed.place {
            Place::Board(square) => square.index(),
            Place::Hand => HAND,
        };
        PlaceIndex((placed.piece.index() * PLACES + place) as u16)
    }

    /// Number 0–2295.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// From a number; `None` from 2,296 on.
    pub const fn from_index(index: usize) -> Option<PlaceIndex> {
        if index < Self::COUNT { Some(PlaceIndex(index as u16)) } else { None }
    }

    /// The piece and its place. Total: every number stands for something, though not for something legal.
    pub fn placed(self) -> Placed {
        let (piece, place) = (self.index() / PLACES, self.index() % PLACES);
        let color = if piece < PieceKind::COUNT { Color::Black } else { Color::White };
        Placed {
            piece: Piece::new(color, PieceKind::ALL[piece % PieceKind::COUNT]),
            place: Square::from_index(place).map_or(Place::Hand, Place::Board),
        }
    }

    /// Whether the piece is in hand.
    pub const fn is_in_hand(self) -> bool {
        self.index() % PLACES == HAND
    }

    /// The same as the other player sees it: owner exchanged, board turned.
    pub fn turned(self) -> PlaceIndex {
        let Placed { piece, place } = self.placed();
        let place = match place {
            Place::Board(square) => Place::Board(square.turned()),
            Place::Hand => Place::Hand,
        };
        PlaceIndex::new(Placed { piece: Piece::new(!piece.color(), piece.kind()), place })
    }

    /// The same with left and right exchanged.
    pub fn mirrored(self) -> PlaceIndex {
        let Placed { piece, place } = self.placed();
        let place = match place {
            Place::Board(square) => Place::Board(square.mirrored()),
            Place::Hand => Place::Hand,
        };
        PlaceIndex::new(Placed { piece, place })
    }
}

/// A piece in a place as text that is none: `S7g`, `+b2b` (White's horse), `p*` (White's pawn in hand) are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "piece in its place: found {0:?}, expected a piece as in SFEN and a square, as \"S7g\" or \"+b2b\", or \"*\" for the hand, as \"p*\""
)]
pub struct ParsePlaceError(pub String);

impl fmt::Display for PlaceIndex {
    /// The piece as in SFEN, upper case for Black, and its square: `S7g`, `+b2b`; `*` in hand: `p*`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Placed { piece, place } = self.placed();
        match place {
            Place::Board(square) => write!(f, "{piece}{square}"),
            Place::Hand => write!(f, "{piece}*"),
        }
    }
}

impl FromStr for PlaceIndex {
    type Err = ParsePlaceError;

    fn from_str(text: &str) -> Result<PlaceIndex, ParsePlaceError> {
        let wrong = || ParsePlaceError(text.to_owned());
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
        Ok(PlaceIndex::new(Placed { piece: Piece::new(color, kind), place }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_places_correspond_one_to_one() {
        assert_eq!(PlaceIndex::COUNT, 2296);
        for index in 0..PlaceIndex::COUNT {
            let place = PlaceIndex::from_index(index).unwrap();
            assert_eq!(PlaceIndex::new(place.placed()), place);
            assert_eq!(place.turned().turned(), place);
            assert_ne!(place.turned().placed().piece.color(), place.placed().piece.color());
        }
        assert_eq!(PlaceIndex::from_index(PlaceIndex::COUNT), None);
    }

    #[test]
    fn text_goes_there_and_back_and_nothing_else_is_read() {
        for place in (0..PlaceIndex::COUNT).filter_map(PlaceIndex::from_index) {
            let Placed { piece, place: at } = place.placed();
            if at != Place::Hand || !piece.kind().is_promoted() {
                assert_eq!(place.to_string().parse(), Ok(place));
            }
        }
        for wrong in ["", "+", "S", "7g", "S7j", "X7g", "+G7g", "+P*", "S7g ", "銀7g", "+K5e"] {
            let error = wrong.parse::<PlaceIndex>().unwrap_err();
            assert!(error.to_string().contains(&format!("{wrong:?}")), "{error}");
        }
    }
}
