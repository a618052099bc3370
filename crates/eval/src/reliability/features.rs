//! The feature sets that paper 004 compares: progress, what progress is made of, and all of its features.

use core::fmt;
use core::str::FromStr;
use std::sync::LazyLock;

use komadai_core::Position;

use super::around::{AttackBalance, KingNeighbours, Pins};
use super::board::{HandCounts, PieceFiles, PieceRanks};
use crate::features::{FeatureId, FeatureSet};
use crate::progress::{MAX_PROGRESS, PieceProgress};

/// One feature that always holds, with value 1.
#[derive(Clone, Copy, Debug, Default)]
struct Always;

impl FeatureSet for Always {
    const NAME: &'static str = "constant";

    fn len(&self) -> usize {
        1
    }

    #[inline]
    fn visit(&self, _: &Position, mut each: impl FnMut(FeatureId, f32)) {
        each(0, 1.0);
    }

    fn words(&self, _: FeatureId) -> String {
        "always".into()
    }
}

/// Progress by [`PieceProgress`], 0 to 1.
fn progress(pos: &Position) -> f32 {
    static MEASURE: LazyLock<PieceProgress> = LazyLock::new(PieceProgress::default);
    f32::from(MEASURE.of(pos)) / f32::from(MAX_PROGRESS)
}

/// What progress is made of ("進行度要素" of paper 004, Table 1).
type ProgressParts = (Always, (PieceRanks, HandCounts));

/// All features of paper 004, section 3.3.2 ("提案手法" of Table 1).
type AllParts = (ProgressParts, (PieceFiles, (Pins, (KingNeighbours, AttackBalance))));

/// The feature sets for the spread, by name; each is itself a feature set, seen by the side to move.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::FeatureSet;
/// use komadai_eval::reliability::SpreadFeatures;
///
/// let features: SpreadFeatures = "progress-parts".parse()?;
/// // In the starting position nothing is in hand.
/// let mut held = 0;
/// features.visit(&Position::startpos(), |_, _| held += 1);
/// assert_eq!((features.len(), held), (329, 41));
/// assert_eq!(features.describe(255), "own hand: 3 pawns");
/// # Ok::<(), komadai_eval::reliability::ParseSpreadFeaturesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SpreadFeatures {
    /// One feature that is always 1, named `constant`: the same spread in every position.
    Constant,
    /// Progress and a constant, named `progress`: feature 0 is always 1, feature 1 is the feature of [`SpreadFeatures::ProgressAlone`].
    Progress,
    /// What progress is made of, named `progress-parts`, 329 features: feature 0 is always 1; from 1 on come [`PieceRanks`], from 253
    /// on [`HandCounts`].
    ProgressParts,
    /// All features of the paper, named `all`, 1,131: first those of [`SpreadFeatures::ProgressParts`], from 329 on [`PieceFiles`],
    /// from 581 on [`Pins`], from 637 on [`KingNeighbours`], from 1,117 on [`AttackBalance`].
    ///
    /// The paper names the features and gives no numbers; which squares lie around a king, that files are not mirrored and where
    /// differences are cut off are our choices.
    All,
    /// Progress alone, named `progress-alone` (paper 004, section 3.3.2, and "progress" of its Table 1 by its formula σ = wᵀφ,
    /// which has no constant): feature 0 is the progress by [`PieceProgress`], divided by [`MAX_PROGRESS`]. It is the last one,
    /// since files name a set by its place.
    ProgressAlone,
}

impl SpreadFeatures {
    /// All sets, from the smallest to the largest.
    pub const ALL: [SpreadFeatures; 5] = [
        SpreadFeatures::ProgressAlone,
        SpreadFeatures::Constant,
        SpreadFeatures::Progress,
        SpreadFeatures::ProgressParts,
        SpreadFeatures::All,
    ];
}

impl FeatureSet for SpreadFeatures {
    /// The name of any of the sets; `Display` shows the name of each.
    const NAME: &'static str = "spread";

    fn len(&self) -> usize {
        match self {
            SpreadFeatures::Constant | SpreadFeatures::ProgressAlone => 1,
            SpreadFeatures::Progress => 2,
            SpreadFeatures::ProgressParts => ProgressParts::default().len(),
            SpreadFeatures::All => AllParts::default().len(),
        }
    }

    #[inline]
    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        match self {
            SpreadFeatures::Constant => each(0, 1.0),
            SpreadFeatures::ProgressAlone => each(0, progress(pos)),
            SpreadFeatures::Progress => {
                each(0, 1.0);
                each(1, progress(pos));
            }
            SpreadFeatures::ProgressParts => ProgressParts::default().visit(pos, each),
            SpreadFeatures::All => AllParts::default().visit(pos, each),
        }
    }

    fn words(&self, feature: FeatureId) -> String {
        match (self, feature) {
            (SpreadFeatures::ProgressAlone, _) | (SpreadFeatures::Progress, 1) => "progress".into(),
            // The others are the first of all features.
            _ => AllParts::default().words(feature),
        }
    }
}

impl fmt::Display for SpreadFeatures {
    /// The name of the set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SpreadFeatures::Constant => "constant",
            SpreadFeatures::ProgressAlone => "progress-alone",
            SpreadFeatures::Progress => "progress",
            SpreadFeatures::ProgressParts => "progress-parts",
            SpreadFeatures::All => "all",
        })
    }
}

/// The text is not the name of a feature set for spread.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "features of reliability: found {0:?}, expected constant, progress-alone, progress, progress-parts or all"
)]
#[non_exhaustive]
pub struct ParseSpreadFeaturesError(pub String);

impl FromStr for SpreadFeatures {
    type Err = ParseSpreadFeaturesError;

    fn from_str(text: &str) -> Result<SpreadFeatures, ParseSpreadFeaturesError> {
        let found = SpreadFeatures::ALL.into_iter().find(|set| set.to_string() == text);
        found.ok_or_else(|| ParseSpreadFeaturesError(text.to_owned()))
    }
}
