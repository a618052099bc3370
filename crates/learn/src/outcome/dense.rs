//! Folded pairs from a table of letters, for training that visits them by the thousand million.
//!
//! The number of a relation takes divisions and branches ([`Relation::between`]), and then the folding takes a look into ten
//! megabytes at no place in particular. Here the slot of two letters stands in a table of 21 MB, in which the relations of one
//! letter lie together: the forty looks that a letter needs stay within nine kilobytes.

use komadai_core::Position;
use komadai_eval::pair::{Fold, Relation, letters};
use komadai_eval::{FeatureId, FeatureSet, PlaceIndex};

/// The same features as [`FoldedPairs`](komadai_eval::pair::FoldedPairs), found quicker.
#[derive(Clone, Debug)]
pub struct DensePairs {
    len: usize,
    /// `[letter][letter]`: slot and, in the lowest bit, whether it is negated; or [`NOWHERE`]
    slots: Box<[u32]>,
}

const NOWHERE: u32 = u32::MAX;
/// Letters of a full game; no position has more.
const MOST: usize = 40;

impl DensePairs {
    /// The table of a folding.
    pub fn new(fold: &Fold) -> DensePairs {
        let mut slots = vec![NOWHERE; PlaceIndex::COUNT * PlaceIndex::COUNT].into_boxed_slice();
        for relation in (0..Relation::COUNT).filter_map(Relation::from_index) {
            let (a, b) = relation.letters();
            if let Some(slot) = fold.slot(relation) {
                let code = slot.index << 1 | u32::from(slot.negated);
                slots[a.index() * PlaceIndex::COUNT + b.index()] = code;
                slots[b.index() * PlaceIndex::COUNT + a.index()] = code;
            }
        }
        DensePairs { len: fold.len(), slots }
    }
}

impl FeatureSet for DensePairs {
    const NAME: &'static str = "folded-pairs";

    fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        let mut present = [0; MOST];
        let mut count = 0;
        letters(pos, |letter| {
            present[count] = letter.index();
            count += 1;
        });
        for (i, &letter) in present[..count].iter().enumerate() {
            let row = &self.slots[letter * PlaceIndex::COUNT..][..PlaceIndex::COUNT];
            for &other in &present[..=i] {
                let slot = row[other];
                if slot != NOWHERE {
                    each(slot >> 1, if slot & 1 == 1 { -1.0 } else { 1.0 });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::random;
    use komadai_core::rng::SplitMix64;
    use komadai_eval::pair::{FoldedPairs, Symmetry};
    use std::sync::Arc;

    #[test]
    fn features_are_those_of_the_plain_set() {
        for symmetry in [Symmetry::None, Symmetry::Colors, Symmetry::ColorsAndSides] {
            let plain = FoldedPairs { fold: Arc::new(Fold::new(symmetry)) };
            let dense = DensePairs::new(&plain.fold);
            assert_eq!((dense.len(), DensePairs::NAME), (plain.len(), FoldedPairs::NAME));
            let mut rng = SplitMix64::new(7);
            for _ in 0..50 {
                let pos = random::play(&mut rng, 60);
                let (mut expected, mut found) = (Vec::new(), Vec::new());
                plain.visit(&pos, |feature, x| expected.push((feature, x)));
                dense.visit(&pos, |feature, x| found.push((feature, x)));
                for list in [&mut expected, &mut found] {
                    list.sort_by(|a, b| a.partial_cmp(b).expect("features have values"));
                }
                assert_eq!(found, expected);
                assert!(!expected.is_empty());
            }
        }
    }
}
