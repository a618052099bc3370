//! Least squares in several variables through the origin, with intervals that hold for uneven scatter.
//!
//! [`Regression`](crate::Regression) is the line in one variable. Here the measured value is a sum over several variables, each with a
//! coefficient of its own, such as the score of a pair of games by the signs of its factors.

use komadai_report::Interval;

use crate::stats::chance::student_95;

/// Coefficients of y = b₁x₁ + … + bₙxₙ (no intercept), each with its 95 % interval. A row holds n variables and the measured value; a row
/// with a number that is not finite is left out. `None` if there are not more rows than variables, or if the rows cannot tell two variables
/// apart.
///
/// Intervals are those of White (1980, "A heteroskedasticity-consistent covariance matrix estimator", Econometrica
/// 48(4)), widened by n/(n − k) for n rows and k variables, with Student's t: they do not assume that all rows scatter
/// alike.
///
/// # Panics
///
/// If a row has fewer variables than the first one.
pub(crate) fn least_squares(mut rows: Vec<(Vec<f64>, f64)>) -> Option<Vec<Interval>> {
    rows.retain(|(x, y)| y.is_finite() && x.iter().all(|x| x.is_finite()));
    let n = rows.first()?.0.len();
    let freedom = rows.len().checked_sub(n).filter(|&freedom| freedom > 0)?;
    let inverse = inverse(products(n, &rows, |_, _| 1.0))?;
    let sums: Vec<f64> = (0..n).map(|i| rows.iter().map(|(x, y)| x[i] * y).sum()).collect();
    let solution: Vec<f64> = inverse.iter().map(|row| dot(row, &sums)).collect();
    let scatter = products(n, &rows, |x, y| (y - dot(x, &solution)).powi(2));
    let correction = rows.len() as f64 / freedom as f64;
    let half = |i: usize| {
        let row = &inverse[i];
        let variance: f64 = scatter.iter().zip(row).map(|(line, by)| by * dot(line, row)).sum();
        student_95(freedom) * (variance * correction).max(0.0).sqrt()
    };
    let interval =
        |(i, &value): (usize, &f64)| Interval { value, low: value - half(i), high: value + half(i) };
    Some(solution.iter().enumerate().map(interval).collect())
}

/// Weighted sums over the rows of the products of every two of `n` variables.
fn products(n: usize, rows: &[(Vec<f64>, f64)], weight: impl Fn(&[f64], f64) -> f64) -> Vec<Vec<f64>> {
    let mut sums = vec![vec![0.0; n]; n];
    for (x, y) in rows {
        let weight = weight(x, *y);
        for (line, a) in sums.iter_mut().zip(x) {
            for (sum, b) in line.iter_mut().zip(x) {
                *sum += weight * a * b;
            }
        }
    }
    sums
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
    fn intervals_hold_the_truth_95_times_in_100_though_scatter_is_uneven() {
        let mut rng = SplitMix64::new(7);
        let mut held = [0; 2];
        for _ in 0..1_000 {
            let row = |_| {
                let x = vec![2.0 * rng.unit() - 1.0, 2.0 * rng.unit() - 1.0];
                // The scatter is large wherever the first variable is.
                let y = 0.3 * x[0] - x[1] + x[0].abs() * 6.0 * (rng.unit() - 0.5);
                (x, y)
            };
            let fit = least_squares((0..80).map(row).collect()).unwrap();
            for ((held, found), known) in held.iter_mut().zip(fit).zip([0.3, -1.0]) {
                *held += u32::from((found.low..=found.high).contains(&known));
            }
        }
        // 950 expected; four standard deviations are 28, and few rows narrow these intervals a little.
        assert!(held.iter().all(|held| (915..=978).contains(held)), "{held:?}");
    }

    #[test]
    fn variables_that_rows_cannot_tell_apart_have_no_coefficients() {
        assert_eq!(least_squares([1.0, -1.0, 1.0, 1.0].map(|x| (vec![x, -x], x)).to_vec()), None);
        // The last row is left out, which leaves two rows for two variables.
        let few = [([1.0, 0.0], 1.0), ([0.0, 1.0], 1.0), ([0.0, 1.0], f64::NAN)];
        assert_eq!(least_squares(few.map(|(x, y)| (x.to_vec(), y)).to_vec()), None);
    }
}
