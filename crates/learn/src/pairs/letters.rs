//! A training position as arithmetic sees it: letters that are there, letters that quiet moves touch.
//!
//! Let c count the letters of a position and P be the symmetric table of weights. The value of the position (paper 001,
//! formula 1) is ½ cᵀPc + ½ Σ c P(a,a): every pair once, every piece with itself once. A move changes few letters: those
//! that left, −1, and those that came, +1. With A = Pc the change of value is
//!
//! ```text
//! Δ = Σ ±A(z) over the letters touched + Σ ±P(y,z) over pairs of them + Σ P(y,y) over those that came
//! ```
//!
//! so that moves of the same piece, and moves to the same square, share all but a few look-ups; the same sum read from
//! right to left spreads a factor over the relations of the change. That is what makes a pass cheap.

use komadai_core::{Color, Move, Piece, PieceKind, Place, Placed, Position};
use komadai_eval::PiecePlace;

use crate::pairs::hands::Hands;
use crate::pairs::table::{LETTERS, Places};

/// No piece is touched; also no letter.
const NOBODY: u16 = u16::MAX;

/// What one quiet move changes, as numbers into [`PositionLetters::touched`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LetterChange {
    /// The mover where it was, then what it took.
    pub(super) left: [u16; 2],
    /// The mover where it is now, then what it took in the hand.
    pub(super) came: [u16; 2],
    /// 1, or 2 for a capture: how many entries count.
    pub(super) pieces: usize,
}

/// A position and its quiet moves.
#[derive(Clone, Debug)]
pub(super) struct PositionLetters {
    /// Whether Black is to move.
    pub(super) black: bool,
    /// The letters with relations that are there, each once, and how many times they are: a piece in hand may be there several times.
    pub(super) letters: Vec<(u16, f32)>,
    /// Letters that some quiet move touches, each once.
    pub(super) touched: Vec<u16>,
    /// `[move]`, the played one first
    pub(super) moves: Vec<LetterChange>,
    /// `[letter]`: its number in `touched`
    numbers: Box<[u16]>,
}

impl Default for PositionLetters {
    fn default() -> Self {
        PositionLetters {
            black: true,
            letters: Vec::with_capacity(40),
            touched: Vec::with_capacity(128),
            moves: Vec::with_capacity(128),
            numbers: vec![NOBODY; LETTERS + 1].into_boxed_slice(),
        }
    }
}

impl PositionLetters {
    /// Takes in a position and its moves, whose pieces must be there. Letters are given by their places.
    pub(super) fn look(&mut self, pos: &Position, moves: &[Move], places: &Places) {
        let letter = |piece, place| places.of(PiecePlace::new(Placed { piece, place }));
        for &letter in &self.touched {
            self.numbers[usize::from(letter)] = NOBODY;
        }
        self.touched.clear();
        self.moves.clear();
        self.letters.clear();
        self.black = pos.side_to_move() == Color::Black;
        let once = places.hands() == Hands::Once;
        for square in pos.occupied() {
            if let Some(piece) = pos.piece_at(square) {
                let place = letter(piece, Place::Board(square));
                if places.has_relations(place) {
                    self.letters.push((place, 1.0));
                }
            }
        }
        for color in Color::ALL {
            for (kind, count) in pos.hand(color).iter() {
                let place = letter(Piece::new(color, kind), Place::Hand);
                if places.has_relations(place) {
                    self.letters.push((place, if once { 1.0 } else { count as f32 }));
                }
            }
        }
        let us = pos.side_to_move();
        for &mv in moves {
            let to = Place::Board(mv.to());
            // Where like pieces count once, one that leaves others in the hand, or joins them there, changes nothing.
            let hand = |kind: PieceKind, others: usize| {
                let kind = kind.unpromoted();
                if once && pos.hand(us).count(kind) as usize > others {
                    return places.nowhere();
                }
                letter(Piece::new(us, kind), Place::Hand)
            };
            let mut touch =
                if let Some((from, piece)) = mv.from().and_then(|from| Some((from, pos.piece_at(from)?))) {
                    let kind = if mv.is_promotion() { piece.kind().promoted() } else { None };
                    let placed = Piece::new(us, kind.unwrap_or(piece.kind()));
                    self.touch(letter(piece, Place::Board(from)), letter(placed, to))
                } else {
                    let kind = mv.dropped().unwrap_or(PieceKind::Pawn);
                    self.touch(hand(kind, 1), letter(Piece::new(us, kind), to))
                };
            if let Some(taken) = pos.piece_at(mv.to()) {
                touch.left[1] = self.number(letter(taken, to));
                touch.came[1] = self.number(hand(taken.kind(), 0));
                touch.pieces = 2;
            }
            self.moves.push(touch);
        }
    }

    /// The letter with a number among those touched.
    #[inline]
    pub(super) fn letter(&self, number: u16) -> u16 {
        self.touched[usize::from(number)]
    }

    fn touch(&mut self, left: u16, came: u16) -> LetterChange {
        let (left, came) = (self.number(left), self.number(came));
        LetterChange { left: [left; 2], came: [came; 2], pieces: 1 }
    }

    /// The number of a letter among those touched.
    fn number(&mut self, letter: u16) -> u16 {
        let number = &mut self.numbers[usize::from(letter)];
        if *number == NOBODY {
            *number = self.touched.len() as u16;
            self.touched.push(letter);
        }
        *number
    }
}
