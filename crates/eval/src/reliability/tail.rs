//! The form of the distribution of deep–shallow differences.

use super::chance::{normal_at_most, student_at_most};

/// Distribution of deep–shallow differences around zero, before it is widened by the spread σ.
///
/// ```
/// use komadai_eval::reliability::Tail;
///
/// let heavy = Tail::StudentT { freedom: 4.0 };
/// // Four times σ is rare, but not as rare as the normal distribution says.
/// assert!(1.0 - Tail::Normal.at_most(4.0) < 0.000_04);
/// assert!(1.0 - heavy.at_most(4.0) > 0.008);
/// assert!((heavy.deviation() - 2.0_f64.sqrt()).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Tail {
    /// The normal distribution (paper 004, section 4.1): σ is the standard deviation.
    Normal,
    /// Student's t, for differences of which a few are very large: σ is its scale, which is smaller than the standard deviation.
    StudentT {
        /// Degrees of freedom ν, above 2 in a model file; the fewer, the heavier the tail. Need not be whole.
        freedom: f64,
    },
}

impl Tail {
    /// The standard deviation if σ is 1: 1 for the normal distribution, √(ν / (ν − 2)) for Student's t, which has none
    /// (infinity) unless ν is above 2.
    #[inline]
    pub fn deviation(self) -> f64 {
        match self {
            Tail::Normal => 1.0,
            Tail::StudentT { freedom } if freedom > 2.0 => (1.0 - 2.0 / freedom).sqrt().recip(),
            Tail::StudentT { .. } => f64::INFINITY,
        }
    }

    /// Chance that a difference is at most `z` times σ, 0 to 1: the distribution function, with an error of at most 10⁻⁹. NaN
    /// if `z` is, or if the degrees of freedom are not above 0.
    pub fn at_most(self, z: f64) -> f64 {
        match self {
            Tail::Normal => normal_at_most(z),
            Tail::StudentT { freedom } => student_at_most(z, freedom),
        }
    }
}
