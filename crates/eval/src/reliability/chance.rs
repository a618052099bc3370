//! Distribution functions of the normal distribution and of Student's t, and what their densities need.

use std::f64::consts::PI;

/// From this many degrees of freedom on, t is computed from the normal distribution.
const MANY: f64 = 1_000.0;

/// Chance that a standard normal variable is at most `z`, to 10⁻¹⁵; NaN if `z` is.
///
/// By the series of Marsaglia (2004), "Evaluating the normal distribution", J. Stat. Softw. 11(4). Beyond ±8 it is 0 or 1 within
/// the precision of a sum with ½.
pub(super) fn normal_at_most(z: f64) -> f64 {
    if z.abs() > 8.0 {
        return if z > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut k) = (z, z, 1.0);
    // Terms fall once k is above z²: 200 terms are more than any z up to 8 needs.
    for _ in 0..200 {
        k += 2.0;
        term *= z * z / k;
        sum += term;
        if term.abs() <= 1e-18 * sum.abs() {
            break;
        }
    }
    (0.5 + sum * normal_density(z)).clamp(0.0, 1.0)
}

fn normal_density(z: f64) -> f64 {
    (-0.5 * z * z).exp() / (2.0 * PI).sqrt()
}

/// Chance that Student's t with `freedom` degrees of freedom, which need not be whole, is at most `t`, to 10⁻⁹; NaN if `t` is,
/// or if `freedom` is not above 0.
///
/// By the incomplete beta function (Abramowitz and Stegun, 26.7.1 and 26.5.27); from 1,000 degrees of freedom on by the first two
/// terms of Fisher's expansion around the normal distribution (1925, Metron 5), which leaves an error of order 1 / freedom³.
pub(super) fn student_at_most(t: f64, freedom: f64) -> f64 {
    if t.is_nan() || freedom.is_nan() || freedom <= 0.0 {
        return f64::NAN;
    }
    if freedom >= MANY {
        if t.abs() > 40.0 {
            return normal_at_most(t);
        }
        let first = (t.powi(3) + t) / 4.0;
        let second = (3.0 * t.powi(7) - 7.0 * t.powi(5) - 5.0 * t.powi(3) - 3.0 * t) / 96.0;
        let less = normal_density(t) * (first / freedom + second / (freedom * freedom));
        return (normal_at_most(t) - less).clamp(0.0, 1.0);
    }
    // Far out a square would overflow.
    let square = t * t;
    let beyond = if square.is_finite() {
        let sum = freedom + square;
        beta_share(freedom / 2.0, 0.5, freedom / sum, square / sum) / 2.0
    } else {
        0.0
    };
    if t > 0.0 { 1.0 - beyond } else { beyond }
}

/// The regularised incomplete beta function of `x` with `a` and `b`, where `y` is 1 − `x`: 0 at 0, 1 at 1.
fn beta_share(a: f64, b: f64, x: f64, y: f64) -> f64 {
    // The fraction converges on this side of the mean; the other side is computed as the rest.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_share(b, a, y, x);
    }
    if x <= 0.0 {
        return 0.0;
    }
    let factor = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * y.ln()).exp() / a;
    (factor / beta_fraction(a, b, x)).clamp(0.0, 1.0)
}

/// The continued fraction of Abramowitz and Stegun, 26.5.8, computed from its end.
fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    let length = 20 + 3 * a.max(b).sqrt() as u32;
    (1..=length).rev().fold(1.0, |fraction, m| {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let before = m - 1.0;
        let odd = -(a + before) * (a + b + before) * x / ((a + 2.0 * before) * (a + 2.0 * before + 1.0));
        1.0 + odd / (1.0 + even / fraction)
    })
}

/// Logarithm of the density of Student's t at 0.
///
/// That is ln Γ(½ν + ½) − ln Γ(½ν) − ½ ln πν, a difference that keeps few digits if ν is large; there its series is used, which
/// leaves an error of order 1 / ν⁵.
pub(super) fn student_log_height(freedom: f64) -> f64 {
    if freedom < MANY {
        ln_gamma(0.5 * freedom + 0.5) - ln_gamma(0.5 * freedom) - 0.5 * (freedom * PI).ln()
    } else {
        let few = 1.0 / freedom;
        -0.5 * (2.0 * PI).ln() - few * (0.25 - few * few / 24.0)
    }
}

/// Twice the derivative of [`student_log_height`] by the degrees of freedom.
pub(super) fn student_log_height_slope(freedom: f64) -> f64 {
    if freedom < MANY {
        digamma(0.5 * freedom + 0.5) - digamma(0.5 * freedom) - 1.0 / freedom
    } else {
        let few = 1.0 / freedom;
        few * few * (0.5 - 0.25 * few * few)
    }
}

/// Logarithm of the gamma function above 0, to 10⁻¹³, by Stirling's series from 10 on.
fn ln_gamma(x: f64) -> f64 {
    let (mut x, mut product) = (x, 1.0);
    while x < 10.0 {
        product *= x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series = (1.0 / 12.0
        - square * (1.0 / 360.0 - square * (1.0 / 1_260.0 - square * (1.0 / 1_680.0 - square / 1_188.0))))
        / x;
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * PI).ln() + series - f64::ln(product)
}

/// Derivative of [`ln_gamma`], by the derivative of the same series.
fn digamma(x: f64) -> f64 {
    let (mut x, mut sum) = (x, 0.0);
    while x < 10.0 {
        sum -= 1.0 / x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series = square * (1.0 / 12.0 - square * (1.0 / 120.0 - square * (1.0 / 252.0 - square / 240.0)));
    sum + x.ln() - 0.5 / x - series
}
