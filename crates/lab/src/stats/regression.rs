//! Least squares: a straight line through points, and how sure its slope is \[R2\]; several variables through the origin, with intervals that
//! hold where the scatter is uneven.

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
    /// Slope: growth of y for 1 of x.
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
    /// Line through all finite points; `None` if those are fewer than three, which no line could miss, or all have the
    /// same x.
    pub fn of(points: impl IntoIterator<Item = (f64, f64)>) -> Option<Regression> {
        let points: Vec<(f64, f64)> =
            points.into_iter().filter(|(x, y)| x.is_finite() && y.is_finite()).collect();
        let n = points.len() as f64;
        if points.len() < 3 {
            return None;
        }
        let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
        let (x0, y0) = (mean(|p| p.0), mean(|p| p.1));
        // Sums about the means: sums of squares less squares of sums would lose the digits that matter.
        let sum = |of: &dyn Fn(f64, f64) -> f64| points.iter().map(|&(x, y)| of(x - x0, y - y0)).sum::<f64>();
        let (xx, xy, yy) = (sum(&|x, _| x * x), sum(&|x, y| x * y), sum(&|_, y| y * y));
        if xx <= 0.0 {
            return None;
        }
        let slope = xy / xx;
        let left = sum(&|x, y| (y - slope * x).powi(2));
        Some(Regression {
            slope,
            intercept: y0 - slope * x0,
            r: xy / (xx * yy).sqrt(),
            slope_error: student_95(points.len() - 2) * (left / (n - 2.0) / xx).sqrt(),
            points: points.len(),
        })
    }

    /// Value of the line at `x`.
    pub fn at(&self, x: f64) -> f64 {
        self.intercept + self.slope * x
    }

    /// Name for a legend: of how many points it is, and whether they show a slope at all.
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

/// Coefficients of y = b₁x₁ + … + bₙxₙ (no intercept), each with its 95 % interval.
///
/// [`Regression`] is the line in one variable. Here the measured value is a sum over several variables, each with a coefficient of its
/// own: the score of a pair of games by the signs of the factors in it. Intervals are those of White (1980, "A
/// heteroskedasticity-consistent covariance matrix estimator", Econometrica 48(4)), widened by n/(n − k) for n rows and k variables, with
/// Student's t: they do not assume that all rows scatter alike.
#[derive(Clone)]
pub(crate) struct LeastSquares {
    variables: usize,
    rows: Vec<(Vec<f64>, f64)>,
}

komadai_core::debug_by_sizes!(LeastSquares { variables }[rows]);

impl LeastSquares {
    /// No rows yet, each to have so many variables.
    pub(crate) fn new(variables: usize) -> LeastSquares {
        LeastSquares { variables, rows: Vec::new() }
    }

    /// Adds a row: the variables and what was measured. A row with a number that is not finite is left out.
    ///
    /// # Panics
    ///
    /// If there are more or fewer variables than in [`LeastSquares::new`].
    pub(crate) fn push(&mut self, x: &[f64], y: f64) {
        assert_eq!(x.len(), self.variables, "variables of a row");
        if y.is_finite() && x.iter().all(|x| x.is_finite()) {
            self.rows.push((x.to_vec(), y));
        }
    }

    /// The coefficients with their intervals, in the order of the variables; `None` if there are not more rows than
    /// variables, or if the rows cannot tell two variables apart.
    pub(crate) fn solve(&self) -> Option<Vec<Interval>> {
        let (n, rows) = (self.variables, self.rows.len());
        let freedom = rows.checked_sub(n).filter(|&freedom| freedom > 0)?;
        let inverse = inverse(self.products(|_, _| 1.0))?;
        let sums: Vec<f64> = (0..n).map(|i| self.rows.iter().map(|(x, y)| x[i] * y).sum()).collect();
        let solution: Vec<f64> = inverse.iter().map(|row| dot(row, &sums)).collect();
        let scatter = self.products(|x, y| (y - dot(x, &solution)).powi(2));
        let correction = rows as f64 / freedom as f64;
        let half = |i: usize| {
            let row = &inverse[i];
            let variance: f64 = scatter.iter().zip(row).map(|(line, by)| by * dot(line, row)).sum();
            student_95(freedom) * (variance * correction).max(0.0).sqrt()
        };
        let interval =
            |(i, &value): (usize, &f64)| Interval { value, low: value - half(i), high: value + half(i) };
        Some(solution.iter().enumerate().map(interval).collect())
    }

    /// Sums over the rows of the products of each two variables, each row with its weight.
    fn products(&self, weight: impl Fn(&[f64], f64) -> f64) -> Vec<Vec<f64>> {
        let mut sums = vec![vec![0.0; self.variables]; self.variables];
        for (x, y) in &self.rows {
            let weight = weight(x, *y);
            for (line, a) in sums.iter_mut().zip(x) {
                for (sum, b) in line.iter_mut().zip(x) {
                    *sum += weight * a * b;
                }
            }
        }
        sums
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Inverse of a symmetric matrix by Gauss and Jordan, the largest pivot first; `None` if it has none.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    let largest = matrix.iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|j| if i == j { 1.0 } else { 0.0 }));
    }
    for column in 0..n {
        let pivot =
            (column..n).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() <= 1e-10 * largest {
            return None;
        }
        matrix.swap(column, pivot);
        let scale = matrix[column][column];
        matrix[column].iter_mut().for_each(|x| *x /= scale);
        let line = matrix[column].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(i, _)| *i != column) {
            let factor = row[column];
            row.iter_mut().zip(&line).for_each(|(x, y)| *x -= factor * y);
        }
    }
    Some(matrix.into_iter().map(|row| row[n..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::rng::SplitMix64;

    #[test]
    fn rows_without_scatter_give_their_coefficients_without_doubt() {
        let mut fit = LeastSquares::new(3);
        let mut rng = SplitMix64::new(1);
        for _ in 0..20 {
            let x = [rng.unit(), rng.unit(), rng.unit()];
            fit.push(&x, 2.0 * x[0] - 0.5 * x[1] + 7.0 * x[2]);
        }
        for (found, known) in fit.solve().unwrap().iter().zip([2.0, -0.5, 7.0]) {
            assert!((found.value - known).abs() < 1e-10 && found.high - found.low < 1e-9, "{found}");
        }
    }

    #[test]
    fn intervals_hold_the_truth_95_times_in_100_though_scatter_is_uneven() {
        let mut rng = SplitMix64::new(7);
        let mut held = [0; 2];
        for _ in 0..1_000 {
            let mut fit = LeastSquares::new(2);
            for _ in 0..80 {
                let x = [2.0 * rng.unit() - 1.0, 2.0 * rng.unit() - 1.0];
                // Wherever the first variable is large, so is the scatter.
                let noise = x[0].abs() * 6.0 * (rng.unit() - 0.5);
                fit.push(&x, 0.3 * x[0] - x[1] + noise);
            }
            for ((held, found), known) in held.iter_mut().zip(fit.solve().unwrap()).zip([0.3, -1.0]) {
                *held += u32::from((found.low..=found.high).contains(&known));
            }
        }
        // 950 expected; four standard deviations are 28, and few rows narrow these intervals a little.
        assert!(held.iter().all(|held| (915..=978).contains(held)), "{held:?}");
    }

    #[test]
    fn variables_that_rows_cannot_tell_apart_have_no_coefficients() {
        let mut fit = LeastSquares::new(2);
        for x in [1.0, -1.0, 1.0, 1.0] {
            fit.push(&[x, -x], x);
        }
        assert!(fit.solve().is_none());
        let mut few = LeastSquares::new(2);
        few.push(&[1.0, 0.0], 1.0);
        few.push(&[0.0, 1.0], 1.0);
        few.push(&[0.0, 1.0], f64::NAN);
        assert!(few.solve().is_none() && few.rows.len() == 2);
    }

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
        let flat = Regression::of([(0.0, 1.0), (1.0, 1.0), (2.0, 1.0)]).unwrap();
        assert!(flat.r.is_nan() && flat.slope == 0.0 && flat.slope_error == 0.0);
    }
}
