//! Weights by two piece places: a triangle for look-ups, and its conversion to and from the vector of unknowns.
//!
//! A pass reads and adds by two piece places; a solver needs a vector without gaps.

use std::sync::Arc;

use komadai_eval::PiecePlace;
use komadai_eval::pair::{Fold, Relation};

/// Number of piece places.
pub(super) const PLACES: usize = PiecePlace::COUNT;

/// The order of the piece places in the triangle: a *place*, in all code of a pass, is the number of a piece place in this order.
///
/// Piece places with many relations come first. Nearly all look-ups are then in the tip of the triangle, which stays in the cache;
/// in the order of [`PiecePlace`] nearly every weight would have a cache line of its own.
///
/// Those without a relation to solve for share one number after all others, where weights are 0.
#[derive(Clone, Debug)]
pub(super) struct PlaceOrder {
    /// `[piece place]`
    of: Box<[u16]>,
    /// Number of piece places with a number of their own.
    own: u16,
}

impl PlaceOrder {
    /// Orders piece places by falling number of relations, equal ones by their index.
    fn by_relations(relations: &[u32]) -> PlaceOrder {
        let count = |&index: &u16| relations[usize::from(index)];
        let mut order: Vec<u16> = (0..PLACES as u16).filter(|index| count(index) > 0).collect();
        order.sort_by_key(|index| core::cmp::Reverse(count(index)));
        let own = order.len() as u16;
        let mut of = vec![own; PLACES].into_boxed_slice();
        for (place, index) in order.into_iter().enumerate() {
            of[usize::from(index)] = place as u16;
        }
        PlaceOrder { of, own }
    }

    #[inline]
    pub(super) fn place(&self, of: PiecePlace) -> u16 {
        self.of[of.index()]
    }

    /// Whether a place has relations.
    #[inline]
    pub(super) fn has_relations(&self, place: u16) -> bool {
        place < self.own
    }
}

/// One relation of an unknown: its index in the triangle, and whether the weight is negated.
#[derive(Clone, Copy, Debug)]
struct Cell {
    at: u32,
    /// The unknown, with the sign in the lowest bit.
    unknown: u32,
}

/// The slots of a folding that are solved for, in the order of the solver's vector.
///
/// Slots that are left out keep the weight 0, as in the paper relations seen in fewer than 20 positions do.
#[derive(Clone)]
pub struct Unknowns {
    fold: Arc<Fold>,
    /// `[unknown]`: its slot, in ascending order
    slots: Vec<u32>,
    cells: Vec<Cell>,
    /// The order of piece places in the triangle.
    pub(super) order: PlaceOrder,
}

komadai_core::debug_by_sizes!(Unknowns { fold } [slots, cells]);

impl Unknowns {
    /// Selects the slots that `keep` admits.
    pub fn select(fold: Arc<Fold>, mut keep: impl FnMut(usize) -> bool) -> Unknowns {
        let slots: Vec<u32> = (0..fold.len()).filter(|&slot| keep(slot)).map(|slot| slot as u32).collect();
        let mut unknown_of = vec![u32::MAX; fold.len()];
        for (unknown, &slot) in slots.iter().enumerate() {
            unknown_of[slot as usize] = unknown as u32;
        }
        let mut chosen = Vec::new();
        let mut relations = vec![0; PLACES];
        for relation in (0..Relation::COUNT).filter_map(Relation::from_index) {
            let Some(slot) = fold.slot(relation) else { continue };
            let unknown = unknown_of[slot.index as usize];
            if unknown != u32::MAX {
                let (a, b) = relation.places();
                chosen.push((a, b, unknown << 1 | u32::from(slot.negated)));
                relations[a.index()] += 1;
                relations[b.index()] += 1;
            }
        }
        let order = PlaceOrder::by_relations(&relations);
        let cell = |(a, b, unknown)| Cell { at: meet(order.place(a), order.place(b)) as u32, unknown };
        let mut cells: Vec<Cell> = chosen.into_iter().map(cell).collect();
        cells.sort_unstable_by_key(|cell| cell.at);
        Unknowns { fold, slots, cells, order }
    }

    /// Number of unknowns.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are no unknowns.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The folding.
    pub fn fold(&self) -> &Arc<Fold> {
        &self.fold
    }

    /// The slot of each unknown, in ascending order.
    pub fn slots(&self) -> &[u32] {
        &self.slots
    }

    /// Expands a vector to all slots of the folding, 0 for those left out.
    pub fn spread(&self, values: &[f64]) -> Vec<f64> {
        let mut all = vec![0.0; self.fold.len()];
        for (&slot, &value) in self.slots.iter().zip(values) {
            all[slot as usize] = value;
        }
        all
    }

    /// Writes a vector into the triangle.
    pub(super) fn unfold(&self, values: impl Fn(usize) -> f32, weights: &mut Triangle<f32>) {
        for cell in &self.cells {
            let value = values(cell.unknown as usize >> 1);
            weights.0[cell.at as usize] = if cell.unknown & 1 == 1 { -value } else { value };
        }
    }

    /// Adds the sums in the triangle to a vector and clears them. Sums of negated relations are subtracted.
    ///
    /// Sums elsewhere in the triangle stay and are never read: clearing them does not pay.
    pub(super) fn take(&self, sums: &mut Triangle<f64>, values: &mut [f64]) {
        for cell in &self.cells {
            let sum = core::mem::take(&mut sums.0[cell.at as usize]);
            values[cell.unknown as usize >> 1] += if cell.unknown & 1 == 1 { -sum } else { sum };
        }
    }
}

/// Numbers by two places: 11 MB in single precision, 21 MB in double.
#[derive(Clone, Debug)]
pub(super) struct Triangle<T>(Box<[T]>);

impl<T: Copy + Default> Default for Triangle<T> {
    fn default() -> Self {
        Triangle(vec![T::default(); (PLACES + 1) * (PLACES + 2) / 2].into_boxed_slice())
    }
}

/// Index of two places in the triangle.
#[inline]
fn meet(a: u16, b: u16) -> usize {
    let (low, high) = (usize::from(a.min(b)), usize::from(a.max(b)));
    high * (high + 1) / 2 + low
}

impl<T> Triangle<T> {
    /// The number of two places, whichever comes first.
    #[inline]
    pub(super) fn at(&self, a: u16, b: u16) -> &T {
        &self.0[meet(a, b)]
    }

    /// The same, mutable.
    #[inline]
    pub(super) fn at_mut(&mut self, a: u16, b: u16) -> &mut T {
        &mut self.0[meet(a, b)]
    }
}
