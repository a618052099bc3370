//! Relations as numbered features, for training.
//!
//! [`Relation::between`] defines the number of a relation. Here the parts of the number are computed once for each piece, so a pair
//! costs one addition. A test compares the two.

use std::sync::Arc;

use komadai_core::{Place, Placed, Position};

use crate::features::{FeatureId, FeatureSet};
use crate::pair::fold::Fold;
use crate::pair::relation::{self, HAND_KINDS, PIECES, Relation};

/// Calls `each` with every piece of a position, at most 40: those on the board by their squares, then those in hand by owner and
/// kind, equal pieces once each.
pub(crate) fn pieces(pos: &Position, mut each: impl FnMut(Placed)) {
    pos.visit_pieces(|placed, count| (0..count).for_each(|_| each(placed)));
}

#[inline]
fn visit_relations(pos: &Position, each: impl FnMut(u32)) {
    let mut present = Listing::new();
    pieces(pos, |placed| present.push(placed));
    present.visit(each);
}

/// Feature set of all pairs of pieces \[R5\]: 2,578,852 features, one for each [`Relation`], with value 1.
///
/// 820 of them hold in a position with 40 pieces, each piece with itself included. Equal pieces in one hand hold the same relation
/// several times: two pawns in hand hold it twice for a pawn with itself and once for the two together, three times in all.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::FeatureSet;
/// use komadai_eval::pair::Pairs;
///
/// let mut held = 0;
/// Pairs.visit(&Position::startpos(), |_, _| held += 1);
/// assert_eq!((Pairs.len(), held), (2_578_852, 820));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs;

impl FeatureSet for Pairs {
    const NAME: &'static str = "pairs";

    fn len(&self) -> usize {
        Relation::COUNT
    }

    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        visit_relations(pos, |relation| each(relation, 1.0));
    }
}

/// Feature set of pairs of pieces, with symmetric pairs as one feature: the slots of a [`Fold`], with value −1 if the weight counts
/// for the other player.
impl FeatureSet for Arc<Fold> {
    const NAME: &'static str = "folded-pairs";

    fn len(&self) -> usize {
        Fold::len(self)
    }

    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        visit_relations(pos, |relation| {
            let relation = Relation::from_index(relation as usize);
            if let Some(slot) = relation.and_then(|relation| self.slot(relation)) {
                each(slot.index, if slot.negated { -1.0 } else { 1.0 });
            }
        });
    }
}

/// Pieces with the parts of their relations' numbers.
#[derive(Clone, Debug)]
struct Listing {
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
    /// Its part of the number if the other stands on a square of a lower number.
    high: u32,
    /// Its part of the number if the other stands on a square of a higher number.
    low: u32,
    /// Its number on the board: square, then piece.
    number: u32,
}

impl Listing {
    fn new() -> Listing {
        Listing { board: [OnBoard::default(); MOST], on_board: 0, hand: [0; MOST], in_hand: 0 }
    }

    /// Adds a piece, up to 40; a promoted piece in hand is left out, since it holds no relation.
    #[inline]
    fn push(&mut self, Placed { piece, place }: Placed) {
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
    fn visit(&mut self, mut each: impl FnMut(u32)) {
        let board = &mut self.board[..self.on_board];
        let hand = &self.hand[..self.in_hand];
        // Sorted by squares, so that of two pieces the later one stands on the square of the higher number.
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
