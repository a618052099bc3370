//! The map from a weighted sum of features to a spread, which is always above zero.

/// Spread in centipawns below which the linear link bends away from the line: half a pawn. The smallest spread is half of it.
///
/// The paper has no such safeguard: its σ is the plain sum, and a sum of zero or less has no likelihood. One held-out position with
/// a σ of one centipawn outweighs a million others, so the bend is well above 0.
pub const FLOOR: f64 = 50.0;

/// Smallest spread of the log-linear link, in centipawns.
pub const NARROWEST: f64 = 1.0;

/// Largest spread of the log-linear link, in centipawns: the range of all evaluations.
pub const WIDEST: f64 = 30_000.0;

/// How the spread σ follows from the weighted sum of features s = wᵀφ. Training and use share this function.
///
/// ```
/// use komadai_eval::reliability::{FLOOR, Link};
///
/// assert_eq!(Link::Linear.spread(250.0), (250.0, 1.0));
/// assert_eq!(Link::Linear.spread(FLOOR), (FLOOR, 1.0));
/// // Far below the floor it is still half of it.
/// let (spread, slope) = Link::Linear.spread(-9_000.0);
/// assert!((spread - FLOOR / 2.0).abs() < 1e-12 && slope < 1e-12);
///
/// assert_eq!(Link::LogLinear.spread(0.0), (1.0, 1.0));
/// assert_eq!(Link::LogLinear.spread(99.0), (30_000.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Link {
    /// σ = s (paper 004, section 4.2.1) where s is at least [`FLOOR`] F; below, σ = F/2 · (1 + exp(2(s − F)/F)), which has the
    /// same value and slope at the floor and falls towards half of it.
    Linear,
    /// σ = exp(s), cut off at [`NARROWEST`] and [`WIDEST`]: features multiply the spread instead of adding to it. This is our addition.
    LogLinear,
}

impl Link {
    /// The spread σ in centipawns, above zero, of a weighted sum `s`, and its derivative dσ/ds, which is 0 where σ is cut off.
    /// Both are NaN if `s` is.
    #[inline]
    pub fn spread(self, s: f64) -> (f64, f64) {
        match self {
            Link::Linear if s >= FLOOR => (s, 1.0),
            Link::Linear => {
                let slope = (2.0 * (s - FLOOR) / FLOOR).exp();
                (FLOOR / 2.0 * (1.0 + slope), slope)
            }
            Link::LogLinear => {
                let spread = s.exp();
                let cut = spread.clamp(NARROWEST, WIDEST);
                if s.is_nan() {
                    (s, s)
                } else if (NARROWEST..=WIDEST).contains(&spread) {
                    (spread, spread)
                } else {
                    (cut, 0.0)
                }
            }
        }
    }
}
