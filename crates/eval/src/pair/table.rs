//! The weights of all pairs as a search reads them: a square table over piece places.
//!
//! A model keeps one weight for each slot of its fold, which suits a file. A search reads the weights of one piece with all
//! others, thousands of times in a millisecond: so the fold is expanded, both orders of a pair are written, and weights that
//! are read together lie together.

use std::fmt::Debug;

use crate::pair::fold::Fold;
use crate::pair::model::PairModel;
use crate::pair::relation::Relation;
use crate::piece_place::PiecePlace;

/// Type of a weight of a [`PairEvaluator`](crate::pair::PairEvaluator): `i8` as in paper 001 (section 3.2), half the memory; or `i16`,
/// which holds every model.
pub trait Weight: Copy + Debug + Default + PartialEq + Into<i32> + Send + Sync + 'static {
    /// The nearest weight of this type; `i8` is limited to ±127.
    fn nearest(weight: i16) -> Self;
}

impl Weight for i8 {
    fn nearest(weight: i16) -> i8 {
        // Not -128, which has no opposite.
        weight.clamp(-i16::from(i8::MAX), i16::from(i8::MAX)) as i8
    }
}

impl Weight for i16 {
    fn nearest(weight: i16) -> i16 {
        weight
    }
}

/// Piece places side by side in a block: about a third of those of a piece. The largest divisor of [`PiecePlace::COUNT`] with which
/// an index into a block fits 16 bits.
const SIDE: usize = 28;
/// Weights of a block: 28 piece places with all 2,296.
const BLOCK: usize = SIDE * PiecePlace::COUNT;

/// Index of a piece place within a column: the row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Offset(u16);

impl Offset {
    #[inline]
    pub(super) fn new(place: PiecePlace) -> Offset {
        Offset((place.index() * SIDE) as u16)
    }
}

/// The weights of one piece place with all, by the [`Offset`] of the other. A column has a cell at every 16-bit index, so look-ups
/// need no bounds check.
pub(super) struct Column<'a, W>(&'a [W; 1 << 16]);

impl<W: Weight> Column<'_, W> {
    #[inline(always)]
    pub(super) fn at(&self, offset: Offset) -> i32 {
        self.0[usize::from(offset.0)].into()
    }

    /// The sum of the weights with these others, whose number is a multiple of eight.
    ///
    /// Sums eight at a time from a slice: forty at once the compiler first copies to memory, and the walk of table 1 takes a sixth longer.
    #[inline(always)]
    pub(super) fn sum(&self, offsets: &[Offset]) -> i32 {
        let eights = offsets.as_chunks::<8>().0;
        eights.iter().map(|eight| eight.iter().map(|&offset| self.at(offset)).sum::<i32>()).sum()
    }
}

/// Table of the weights of all pairs, 5.3 MB of `i8` or 10.5 MB of `i16`.
///
/// The table is symmetric; two piece places that exclude each other have weight 0. So has a piece on the board with itself:
/// [`PairEvaluator`](crate::pair::PairEvaluator) keeps its value by itself. The weight of a piece in hand with its own place is
/// that of two such pieces with each other.
///
/// ```text
/// [place a / 28][place b][place a % 28]
/// ```
///
/// A search looks up one place `a` with the 40 places `b` of a position, and then that of the next move of the same piece, with
/// nearly the same `b`. So 28 neighbouring places of a piece lie side by side: the weights of both moves share cache lines. In a
/// layout `[a][b]`, nearly each of the 40 would lie in a line of its own, new for every move.
#[derive(Clone)]
pub(super) struct PairTable<W> {
    cells: Box<[W]>,
}

komadai_core::debug_by_sizes!(PairTable<W> {} [cells]);

impl<W: Weight> PairTable<W> {
    /// Makes the table of a model; also returns the number of slots whose weight was clipped to fit `W`.
    pub(super) fn new(model: &PairModel, fold: &Fold) -> (PairTable<W>, usize) {
        // The last column reaches beyond the last block.
        let len = (PiecePlace::COUNT / SIDE) * BLOCK + (1 << 16) - BLOCK + SIDE;
        let mut cells = vec![W::default(); len].into_boxed_slice();
        Relation::each(|relation, a, b| {
            if a != b || a.is_in_hand() {
                let weight = W::nearest(model.weight(fold, relation));
                cells[cell(a, b)] = weight;
                cells[cell(b, a)] = weight;
            }
        });
        let clipped = model.weights.iter().filter(|&&w| W::nearest(w).into() != i32::from(w)).count();
        (PairTable { cells }, clipped)
    }

    /// The weights of one piece place with all.
    #[inline]
    pub(super) fn column(&self, place: PiecePlace) -> Column<'_, W> {
        let first = cell(place, PiecePlace::FIRST);
        Column(self.cells[first..].first_chunk().expect("the last column was reckoned with"))
    }
}

#[inline]
fn cell(a: PiecePlace, b: PiecePlace) -> usize {
    a.index() / SIDE * BLOCK + b.index() * SIDE + a.index() % SIDE
}
