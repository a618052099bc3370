//! An estimated number, and how far off it may be.

use core::fmt;

use crate::text::number::real;

/// Two-sided 95 % point of the standard normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Estimate with the ends of its interval.
///
/// Each number is shown with the sign and decimals of the format, its digits in groups:
///
/// ```
/// let elo = komadai_report::Interval { value: 51.3, low: 10.0, high: f64::INFINITY };
/// assert_eq!(format!("{elo:+.1}"), "+51.3 [+10.0, +inf]");
/// let nodes = komadai_report::Interval { value: 4017.0, low: 3034.0, high: 5000.0 };
/// assert_eq!(format!("{nodes:.0}"), "4,017 [3,034, 5,000]");
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
    /// The share of `hits` among `of` cases with its 95 % interval (Wilson, 1927, "Probable inference, the law of succession, and
    /// statistical inference"), which stays between 0 and 1 and is valid for few cases too; `None` without a case.
    ///
    /// ```
    /// let share = komadai_report::Interval::of_share(0, 10).unwrap();
    /// assert_eq!(format!("{share:.3}"), "0.000 [0.000, 0.278]");
    /// assert_eq!(komadai_report::Interval::of_share(0, 3).unwrap().low, 0.0);
    /// ```
    pub fn of_share(hits: u64, of: u64) -> Option<Interval> {
        (of > 0).then(|| Interval::of_cases(hits as f64 / of as f64, of as f64))
    }

    /// Interval of a share of 0 to 1 found in so many independent cases, more than 0; there may be a fraction of a case.
    pub fn of_cases(value: f64, cases: f64) -> Interval {
        let n = cases;
        let scale = 1.0 + Z95 * Z95 / n;
        let middle = (value + Z95 * Z95 / (2.0 * n)) / scale;
        let half = Z95 * (value * (1.0 - value) / n + Z95 * Z95 / (4.0 * n * n)).sqrt() / scale;
        let low = if value <= 0.0 { 0.0 } else { middle - half };
        Interval { value, low, high: if value >= 1.0 { 1.0 } else { middle + half } }
    }

    /// The same in per cent.
    pub fn of_percent(hits: u64, of: u64) -> Option<Interval> {
        Interval::of_share(hits, of).map(|share| share.map(|share| 100.0 * share))
    }

    /// The interval on another scale; `rising` must never decrease.
    pub fn map(self, rising: impl Fn(f64) -> f64) -> Interval {
        Interval { value: rising(self.value), low: rising(self.low), high: rising(self.high) }
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |x: f64| {
            let sign = if f.sign_plus() && x.is_sign_positive() && !x.is_nan() { "+" } else { "" };
            let text = f.precision().map_or_else(|| x.to_string(), |decimals| real(x, decimals));
            format!("{sign}{text}")
        };
        write!(f, "{} [{}, {}]", shown(self.value), shown(self.low), shown(self.high))
    }
}
