//! Trained weights of reliability, and the answers that a search needs from them.

use komadai_core::{Position, Value};

use super::expected::{Expected, Sides};
use super::facts::{AfterSearch, SearchFacts};
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
    /// Corrections by what a finished search has found; `None` corrects nothing.
    pub after_search: Option<AfterSearch>,
    /// The centre of the differences and how wide they are on either side of it, by the position alone.
    pub sides: Sides,
}

komadai_core::debug_by_sizes!(SpreadWeights { shallow, deep, tail, after_search, sides }[weights]);

impl SpreadWeights {
    /// Makes weights by the position alone, for differences that are spread about 0 alike on both sides.
    pub fn new(shallow: f32, deep: f32, tail: Tail, weights: Vec<f32>) -> SpreadWeights {
        SpreadWeights { shallow, deep, tail, weights, after_search: None, sides: Sides::default() }
    }
}

/// Model of how far the value of a deep search may lie from that of a shallow one (paper 004, sections 3.3 and 4.2).
///
/// The difference of the two values, both seen by the side to move, has a spread σ that depends on the features of the position. The paper
/// has one pair of depths, 4 and 8, and differences about 0; a model may have several pairs, each with [`Sides`] of its own.
///
/// For other depths than those of its pairs, it answers by the [nearest](ReliabilityModel::nearest) pair: first by the gap of the
/// depths, then by the depths themselves. A gap wider than the pair's widens everything by the square root of their ratio, as in a
/// random walk; a narrower one changes nothing: the answer is then too wide rather than too narrow.
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
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ReliabilityModel {
    /// The features that the weights belong to.
    pub features: SpreadFeatures,
    /// How σ follows from the weighted sum of features.
    pub link: Link,
    /// Weights for each pair of depths, at least one in a model file.
    pub pairs: Vec<SpreadWeights>,
}

komadai_core::debug_by_sizes!(ReliabilityModel { features, link }[pairs]);

impl ReliabilityModel {
    /// 200 + 4 · progress centipawns for depths up to four plies apart, and √(gap / 4) times as much beyond: the hand-made margin
    /// that the paper compares with (section 4.3.1), as a spread.
    pub fn by_progress() -> ReliabilityModel {
        let weights = vec![200.0, 4.0 * f32::from(crate::MAX_PROGRESS)];
        let pair = SpreadWeights::new(4.0, 8.0, Tail::Normal, weights);
        ReliabilityModel { features: SpreadFeatures::Progress, link: Link::Linear, pairs: vec![pair] }
    }

    /// The weights of the pair of depths nearest to these, in plies: the pair with the nearest gap (deep less shallow), the wider
    /// of two gaps equally near; then the one with the nearest shallow depth; then the first. `None` if there are no pairs.
    ///
    /// The gap comes first since it has the largest influence on the spread: at a fixed gap, spreads fall slowly with depth (figure 16).
    #[inline]
    pub fn nearest(&self, shallow: f32, deep: f32) -> Option<&SpreadWeights> {
        let gap = |pair: &SpreadWeights| pair.deep - pair.shallow;
        let distance = |pair: &SpreadWeights| {
            ((gap(pair) - (deep - shallow)).abs(), -gap(pair), (pair.shallow - shallow).abs())
        };
        self.pairs.iter().reduce(|best, pair| if distance(pair) < distance(best) { pair } else { best })
    }

    /// The factor by which a pair of weights is widened for depths further apart than its own: the square root of the ratio of the
    /// gaps, at least 1.
    fn widening(pair: &SpreadWeights, shallow: f32, deep: f32) -> f64 {
        let ratio = f64::from((deep - shallow) / (pair.deep - pair.shallow));
        // NaN for invalid depths: then nothing is widened.
        ratio.sqrt().max(1.0)
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

    /// Distribution of (value after `deep` plies) − (value after `shallow` plies) by the position alone, by the pair of depths
    /// [nearest](ReliabilityModel::nearest) to these; `None` if the model has no pairs.
    pub fn expected(&self, pos: &Position, shallow: f32, deep: f32) -> Option<Expected> {
        let pair = self.nearest(shallow, deep)?;
        let scale = self.scale(pos, pair) * Self::widening(pair, shallow, deep);
        Some(Expected::by_sides(scale, pair.sides, pair.tail))
    }

    /// Spread in centipawns of (value after `deep` plies) − (value after `shallow` plies), by the pair of depths
    /// [nearest](ReliabilityModel::nearest) to these: half the width of the interval that holds 68 % of the differences. That is
    /// the standard deviation of a normal distribution, and [`Tail::width`] times the scale of another one.
    ///
    /// Infinite if the model has no pairs.
    pub fn spread(&self, pos: &Position, shallow: f32, deep: f32) -> f32 {
        self.expected(pos, shallow, deep).map_or(f32::INFINITY, |expected| expected.spread() as f32)
    }

    /// Chance, 0 to 1, that the value after `deep` plies lies above `bar` if it is `value` after `shallow` plies, by the pair
    /// of depths [nearest](ReliabilityModel::nearest) to these. Distances to mate count as their centipawns.
    ///
    /// ½ if the model has no pairs: anything may happen.
    pub fn chance_above(&self, pos: &Position, shallow: f32, deep: f32, value: Value, bar: Value) -> f64 {
        self.expected(pos, shallow, deep).map_or(0.5, |expected| expected.chance_above(value, bar))
    }

    /// Distribution of (value after `deep` plies) − (value after `shallow` plies) once the shallow search has been made, by the
    /// pair of depths [nearest](ReliabilityModel::nearest) to these. By the position alone if the pair has no
    /// [`SpreadWeights::after_search`]; `None` if the model has no pairs.
    pub fn after_search(
        &self,
        pos: &Position,
        shallow: f32,
        deep: f32,
        facts: &SearchFacts,
    ) -> Option<Expected> {
        let pair = self.nearest(shallow, deep)?;
        let Some(after) = &pair.after_search else { return self.expected(pos, shallow, deep) };
        let (found, wider) =
            (after.expected(self.scale(pos, pair), facts), Self::widening(pair, shallow, deep));
        let Expected { centre, below, above, tail } = found;
        Some(Expected { centre: centre * wider, below: below * wider, above: above * wider, tail })
    }
}

#[cfg(feature = "artifact")]
impl ReliabilityModel {
    fn check(&self, pair: &SpreadWeights) -> Result<(), String> {
        let SpreadWeights { shallow, deep, .. } = *pair;
        if !(shallow.is_finite() && deep.is_finite() && 0.0 <= shallow && shallow < deep) {
            return Err("expected two depths from 0 on, the first below the second".into());
        }
        pair.tail.check()?;
        pair.sides.check()?;
        let (found, expected) = (pair.weights.len(), self.features.len());
        if found != expected {
            return Err(format!("{found} weights, expected {expected} for features {}", self.features));
        }
        if let Some(at) = pair.weights.iter().position(|weight| !weight.is_finite()) {
            return Err(format!("weight {} of feature {at}, expected a finite number", pair.weights[at]));
        }
        let after = pair.after_search.as_ref().map_or(Ok(()), AfterSearch::check);
        after.map_err(|what| format!("after a search: {what}"))
    }
}

#[cfg(feature = "artifact")]
impl komadai_core::artifact::Artifact for ReliabilityModel {
    const KIND: [u8; 8] = *b"spread\0\0";
    /// Version 1 had no [`SpreadWeights::after_search`], version 2 no [`SpreadWeights::sides`].
    const VERSION: u16 = 3;
    const WHAT: &'static str = "weights of reliability, as komadai-lab train-reliability saves them";

    /// Checks that there is a pair of depths, and for each pair: the depths are finite and at least 0, the shallow one below the
    /// deep one; degrees of freedom are finite and at least 1; there is a finite weight for every feature, also for those after a
    /// search; the centre is finite, and sides are above 0.
    fn validate(&self) -> Result<(), String> {
        if self.pairs.is_empty() {
            return Err("no pair of depths, expected at least one".into());
        }
        for (number, pair) in self.pairs.iter().enumerate() {
            let wrong = |what| format!("pair {number} of depths {} and {}: {what}", pair.shallow, pair.deep);
            self.check(pair).map_err(wrong)?;
        }
        Ok(())
    }
}
