//! Trained weights of reliability, and what a search asks them.

use std::fmt;

use komadai_core::{Position, Value};

use super::after_search::{AfterSearch, Expected};
use super::facts::SearchFacts;
use super::features::SpreadFeatures;
use super::link::Link;
use super::tail::Tail;
use crate::features::FeatureSet;

/// Weights for one pair of depths.
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpreadWeights {
    /// Depth of the shallow search in plies, 0 for the evaluation alone; realization-probability plies in the paper.
    pub shallow: f32,
    /// Depth of the deep search in plies.
    pub deep: f32,
    /// Distribution of the differences.
    pub tail: Tail,
    /// `[feature]`, w of σ = wᵀφ: centipawns for [`Link::Linear`], logarithms of centipawns for [`Link::LogLinear`].
    pub weights: Vec<f32>,
    /// What a finished search corrects; without it, it corrects nothing.
    pub after_search: Option<AfterSearch>,
}

/// With the number of weights in place of the weights.
impl fmt::Debug for SpreadWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SpreadWeights { shallow, deep, tail, weights, after_search } = self;
        let mut shown = f.debug_struct("SpreadWeights");
        shown.field("shallow", shallow).field("deep", deep).field("tail", tail);
        shown.field("weights", &weights.len()).field("after_search", after_search).finish()
    }
}

impl SpreadWeights {
    /// Weights by the position alone.
    pub fn new(shallow: f32, deep: f32, tail: Tail, weights: Vec<f32>) -> SpreadWeights {
        SpreadWeights { shallow, deep, tail, weights, after_search: None }
    }
}

/// Model of how far the value of a deep search may lie from that of a shallow one (paper 004, sections 3.3 and 4.2).
///
/// The difference of the two values, both seen by the side to move, has mean 0 and a spread σ by the features of the position.
/// The paper has one pair of depths, 4 and 8; a model may have several.
///
/// ```
/// use komadai_core::{Position, Value};
/// use komadai_eval::reliability::ReliabilityModel;
///
/// let model = ReliabilityModel::by_progress();
/// let pos = Position::startpos();
/// assert_eq!(model.spread(&pos, 4.0, 8.0), 200.0);
/// // Two spreads below the bar after 4 plies; above it after 8 in 2 cases of 100.
/// let chance = model.chance_above(&pos, 4.0, 8.0, Value::from_cp(-300), Value::from_cp(100));
/// assert!((chance - 0.0228).abs() < 1e-4);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ReliabilityModel {
    /// Features that the weights belong to.
    pub features: SpreadFeatures,
    /// How σ follows from the weighted sum of features.
    pub link: Link,
    /// Weights for each pair of depths, at least one in a model file.
    pub pairs: Vec<SpreadWeights>,
}

impl ReliabilityModel {
    /// 200 + 4 · progress centipawns for every pair of depths: the margin by hand that the paper compares with (section 4.3.1),
    /// as a spread.
    pub fn by_progress() -> ReliabilityModel {
        let weights = vec![200.0, 4.0 * f32::from(crate::MAX_PROGRESS)];
        let pair = SpreadWeights::new(4.0, 8.0, Tail::Normal, weights);
        ReliabilityModel { features: SpreadFeatures::Progress, link: Link::Linear, pairs: vec![pair] }
    }

    /// The weights of the pair of depths nearest to one in plies, by the sum of both distances; the first of equals. `None` if
    /// there are no pairs.
    #[inline]
    pub fn nearest(&self, shallow: f32, deep: f32) -> Option<&SpreadWeights> {
        let distance = |pair: &SpreadWeights| (pair.shallow - shallow).abs() + (pair.deep - deep).abs();
        self.pairs.iter().reduce(|best, pair| if distance(pair) < distance(best) { pair } else { best })
    }

    /// σ in centipawns under the weights of a pair of depths: the standard deviation of [`Tail::Normal`], the scale of
    /// [`Tail::StudentT`]. Missing weights count as 0, surplus ones are ignored.
    #[inline]
    pub fn scale(&self, pos: &Position, pair: &SpreadWeights) -> f64 {
        let mut sum = 0.0;
        self.features.visit(pos, |feature, value| {
            let weight = pair.weights.get(feature as usize).copied().unwrap_or(0.0);
            sum += f64::from(weight) * f64::from(value);
        });
        self.link.spread(sum).0
    }

    /// Spread in centipawns of (value after `deep` plies) − (value after `shallow` plies), by the pair of depths
    /// [nearest](ReliabilityModel::nearest) to these: half the width of the interval that holds 68 % of the differences. That is
    /// the standard deviation of the normal distribution, and [`Tail::width`] times the scale of another.
    ///
    /// Infinite if the model has no pairs.
    pub fn spread(&self, pos: &Position, shallow: f32, deep: f32) -> f32 {
        let pair = self.nearest(shallow, deep);
        pair.map_or(f32::INFINITY, |pair| (self.scale(pos, pair) * pair.tail.width()) as f32)
    }

    /// Chance, 0 to 1, that the value after `deep` plies lies above `bar` if it is `value` after `shallow` plies, by the pair
    /// of depths [nearest](ReliabilityModel::nearest) to these. Distances to mate count as their centipawns.
    ///
    /// ½ if the model has no pairs: anything may happen.
    pub fn chance_above(&self, pos: &Position, shallow: f32, deep: f32, value: Value, bar: Value) -> f64 {
        // Both distributions are symmetric: above the bar by as much as below it.
        self.nearest(shallow, deep)
            .map_or(0.5, |pair| pair.tail.at_most(f64::from((value - bar).cp()) / self.scale(pos, pair)))
    }

    /// Distribution of (value after `deep` plies) − (value after `shallow` plies) once the shallow search has been made, by the
    /// pair of depths [nearest](ReliabilityModel::nearest) to these. About 0, and by the position alone, where the model
    /// has no [`SpreadWeights::after_search`]; `None` if it has no pairs.
    pub fn after_search(
        &self,
        pos: &Position,
        shallow: f32,
        deep: f32,
        facts: &SearchFacts,
    ) -> Option<Expected> {
        let pair = self.nearest(shallow, deep)?;
        let scale = self.scale(pos, pair);
        let by_position = Expected { centre: 0.0, scale, tail: pair.tail };
        Some(pair.after_search.as_ref().map_or(by_position, |after| after.expected(scale, facts)))
    }
}

#[cfg(feature = "artifact")]
impl komadai_core::artifact::Artifact for ReliabilityModel {
    const KIND: [u8; 8] = *b"spread\0\0";
    /// Version 1 knew no [`SpreadWeights::after_search`].
    const VERSION: u16 = 2;
    const WHAT: &'static str = "a reliability model, as train_reliability saves it";

    /// Checks that there is a pair of depths, and of each pair: the depths are finite and from 0 on, the shallow one below the
    /// deep one; degrees of freedom are finite and from 1 on; there is a weight for every feature, and all are finite; so for those after
    /// a search.
    fn validate(&self) -> Result<(), String> {
        if self.pairs.is_empty() {
            return Err("no pair of depths, expected at least one".into());
        }
        let expected = self.features.len();
        for (number, pair) in self.pairs.iter().enumerate() {
            let SpreadWeights { shallow, deep, .. } = *pair;
            let wrong = |what: String| Err(format!("pair {number} of depths {shallow} and {deep}: {what}"));
            if !(shallow.is_finite() && deep.is_finite() && 0.0 <= shallow && shallow < deep) {
                return wrong("expected two depths from 0 on, the first below the second".into());
            }
            if let Err(what) = pair.tail.check() {
                return wrong(what);
            }
            let found = pair.weights.len();
            if found != expected {
                return wrong(format!("{found} weights, expected {expected} for features {}", self.features));
            }
            if let Some(feature) = pair.weights.iter().position(|weight| !weight.is_finite()) {
                return wrong(format!(
                    "weight {} of feature {feature}, expected a finite number",
                    pair.weights[feature]
                ));
            }
            if let Some(Err(what)) = pair.after_search.as_ref().map(AfterSearch::check) {
                return wrong(format!("after a search: {what}"));
            }
        }
        Ok(())
    }
}
