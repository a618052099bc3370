//! The feature sets that paper 004 compares: progress, what progress is made of, and all of its features.

use core::fmt;
use core::str::FromStr;

use komadai_core::Position;

use super::around::KingNeighbours;
use super::balance::AttackBalance;
use super::board::{PieceFiles, PieceRanks};
use super::describe::Describe;
use super::hands::HandCounts;
use super::pins::Pins;
use super::progress::{ConstantSpread, ProgressSpread};
use crate::features::{FeatureId, FeatureSet};

/// Feature set of what progress is made of ("進行度要素" of paper 004, Table 1): 329 features.
///
/// Seen by the side to move. Feature 0 is always 1; from 1 on come [`PieceRanks`], from 253 on [`HandCounts`].
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::FeatureSet;
/// use komadai_eval::reliability::{Describe, ProgressParts};
///
/// // In the starting position nothing is in hand.
/// let mut held = 0;
/// ProgressParts.visit(&Position::startpos(), |_, _| held += 1);
/// assert_eq!((ProgressParts.len(), held), (329, 41));
/// assert_eq!(ProgressParts.describe(255), "own hand: 3 pawns");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProgressParts;

const PROGRESS_PARTS: (ConstantSpread, (PieceRanks, HandCounts)) = (ConstantSpread, (PieceRanks, HandCounts));

impl FeatureSet for ProgressParts {
    const NAME: &'static str = "progress-parts";

    fn len(&self) -> usize {
        PROGRESS_PARTS.len()
    }

    #[inline]
    fn visit(&self, pos: &Position, each: impl FnMut(FeatureId, f32)) {
        PROGRESS_PARTS.visit(pos, each);
    }
}

impl Describe for ProgressParts {
    fn describe(&self, feature: FeatureId) -> String {
        PROGRESS_PARTS.describe(feature)
    }
}

/// Feature set of all features of paper 004, section 3.3.2 ("提案手法" of Table 1): 1,131 features.
///
/// Seen by the side to move. First come those of [`ProgressParts`], from 329 on [`PieceFiles`], from 581 on [`Pins`], from 637 on
/// [`KingNeighbours`], from 1,117 on [`AttackBalance`].
///
/// The paper names the features and gives no numbers; which squares lie around a king, that files are not mirrored and where
/// differences are cut off are ours.
///
/// ```
/// use komadai_eval::FeatureSet;
/// use komadai_eval::reliability::{AllParts, Describe};
///
/// assert_eq!(AllParts.len(), 1_131);
/// assert_eq!(AllParts.describe(637 + 30), "own king, front: own pawn");
/// assert_eq!(AllParts.describe(1_124), "squares around other's king with balance of attacks -3 or less");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AllParts;

type Parts = (ProgressParts, (PieceFiles, (Pins, (KingNeighbours, AttackBalance))));
const ALL_PARTS: Parts = (ProgressParts, (PieceFiles, (Pins, (KingNeighbours, AttackBalance))));

impl FeatureSet for AllParts {
    const NAME: &'static str = "all";

    fn len(&self) -> usize {
        ALL_PARTS.len()
    }

    #[inline]
    fn visit(&self, pos: &Position, each: impl FnMut(FeatureId, f32)) {
        ALL_PARTS.visit(pos, each);
    }
}

impl Describe for AllParts {
    fn describe(&self, feature: FeatureId) -> String {
        ALL_PARTS.describe(feature)
    }
}

/// One of the feature sets for spread, by name; itself a feature set.
///
/// ```
/// use komadai_eval::FeatureSet;
/// use komadai_eval::reliability::SpreadFeatures;
///
/// let features: SpreadFeatures = "progress-parts".parse()?;
/// assert_eq!((features, features.len()), (SpreadFeatures::ProgressParts, 329));
/// # Ok::<(), komadai_eval::reliability::ParseSpreadFeaturesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SpreadFeatures {
    /// [`ConstantSpread`], named `constant`.
    Constant,
    /// [`ProgressSpread`], named `progress`.
    Progress,
    /// [`ProgressParts`], named `progress-parts`.
    ProgressParts,
    /// [`AllParts`], named `all`.
    All,
}

impl SpreadFeatures {
    /// All sets, from the smallest to the largest.
    pub const ALL: [SpreadFeatures; 4] = [
        SpreadFeatures::Constant,
        SpreadFeatures::Progress,
        SpreadFeatures::ProgressParts,
        SpreadFeatures::All,
    ];

    /// Name of the set, [`FeatureSet::NAME`] of its type.
    pub const fn name(self) -> &'static str {
        match self {
            SpreadFeatures::Constant => ConstantSpread::NAME,
            SpreadFeatures::Progress => ProgressSpread::NAME,
            SpreadFeatures::ProgressParts => ProgressParts::NAME,
            SpreadFeatures::All => AllParts::NAME,
        }
    }
}

impl FeatureSet for SpreadFeatures {
    /// That of any of the sets; [`SpreadFeatures::name`] tells which.
    const NAME: &'static str = "spread";

    fn len(&self) -> usize {
        match self {
            SpreadFeatures::Constant => ConstantSpread.len(),
            SpreadFeatures::Progress => ProgressSpread.len(),
            SpreadFeatures::ProgressParts => ProgressParts.len(),
            SpreadFeatures::All => AllParts.len(),
        }
    }

    #[inline]
    fn visit(&self, pos: &Position, each: impl FnMut(FeatureId, f32)) {
        match self {
            SpreadFeatures::Constant => ConstantSpread.visit(pos, each),
            SpreadFeatures::Progress => ProgressSpread.visit(pos, each),
            SpreadFeatures::ProgressParts => ProgressParts.visit(pos, each),
            SpreadFeatures::All => AllParts.visit(pos, each),
        }
    }
}

impl Describe for SpreadFeatures {
    fn describe(&self, feature: FeatureId) -> String {
        match self {
            SpreadFeatures::Constant => ConstantSpread.describe(feature),
            SpreadFeatures::Progress => ProgressSpread.describe(feature),
            SpreadFeatures::ProgressParts => ProgressParts.describe(feature),
            SpreadFeatures::All => AllParts.describe(feature),
        }
    }
}

impl fmt::Display for SpreadFeatures {
    /// The name, as [`SpreadFeatures::name`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is not the name of a feature set for spread.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("features of reliability: found {0:?}, expected constant, progress, progress-parts or all")]
pub struct ParseSpreadFeaturesError(pub String);

impl FromStr for SpreadFeatures {
    type Err = ParseSpreadFeaturesError;

    fn from_str(text: &str) -> Result<SpreadFeatures, ParseSpreadFeaturesError> {
        let found = SpreadFeatures::ALL.into_iter().find(|set| set.name() == text);
        found.ok_or_else(|| ParseSpreadFeaturesError(text.to_owned()))
    }
}
