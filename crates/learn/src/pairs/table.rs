//! Weights where letters meet: a full square for look-ups, and the way between it and the vector of unknowns.
//!
//! A pass looks weights up by two letters and adds to them by two letters; a solver knows a vector without gaps. The
//! square is full, each weight twice, so that the weights of one letter with all others stand in one row of 2,296
//! entries; what is added to either half is added up when it is folded.

use std::sync::Arc;

use komadai_eval::PlaceIndex;
use komadai_eval::pair::{Fold, Relation};

/// Letters, and the length of a row.
pub(super) const LETTERS: usize = PlaceIndex::COUNT;

/// One relation of an unknown: its letters, and whether the weight is negated.
#[derive(Clone, Copy, Debug)]
struct Cell {
    a: u16,
    b: u16,
    /// The unknown with the sign in the lowest bit.
    unknown: u32,
}

/// Which slots of a folding are solved for, and where they are in the square.
///
/// Slots that are left out keep the weight 0, as the relations do that the paper has seen in fewer than 20 positions.
#[derive(Clone, Debug)]
pub struct Unknowns {
    fold: Arc<Fold>,
    /// `[unknown]`: its slot, rising
    slots: Vec<u32>,
    cells: Vec<Cell>,
}

/// Rows and columns that are visited together: both halves of the square are then read from the cache.
const TILE: u16 = 32;

impl Unknowns {
    /// The slots that `keep` admits.
    pub fn select(fold: Arc<Fold>, mut keep: impl FnMut(usize) -> bool) -> Unknowns {
        let slots: Vec<u32> = (0..fold.len()).filter(|&slot| keep(slot)).map(|slot| slot as u32).collect();
        let mut unknown_of = vec![u32::MAX; fold.len()];
        for (unknown, &slot) in slots.iter().enumerate() {
            unknown_of[slot as usize] = unknown as u32;
        }
        let mut cells = Vec::new();
        for relation in (0..Relation::COUNT).filter_map(Relation::from_index) {
            let Some(slot) = fold.slot(relation) else { continue };
            let unknown = unknown_of[slot.index as usize];
            if unknown != u32::MAX {
                let (a, b) = relation.letters();
                let unknown = unknown << 1 | u32::from(slot.negated);
                cells.push(Cell { a: a.index() as u16, b: b.index() as u16, unknown });
            }
        }
        cells.sort_unstable_by_key(|cell| (cell.a / TILE, cell.b / TILE, cell.a, cell.b));
        Unknowns { fold, slots, cells }
    }

    /// Number of unknowns.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether nothing is to be solved for.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The folding.
    pub fn fold(&self) -> &Arc<Fold> {
        &self.fold
    }

    /// The slot of each unknown, rising.
    pub fn slots(&self) -> &[u32] {
        &self.slots
    }

    /// A vector over all slots of the folding, 0 for those left out.
    pub fn spread(&self, values: &[f64]) -> Vec<f64> {
        let mut all = vec![0.0; self.fold.len()];
        for (&slot, &value) in self.slots.iter().zip(values) {
            all[slot as usize] = value;
        }
        all
    }

    /// Writes a vector into the square.
    pub(super) fn unfold(&self, values: impl Fn(usize) -> f32, square: &mut Square) {
        for cell in &self.cells {
            let value = values(cell.unknown as usize >> 1);
            let value = if cell.unknown & 1 == 1 { -value } else { value };
            let (a, b) = (usize::from(cell.a), usize::from(cell.b));
            square.pairs[a * LETTERS + b] = value;
            square.pairs[b * LETTERS + a] = value;
            if a == b {
                square.own[a] = value;
            }
        }
    }

    /// Adds what was gathered in the square to a vector.
    pub(super) fn fold_into(&self, sums: &Sums, values: &mut [f64]) {
        self.gather(sums, |unknown, negated, sum| {
            values[unknown] += if negated { -sum } else { sum };
        });
    }

    /// Adds squares that were gathered: signs do not matter.
    pub(super) fn fold_squares_into(&self, sums: &Sums, values: &mut [f64]) {
        self.gather(sums, |unknown, _, sum| values[unknown] += sum);
    }

    fn gather(&self, sums: &Sums, mut add: impl FnMut(usize, bool, f64)) {
        for cell in &self.cells {
            let (a, b) = (usize::from(cell.a), usize::from(cell.b));
            let sum = if a == b {
                sums.pairs[a * LETTERS + a] + sums.own[a]
            } else {
                sums.pairs[a * LETTERS + b] + sums.pairs[b * LETTERS + a]
            };
            add(cell.unknown as usize >> 1, cell.unknown & 1 == 1, sum);
        }
    }
}

/// Weights by two letters, 21 MB.
#[derive(Clone, Debug)]
pub(super) struct Square {
    /// `[letter][letter]`, symmetric
    pairs: Box<[f32]>,
    /// `[letter]`: the diagonal once more, for it is asked for at every move
    own: Box<[f32]>,
}

impl Default for Square {
    fn default() -> Self {
        let zeros = |len| vec![0.0; len].into_boxed_slice();
        Square { pairs: zeros(LETTERS * LETTERS), own: zeros(LETTERS) }
    }
}

impl Square {
    /// Weights of one letter with all others.
    #[inline]
    pub(super) fn row(&self, letter: u16) -> &[f32] {
        &self.pairs[usize::from(letter) * LETTERS..][..LETTERS]
    }

    #[inline]
    pub(super) fn own(&self, letter: u16) -> f32 {
        self.own[usize::from(letter)]
    }
}

/// Sums by two letters, 42 MB: what belongs to a relation may stand on either side of the diagonal.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// `[letter][letter]`
    pairs: Box<[f64]>,
    /// `[letter]`: more for the diagonal
    own: Box<[f64]>,
}

impl Default for Sums {
    fn default() -> Self {
        let zeros = |len| vec![0.0; len].into_boxed_slice();
        Sums { pairs: zeros(LETTERS * LETTERS), own: zeros(LETTERS) }
    }
}

impl Sums {
    pub(super) fn clear(&mut self) {
        self.pairs.fill(0.0);
        self.own.fill(0.0);
    }

    #[inline]
    pub(super) fn row(&mut self, letter: u16) -> &mut [f64] {
        &mut self.pairs[usize::from(letter) * LETTERS..][..LETTERS]
    }

    #[inline]
    pub(super) fn own(&mut self, letter: u16) -> &mut f64 {
        &mut self.own[usize::from(letter)]
    }
}
