//! Pairs that teach each other: the weight of a relation as a sum of what is general in it and what is its own.
//!
//! A silver beside a gold is much the same a file further on, yet paper 001 gives every place a weight that only its own
//! positions teach. With few games that is a waste. Here a relation on the board has two shared features besides its own: one for
//! all relations of the same pieces on the same ranks and as many files apart, one for all whose squares lie
//! the same way from each other. Training divides between the three what the positions say; [`SharedPairs::collapse`] adds
//! them up again, so that a player knows nothing of it and is as quick as before.
//!
//! Programs of the Bonanza family train their tables in the same way, and call it lowering the dimension (次元下げ).

use std::collections::HashMap;
use std::sync::Arc;

use komadai_core::{Place, Position};
use komadai_eval::pair::{Fold, FoldedPairs, Relation};
use komadai_eval::{FeatureId, FeatureSet, PiecePlace};

/// Pairs of pieces with features that similar pairs share, for training with few games (次元下げ).
///
/// ```
/// use std::sync::Arc;
///
/// use komadai_eval::FeatureSet;
/// use komadai_eval::pair::{Fold, Symmetry};
/// use komadai_learn::outcome::SharedPairs;
///
/// let fold = Arc::new(Fold::new(Symmetry::ColorsAndSides));
/// let set = SharedPairs::new(Arc::clone(&fold));
/// assert!(set.len() > fold.len());
/// // Trained weights become those of plain pairs.
/// assert_eq!(set.collapse(&vec![0.5; set.len()]).len(), fold.len());
/// ```
///
/// Features are the slots of a folding, then the shared ones.
#[derive(Clone)]
pub struct SharedPairs {
    pairs: FoldedPairs,
    /// Slots and shared features.
    len: usize,
    /// `[slot]`: its shared features with a sign in the lowest bit, or [`NOWHERE`]
    shared: Box<[[u32; Level::ALL.len()]]>,
}

komadai_core::debug_by_sizes!(SharedPairs { pairs, len }[shared]);

const NOWHERE: u32 = u32::MAX;

/// What relations have in common. Mirrored and turned, a relation has the same in common with the others: files count by
/// their distance alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Level {
    /// Pieces, their ranks, the files between them.
    Ranks,
    /// Pieces, and how their squares lie from each other.
    Offset,
}

impl Level {
    const ALL: [Level; 2] = [Level::Ranks, Level::Offset];
}

/// What relations of a level have in common: equal for those that share a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Common {
    Ranks { pieces: [usize; 2], ranks: [u8; 2], files: u8 },
    Offset { pieces: [usize; 2], ranks: i8, files: u8 },
    Alone { piece: usize, rank: u8 },
    InHand { piece: usize, rank: Option<u8>, held: usize },
}

impl Common {
    fn of(level: Level, a: PiecePlace, b: PiecePlace) -> Option<Common> {
        let (first, second) = (a.placed(), b.placed());
        let (piece, other) = (first.piece.index(), second.piece.index());
        let pieces = [piece, other];
        match (first.place, second.place) {
            (Place::Board(at), Place::Board(_)) if a == b => {
                (level == Level::Ranks).then_some(Common::Alone { piece, rank: at.rank() })
            }
            (Place::Board(at), Place::Board(to)) => {
                let files = at.file().abs_diff(to.file());
                Some(match level {
                    Level::Ranks => Common::Ranks { pieces, ranks: [at.rank(), to.rank()], files },
                    Level::Offset => {
                        Common::Offset { pieces, ranks: to.rank() as i8 - at.rank() as i8, files }
                    }
                })
            }
            (Place::Board(at), Place::Hand) => {
                let rank = (level == Level::Ranks).then_some(at.rank());
                Some(Common::InHand { piece, rank, held: other })
            }
            _ => None,
        }
    }

    /// Of a relation, whichever of its piece places comes first.
    fn either(level: Level, relation: Relation) -> Option<Common> {
        let (a, b) = relation.places();
        [Common::of(level, a, b), Common::of(level, b, a)].into_iter().flatten().min()
    }

    /// The same for both players, and whether it counts for the other one. `None` for what is its own opposite.
    fn folded(level: Level, relation: Relation) -> Option<(Common, bool)> {
        let (own, turned) = (Common::either(level, relation)?, Common::either(level, relation.turned())?);
        (own != turned).then(|| (own.min(turned), turned < own))
    }
}

impl SharedPairs {
    /// The features of a folding, one that folds both colours.
    pub fn new(fold: Arc<Fold>) -> SharedPairs {
        let mut numbers: HashMap<(Level, Common), u32> = HashMap::new();
        let mut next = fold.len() as u32;
        let mut number = |level, relation| {
            let Some((common, negated)) = Common::folded(level, relation) else { return NOWHERE };
            let number = *numbers.entry((level, common)).or_insert_with(|| {
                next += 1;
                next - 1
            });
            number << 1 | u32::from(negated)
        };
        let shared = (0..fold.len())
            .map(|slot| {
                let example = fold.example(slot).expect("every slot has a relation");
                Level::ALL.map(|level| number(level, example))
            })
            .collect();
        SharedPairs { pairs: FoldedPairs { fold }, len: next as usize, shared }
    }

    /// Weights of the slots alone, each with what it shares: `[slot]` from `[feature]`, in the same unit.
    pub fn collapse(&self, weights: &[f32]) -> Vec<f32> {
        let signed = |code: u32| {
            if code & 1 == 1 { -weights[code as usize >> 1] } else { weights[code as usize >> 1] }
        };
        let whole = |(slot, codes): (usize, &[u32; Level::ALL.len()])| {
            codes.iter().filter(|&&code| code != NOWHERE).fold(weights[slot], |sum, &code| sum + signed(code))
        };
        self.shared.iter().enumerate().map(whole).collect()
    }
}

impl FeatureSet for SharedPairs {
    const NAME: &'static str = "shared-pairs";

    fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        self.pairs.visit(pos, |slot, sign| {
            each(slot, sign);
            for &code in &self.shared[slot as usize] {
                if code != NOWHERE {
                    each(code >> 1, if code & 1 == 1 { -sign } else { sign });
                }
            }
        });
    }
}
