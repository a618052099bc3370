//! Fast listing of all relations between the pieces of a position, for training.
//!
//! [`Relation::between`] defines the number of a relation. Here the parts of the number are computed once for each piece, so that
//! a pair costs one addition. A test compares the two.

use komadai_core::{Place, Placed};

use super::relation::{self, HAND_KINDS, PIECES};

/// Pieces with the parts of their relations' numbers.
#[derive(Clone, Debug)]
pub(crate) struct Listing {
    board: [OnBoard; MOST],
    on_board: usize,
    /// Pieces in hand by kind and owner, 0 to 15.
    hand: [u32; MOST],
    in_hand: usize,
}

/// The pieces of a full game.
const MOST: usize = 40;

/// A piece on the board.
#[derive(Clone, Copy, Debug, Default)]
struct OnBoard {
    /// Its part where the other stands on a square of a lower number.
    high: u32,
    /// Its part where the other stands on a square of a higher number.
    low: u32,
    /// Its number on the board: square, then piece.
    number: u32,
}

impl Listing {
    pub(crate) fn new() -> Listing {
        Listing { board: [OnBoard::default(); MOST], on_board: 0, hand: [0; MOST], in_hand: 0 }
    }

    /// Adds a piece, up to 40; a promoted piece in hand is left out, for it holds no relation.
    #[inline]
    pub(crate) fn push(&mut self, Placed { piece, place }: Placed) {
        match place {
            Place::Board(square) => {
                let (square, piece) = (square.index(), piece.index());
                self.board[self.on_board] = OnBoard {
                    high: (relation::below(square.max(1)) * PIECES * PIECES + piece * PIECES) as u32,
                    low: (square * PIECES * PIECES + piece) as u32,
                    number: (square * PIECES + piece) as u32,
                };
                self.on_board += 1;
            }
            Place::Hand => {
                if let Some(kind) = HAND_KINDS.iter().position(|&kind| kind == piece.kind()) {
                    self.hand[self.in_hand] = (kind + piece.color().index() * HAND_KINDS.len()) as u32;
                    self.in_hand += 1;
                }
            }
        }
    }

    /// The numbers of all relations of the pieces, each piece with itself included.
    #[inline]
    pub(crate) fn visit(&mut self, mut each: impl FnMut(u32)) {
        let board = &mut self.board[..self.on_board];
        let hand = &self.hand[..self.in_hand];
        // By squares, so that of two pieces the later one stands on the higher number.
        if !board.is_sorted_by_key(|piece| piece.number) {
            board.sort_unstable_by_key(|piece| piece.number);
        }
        for (i, a) in board.iter().enumerate() {
            each(relation::ALONE as u32 + a.number);
            for b in &board[..i] {
                each(a.high + b.low);
            }
            let mixed = relation::MIXED as u32 + a.number * relation::HAND as u32;
            for &other in hand {
                each(mixed + other);
            }
        }
        for (i, &a) in hand.iter().enumerate() {
            for &b in &hand[..=i] {
                let high = a.max(b);
                each(relation::HANDS as u32 + relation::below(high as usize + 1) as u32 + a.min(b));
            }
        }
    }
}
