//! What a search has found at a depth, as features for how far a deeper search will differ, and how they correct the prediction by
//! the position.
//!
//! Paper 004 names features of the search's result as future work (section 5); which ones, and how they are divided, is our choice.
//! A value between two knots is shared between them, so that no spread jumps.

use super::expected::Expected;
use super::link::{NARROWEST, WIDEST};
use super::tail::Tail;
use crate::features::{FeatureId, NO_FEATURE};

/// What a search has found after finishing a depth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchFacts {
    /// The value for the side to move, in centipawns.
    pub value: i32,
    /// The value less that of the depth before, in centipawns; `None` at the first depth.
    pub change: Option<i32>,
    /// Whether the best move is that of the depth before; true at the first depth.
    pub same_best: bool,
    /// Nodes until this depth was finished, divided by those until the depth before was; `None` at the first depth.
    pub growth: Option<f64>,
}

/// Knots of the scale by the position, in centipawns.
const SCALES: [f64; 8] = [30.0, 50.0, 75.0, 110.0, 160.0, 230.0, 320.0, 450.0];
/// Knots of the value, in centipawns.
const VALUES: [f64; 13] =
    [-3000.0, -1500.0, -800.0, -400.0, -200.0, -100.0, 0.0, 100.0, 200.0, 400.0, 800.0, 1500.0, 3000.0];
/// Knots of the change of the value, in centipawns.
const CHANGES: [f64; 13] =
    [-1000.0, -480.0, -240.0, -120.0, -60.0, -30.0, 0.0, 30.0, 60.0, 120.0, 240.0, 480.0, 1000.0];
/// Knots of the growth of the nodes.
const GROWTHS: [f64; 7] = [1.1, 1.3, 1.6, 2.0, 3.0, 5.0, 10.0];

const VALUE: usize = SCALES.len();
const CHANGE: usize = VALUE + VALUES.len();
const BEST: usize = CHANGE + CHANGES.len();
const GROWTH: usize = BEST + 1;

/// A number between two knots counts for both, more for the nearer one; beyond the ends it counts for the last knot.
fn between(knots: &[f64], first: usize, number: f64, each: &mut impl FnMut(FeatureId, f32)) {
    let above = knots.partition_point(|&knot| knot <= number);
    let id = |knot: usize| (first + knot) as FeatureId;
    if above == 0 || above == knots.len() {
        return each(id(above.saturating_sub(1)), 1.0);
    }
    let share = (number - knots[above - 1]) / (knots[above] - knots[above - 1]);
    each(id(above - 1), (1.0 - share) as f32);
    if share > 0.0 {
        each(id(above), share as f32);
    }
}

impl SearchFacts {
    /// Number of features.
    pub const FEATURES: usize = GROWTH + GROWTHS.len();

    /// Calls `each` with every feature that is not 0 and its value, from 0 to 1. `scale` is that of the position alone, in
    /// centipawns ([`ReliabilityModel::scale`](super::ReliabilityModel::scale)): its features correct, for example, a spread that
    /// is too small where it is small.
    ///
    /// ```
    /// use komadai_eval::reliability::SearchFacts;
    ///
    /// let facts = SearchFacts { value: 150, change: Some(-15), same_best: false, growth: Some(2.0) };
    /// let mut found = Vec::new();
    /// facts.visit(50.0, |feature, value| found.push((SearchFacts::describe(feature), value)));
    /// let found: Vec<_> = found.iter().map(|(feature, value)| (feature.as_str(), *value)).collect();
    /// assert_eq!(found, [
    ///     ("scale about 50", 1.0),
    ///     ("value about 100", 0.5),
    ///     ("value about 200", 0.5),
    ///     ("value changed by about -30", 0.5),
    ///     ("value changed by about 0", 0.5),
    ///     ("another best move", 1.0),
    ///     ("nodes about 2 times those before", 1.0),
    /// ]);
    /// ```
    pub fn visit(&self, scale: f64, mut each: impl FnMut(FeatureId, f32)) {
        between(&SCALES, 0, scale, &mut each);
        between(&VALUES, VALUE, f64::from(self.value), &mut each);
        if let Some(change) = self.change {
            between(&CHANGES, CHANGE, f64::from(change), &mut each);
        }
        if !self.same_best {
            each(BEST as FeatureId, 1.0);
        }
        if let Some(growth) = self.growth {
            between(&GROWTHS, GROWTH, growth, &mut each);
        }
    }

    /// Describes a feature in words.
    pub fn describe(feature: FeatureId) -> String {
        match feature as usize {
            at @ ..VALUE => format!("scale about {}", SCALES[at]),
            at @ VALUE..CHANGE => format!("value about {}", VALUES[at - VALUE]),
            at @ CHANGE..BEST => format!("value changed by about {}", CHANGES[at - CHANGE]),
            BEST => "another best move".into(),
            at @ GROWTH..Self::FEATURES => format!("nodes about {} times those before", GROWTHS[at - GROWTH]),
            _ => NO_FEATURE.into(),
        }
    }
}

/// Weights by which the facts of a search correct the distribution: ln σ' = ln σ + wᵀψ and μ = uᵀψ, where σ is the scale by the
/// position and ψ are the features of [`SearchFacts`].
///
/// Paper 004 has σ alone, with μ = 0, and names features of the result as future work (section 5); this form is our own.
///
/// ```
/// use komadai_eval::reliability::{AfterSearch, SearchFacts, Tail};
///
/// let facts = SearchFacts { value: 40, change: None, same_best: true, growth: None };
/// // Without weights nothing is corrected.
/// let none = AfterSearch { tail: Tail::Normal, factors: Vec::new(), centres: Vec::new() };
/// let expected = none.expected(100.0, &facts);
/// assert_eq!((expected.centre, expected.below, expected.above), (0.0, 100.0, 100.0));
/// ```
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AfterSearch {
    /// Distribution of the differences about their centre.
    pub tail: Tail,
    /// `[feature]` of [`SearchFacts`], w: logarithms of factors of the scale.
    pub factors: Vec<f32>,
    /// `[feature]` of [`SearchFacts`], u: centipawns.
    pub centres: Vec<f32>,
}

komadai_core::debug_by_sizes!(AfterSearch { tail } [factors, centres]);

impl AfterSearch {
    /// The distribution, if `scale` is that of the position alone, in centipawns. Missing weights count as 0.
    pub fn expected(&self, scale: f64, facts: &SearchFacts) -> Expected {
        let weight =
            |weights: &[f32], feature| f64::from(weights.get(feature as usize).copied().unwrap_or(0.0));
        let (mut factor, mut centre) = (0.0, 0.0);
        facts.visit(scale, |feature, share| {
            factor += f64::from(share) * weight(&self.factors, feature);
            centre += f64::from(share) * weight(&self.centres, feature);
        });
        Expected::symmetric(centre, (scale * factor.exp()).clamp(NARROWEST, WIDEST), self.tail)
    }

    #[cfg(feature = "artifact")]
    pub(super) fn check(&self) -> Result<(), String> {
        self.tail.check()?;
        for (what, weights) in [("factors", &self.factors), ("centres", &self.centres)] {
            if weights.len() != SearchFacts::FEATURES {
                return Err(format!("{} {what}, expected {}", weights.len(), SearchFacts::FEATURES));
            }
            if let Some(at) = weights.iter().position(|weight| !weight.is_finite()) {
                return Err(format!("{what}: weight {at} is {}, expected a finite number", weights[at]));
            }
        }
        Ok(())
    }
}
