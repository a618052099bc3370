//! Spread without a look at the pieces, and spread by progress alone.

use std::sync::LazyLock;

use komadai_core::Position;

use crate::features::{FeatureId, FeatureSet};
use crate::progress::{MAX_PROGRESS, PieceProgress, Progress};

/// Feature set of one feature that always holds, with value 1: the same spread in every position.
///
/// Seen by either side alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConstantSpread;

impl FeatureSet for ConstantSpread {
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

/// Feature set of progress alone (paper 004, section 3.3.2, and "progress" of its Table 1 by its formula σ = wᵀφ, which has no
/// constant): feature 0 is the progress by [`PieceProgress`], divided by [`MAX_PROGRESS`].
///
/// Seen by either side alike: progress is the average of both players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProgressAlone;

impl FeatureSet for ProgressAlone {
    const NAME: &'static str = "progress-alone";

    fn len(&self) -> usize {
        1
    }

    #[inline]
    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        let progress = MEASURE.progress(&MEASURE.fresh(pos), pos);
        each(0, f32::from(progress) / f32::from(MAX_PROGRESS));
    }

    fn words(&self, _: FeatureId) -> String {
        "progress".into()
    }
}

/// Feature set of progress and a constant: feature 0 is always 1, feature 1 is that of [`ProgressAlone`].
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::FeatureSet;
/// use komadai_eval::reliability::ProgressSpread;
///
/// let mut found = Vec::new();
/// ProgressSpread::default().visit(&Position::startpos(), |feature, value| found.push((feature, value)));
/// assert_eq!(found, [(0, 1.0), (1, 0.0)]);
/// ```
pub type ProgressSpread = (ConstantSpread, ProgressAlone);

static MEASURE: LazyLock<PieceProgress> = LazyLock::new(PieceProgress::default);
