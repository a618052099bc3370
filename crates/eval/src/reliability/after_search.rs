//! The distribution of a deeper value once a search has been made: what the position says, corrected by what was found.
//!
//! ln σ' = ln σ + wᵀψ and μ = uᵀψ, where σ is the scale by the position and ψ are the features of [`SearchFacts`]. Paper 004 has σ
//! alone, with μ = 0, and names features of the result as future work (section 5); this form is ours.

use komadai_core::Value;

use super::facts::SearchFacts;
use super::link::{NARROWEST, WIDEST};
use super::tail::Tail;

/// Weights by which the facts of a search correct the distribution.
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
    /// The distribution where the position alone says `scale`, in centipawns. Missing weights count as 0.
    pub fn expected(&self, scale: f64, facts: &SearchFacts) -> Expected {
        let weight =
            |weights: &[f32], feature| f64::from(weights.get(feature as usize).copied().unwrap_or(0.0));
        let (mut factor, mut centre) = (0.0, 0.0);
        facts.visit(scale, |feature, share| {
            factor += f64::from(share) * weight(&self.factors, feature);
            centre += f64::from(share) * weight(&self.centres, feature);
        });
        Expected { centre, scale: (scale * factor.exp()).clamp(NARROWEST, WIDEST), tail: self.tail }
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

/// Distribution of (value of a deeper search) − (value found).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// Its centre, in centipawns.
    pub centre: f64,
    /// Its scale, in centipawns: the standard deviation of [`Tail::Normal`], the scale of [`Tail::StudentT`].
    pub scale: f64,
    /// Its form.
    pub tail: Tail,
}

impl Expected {
    /// Half the width of the interval about the centre that holds 68 % of the differences, in centipawns.
    pub fn spread(&self) -> f64 {
        self.scale * self.tail.width()
    }

    /// Chance, 0 to 1, that the deeper value lies above `bar` if `value` was found. Distances to mate count as their
    /// centipawns.
    ///
    /// ```
    /// use komadai_core::Value;
    /// use komadai_eval::reliability::{Expected, Tail};
    ///
    /// let expected = Expected { centre: -40.0, scale: 100.0, tail: Tail::Normal };
    /// let chance = expected.chance_above(Value::from_cp(140), Value::ZERO);
    /// assert!((chance - 0.8413).abs() < 1e-4);
    /// ```
    pub fn chance_above(&self, value: Value, bar: Value) -> f64 {
        self.tail.at_most((f64::from((value - bar).cp()) + self.centre) / self.scale)
    }
}
