//! L-BFGS on functions with a known minimum; conditions on its steps; resumed states.

use komadai_core::rng::SplitMix64;
use komadai_learn::reduce::ReduceError;
use komadai_learn::solve::{LbfgsEnd, LbfgsOptions, LbfgsState, Objective, SolveError, lbfgs};

/// Any function of so many unknowns, written as a closure.
pub(crate) struct Function<F>(pub(crate) usize, pub(crate) F);

impl<F: FnMut(&[f64], &mut [f64]) -> f64> Objective for Function<F> {
    fn unknowns(&self) -> usize {
        self.0
    }

    fn evaluate(&mut self, x: &[f64], gradient: &mut [f64]) -> Result<f64, ReduceError> {
        assert!(gradient.iter().all(|slope| slope.to_bits() == 0), "the gradient begins at 0");
        Ok(self.1(x, gradient))
    }
}

/// Rosenbrock's valley along several pairs of unknowns: minimum 0 where all are 1.
fn rosenbrock(x: &[f64], gradient: &mut [f64]) -> f64 {
    let mut value = 0.0;
    for (x, gradient) in x.chunks_exact(2).zip(gradient.chunks_exact_mut(2)) {
        let (off, rest) = (x[1] - x[0] * x[0], 1.0 - x[0]);
        value += 100.0 * off * off + rest * rest;
        gradient[0] += -400.0 * x[0] * off - 2.0 * rest;
        gradient[1] += 200.0 * off;
    }
    value
}

/// The last state and all that were observed.
pub(crate) fn run(
    mut objective: impl Objective,
    start: &[f64],
    options: &LbfgsOptions,
    from: Option<LbfgsState>,
) -> (LbfgsState, Vec<LbfgsState>) {
    let mut seen = Vec::new();
    let last = lbfgs(&mut objective, start, options, 1, from, |state| {
        seen.push(state.clone());
        Ok(())
    });
    (last.unwrap(), seen)
}

/// A state that somebody has tampered with.
fn changed(state: &LbfgsState, change: impl FnOnce(&mut LbfgsState)) -> LbfgsState {
    let mut changed = state.clone();
    change(&mut changed);
    changed
}

pub(crate) const FINE: LbfgsOptions = LbfgsOptions {
    memory: 6,
    iterations: 500,
    tolerance: 1e-8,
    line_search_evaluations: 40,
    decrease: 1e-4,
    curvature: 0.9,
};

#[test]
fn both_wolfe_conditions_hold_at_every_step_to_the_minimum() {
    let mut rng = SplitMix64::new(2);
    for n in 0..256 {
        let start: [f64; 4] = core::array::from_fn(|_| 6.0 * rng.unit() - 3.0);
        let (memory, curvature) = (1 + n / 2 % 8, [0.1, 0.9][n % 2]);
        let options = LbfgsOptions { memory, curvature, ..FINE };
        let mut evaluations = 0;
        let objective = Function(4, |x: &[f64], gradient: &mut [f64]| {
            evaluations += 1;
            rosenbrock(x, gradient)
        });
        let (last, seen) = run(objective, &start, &options, None);
        assert_eq!((last.end, last.evaluations), (LbfgsEnd::Converged, evaluations), "{start:?}");
        assert!(last.x.iter().all(|x| (x - 1.0).abs() < 1e-6), "{start:?}: {:?}", last.x);
        for pair in seen.windows(2) {
            let step: Vec<f64> = pair[1].x.iter().zip(&pair[0].x).map(|(new, old)| new - old).collect();
            let along = |slopes: &[f64]| slopes.iter().zip(&step).map(|(g, s)| g * s).sum::<f64>();
            // Computed by the objective, not taken from the state.
            let said = |state: &LbfgsState| {
                let mut slopes = [0.0; 4];
                (rosenbrock(&state.x, &mut slopes), slopes)
            };
            let ((before, old), (after, new)) = (said(&pair[0]), said(&pair[1]));
            let (first, second) = (along(&old), along(&new));
            // Up to rounding, since the step is a difference.
            let slack = 1e-9 * (first.abs() + before.abs());
            assert!(first < 0.0 && after < before, "{start:?}");
            assert!(after <= before + options.decrease * first + slack, "{before} {after} {first}");
            assert!(second.abs() <= curvature * first.abs() + slack, "{first} {second}");
        }
    }
}

#[test]
fn a_state_taken_up_again_leads_to_the_same_bits_from_every_iteration() {
    let start: Vec<f64> = (0..100).map(|i| if i % 2 == 0 { -1.2 } else { 1.0 }).collect();
    let (whole, seen) = run(Function(100, rosenbrock), &start, &FINE, None);
    assert!(seen.len() > 20 && seen.last() == Some(&whole));
    assert_eq!(whole.end, LbfgsEnd::Converged);
    assert!(whole.x.iter().all(|x| (x - 1.0).abs() < 1e-6), "{:?}", whole.x);
    assert!(whole.evaluations <= 60, "{}", whole.evaluations);
    for (i, state) in seen.iter().enumerate() {
        assert_eq!(state.iteration as usize, i);
        // With a state the start is not read.
        let (rest, after) = run(Function(100, rosenbrock), &[], &FINE, Some(state.clone()));
        assert_eq!(rest, whole);
        assert_eq!(after, seen[i + 1..]);
        // A run that was stopped there has the same state.
        let stopped = LbfgsOptions { iterations: i as u32, ..FINE };
        assert_eq!(run(Function(100, rosenbrock), &start, &stopped, None).0, *state);
    }
}

#[test]
fn a_state_that_a_tolerance_ended_goes_on_under_a_smaller_one() {
    let (coarse, _) =
        run(Function(2, rosenbrock), &[-1.2, 1.0], &LbfgsOptions { tolerance: 1.0, ..FINE }, None);
    assert_eq!(coarse.end, LbfgsEnd::Converged);
    let (whole, _) = run(Function(2, rosenbrock), &[-1.2, 1.0], &FINE, None);
    assert!(coarse.iteration < whole.iteration);
    assert_eq!(run(Function(2, rosenbrock), &[], &FINE, Some(coarse)).0, whole);
}

#[test]
fn nothing_to_do_ends_at_the_start() {
    let (state, seen) = run(Function(2, rosenbrock), &[1.0, 1.0], &FINE, None);
    assert_eq!((state.end, state.iteration, state.evaluations), (LbfgsEnd::Converged, 0, 1));
    assert_eq!(seen.len(), 1);
    let (state, _) = run(Function(0, rosenbrock), &[], &FINE, None);
    assert!(state.is_done());
    let (state, _) = run(Function(2, rosenbrock), &[0.0, 0.0], &LbfgsOptions { iterations: 0, ..FINE }, None);
    assert_eq!((state.end, state.is_done()), (LbfgsEnd::Iterations, false));
}

#[test]
fn a_gradient_that_points_uphill_finds_no_lower_point() {
    let lie = |x: &[f64], gradient: &mut [f64]| {
        gradient[0] = -2.0 * x[0];
        x[0] * x[0]
    };
    let (state, seen) = run(Function(1, lie), &[3.0], &FINE, None);
    assert_eq!((state.end, state.iteration, seen.len()), (LbfgsEnd::NoLowerPoint, 1, 2));
    assert!((state.x[0] - 3.0).abs() < 1e-12 && state.evaluations <= 41);
}

#[test]
fn precision_that_is_exhausted_is_an_end_and_not_a_failure() {
    // Σ (exp x − 3 x), minimum at ln 3; a value in the millions hides the effect of the last digits of x.
    let objective = Function(3, |x: &[f64], gradient: &mut [f64]| {
        x.iter().zip(gradient).fold(1e6, |value, (&x, gradient)| {
            *gradient += x.exp() - 3.0;
            value + x.exp() - 3.0 * x
        })
    });
    let (state, _) = run(objective, &[-1.2, 0.5, 2.0], &LbfgsOptions { tolerance: 0.0, ..FINE }, None);
    assert_eq!(state.end, LbfgsEnd::NoLowerPoint);
    assert!(state.x.iter().all(|x| (x - 3_f64.ln()).abs() < 1e-4), "{:?}", state.x);
    assert!(state.evaluations < 100, "{}", state.evaluations);
}

#[test]
fn steepest_descent_and_what_falls_for_ever_come_to_an_end() {
    let bowl = |x: &[f64], gradient: &mut [f64]| {
        gradient[0] += x[0];
        gradient[1] += 4.0 * x[1];
        0.5 * x[0] * x[0] + 2.0 * x[1] * x[1]
    };
    let none = LbfgsOptions { memory: 0, ..FINE };
    let (state, _) = run(Function(2, bowl), &[2.0, 1.0], &none, None);
    assert!(state.end == LbfgsEnd::Converged && state.x.iter().all(|x| x.abs() < 1e-6));
    let slope = |x: &[f64], gradient: &mut [f64]| {
        gradient[0] -= 1.0;
        -x[0]
    };
    let few = LbfgsOptions { iterations: 3, ..FINE };
    let (state, _) = run(Function(1, slope), &[0.0], &few, None);
    assert!(state.iteration <= 3 && state.x[0] > 1e6 && state.value.is_finite(), "{:?}", state.x);
}

#[test]
fn observers_may_stop_it() {
    let mut seen = 0;
    let stopped = lbfgs(&mut Function(2, rosenbrock), &[0.0, 0.0], &FINE, 1, None, |state| {
        seen += 1;
        if state.iteration == 2 { Err("enough".to_owned()) } else { Ok(()) }
    });
    assert!(matches!(stopped, Err(SolveError::Observer(reason)) if reason == "enough") && seen == 3);
}

#[test]
fn states_and_starts_of_other_objectives_are_refused() {
    let (state, _) = run(Function(2, rosenbrock), &[0.0, 0.0], &LbfgsOptions { iterations: 5, ..FINE }, None);
    let go_on = |unknowns, start: &[f64], options: &LbfgsOptions, key, from| {
        lbfgs(&mut Function(unknowns, rosenbrock), start, options, key, from, |_| Ok(()))
    };
    assert!(go_on(2, &[], &FINE, 1, Some(state.clone())).is_ok());
    let other_key = go_on(2, &[], &FINE, 2, Some(state.clone())).unwrap_err();
    assert!(
        matches!(other_key, SolveError::State { found: 2, found_key: 1, expected: 2, .. }),
        "{other_key}"
    );
    assert!(go_on(4, &[], &FINE, 1, Some(state.clone())).is_err());
    assert!(go_on(2, &[], &LbfgsOptions { memory: 2, ..FINE }, 1, Some(state.clone())).is_err());
    assert!(matches!(go_on(2, &[0.0], &FINE, 1, None), Err(SolveError::State { found: 1, expected: 2, .. })));
    assert_eq!(go_on(2, &[f64::INFINITY, 0.0], &FINE, 1, None), Err(SolveError::Start));
    let no_number = changed(&state, |state| state.value = f64::NAN);
    assert!(go_on(2, &[], &FINE, 1, Some(no_number)).is_err());
    let beyond = go_on(2, &[], &LbfgsOptions { iterations: 4, ..FINE }, 1, Some(state)).unwrap_err();
    assert_eq!(beyond.to_string(), "a state of 5 iterations, expected at most 4");
}

#[cfg(feature = "artifact")]
#[test]
fn states_come_back_from_files_and_nonsense_is_refused() {
    use crate::changed::read_as;
    use komadai_core::artifact::Artifact;
    let (state, _) = run(Function(2, rosenbrock), &[0.0, 0.0], &LbfgsOptions { iterations: 5, ..FINE }, None);
    assert_eq!(read_as(&state).as_ref(), Ok(&state));
    // A file with a right checksum may still hold nonsense.
    for x in [vec![0.0], vec![f64::NAN, 0.0], vec![f64::INFINITY, 0.0]] {
        let hostile = changed(&state, |state| state.x = x);
        assert!(hostile.validate().is_err() && read_as::<LbfgsState>(&hostile).is_err());
    }
    // Counters at their ends do not overflow.
    let full = changed(&state, |state| state.evaluations = u64::MAX);
    assert_eq!(run(Function(2, rosenbrock), &[], &FINE, Some(full)).0.evaluations, u64::MAX);
    let full = changed(&state, |state| state.iteration = u32::MAX);
    let all = LbfgsOptions { iterations: u32::MAX, ..FINE };
    assert_eq!(run(Function(2, rosenbrock), &[], &all, Some(full.clone())).0, full);
}

/// A problem written by `tools/compare_lbfgs.py`: numbers in double precision, little-endian, namely kind, weight of a row, rows,
/// columns, entries, ends of the rows, columns of the entries, entries, labels, start.
struct Problem {
    logistic: bool,
    share: f64,
    ends: Vec<usize>,
    columns: Vec<usize>,
    entries: Vec<f64>,
    labels: Vec<f64>,
    outside: u64,
}

impl Problem {
    fn read(path: &str) -> (Problem, Vec<f64>) {
        let bytes = std::fs::read(path).unwrap();
        let all: Vec<f64> =
            bytes.chunks_exact(8).map(|chunk| f64::from_le_bytes(chunk.try_into().unwrap())).collect();
        let (rows, entries) = (all[2] as usize, all[4] as usize);
        let mut rest = &all[5..];
        let mut take = |count| rest.split_off(..count).unwrap();
        let whole = |numbers: &[f64]| numbers.iter().map(|&number| number as usize).collect::<Vec<_>>();
        let (ends, columns) = (whole(take(rows)), whole(take(entries)));
        let (entries, labels) = (take(entries).to_vec(), take(rows).to_vec());
        let (logistic, share) = (all[0] > 0.5, all[1]);
        let problem = Problem { logistic, share, ends, columns, entries, labels, outside: 0 };
        (problem, take(all[3] as usize).to_vec())
    }
}

impl Objective for Problem {
    fn unknowns(&self) -> usize {
        self.columns.iter().max().map_or(0, |last| last + 1)
    }

    /// The weighted sum over the rows of ln σ + y²/2σ², σ = wᵀφ, or of ln (1 + exp(−y wᵀφ)).
    fn evaluate(&mut self, w: &[f64], gradient: &mut [f64]) -> Result<f64, ReduceError> {
        let (mut value, mut begin) = (0.0, 0);
        for (&end, &y) in self.ends.iter().zip(&self.labels) {
            let (columns, entries) = (&self.columns[begin..end], &self.entries[begin..end]);
            begin = end;
            let dot: f64 = columns.iter().zip(entries).map(|(&column, entry)| w[column] * entry).sum();
            let slope = if self.logistic {
                let odds = (-y * dot).exp();
                value += odds.ln_1p() * self.share;
                -y * odds / (1.0 + odds)
            } else if dot > 0.0 {
                let square = (y / dot).powi(2);
                value += (dot.ln() + 0.5 * square) * self.share;
                (1.0 - square) / dot
            } else {
                self.outside += 1;
                return Ok(f64::INFINITY);
            };
            for (&column, entry) in columns.iter().zip(entries) {
                gradient[column] += slope * self.share * entry;
            }
        }
        Ok(value)
    }
}

#[test]
#[ignore = "needs KOMADAI_LBFGS, a file of tools/compare_lbfgs.py; KOMADAI_TOLERANCE"]
fn problem_of_a_file() {
    let (mut problem, start) = Problem::read(&std::env::var("KOMADAI_LBFGS").unwrap());
    let tolerance = std::env::var("KOMADAI_TOLERANCE").map_or(1e-5, |text| text.parse().unwrap());
    let options = LbfgsOptions { tolerance, ..LbfgsOptions::default() };
    let began = std::time::Instant::now();
    let state = lbfgs(&mut problem, &start, &options, 0, None, |_| Ok(())).unwrap();
    let (seconds, outside) = (began.elapsed().as_secs_f64(), problem.outside);
    println!("result {:.17e} {} {outside} {seconds} {:?}", state.value, state.evaluations, state.end);
}
