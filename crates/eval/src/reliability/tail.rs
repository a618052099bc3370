//! The form of the distribution of deep–shallow differences.

use std::f64::consts::PI;

use super::chance::{normal_at_most, student_at_most, student_log_height, student_log_height_slope};

/// Form of the distribution of deep–shallow differences around zero, before the spread σ widens it.
///
/// ```
/// use komadai_eval::reliability::Tail;
///
/// let heavy = Tail::StudentT { freedom: 4.0 };
/// // Four times σ is rare, but not as rare as the normal distribution says.
/// assert!(1.0 - Tail::Normal.at_most(4.0) < 0.000_04);
/// assert!(1.0 - heavy.at_most(4.0) > 0.008);
/// assert!((heavy.at_most(heavy.width()) - Tail::Normal.at_most(1.0)).abs() < 1e-3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Tail {
    /// The normal distribution (paper 004, section 4.1): σ is the standard deviation.
    Normal,
    /// Student's t, for differences with a few very large ones: σ is its scale, which is smaller than the standard deviation.
    StudentT {
        /// Degrees of freedom ν, from 1 on in a model file; the fewer, the heavier the tail. Need not be whole.
        freedom: f64,
    },
}

impl Tail {
    /// Half the width of the interval about 0 that holds as much as one standard deviation of the normal distribution does, 68 %,
    /// if σ is 1: 1 for the normal distribution, more for Student's t.
    ///
    /// The standard deviation of Student's t itself says little where a few differences are huge, and is infinite for up to two
    /// degrees of freedom. Computed by the expansion of Fisher and Cornish (Technometrics 2, 1960), 0.1 % off for two degrees of freedom, 2 % for one.
    #[inline]
    pub fn width(self) -> f64 {
        match self {
            Tail::Normal => 1.0,
            Tail::StudentT { freedom } => {
                let few = 1.0 / freedom;
                1.0 + few * (0.5 + few * (0.25 + few * 0.0625))
            }
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

    /// Chance that a difference lies farther than `spreads` spreads from the centre on a given one of the two sides, 0 to ½.
    ///
    /// ```
    /// use komadai_eval::reliability::Tail;
    ///
    /// // The paper's three spreads, and how much heavier a tail like that of our searches is.
    /// assert!((Tail::Normal.beyond(3.0) - 0.00135).abs() < 1e-5);
    /// assert!((Tail::StudentT { freedom: 2.5 }.beyond(3.0) - 0.0227).abs() < 1e-4);
    /// ```
    pub fn beyond(self, spreads: f64) -> f64 {
        self.at_most(-spreads.abs() * self.width())
    }

    /// Logarithm of the density at `z` times σ, for σ = 1: the term of a log-likelihood before ln σ is subtracted.
    ///
    /// The second number is its derivative with respect to `z`.
    #[inline]
    pub fn log_density(self, z: f64) -> (f64, f64) {
        match self {
            Tail::Normal => (-0.5 * z * z - 0.5 * (2.0 * PI).ln(), -z),
            Tail::StudentT { freedom } => {
                let beyond = z * z / freedom;
                let density = student_log_height(freedom) - (0.5 * freedom + 0.5) * beyond.ln_1p();
                (density, -(freedom + 1.0) * z / (freedom + z * z))
            }
        }
    }

    #[cfg(feature = "artifact")]
    pub(super) fn check(self) -> Result<(), String> {
        match self {
            Tail::StudentT { freedom } if !(freedom.is_finite() && freedom >= 1.0) => {
                Err(format!("{freedom} degrees of freedom, expected a number from 1 on"))
            }
            _ => Ok(()),
        }
    }

    /// The derivative of the logarithm of the density at `z` with respect to the degrees of freedom; 0 for the normal distribution.
    #[inline]
    pub fn log_density_by_freedom(self, z: f64) -> f64 {
        let Tail::StudentT { freedom } = self else { return 0.0 };
        let beyond = z * z / freedom;
        let at_0 = student_log_height_slope(freedom);
        0.5 * (at_0 - beyond.ln_1p() + (freedom + 1.0) * beyond / (freedom + z * z))
    }
}
