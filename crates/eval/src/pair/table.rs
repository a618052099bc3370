//! The weights of all relations as a player reads them: a square table of letters.
//!
//! A model keeps one weight for each slot of its folding, which is what a file wants. A search wants the weights of one piece
//! with all others, thousands of times in a millisecond: so the folding is undone, both orders of a pair are written
//! out, and what is asked for together lies together.

use std::fmt::Debug;

use crate::PlaceIndex;
use crate::pair::{Fold, PairModel, Relation};

mod sealed {
    pub trait Sealed {}
    impl Sealed for i8 {}
    impl Sealed for i16 {}
}

/// How a weight is kept in a table: `i8` as in paper 001 (section 5.1), half the memory; or `i16`, which holds every model.
pub trait Weight:
    sealed::Sealed + Copy + Debug + Default + PartialEq + Into<i32> + Send + Sync + 'static
{
    /// The nearest weight of this type.
    fn nearest(weight: i16) -> Self;
}

impl Weight for i8 {
    fn nearest(weight: i16) -> i8 {
        // Not -128, whose opposite there is not.
        weight.clamp(-i16::from(i8::MAX), i16::from(i8::MAX)) as i8
    }
}

impl Weight for i16 {
    fn nearest(weight: i16) -> i16 {
        weight
    }
}

/// Letters side by side in a block: about a third of the places of a piece. The largest divisor of their number with which a
/// place in a block has 16 bits.
const SIDE: usize = 28;
/// Weights of a block: 28 letters with every letter.
const BLOCK: usize = SIDE * PlaceIndex::COUNT;

/// Where the weights of a letter with the others begin in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row(u16);

impl Row {
    #[inline]
    pub(super) fn new(letter: PlaceIndex) -> Row {
        Row((letter.index() * SIDE) as u16)
    }
}

/// The weights of one letter, by the [`Row`] of the other. There is something at every 16-bit index, so that no
/// look-up asks whether it is within bounds.
pub(super) struct Column<'a, W>(&'a [W; 1 << 16]);

impl<W: Weight> Column<'_, W> {
    #[inline(always)]
    pub(super) fn at(&self, row: Row) -> i32 {
        self.0[usize::from(row.0)].into()
    }
}

/// All weights, in 5.3 MB of `i8` or 10.5 MB of `i16`.
///
/// The table is symmetric; letters that cannot hold together have 0. A piece on the board with itself has 0 as well:
/// what it is worth by itself is no business of pairs ([`PairEvaluator`](crate::pair::PairEvaluator) keeps it apart). A
/// piece in hand has with its own letter what two such pieces have with each other.
///
/// ```text
/// [letter a / 28][letter b][letter a % 28]
/// ```
///
/// A search asks for one letter `a` with the 40 letters `b` of a position, and then for the next move of the same piece, with
/// nearly the same `b`. So 28 neighbouring places of a piece lie side by side: the weights of both moves share cache lines.
/// In whole rows of `a`, nearly each of the 40 would be a line of its own, new for every move.
#[derive(Clone, PartialEq)]
pub struct PairTable<W> {
    cells: Box<[W]>,
}

impl<W: Weight> PairTable<W> {
    /// The table of a model, and how many of its slots hold a weight beyond the type, which was taken to the nearest.
    pub fn new(model: &PairModel, fold: &Fold) -> (PairTable<W>, usize) {
        // The last column reaches beyond the last block.
        let len = (PlaceIndex::COUNT / SIDE) * BLOCK + (1 << 16) - BLOCK + SIDE;
        let mut cells = vec![W::default(); len].into_boxed_slice();
        for relation in (0..Relation::COUNT).filter_map(Relation::from_index) {
            let (a, b) = relation.letters();
            let weight = model.weight(fold, relation);
            if weight != 0 && (a != b || a.is_in_hand()) {
                cells[cell(a, b)] = W::nearest(weight);
                cells[cell(b, a)] = W::nearest(weight);
            }
        }
        let clipped = model.weights().iter().filter(|&&w| W::nearest(w).into() != i32::from(w)).count();
        (PairTable { cells }, clipped)
    }

    /// The weight of two letters, 0 if they cannot hold together.
    #[inline]
    pub fn weight(&self, a: PlaceIndex, b: PlaceIndex) -> W {
        self.cells[cell(a, b)]
    }

    /// The weights of one letter.
    #[inline]
    pub(super) fn column(&self, letter: PlaceIndex) -> Column<'_, W> {
        let first = cell(letter, PlaceIndex::FIRST);
        Column(self.cells[first..].first_chunk().expect("the last column was reckoned with"))
    }
}

#[inline]
fn cell(a: PlaceIndex, b: PlaceIndex) -> usize {
    a.index() / SIDE * BLOCK + b.index() * SIDE + a.index() % SIDE
}

impl<W> Debug for PairTable<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PairTable({} bytes)", size_of_val(&*self.cells))
    }
}
