//! A number that was estimated, and how far off it may be.

use core::fmt;

/// An estimate between the ends of its interval.
///
/// Shown with the flags of the format, each number alike:
///
/// ```
/// let elo = komadai::lab::Interval { value: 51.3, low: 10.0, high: f64::INFINITY };
/// assert_eq!(format!("{elo:+.1}"), "+51.3 [+10.0, +inf]");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The same on another scale; `rising` must be a function that never falls.
    pub fn map(self, rising: impl Fn(f64) -> f64) -> Interval {
        Interval { value: rising(self.value), low: rising(self.low), high: rising(self.high) }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.value, f)?;
        f.write_str(" [")?;
        fmt::Display::fmt(&self.low, f)?;
        f.write_str(", ")?;
        fmt::Display::fmt(&self.high, f)?;
        f.write_str("]")
    }
}
