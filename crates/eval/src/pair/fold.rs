//! Weight sharing: relations that are equal by the symmetries of the game have one weight.
//!
//! A position turned, with its colours exchanged, has the opposite value; one mirrored left to right has the same value. Paper 001
//! names both symmetries and gives every relation its own weight "for simplicity" (section 3.2). With few games folding helps a
//! lot: every example trains four relations at once.

use crate::pair::relation::Relation;
use crate::piece_place::PiecePlace;

/// The symmetries under which relations share a weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Symmetry {
    /// None: every relation has a weight of its own, as in paper 001.
    None,
    /// Both players value the same relation alike.
    Colors,
    /// Both players alike, and left and right alike.
    #[default]
    ColorsAndSides,
}

impl Symmetry {
    /// Number of weights, equal to [`Fold::len`], without making the map.
    pub const fn slots(self) -> usize {
        match self {
            Symmetry::None => Relation::COUNT,
            Symmetry::Colors => 1_288_862,
            Symmetry::ColorsAndSides => 652_590,
        }
    }
}

/// Index of a relation's weight, and its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Number below [`Fold::len`].
    pub index: u32,
    /// Whether the weight counts for the other player.
    pub negated: bool,
}

/// Map from relations to the slots of shared weights. Takes about 10 MB and less than a tenth of a second to make.
///
/// ```
/// use komadai_eval::pair::{Fold, Relation, Symmetry};
///
/// let fold = Fold::new(Symmetry::ColorsAndSides);
/// assert_eq!(fold.len(), 652_590);
/// let relation = Relation::from_index(1_000).unwrap();
/// // What is good for Black is as bad for Black when it is White's.
/// let (own, turned) = (fold.slot(relation).unwrap(), fold.slot(relation.turned()).unwrap());
/// assert_eq!((own.index, own.negated), (turned.index, !turned.negated));
/// ```
#[derive(Clone)]
pub struct Fold {
    symmetry: Symmetry,
    /// Slot with the sign in the lowest bit, or [`NOWHERE`].
    slots: Box<[u32]>,
    /// One relation of each slot, with its weight not negated.
    examples: Box<[Relation]>,
}

komadai_core::debug_by_sizes!(Fold { symmetry }[examples]);

/// Marks a relation that is its own opposite: its weight is 0.
const NOWHERE: u32 = u32::MAX;

impl Fold {
    /// Makes the map. Slots are numbered in the order of their first relations.
    pub fn new(symmetry: Symmetry) -> Fold {
        let mut slots = vec![NOWHERE; Relation::COUNT].into_boxed_slice();
        let mut examples = Vec::with_capacity(symmetry.slots());
        // `[place]`
        let images = |each: fn(PiecePlace) -> PiecePlace| -> Vec<PiecePlace> {
            (0..PiecePlace::COUNT).filter_map(PiecePlace::from_index).map(each).collect()
        };
        let (turned, mirrored) = (images(PiecePlace::turned), images(PiecePlace::mirrored));
        let both = images(|place| place.turned().mirrored());
        Relation::each(|relation, a, b| {
            if slots[relation.index()] != NOWHERE {
                return;
            }
            let image = |of: &[PiecePlace]| {
                Relation::between(of[a.index()], of[b.index()])
                    .expect("a symmetry maps relations to relations")
            };
            let (mirrored, turned) = if symmetry == Symmetry::ColorsAndSides {
                (image(&mirrored), [image(&turned), image(&both)])
            } else {
                (relation, [image(&turned); 2])
            };
            if symmetry != Symmetry::None && turned.contains(&relation) {
                return;
            }
            let slot = (examples.len() as u32) << 1;
            examples.push(relation);
            slots[relation.index()] = slot;
            slots[mirrored.index()] = slot;
            if symmetry != Symmetry::None {
                for opposite in turned {
                    slots[opposite.index()] = slot | 1;
                }
            }
        });
        Fold { symmetry, slots, examples: examples.into_boxed_slice() }
    }

    /// The symmetries of the map.
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// Number of slots.
    #[allow(clippy::len_without_is_empty)] // never empty
    pub fn len(&self) -> usize {
        self.examples.len()
    }

    /// The slot of a relation; `None` if symmetry makes its weight 0.
    #[inline]
    pub fn slot(&self, relation: Relation) -> Option<Slot> {
        let slot = self.slots[relation.index()];
        (slot != NOWHERE).then_some(Slot { index: slot >> 1, negated: slot & 1 == 1 })
    }

    /// A relation whose weight is that of the slot, not negated.
    pub fn example(&self, slot: usize) -> Option<Relation> {
        self.examples.get(slot).copied()
    }
}
