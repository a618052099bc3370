//! A training position for the arithmetic of a pass: its occupied piece places, and those that quiet moves change.
//!
//! A piece place is a piece of one owner on one square or in hand ([`PiecePlace`]); in this folder a *place* is the number of a
//! piece place in the [`PlaceOrder`]. Let c count the pieces in each place of a position and P be the symmetric table of weights.
//! The value of the position (paper 001, formula 1) is ½ cᵀPc + ½ Σ c P(a,a): every pair once, every piece with itself once. A move
//! changes few places: those that a piece leaves, −1, and those that it comes to, +1. With A = Pc the change of value is
//!
//! ```text
//! Δ = Σ ±A(z) over the places changed + Σ ±P(y,z) over pairs of them + Σ P(y,y) over those come to
//! ```
//!
//! so moves of the same piece, and moves to the same square, share all but a few look-ups; the same sum read from right to left
//! spreads a factor over the relations of the change. That makes a pass cheap.

use komadai_core::{Color, Move, Piece, PieceKind, Place, Placed, Position};
use komadai_eval::PiecePlace;

use crate::pairs::table::{PLACES, PlaceOrder};

/// Marks a place without a number in [`PositionPlaces::touched`].
const NOBODY: u16 = u16::MAX;

/// The places that one quiet move changes, as numbers into [`PositionPlaces::touched`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlaceChange {
    /// The mover's old place, then that of the piece it took.
    pub(super) left: [u16; 2],
    /// The mover's new place, then that of the taken piece in hand.
    pub(super) came: [u16; 2],
    /// Number of entries that count: 1, or 2 for a capture.
    pub(super) pieces: usize,
}

/// A position and its quiet moves.
#[derive(Clone, Debug)]
pub(super) struct PositionPlaces {
    /// Whether Black is to move.
    pub(super) black: bool,
    /// The occupied places with relations, each once, and the number of pieces there: above 1 only in hand.
    pub(super) places: Vec<(u16, f32)>,
    /// Places that some quiet move changes, each once.
    pub(super) touched: Vec<u16>,
    /// `[move]`, the played one first
    pub(super) moves: Vec<PlaceChange>,
    /// `[place]`: its number in `touched`
    numbers: Box<[u16]>,
}

impl Default for PositionPlaces {
    fn default() -> Self {
        PositionPlaces {
            black: true,
            places: Vec::with_capacity(40),
            touched: Vec::with_capacity(128),
            moves: Vec::with_capacity(128),
            numbers: vec![NOBODY; PLACES + 1].into_boxed_slice(),
        }
    }
}

impl PositionPlaces {
    /// Reads a position and its moves, whose pieces must be on the board or in hand.
    pub(super) fn look(&mut self, pos: &Position, moves: &[Move], order: &PlaceOrder) {
        let on = |piece, place| order.place(PiecePlace::new(Placed { piece, place }));
        for &place in &self.touched {
            self.numbers[usize::from(place)] = NOBODY;
        }
        self.touched.clear();
        self.moves.clear();
        self.places.clear();
        self.black = pos.side_to_move() == Color::Black;
        pos.visit_pieces(|placed, count| {
            let place = order.place(PiecePlace::new(placed));
            if order.has_relations(place) {
                self.places.push((place, count as f32));
            }
        });
        let us = pos.side_to_move();
        for &mv in moves {
            let to = Place::Board(mv.to());
            let hand = |kind: PieceKind| on(Piece::new(us, kind.unpromoted()), Place::Hand);
            let mut touch =
                if let Some((from, piece)) = mv.from().and_then(|from| Some((from, pos.piece_at(from)?))) {
                    let kind = if mv.is_promotion() { piece.kind().promoted() } else { None };
                    let placed = Piece::new(us, kind.unwrap_or(piece.kind()));
                    self.touch(on(piece, Place::Board(from)), on(placed, to))
                } else {
                    let kind = mv.dropped().unwrap_or(PieceKind::Pawn);
                    self.touch(hand(kind), on(Piece::new(us, kind), to))
                };
            if let Some(taken) = pos.piece_at(mv.to()) {
                touch.left[1] = self.number(on(taken, to));
                touch.came[1] = self.number(hand(taken.kind()));
                touch.pieces = 2;
            }
            self.moves.push(touch);
        }
    }

    /// The place with a number in `touched`.
    #[inline]
    pub(super) fn place(&self, number: u16) -> u16 {
        self.touched[usize::from(number)]
    }

    fn touch(&mut self, left: u16, came: u16) -> PlaceChange {
        let (left, came) = (self.number(left), self.number(came));
        PlaceChange { left: [left; 2], came: [came; 2], pieces: 1 }
    }

    /// The number of a place in `touched`.
    fn number(&mut self, place: u16) -> u16 {
        let number = &mut self.numbers[usize::from(place)];
        if *number == NOBODY {
            *number = self.touched.len() as u16;
            self.touched.push(place);
        }
        *number
    }
}
