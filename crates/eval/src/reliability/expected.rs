//! The distribution of a deeper value about the value found: its centre, and a scale on either side of it.

use komadai_core::Value;

use super::tail::Tail;

/// How the differences of a pair of depths lie about 0, in scales of the position: where their centre is, and how wide they are
/// below and above it. Half of the differences lie on either side of the centre.
///
/// The paper has a normal distribution about 0 (section 4.1). The values of our searches rise from depth 1 to 3 and fall from 4 to
/// 8, and falls are larger than rises, so one margin for both sides would be wrong more often on one of them. The two halves of
/// different width (Fechner, 1897, "Kollektivmasslehre") with the median between them are our addition.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sides {
    /// Median of the differences, for the side to move.
    pub centre: f32,
    /// Scale of the half below the centre, above 0.
    pub below: f32,
    /// Scale of the half above the centre, above 0.
    pub above: f32,
}

impl Default for Sides {
    /// As in the paper: about 0, and equally wide on both sides.
    fn default() -> Self {
        Sides { centre: 0.0, below: 1.0, above: 1.0 }
    }
}

impl Sides {
    #[cfg(feature = "artifact")]
    pub(super) fn check(self) -> Result<(), String> {
        let Sides { centre, below, above } = self;
        if !centre.is_finite() {
            return Err(format!("centre {centre}, expected a finite number"));
        }
        if [below, above].iter().any(|side| !(side.is_finite() && *side > 0.0)) {
            return Err(format!("sides of {below} below and {above} above, expected finite numbers above 0"));
        }
        Ok(())
    }
}

/// Distribution of (value of a deeper search) − (value found), both for the side to move. Half of the differences lie below its centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// The median, in centipawns.
    pub centre: f64,
    /// Scale of the half below the centre, in centipawns: the standard deviation of [`Tail::Normal`], the scale of [`Tail::StudentT`].
    pub below: f64,
    /// Scale of the half above the centre, in centipawns.
    pub above: f64,
    /// The form.
    pub tail: Tail,
}

impl Expected {
    /// A distribution equally wide on both sides.
    pub fn symmetric(centre: f64, scale: f64, tail: Tail) -> Expected {
        Expected { centre, below: scale, above: scale, tail }
    }

    /// The distribution, if `scale` is that of the position, in centipawns.
    pub fn by_sides(scale: f64, sides: Sides, tail: Tail) -> Expected {
        let Sides { centre, below, above } = sides;
        let [centre, below, above] = [centre, below, above].map(|side| f64::from(side) * scale);
        Expected { centre, below, above, tail }
    }

    /// Half the width of the interval about the centre that holds 68 % of the differences, 34 % on either side, in centipawns.
    pub fn spread(&self) -> f64 {
        0.5 * (self.below + self.above) * self.tail.width()
    }

    /// The ends of `spreads` spreads on either side of the centre, in centipawns: as many differences lie below the lower one as
    /// above the upper one, [`Tail::beyond`] on each side; with 1, 68 % lie between.
    ///
    /// ```
    /// use komadai_eval::reliability::{Expected, Tail};
    ///
    /// let expected = Expected { centre: -20.0, below: 130.0, above: 70.0, tail: Tail::Normal };
    /// assert_eq!(expected.ends(1.0), (-150.0, 50.0));
    /// assert!((expected.at_most(-150.0) - (1.0 - expected.at_most(50.0))).abs() < 1e-12);
    /// ```
    pub fn ends(&self, spreads: f64) -> (f64, f64) {
        let far = spreads * self.tail.width();
        (self.centre - far * self.below, self.centre + far * self.above)
    }

    /// A difference from the centre, in scales of the side where it lies.
    #[inline]
    fn in_scales(&self, difference: f64) -> f64 {
        let from_centre = difference - self.centre;
        from_centre / if from_centre < 0.0 { self.below } else { self.above }
    }

    /// Chance, 0 to 1, that the difference is at most `difference` centipawns.
    pub fn at_most(&self, difference: f64) -> f64 {
        self.tail.at_most(self.in_scales(difference))
    }

    /// Chance, 0 to 1, that the deeper value lies above `bar` if `value` was found. Distances to mate count as their
    /// centipawns.
    ///
    /// ```
    /// use komadai_core::Value;
    /// use komadai_eval::reliability::{Expected, Tail};
    ///
    /// let expected = Expected::symmetric(-40.0, 100.0, Tail::Normal);
    /// let chance = expected.chance_above(Value::from_cp(140), Value::ZERO);
    /// assert!((chance - 0.8413).abs() < 1e-4);
    /// ```
    pub fn chance_above(&self, value: Value, bar: Value) -> f64 {
        // The distribution function is accurate in the lower tail, so the chance of the upper tail is computed from its mirror image.
        self.tail.at_most(-self.in_scales(f64::from((bar - value).cp())))
    }

    /// Logarithm of the density of a difference in centipawns: the term of a log-likelihood.
    pub fn log_density(&self, difference: f64) -> f64 {
        let scale = if difference < self.centre { self.below } else { self.above };
        self.tail.log_density(self.in_scales(difference)).0 - scale.ln()
    }

    /// How far a difference lies from the centre, in scales of its side, not negative.
    pub fn scales_off(&self, difference: f64) -> f64 {
        self.in_scales(difference).abs()
    }
}
