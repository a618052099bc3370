//! The alphabet of paper 001: every place a piece can be in, as one number.
//!
//! A letter is a piece with its owner and form (28) in one of 82 places: 81 squares and the hand. Feature sets
//! count with letters, and pairs of them are what paper 001 evaluates.

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
}
