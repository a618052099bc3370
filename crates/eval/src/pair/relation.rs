//! Pairs of pieces, the features of paper 001, numbered without a gap.
//!
//! A relation is an unordered pair of piece places ([`PiecePlace`]); a piece with itself counts as one
//! (section 3.1), so that the value of a piece and of a piece on its square are relations too. Two pieces cannot
//! share a square and a promoted piece cannot be in hand, which leaves 2,578,852 of the (28 · 82)² pairs (section 3.2). They are
//! numbered without a gap, so a vector of weights has no unused entries.

use komadai_core::PieceKind::{self, Bishop, Gold, King, Knight, Lance, Pawn, Rook, Silver};
use komadai_core::Square;

use crate::piece_place::PiecePlace;

/// Pair of pieces, each with its owner and its square or hand, numbered 0 to 2,578,851.
///
/// ```
/// use komadai_eval::PiecePlace;
/// use komadai_eval::pair::Relation;
///
/// let (king, gold): (PiecePlace, PiecePlace) = ("K8h".parse()?, "G7h".parse()?);
/// let relation = Relation::between(king, gold).expect("they stand on different squares");
/// assert_eq!(Relation::between(gold, king), Some(relation));
/// assert_eq!(Relation::from_index(relation.index()), Some(relation));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The numbers, in order: two pieces on different squares, a piece on a square with itself, a piece on the board
/// with a piece in hand, two pieces in hand. Pieces in hand are of the eight unpromoted kinds; the king is counted among them as in
/// the paper, though it is never in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Relation(u32);

/// Pieces: kind, form and owner.
pub(super) const PIECES: usize = 2 * PieceKind::COUNT;
/// Piece places of the board.
const BOARD: usize = Square::COUNT * PIECES;
/// Piece places of the hand: eight kinds a player.
pub(super) const HAND: usize = 16;
/// First number of a piece with itself.
pub(super) const ALONE: usize = Square::COUNT * (Square::COUNT - 1) / 2 * PIECES * PIECES;
/// First number of a piece on the board with one in hand.
pub(super) const MIXED: usize = ALONE + BOARD;
/// First number of two pieces in hand.
pub(super) const HANDS: usize = MIXED + BOARD * HAND;

/// A piece place as relations number it: by square, then by piece; the hand by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BoardOrHand {
    Board { square: usize, piece: usize },
    Hand(usize),
}

impl BoardOrHand {
    fn of(place: PiecePlace) -> Option<BoardOrHand> {
        let piece = place.piece();
        if let Some(square) = place.square() {
            return Some(BoardOrHand::Board { square: square.index(), piece });
        }
        let kind = PieceKind::ALL[piece % PieceKind::COUNT];
        let hand = HAND_KINDS.iter().position(|&known| known == kind)?;
        Some(BoardOrHand::Hand(hand + piece / PieceKind::COUNT * HAND_KINDS.len()))
    }

    const fn place(self) -> PiecePlace {
        match self {
            BoardOrHand::Board { square, piece } => PiecePlace::numbered(piece, square),
            BoardOrHand::Hand(hand) => {
                let player = hand / HAND_KINDS.len();
                let kind = HAND_KINDS[hand % HAND_KINDS.len()];
                PiecePlace::numbered(player * PieceKind::COUNT + kind.index(), Square::COUNT)
            }
        }
    }
}

/// Kinds of pieces in hand, in the order of their numbers.
pub(super) const HAND_KINDS: [PieceKind; 8] = [Pawn, Lance, Knight, Silver, Gold, Bishop, Rook, King];

/// Number of the pairs `low < high` with a smaller `high`; for pairs `low ≤ high`, take that of `high + 1`.
pub(super) const fn below(high: usize) -> usize {
    high * (high - 1) / 2
}

/// The pair counted as number `index` by [`below`]: the largest `high` with `below(high) ≤ index`.
fn above(index: usize) -> (usize, usize) {
    let high = (8 * index + 1).isqrt().div_ceil(2);
    (high, index - below(high))
}

impl Relation {
    /// How many relations are feasible: C(81, 2) · 28² + 81 · 28 + 81 · 28 · 16 + 16 · 17 / 2 (paper 001, section 3.2).
    pub const COUNT: usize = HANDS + HAND * (HAND + 1) / 2;

    /// The relation of two piece places, in either order; `None` if they exclude each other.
    pub fn between(a: PiecePlace, b: PiecePlace) -> Option<Relation> {
        let index = match (BoardOrHand::of(a)?, BoardOrHand::of(b)?) {
            (BoardOrHand::Board { square: s, piece: p }, BoardOrHand::Board { square: t, piece: q }) => {
                if s > t {
                    (below(s) + t) * PIECES * PIECES + p * PIECES + q
                } else if t > s {
                    (below(t) + s) * PIECES * PIECES + q * PIECES + p
                } else if p == q {
                    ALONE + s * PIECES + p
                } else {
                    return None;
                }
            }
            (BoardOrHand::Board { square, piece }, BoardOrHand::Hand(hand))
            | (BoardOrHand::Hand(hand), BoardOrHand::Board { square, piece }) => {
                MIXED + (square * PIECES + piece) * HAND + hand
            }
            (BoardOrHand::Hand(g), BoardOrHand::Hand(h)) => HANDS + below(g.max(h) + 1) + g.min(h),
        };
        Some(Relation(index as u32))
    }

    /// Number 0–2,578,851.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The relation with a number; `None` from [`Relation::COUNT`] on.
    pub const fn from_index(index: usize) -> Option<Relation> {
        if index < Self::COUNT { Some(Relation(index as u32)) } else { None }
    }

    /// The two piece places, the same one twice for a piece with itself.
    pub fn places(self) -> (PiecePlace, PiecePlace) {
        let index = self.index();
        let (a, b) = if index < ALONE {
            let (squares, pieces) = (index / (PIECES * PIECES), index % (PIECES * PIECES));
            let (high, low) = above(squares);
            (
                BoardOrHand::Board { square: high, piece: pieces / PIECES },
                BoardOrHand::Board { square: low, piece: pieces % PIECES },
            )
        } else if index < MIXED {
            let place =
                BoardOrHand::Board { square: (index - ALONE) / PIECES, piece: (index - ALONE) % PIECES };
            (place, place)
        } else if index < HANDS {
            let (place, hand) = ((index - MIXED) / HAND, (index - MIXED) % HAND);
            (BoardOrHand::Board { square: place / PIECES, piece: place % PIECES }, BoardOrHand::Hand(hand))
        } else {
            let (high, low) = above(index - HANDS);
            (BoardOrHand::Hand(high - 1), BoardOrHand::Hand(low))
        };
        (a.place(), b.place())
    }

    /// Calls `each` with every relation and its two piece places, in the order of the numbers: the same as [`Relation::places`] of
    /// each, without roots and divisions.
    pub(super) fn each(mut each: impl FnMut(Relation, PiecePlace, PiecePlace)) {
        let mut number = 0;
        let mut next = |a: PiecePlace, b: PiecePlace| {
            each(Relation(number), a, b);
            number += 1;
        };
        let on_board = PiecePlace::numbered;
        let in_hand = |hand| BoardOrHand::Hand(hand).place();
        let pieces = || 0..PIECES;
        for square in 0..Square::COUNT {
            for lower in 0..square {
                pieces().for_each(|p| pieces().for_each(|q| next(on_board(p, square), on_board(q, lower))));
            }
        }
        let board =
            || (0..Square::COUNT).flat_map(|square| pieces().map(move |piece| on_board(piece, square)));
        board().for_each(|place| next(place, place));
        board().for_each(|place| (0..HAND).for_each(|hand| next(place, in_hand(hand))));
        (0..HAND).for_each(|hand| (0..=hand).for_each(|lower| next(in_hand(hand), in_hand(lower))));
    }

    /// The relation as the other player sees it: owners exchanged, board turned. Its value for one player is that of this
    /// relation for the other.
    pub fn turned(self) -> Relation {
        self.map(PiecePlace::turned)
    }

    /// The relation with left and right exchanged. By the rules its value is the same.
    pub fn mirrored(self) -> Relation {
        self.map(PiecePlace::mirrored)
    }

    fn map(self, each: fn(PiecePlace) -> PiecePlace) -> Relation {
        let (a, b) = self.places();
        Relation::between(each(a), each(b)).expect("a symmetry maps relations to relations")
    }
}
