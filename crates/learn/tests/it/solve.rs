//! Conjugate gradients on small dense systems.

use komadai_core::rng::SplitMix64;
use komadai_learn::reduce::ReduceError;
use komadai_learn::solve::{CgOptions, CgState, NormalEquations, SolveError, conjugate_gradient};

/// Rows and labels of a dense system.
#[derive(Clone, Debug)]
struct Dense {
    rows: Vec<Vec<f64>>,
    labels: Vec<f64>,
    unknowns: usize,
}

impl Dense {
    /// Up to 8 unknowns with enough rows to determine them: small whole numbers, and for each unknown a row with 3.
    fn drawn(rng: &mut SplitMix64) -> Dense {
        let (unknowns, rows) = (1 + rng.below(8) as usize, rng.below(20) as usize);
        let mut row = |_| (0..unknowns).map(|_| rng.below(5) as f64 - 2.0).collect();
        let mut rows: Vec<Vec<f64>> = (0..rows).map(&mut row).collect();
        let own = |i: usize| (0..unknowns).map(|j| if i == j { 3.0 } else { 0.0 }).collect();
        rows.extend((0..unknowns).map(own));
        let labels = rows.iter().map(|_| [1.0, -1.0][rng.below(2) as usize]).collect();
        Dense { rows, labels, unknowns }
    }

    /// `XᵀX + λI`.
    fn matrix(&self, ridge: f64) -> Vec<Vec<f64>> {
        let entry = |i: usize, j: usize| {
            let sum: f64 = self.rows.iter().map(|row| row[i] * row[j]).sum();
            if i == j { sum + ridge } else { sum }
        };
        (0..self.unknowns).map(|i| (0..self.unknowns).map(|j| entry(i, j)).collect()).collect()
    }

    fn right(&self) -> Vec<f64> {
        (0..self.unknowns)
            .map(|i| self.rows.iter().zip(&self.labels).map(|(row, label)| row[i] * label).sum())
            .collect()
    }
}

impl NormalEquations for Dense {
    fn unknowns(&self) -> usize {
        self.unknowns
    }

    fn right_hand_side(&mut self, b: &mut [f64]) -> Result<(), ReduceError> {
        b.copy_from_slice(&self.right());
        Ok(())
    }

    fn multiply(&mut self, p: &[f32], q: &mut [f64]) -> Result<(), ReduceError> {
        for row in &self.rows {
            let dot: f64 = row.iter().zip(p).map(|(x, &p)| x * f64::from(p)).sum();
            q.iter_mut().zip(row).for_each(|(q, x)| *q += dot * x);
        }
        Ok(())
    }
}

fn solve(system: &Dense, options: &CgOptions) -> CgState {
    conjugate_gradient(&mut system.clone(), options, 1, None, |_| Ok(())).unwrap()
}

#[test]
fn solutions_solve_the_system_and_a_state_taken_up_again_leads_to_the_same_bits() {
    let mut rng = SplitMix64::new(3);
    for _ in 0..256 {
        let system = Dense::drawn(&mut rng);
        let ridge = rng.below(3) as f64;
        let found = solve(&system, &CgOptions { iterations: 60, ridge, tolerance: 1e-9 });
        // No eigenvalue is below 9: x is at least nine times as near to the solution.
        for (row, right) in system.matrix(ridge).iter().zip(system.right()) {
            let left: f64 = row.iter().zip(&found.x).map(|(a, x)| a * x).sum();
            assert!((left - right).abs() < 1e-6, "{left} {right}");
        }
        let options = CgOptions { iterations: 6, ridge: 0.5, tolerance: 0.0 };
        let part = solve(&system, &CgOptions { iterations: rng.below(6) as u32, ..options });
        let rest = conjugate_gradient(&mut system.clone(), &options, 1, Some(part), |_| Ok(())).unwrap();
        assert_eq!(solve(&system, &options), rest);
    }
}

/// Three unknowns of very different size.
fn lopsided() -> Dense {
    let rows = vec![vec![1000.0, 1.0, 0.0], vec![0.0, 1.0, 1.0], vec![0.0, 0.0, 0.01], vec![5.0, 0.0, 1.0]];
    Dense { rows, labels: vec![1.0, -1.0, 1.0, 1.0], unknowns: 3 }
}

#[test]
fn a_state_that_a_tolerance_ended_goes_on_under_a_smaller_one() {
    let fine = CgOptions { iterations: 3, ridge: 1.0, tolerance: 0.0 };
    let coarse = solve(&lopsided(), &CgOptions { tolerance: 0.5, ..fine });
    assert!(coarse.iteration < 3 && coarse.residual() <= 0.5 && !coarse.done);
    let rest = conjugate_gradient(&mut lopsided(), &fine, 1, Some(coarse), |_| Ok(())).unwrap();
    assert_eq!(rest, solve(&lopsided(), &fine));
}

#[test]
fn nothing_to_learn_ends_at_once() {
    let silent = Dense { rows: vec![vec![1.0, -1.0]; 2], labels: vec![1.0, -1.0], unknowns: 2 };
    let state = solve(&silent, &CgOptions::default());
    assert!(state.done && state.iteration == 0 && state.residual().abs() < 1e-15);
}

#[test]
fn states_of_other_systems_and_of_more_iterations_are_refused() {
    let state = solve(&lopsided(), &CgOptions { iterations: 1, ..CgOptions::default() });
    let go_on = |key| {
        conjugate_gradient(&mut lopsided(), &CgOptions::default(), key, Some(state.clone()), |_| Ok(()))
    };
    assert!(go_on(1).is_ok());
    let other_key = go_on(2).unwrap_err();
    assert!(matches!(other_key, SolveError::State { found: 3, expected: 3, .. }), "{other_key}");
    let fewer = CgOptions { iterations: 0, ..CgOptions::default() };
    let beyond = conjugate_gradient(&mut lopsided(), &fewer, 1, Some(state), |_| Ok(())).unwrap_err();
    assert_eq!(beyond.to_string(), "a state of 1 iterations, expected at most 0");
}

#[cfg(feature = "artifact")]
#[test]
fn states_come_back_from_files() {
    let state = solve(&lopsided(), &CgOptions { iterations: 2, ..CgOptions::default() });
    assert_eq!(crate::changed::read_as(&state), Ok(state));
}
