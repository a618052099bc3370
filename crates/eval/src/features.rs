//! Feature extraction: a position as numbered features with values, the socket between evaluation and training.
//!
//! A feature set knows positions, but no trainers, labels or files; a trainer knows numbered features, but no shogi.

use komadai_core::{Color, PieceKind, Position};

use crate::piece_place::PiecePlace;

/// Number of a feature, below [`FeatureSet::len`].
pub type FeatureId = u32;

/// Set of numbered features of a position, as input of linear models.
///
/// Sets for evaluations do not depend on the side to move: a weight on a feature is its value for Black, as in paper 001. Sets for
/// [reliability](crate::reliability) are seen by the side to move, since a spread is the same for both players. Each set says which.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::{FeatureId, FeatureSet};
///
/// /// One feature, whose value is the number of the next move.
/// struct MoveNumber;
///
/// impl FeatureSet for MoveNumber {
///     const NAME: &'static str = "move-number";
///
///     fn len(&self) -> usize {
///         1
///     }
///
///     fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
///         each(0, pos.move_number() as f32);
///     }
/// }
///
/// MoveNumber.visit(&Position::startpos(), |id, value| assert_eq!((id, value), (0, 1.0)));
/// ```
#[allow(clippy::len_without_is_empty)] // an empty set has nothing to learn
pub trait FeatureSet {
    /// Name in reports and model files.
    const NAME: &'static str;

    /// Number of features.
    fn len(&self) -> usize;

    /// Calls `each` with every feature that holds and its value. If a feature is given several times, its values add up.
    fn visit(&self, pos: &Position, each: impl FnMut(FeatureId, f32));

    /// Describes a feature, a number below [`FeatureSet::len`], in words; by default as its number.
    fn words(&self, feature: FeatureId) -> String {
        format!("feature {feature}")
    }

    /// Describes any number in words, for tables of weights: as its feature, or as `no feature`.
    ///
    /// ```
    /// use komadai_eval::FeatureSet;
    /// use komadai_eval::reliability::SpreadFeatures;
    ///
    /// assert_eq!(SpreadFeatures::All.describe(1), "own pawn on rank 1");
    /// ```
    fn describe(&self, feature: FeatureId) -> String {
        if (feature as usize) < self.len() { self.words(feature) } else { NO_FEATURE.into() }
    }
}

/// What [`FeatureSet::describe`] returns for a number that no feature has.
pub(crate) const NO_FEATURE: &str = "no feature";

/// Two feature sets as one: the features of the first, then those of the second. Nest tuples for more than two.
impl<A: FeatureSet, B: FeatureSet> FeatureSet for (A, B) {
    const NAME: &'static str = "both";

    fn len(&self) -> usize {
        self.0.len() + self.1.len()
    }

    #[inline]
    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        self.0.visit(pos, &mut each);
        let first = self.0.len() as FeatureId;
        self.1.visit(pos, |feature, value| each(first + feature, value));
    }

    fn words(&self, feature: FeatureId) -> String {
        match feature.checked_sub(self.0.len() as FeatureId) {
            Some(feature) => self.1.words(feature),
            None => self.0.words(feature),
        }
    }
}

/// Feature set of material: for each kind, Black's pieces less White's, on the board and in hand together.
///
/// 14 features; feature `i` is `PieceKind::ALL[i]`, and the king's (7) never occurs. Weights on them are piece values, so training
/// on this set learns [`crate::Material`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceCounts;

impl FeatureSet for PieceCounts {
    const NAME: &'static str = "piece-counts";

    fn len(&self) -> usize {
        PieceKind::COUNT
    }

    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        for kind in PieceKind::ALL {
            if kind == PieceKind::King {
                continue;
            }
            let count = |color| (pos.of(color, kind).len() + pos.hand(color).count(kind)) as i32;
            let more = count(Color::Black) - count(Color::White);
            if more != 0 {
                each(kind.index() as FeatureId, more as f32);
            }
        }
    }
}

/// Feature set of single pieces: 2,296 features, one for each [`PiecePlace`], with value 1 on the board and the count in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PiecePlaces;

impl FeatureSet for PiecePlaces {
    const NAME: &'static str = "piece-places";

    fn len(&self) -> usize {
        PiecePlace::COUNT
    }

    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        pos.visit_pieces(|placed, count| {
            each(PiecePlace::new(placed).index() as FeatureId, count as f32);
        });
    }
}
