//! An objective that is a sum over several workers, each with rows of its own.

use super::lbfgs::Objective;
use crate::reduce::{Reduce, ReduceError};

/// An objective whose value and gradient are sums over workers: each has one of its own, and all minimise the sum.
///
/// The workers must begin at the same start, or go on from the same state, with the same options. Then all see the same bits
/// and take the same steps. A worker whose objective fails leaves the others to their [`Reduce`], which must tell them.
///
/// ```
/// use komadai_learn::reduce::{ReduceError, ThreadReduce};
/// use komadai_learn::solve::{LbfgsOptions, Objective, Shared, lbfgs};
///
/// /// (x − c)²
/// struct Near(f64);
///
/// impl Objective for Near {
///     fn unknowns(&self) -> usize {
///         1
///     }
///     fn evaluate(&mut self, x: &[f64], gradient: &mut [f64]) -> Result<f64, ReduceError> {
///         gradient[0] += 2.0 * (x[0] - self.0);
///         Ok((x[0] - self.0).powi(2))
///     }
/// }
///
/// // The sum is least in the middle of the workers' numbers.
/// let found = ThreadReduce::run([1.0, 2.0, 6.0], |own, rank| {
///     let mut objective = Shared::new(Near(own), rank);
///     lbfgs(&mut objective, &[0.0], &LbfgsOptions::default(), 0, None, |_| Ok(())).unwrap().x[0]
/// });
/// assert!(found.iter().all(|x| (x - 3.0).abs() < 1e-6));
/// ```
#[derive(Clone)]
pub struct Shared<O, R> {
    objective: O,
    reduce: R,
    /// The gradient, then the value: one sum an evaluation.
    sums: Vec<f64>,
}

komadai_core::debug_by_sizes!(Shared < O, R > {}[sums]);

impl<O: Objective, R: Reduce> Shared<O, R> {
    /// This worker's part, and what adds it to those of the others.
    pub fn new(objective: O, reduce: R) -> Shared<O, R> {
        Shared { objective, reduce, sums: Vec::new() }
    }

    /// This worker's part.
    pub fn into_inner(self) -> O {
        self.objective
    }
}

impl<O: Objective, R: Reduce> Objective for Shared<O, R> {
    fn unknowns(&self) -> usize {
        self.objective.unknowns()
    }

    fn evaluate(&mut self, x: &[f64], gradient: &mut [f64]) -> Result<f64, ReduceError> {
        self.sums.clear();
        self.sums.resize(gradient.len(), 0.0);
        let own = self.objective.evaluate(x, &mut self.sums)?;
        self.sums.push(own);
        self.reduce.sum(&mut self.sums)?;
        for (gradient, sum) in gradient.iter_mut().zip(&self.sums) {
            *gradient += sum;
        }
        Ok(self.sums[gradient.len()])
    }
}
