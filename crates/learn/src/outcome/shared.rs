//! Pairs that share features: the weight of a relation as a sum of general parts and one of its own.
//!
//! A silver beside a gold is worth much the same one file further on, yet paper 001 gives every place a weight that only its own
//! positions teach. With few games that is a waste. Here a relation on the board has two shared features besides its own: one for
//! all relations of the same pieces on the same ranks and as many files apart, one for all of the same pieces whose squares lie the
//! same way from each other. Training divides the weight among the three; [`SharedPairs::collapse`] adds them up again, so that a
//! player needs only plain pairs and is as fast as before.
//!
//! Programs of the Bonanza family train their tables in the same way; they call it lowering the dimension (次元下げ).

use std::sync::Arc;

use komadai_core::{PieceKind, Place, Position, Square};
use komadai_eval::pair::Fold;
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
    fold: Arc<Fold>,
    /// Slots and shared features.
    len: usize,
    /// `[slot]`: its shared features with a sign in the lowest bit, or [`NOWHERE`]
    shared: Box<[[u32; Level::ALL.len()]]>,
}

komadai_core::debug_by_sizes!(SharedPairs { fold, len }[shared]);

const NOWHERE: u32 = u32::MAX;

/// What relations have in common. A mirrored or turned relation shares the same: files count by their distance alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    /// Pieces, their ranks, the files between them.
    Ranks,
    /// Pieces, and the offset between their squares.
    Offset,
}

impl Level {
    const ALL: [Level; 2] = [Level::Ranks, Level::Offset];
}

/// Pieces of both players, and the ranks and files of a board.
const PIECES: usize = 2 * PieceKind::COUNT;
const LINES: usize = 9;
/// Number of differences of two ranks.
const DIFFERENCES: usize = 2 * LINES - 1;
/// First numbers: of two pieces on the board by their offset, of a piece alone, of a piece with one in hand. Those of two pieces by
/// their ranks begin at 0.
const OFFSETS: usize = PIECES * PIECES * LINES * LINES * LINES;
const ALONE: usize = OFFSETS + PIECES * PIECES * DIFFERENCES * LINES;
const IN_HAND: usize = ALONE + PIECES * LINES;
/// How many numbers there are.
const COMMONS: usize = IN_HAND + PIECES * (1 + LINES) * PIECES;

/// The number of what a relation has in common with others at this level, with its piece places in this order: one number for each feature.
fn common(level: Level, a: PiecePlace, b: PiecePlace) -> Option<usize> {
    let (first, second) = (a.placed(), b.placed());
    let (piece, other) = (first.piece.index(), second.piece.index());
    let pieces = piece * PIECES + other;
    let rank = |square: Square| usize::from(square.rank()) - 1;
    match (first.place, second.place) {
        (Place::Board(at), Place::Board(_)) if a == b => {
            (level == Level::Ranks).then_some(ALONE + piece * LINES + rank(at))
        }
        (Place::Board(at), Place::Board(to)) => {
            let files = usize::from(at.file().abs_diff(to.file()));
            Some(match level {
                Level::Ranks => ((pieces * LINES + rank(at)) * LINES + rank(to)) * LINES + files,
                Level::Offset => {
                    OFFSETS + (pieces * DIFFERENCES + rank(to) + LINES - 1 - rank(at)) * LINES + files
                }
            })
        }
        (Place::Board(at), Place::Hand) => {
            let rank = if level == Level::Ranks { 1 + rank(at) } else { 0 };
            Some(IN_HAND + (piece * (1 + LINES) + rank) * PIECES + other)
        }
        _ => None,
    }
}

/// The same for either order of the piece places.
fn either(level: Level, [a, b]: [PiecePlace; 2]) -> Option<usize> {
    [common(level, a, b), common(level, b, a)].into_iter().flatten().min()
}

/// The same for both players, and whether it counts for the other one. `None` if it is its own opposite.
fn folded(level: Level, places: [PiecePlace; 2]) -> Option<(usize, bool)> {
    let (own, turned) = (either(level, places)?, either(level, places.map(PiecePlace::turned))?);
    (own != turned).then(|| (own.min(turned), turned < own))
}

impl SharedPairs {
    /// Makes the features of a folding, one that folds both colours.
    pub fn new(fold: Arc<Fold>) -> SharedPairs {
        // `[number of what is common]`
        let mut features = vec![NOWHERE; COMMONS];
        let mut next = fold.len() as u32;
        let mut feature = |level, places| {
            let Some((common, negated)) = folded(level, places) else { return NOWHERE };
            let feature = &mut features[common];
            if *feature == NOWHERE {
                *feature = next;
                next += 1;
            }
            *feature << 1 | u32::from(negated)
        };
        let shared = (0..fold.len())
            .map(|slot| {
                let (a, b) = fold.example(slot).expect("every slot has a relation").places();
                Level::ALL.map(|level| feature(level, [a, b]))
            })
            .collect();
        SharedPairs { fold, len: next as usize, shared }
    }

    /// Adds the shared weights to those of the slots: `[slot]` from `[feature]`, in the same unit.
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
        self.fold.visit(pos, |slot, sign| {
            each(slot, sign);
            for &code in &self.shared[slot as usize] {
                if code != NOWHERE {
                    each(code >> 1, if code & 1 == 1 { -sign } else { sign });
                }
            }
        });
    }
}
