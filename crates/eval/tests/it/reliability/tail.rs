//! Distributions of differences and their densities against tables, closed forms and each other; the link to the spread.

use std::f64::consts::PI;

use komadai_eval::reliability::{Link, Tail};

fn student(freedom: f64) -> Tail {
    Tail::StudentT { freedom }
}

#[test]
fn normal_distribution_agrees_with_tables() {
    let at_most = |z: f64| Tail::Normal.at_most(z);
    // Abramowitz and Stegun (1964), table 26.1.
    for (z, p) in [(0.0, 0.5), (1.0, 0.841_344_746_068_543), (2.0, 0.977_249_868_051_821)] {
        assert!((at_most(z) - p).abs() < 1e-14, "{z}");
        assert!((at_most(-z) - (1.0 - p)).abs() < 1e-14, "-{z}");
    }
    assert!((at_most(-6.0) - 9.865_876_450_377e-10).abs() < 1e-15);
    assert!((0.0..1e-14).contains(&at_most(-8.0)));
    assert_eq!((at_most(-40.0), at_most(f64::INFINITY)), (0.0, 1.0));
    assert!(at_most(f64::NAN).is_nan());
}

#[test]
fn student_has_closed_forms_for_one_two_and_four_and_quantiles_in_tables() {
    for step in -400..=400 {
        let t = f64::from(step) / 20.0;
        let one = 0.5 + t.atan() / PI;
        let two = 0.5 + t / (2.0 * (2.0 + t * t).sqrt());
        let u = t / (4.0 + t * t).sqrt();
        let four = 0.5 + 0.75 * (u - u.powi(3) / 3.0);
        for (freedom, expected) in [(1.0, one), (2.0, two), (4.0, four)] {
            let found = student(freedom).at_most(t);
            assert!((found - expected).abs() < 1e-12, "{t}, {freedom}: {found}, expected {expected}");
        }
    }
    // Abramowitz and Stegun (1964), table 26.10, 97.5 %.
    for (freedom, t) in
        [(1.0, 12.706), (3.0, 3.182), (7.0, 2.365), (10.0, 2.228), (30.0, 2.042), (120.0, 1.980)]
    {
        assert!((student(freedom).at_most(t) - 0.975).abs() < 5e-5, "{freedom}");
    }
}

/// From 1,000 degrees of freedom on, other series are used.
#[test]
fn both_ways_to_student_meet_and_end_at_the_normal_distribution() {
    for step in -160..=160 {
        let t = f64::from(step) / 20.0;
        let [below, above] = [1e3 - 1e-6, 1e3].map(|freedom| student(freedom).at_most(t));
        assert!((below - above).abs() < 2e-9, "{t}: {below} and {above}");
    }
    assert!((student(f64::INFINITY).at_most(1.5) - Tail::Normal.at_most(1.5)).abs() < 1e-15);
    for z in [-4.0, 0.0, 0.5, 2.5] {
        for freedom in [1e7, 1e10, 1e15, 1e300] {
            let (found, normal) = (student(freedom).log_density(z).0, Tail::Normal.log_density(z).0);
            assert!((found - normal).abs() < 100.0 / freedom + 1e-12, "{z} {freedom}: {found} {normal}");
            // As training needs it: the slope by the logarithm of the degrees of freedom.
            let slope = freedom * student(freedom).log_density_by_freedom(z);
            assert!(slope.abs() < 100.0 / freedom + 1e-12, "{z} {freedom}: {slope}");
        }
        let [below, above] = [1e3 - 1e-9, 1e3].map(student);
        assert!((below.log_density(z).0 - above.log_density(z).0).abs() < 1e-11, "{z}");
        let slopes = [below, above].map(|tail| tail.log_density_by_freedom(z));
        assert!((slopes[0] - slopes[1]).abs() < 1e-13, "{z}: {slopes:?}");
    }
}

#[test]
fn ends_and_nonsense() {
    for freedom in [1e-3, 3.0, 400.0, 5e3, f64::INFINITY] {
        let at_most = |t| student(freedom).at_most(t);
        assert_eq!((at_most(f64::NEG_INFINITY), at_most(f64::INFINITY)), (0.0, 1.0));
        assert!((at_most(0.0) - 0.5).abs() < 1e-15);
        assert!((0.0..=1.0).contains(&at_most(1e200)));
    }
    for (t, freedom) in [(f64::NAN, 3.0), (1.0, f64::NAN), (1.0, 0.0), (1.0, -2.0)] {
        assert!(student(freedom).at_most(t).is_nan());
    }
}

#[test]
fn densities_are_the_slopes_of_the_distribution_and_their_slopes_are_right() {
    for tail in [2.1, 4.0, 7.5, 60.0, 5e3].map(student).into_iter().chain([Tail::Normal]) {
        for z in [-7.0, -1.3, 0.0, 0.4, 2.0, 5.5] {
            let step = 1e-3;
            let density = (tail.at_most(z + step) - tail.at_most(z - step)) / (2.0 * step);
            let (log, slope) = tail.log_density(z);
            assert!((log.exp() - density).abs() < 1e-5, "{tail:?} {z}: {} {density}", log.exp());
            let risen = (tail.log_density(z + 1e-5).0 - tail.log_density(z - 1e-5).0) / 2e-5;
            assert!((slope - risen).abs() < 1e-6, "{tail:?} {z}: {slope} {risen}");
            if let Tail::StudentT { freedom } = tail {
                let at = |freedom| student(freedom).log_density(z).0;
                let risen = (at(freedom + 1e-4) - at(freedom - 1e-4)) / 2e-4;
                assert!((tail.log_density_by_freedom(z) - risen).abs() < 1e-6, "{tail:?} {z}");
            }
        }
    }
}

#[test]
fn widths_are_those_of_the_interval_of_one_standard_deviation() {
    // Arctangents for one degree of freedom, a root for two.
    for (freedom, want) in [(1.0, 1.8373), (2.0, 1.3213), (1e9, 1.0)] {
        let width = student(freedom).width();
        assert!((width / want - 1.0).abs() < 0.02 / freedom + 1e-6, "{freedom}: {width}");
    }
}

/// Sums around every bend of the links, and far from all.
const SUMS: [f64; 14] = [-1e5, -1989.0, -50.0, 0.1, 1.0, 3.3, 5.0, 10.4, 49.99, 50.0, 50.01, 90.0, 3e4, 1e6];

#[test]
fn spread_is_positive_and_grows_by_its_slope() {
    for link in [Link::Linear, Link::LogLinear] {
        let mut last = 0.0;
        for s in SUMS {
            let (spread, slope) = link.spread(s);
            assert!(spread > 0.0 && spread >= last && spread.is_finite(), "{link:?} {s}: {spread}");
            assert!(slope >= 0.0 && (1e9 / spread.powi(3)).is_finite(), "{link:?} {s}: {slope}");
            last = spread;
            // Not at the ends of the log-linear link, where the slope jumps.
            let step = 1e-6;
            let found = (link.spread(s + step).0 - link.spread(s - step).0) / (2.0 * step);
            assert!((found - slope).abs() <= 1e-6 * spread.max(1.0), "{link:?} {s}: {found}, told {slope}");
        }
        let (spread, slope) = link.spread(f64::NAN);
        assert!(spread.is_nan() && slope.is_nan());
        assert!(link.spread(f64::NEG_INFINITY).0 > 0.0);
    }
}
