//! The weights of all relations as a player reads them: a square table, a row for each letter.
//!
//! A model keeps one weight for each slot of its folding, which is what a file wants. A search wants the weights of one piece
//! with all others, several hundred times in a microsecond: so the folding is undone, both orders of a pair are
//! written out, and the row of a letter lies in one piece of memory (4.6 kB in two bytes, 2.3 kB in one).

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
        weight.clamp(i16::from(i8::MIN), i16::from(i8::MAX)) as i8
    }
}

impl Weight for i16 {
    fn nearest(weight: i16) -> i16 {
        weight
    }
}

/// The weights of one letter with every letter, `[other letter]`.
pub type Row<W> = [W; PlaceIndex::COUNT];

/// All weights, `[letter][other letter]`: 5.3 MB of `i8`, 10.5 MB of `i16`.
///
/// The table is symmetric; letters that cannot hold together have 0. A piece on the board with itself has 0 as well:
/// what it is worth by itself is no business of pairs ([`PairEvaluator`](crate::pair::PairEvaluator) keeps it apart). A
/// piece in hand has with its own letter what two such pieces have with each other.
#[derive(Clone, PartialEq)]
pub struct PairTable<W> {
    rows: Box<[Row<W>]>,
}

impl<W: Weight> PairTable<W> {
    /// The table of a model, and how many of its slots hold a weight beyond the type, which was taken to the nearest.
    pub fn new(model: &PairModel, fold: &Fold) -> (PairTable<W>, usize) {
        let mut rows = vec![[W::default(); PlaceIndex::COUNT]; PlaceIndex::COUNT].into_boxed_slice();
        for relation in (0..Relation::COUNT).filter_map(Relation::from_index) {
            let (a, b) = relation.letters();
            let weight = model.weight(fold, relation);
            if weight != 0 && (a != b || a.is_in_hand()) {
                rows[a.index()][b.index()] = W::nearest(weight);
                rows[b.index()][a.index()] = W::nearest(weight);
            }
        }
        let clipped = model.weights().iter().filter(|&&w| W::nearest(w).into() != i32::from(w)).count();
        (PairTable { rows }, clipped)
    }

    /// The weights of one letter with every other.
    #[inline]
    pub fn row(&self, letter: PlaceIndex) -> &Row<W> {
        &self.rows[letter.index()]
    }

    /// The weight of two letters, 0 if they cannot hold together.
    #[inline]
    pub fn weight(&self, a: PlaceIndex, b: PlaceIndex) -> W {
        self.rows[a.index()][b.index()]
    }
}

impl<W> Debug for PairTable<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PairTable({} bytes)", size_of_val(&*self.rows))
    }
}
