//! Relations as features: what training sees of a position.

use std::sync::Arc;

use komadai_core::{Color, Piece, Place, Placed, Position};

use crate::pair::{Fold, Relation};
use crate::{FeatureId, FeatureSet, PlaceIndex};

/// The letters of a position: its pieces, each in its place, a piece in hand once for every one held. 40 in a
/// full game, and never more than the pieces there are.
pub fn letters(pos: &Position, mut each: impl FnMut(PlaceIndex)) {
    for square in pos.occupied() {
        if let Some(piece) = pos.piece_at(square) {
            each(PlaceIndex::new(Placed { piece, place: Place::Board(square) }));
        }
    }
    for color in Color::ALL {
        for (kind, count) in pos.hand(color).iter() {
            for _ in 0..count {
                each(PlaceIndex::new(Placed { piece: Piece::new(color, kind), place: Place::Hand }));
            }
        }
    }
}

fn visit_relations(pos: &Position, mut each: impl FnMut(Relation)) {
    let mut present = Vec::with_capacity(40);
    letters(pos, |letter| present.push(letter));
    for (i, &a) in present.iter().enumerate() {
        for &b in &present[..=i] {
            if let Some(relation) = Relation::between(a, b) {
                each(relation);
            }
        }
    }
}

/// All 2,578,852 relations \[R5\]: 820 of them hold in a position with 40 pieces, each piece with itself included.
///
/// Pieces alike in one hand hold the same relation several times: two pawns in hand are twice a pawn with itself and once a
/// pawn with a pawn, three in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs;

impl FeatureSet for Pairs {
    const NAME: &'static str = "pairs";

    fn len(&self) -> usize {
        Relation::COUNT
    }

    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        visit_relations(pos, |relation| each(relation.index() as FeatureId, 1.0));
    }
}

/// The relations folded by symmetry: the features are the slots of a [`Fold`], −1 where the weight is negated.
#[derive(Clone, Debug)]
pub struct FoldedPairs {
    /// The map of the folding.
    pub fold: Arc<Fold>,
}

impl FeatureSet for FoldedPairs {
    const NAME: &'static str = "folded-pairs";

    fn len(&self) -> usize {
        self.fold.len()
    }

    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        visit_relations(pos, |relation| {
            if let Some(slot) = self.fold.slot(relation) {
                each(slot.index, if slot.negated { -1.0 } else { 1.0 });
            }
        });
    }
}
