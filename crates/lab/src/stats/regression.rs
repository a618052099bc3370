//! A straight line through points, and the uncertainty of its slope \[R2\].

use komadai_report::Interval;

use crate::stats::chance::student_95;

/// Linear regression: the line of least squares through points.
///
/// ```
/// use komadai_lab::Regression;
///
/// let line = Regression::of([(1.0, 2.0), (2.0, 2.9), (3.0, 4.1), (4.0, 5.0)]).expect("four points");
/// assert!((line.slope - 1.02).abs() < 1e-9 && (line.at(0.0) - 0.95).abs() < 1e-9);
/// let slope = line.slope_95();
/// assert!(0.0 < slope.low && slope.low < 1.0 && 1.0 < slope.high);      // it rises, perhaps by 1
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Regression {
    /// Slope: growth of y per unit of x.
    pub slope: f64,
    /// Intercept: y where x is 0.
    pub intercept: f64,
    /// Correlation, −1 to 1; not a number if all points have the same y.
    pub r: f64,
    /// Half the width of the 95 % interval of the slope, under the usual assumption that the points scatter about the line
    /// normally and equally.
    pub slope_error: f64,
    /// Number of points.
    pub points: usize,
}

impl Regression {
    /// Fits a line to all finite points; `None` for fewer than three points, which a line always fits, or if all have the same x.
    pub fn of(points: impl IntoIterator<Item = (f64, f64)>) -> Option<Regression> {
        let points: Vec<(f64, f64)> =
            points.into_iter().filter(|(x, y)| x.is_finite() && y.is_finite()).collect();
        let n = points.len() as f64;
        if points.len() < 3 {
            return None;
        }
        // Numbers that are all the same have that mean, without rounding.
        let mean = |of: fn(&(f64, f64)) -> f64| {
            let first = of(&points[0]);
            first + points.iter().map(|point| of(point) - first).sum::<f64>() / n
        };
        let (x0, y0) = (mean(|p| p.0), mean(|p| p.1));
        // Sums about the means: sums of squares less squares of sums would lose the digits that matter.
        let sum = |of: &dyn Fn(f64, f64) -> f64| points.iter().map(|&(x, y)| of(x - x0, y - y0)).sum::<f64>();
        let (xx, xy, yy) = (sum(&|x, _| x * x), sum(&|x, y| x * y), sum(&|_, y| y * y));
        if xx <= 0.0 {
            return None;
        }
        let slope = xy / xx;
        let left = sum(&|x, y| (y - slope * x).powi(2));
        let slope_error = student_95(points.len() - 2) * (left / (n - 2.0) / xx).sqrt();
        let (intercept, r) = (y0 - slope * x0, xy / (xx * yy).sqrt());
        Some(Regression { slope, intercept, r, slope_error, points: points.len() })
    }

    /// Value of the line at `x`.
    pub fn at(&self, x: f64) -> f64 {
        self.intercept + self.slope * x
    }

    /// Name for a legend: the number of points, and whether they show a slope at all.
    ///
    /// ```
    /// use komadai_lab::Regression;
    ///
    /// let line = Regression::of([(1.0, 2.0), (2.0, 2.5), (3.0, 2.1), (4.0, 2.6)]).expect("four points");
    /// assert_eq!(line.legend(), "least squares of 4 points, which show no slope (0 within 95 %)");
    /// ```
    pub fn legend(&self) -> String {
        let Interval { low, high, .. } = self.slope_95();
        let doubt = if low <= 0.0 && 0.0 <= high { ", which show no slope (0 within 95 %)" } else { "" };
        format!("least squares of {} points{doubt}", self.points)
    }

    /// The 95 % interval of the slope. If zero lies inside, the points do not show that y depends on x.
    pub fn slope_95(&self) -> Interval {
        let (low, high) = (self.slope - self.slope_error, self.slope + self.slope_error);
        Interval { value: self.slope, low, high }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_that_of_the_textbook() {
        // Anscombe's first set: slope 0.5001 with standard error 0.1179, intercept 3.0001, r 0.8164.
        let x = [10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0];
        let y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
        let line = Regression::of(x.into_iter().zip(y)).unwrap();
        assert!((line.slope - 0.500_09).abs() < 1e-5 && (line.intercept - 3.000_09).abs() < 1e-5);
        assert!((line.r - 0.816_42).abs() < 1e-5);
        assert!((line.slope_error - 2.262_157 * 0.117_91).abs() < 1e-4, "{line:?}");
        let Interval { value, low, high } = line.slope_95();
        assert!(0.0 < low && low < value && (high - value - line.slope_error).abs() < 1e-12);
    }

    #[test]
    fn too_few_points_have_no_line() {
        assert_eq!(Regression::of([(0.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(Regression::of([(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]), None);
        assert_eq!(Regression::of([(0.0, 1.0), (1.0, 2.0), (2.0, f64::NAN)]), None);
        // Seven times 0.4 is not 2.8.
        assert_eq!(Regression::of((0..7).map(|y| (0.4, f64::from(y)))), None);
        let flat = Regression::of((0..7).map(|x| (f64::from(x), 0.4))).unwrap();
        assert!(flat.r.is_nan() && flat.slope == 0.0 && flat.slope_error == 0.0);
    }
}
