//! Steps along a line: the first iteration of L-BFGS for functions of one unknown.

use komadai_learn::solve::{LbfgsEnd, LbfgsOptions, LbfgsState};

use crate::lbfgs::{FINE, Function, run};

/// The state after one line search that begins with the step `first`, the step found, and the evaluations it took. `function`
/// returns value and slope.
fn found(function: impl Fn(f64) -> (f64, f64), first: f64) -> (LbfgsState, f64, u64) {
    // The first iteration begins with a step of length 1.
    let scaled = |x: &[f64], gradient: &mut [f64]| {
        let (value, slope) = function(first * x[0]);
        gradient[0] += first * slope;
        value
    };
    let options = LbfgsOptions { iterations: 1, curvature: 0.1, tolerance: 0.0, ..FINE };
    let (state, _) = run(Function(1, scaled), &[0.0], &options, None);
    let (step, evaluations) = (first * state.x[0], state.evaluations - 1);
    (state, step, evaluations)
}

/// The step found, checked by both Wolfe conditions, and the evaluations it took.
fn accepted(function: impl Fn(f64) -> (f64, f64), first: f64) -> (f64, u64) {
    let (_, step, evaluations) = found(&function, first);
    let ((start, falls), (value, slope)) = (function(0.0), function(step));
    assert!(value <= start + FINE.decrease * falls * step && slope.abs() <= -0.1 * falls, "{first}: {step}");
    (step, evaluations)
}

#[test]
fn functions_of_the_paper_are_searched_from_near_and_far() {
    // Section 5, functions 1 and 2 (β = 2 and 0.004), from steps too short and too long by factors of a thousand.
    let first = |t: f64| (-t / (t * t + 2.0), (t * t - 2.0) / (t * t + 2.0).powi(2));
    let second = |t: f64| {
        let t = t + 0.004;
        (t.powi(5) - 2.0 * t.powi(4), 5.0 * t.powi(4) - 8.0 * t.powi(3))
    };
    for start in [1e-3, 1e-1, 1e1, 1e3] {
        let (_, evaluations) = accepted(first, start);
        assert!(evaluations <= 12, "{start}: {evaluations}");
        let (step, evaluations) = accepted(second, start);
        assert!(evaluations <= 15 && (step - 1.596).abs() < 0.1, "{start}: {step} {evaluations}");
    }
}

#[test]
fn a_wall_is_kept_away_from() {
    // −ln(1 − t) − 3 t: minimum at 2/3, not defined from 1 on.
    let function = |t: f64| (-(1.0 - t).ln() - 3.0 * t, 1.0 / (1.0 - t) - 3.0);
    for first in [1e-6, 0.5, 1.0, 7.0, 1e3] {
        let (step, evaluations) = accepted(function, first);
        assert!(evaluations <= 20 && (step - 2.0 / 3.0).abs() < 0.1, "{first}: {step} {evaluations}");
    }
}

#[test]
fn what_only_falls_towards_a_wall_ends_at_a_lower_point() {
    let function = |t: f64| if t < 1.0 { (-t, -1.0) } else { (f64::NAN, f64::NAN) };
    let (state, step, _) = found(function, 0.25);
    assert!(state.end == LbfgsEnd::Iterations && step > 0.9 && step < 1.0, "{step}");
}

#[test]
fn a_decrease_too_small_to_be_seen_is_given_up_at_once() {
    let (state, _, evaluations) = found(|t: f64| (1e6 + 1e-9 * t, -1e-9), 1.0);
    assert_eq!((state.end, evaluations), (LbfgsEnd::NoLowerPoint, 1));
}

#[test]
fn parabolas_and_cubics_are_interpolated_exactly() {
    // Both have their minimum at 1, and the first step lies beyond it. In the cubic the secant would lead less far back.
    let (step, evaluations) = accepted(|t: f64| ((t - 1.0).powi(2), 2.0 * (t - 1.0)), 1.9);
    assert!((step - 1.0).abs() < 1e-12 && evaluations == 2, "{step} {evaluations}");
    let cubic = |t: f64| ((t - 1.0).powi(2) * (4.0 - t), (t - 1.0) * (9.0 - 3.0 * t));
    let (step, evaluations) = accepted(cubic, 1.5);
    assert!((step - 1.0).abs() < 1e-12 && evaluations == 2, "{step} {evaluations}");
}
