//! The distribution of a deeper value once a search has been made: what the position says, corrected by what was found.
//!
//! ln σ' = ln σ + wᵀψ and μ = uᵀψ, where σ is the scale by the position and ψ are the features of [`SearchFacts`]. Paper 004 has σ
//! alone, with μ = 0, and names features of the result as future work (section 5); this form is ours.

use super::expected::Expected;
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
