//! L-BFGS: quasi-Newton steps from the last few steps and their changes of the gradient, for smooth functions of very many unknowns
//! (Nocedal, "Updating Quasi-Newton Matrices with Limited Storage", Mathematics of Computation 35, 1980; Liu and Nocedal, "On the
//! Limited Memory BFGS Method for Large Scale Optimization", Mathematical Programming 45, 1989).
//!
//! The state after an iteration is complete: saved in a file and resumed, it leads to the same bits. There are twice `memory` and
//! five more vectors, each with one number for each unknown, in double precision.

use super::error::{SolveError, check_iterations, check_vectors};
use super::line_search::{Found, Point, Rule, search};
use crate::reduce::ReduceError;

/// A function to be minimised, with its gradient.
pub trait Objective {
    /// Number of unknowns.
    fn unknowns(&self) -> usize;

    /// The value at `x`; adds the gradient to `gradient`, which has one number for each unknown, all 0.
    ///
    /// An infinite value or NaN, also in the gradient, means "outside the domain": the line search backs off.
    ///
    /// With several workers, each with rows of its own, value and gradient are the sums over all
    /// ([`Reduce::sum`](crate::reduce::Reduce::sum)). All must begin at the same start, or resume from the same state, with the
    /// same options; then all see the same bits and take the same steps.
    ///
    /// # Errors
    ///
    /// [`ReduceError`]: a sum over several workers fails.
    fn evaluate(&mut self, x: &[f64], gradient: &mut [f64]) -> Result<f64, ReduceError>;
}

/// Options of [`lbfgs`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LbfgsOptions {
    /// Number of steps that are remembered. Liu and Nocedal, section 4, find 3 to 7 enough; 6 as in libLBFGS. 0: steepest descent.
    pub memory: usize,
    /// Largest number of iterations.
    pub iterations: u32,
    /// The end is reached when |g| ≤ tolerance · max(1, |x|), in Euclidean lengths (Liu and Nocedal, section 4): 1e-5 as there. 0:
    /// only where the gradient is 0. A sum over many rows is best divided by their number: the value has 16 digits, and a gradient
    /// too small to change them cannot be followed further down.
    pub tolerance: f64,
    /// Most evaluations of one line search, at least 1.
    pub line_search_evaluations: u32,
    /// c₁ of sufficient decrease: a step lowers the value by at least this part of the decrease that the slope at its start
    /// promises. 0 < c₁ < c₂.
    pub decrease: f64,
    /// c₂ of the strong curvature condition: a step lowers the size of the slope along the direction to at most this part.
    /// c₁ < c₂ < 1.
    pub curvature: f64,
}

impl Default for LbfgsOptions {
    fn default() -> Self {
        LbfgsOptions {
            memory: 6,
            iterations: 1_000,
            tolerance: 1e-5,
            line_search_evaluations: 40,
            decrease: 1e-4,
            curvature: 0.9,
        }
    }
}

/// Why a minimisation has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub enum LbfgsEnd {
    /// The iterations are used up; with more of them it goes on.
    Iterations,
    /// The gradient is as short as the tolerance requires.
    Converged,
    /// The line search found no lower point, not even down the gradient: the precision of the values is exhausted, or the gradient
    /// does not belong to them.
    NoLowerPoint,
}

/// State of a minimisation between two iterations; with the feature `artifact` a checkpoint file.
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub struct LbfgsState {
    /// Key of the objective and the options, chosen by the caller: a state cannot be used for another objective.
    pub key: u64,
    /// Iterations done.
    pub iteration: u32,
    /// Evaluations of the objective so far, including the one at the start.
    pub evaluations: u64,
    /// The unknowns so far.
    pub x: Vec<f64>,
    /// The value at `x`.
    pub value: f64,
    /// The gradient at `x`.
    pub gradient: Vec<f64>,
    /// Oldest first.
    pairs: Vec<Pair>,
    /// Why the minimisation has stopped.
    pub end: LbfgsEnd,
}

komadai_core::debug_by_sizes!(LbfgsState { key, iteration, evaluations, value, end } [x, gradient, pairs]);

/// A correction pair: one step and the change of the gradient.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
struct Pair {
    step: Vec<f64>,
    /// Change of the gradient.
    change: Vec<f64>,
    /// step·change, positive.
    product: f64,
}

impl LbfgsState {
    /// Whether more iterations change nothing.
    pub fn is_done(&self) -> bool {
        self.end != LbfgsEnd::Iterations
    }

    /// Checks that vectors have one length, all numbers are finite and products positive.
    fn check(&self) -> Result<(), String> {
        let pairs = self.pairs.iter().flat_map(|pair| [("step", &pair.step[..]), ("change", &pair.change)]);
        let vectors = [("x", &self.x[..]), ("gradient", &self.gradient)].into_iter().chain(pairs);
        check_vectors(self.x.len(), vectors)?;
        check_vectors(1, [("value", &[self.value][..])])?;
        match self.pairs.iter().find(|pair| !(pair.product > 0.0 && pair.product.is_finite())) {
            Some(pair) => {
                Err(format!("step and change have the product {}, expected a positive one", pair.product))
            }
            None => Ok(()),
        }
    }
}

/// Minimises a function from `start`, or resumes from a state; `observe` is called with every state, including the first, and may
/// save it.
///
/// ```
/// use komadai_learn::reduce::ReduceError;
/// use komadai_learn::solve::{LbfgsEnd, LbfgsOptions, Objective, lbfgs};
///
/// /// (a − 3)² + 10 (b + 1)².
/// struct Bowl;
///
/// impl Objective for Bowl {
///     fn unknowns(&self) -> usize {
///         2
///     }
///     fn evaluate(&mut self, x: &[f64], gradient: &mut [f64]) -> Result<f64, ReduceError> {
///         gradient[0] += 2.0 * (x[0] - 3.0);
///         gradient[1] += 20.0 * (x[1] + 1.0);
///         Ok((x[0] - 3.0).powi(2) + 10.0 * (x[1] + 1.0).powi(2))
///     }
/// }
///
/// let state = lbfgs(&mut Bowl, &[0.0, 0.0], &LbfgsOptions::default(), 0, None, |_| Ok(()))?;
/// assert_eq!(state.end, LbfgsEnd::Converged);
/// assert!((state.x[0] - 3.0).abs() < 1e-4 && (state.x[1] + 1.0).abs() < 1e-4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// `key` stands for the objective and all options that change the way down; a state with another key is refused. The number of
/// iterations is not such an option: more of them are allowed, fewer than a state has done are refused. With a state, `start` is
/// not read.
///
/// # Errors
///
/// [`SolveError`]: an evaluation fails, the start is outside the domain or of another length, the state is of another
/// objective or has gone too far, the observer fails.
pub fn lbfgs(
    objective: &mut dyn Objective,
    start: &[f64],
    options: &LbfgsOptions,
    key: u64,
    from: Option<LbfgsState>,
    mut observe: impl FnMut(&LbfgsState) -> Result<(), String>,
) -> Result<LbfgsState, SolveError> {
    let expected = objective.unknowns();
    let other = |found, found_key| SolveError::State { found, found_key, expected, expected_key: key };
    let mut state = match from {
        None if start.len() != expected => return Err(other(start.len(), key)),
        None => {
            let state = begin(objective, start, options, key)?;
            observe(&state).map_err(SolveError::Observer)?;
            state
        }
        Some(mut state) => {
            let fits = state.key == key && state.x.len() == expected && state.pairs.len() <= options.memory;
            if !fits || state.check().is_err() {
                return Err(other(state.x.len(), state.key));
            }
            check_iterations(state.iteration, options.iterations)?;
            if state.end == LbfgsEnd::Converged {
                // Under a smaller tolerance it may have further to go.
                state.end = LbfgsEnd::Iterations;
                settle(&mut state, options);
            }
            state
        }
    };
    let zeros = || vec![0.0; expected];
    let mut work = Work { direction: zeros(), x: zeros(), gradient: zeros(), parts: Vec::new() };
    while !state.is_done() && state.iteration < options.iterations {
        iterate(objective, options, &mut state, &mut work)?;
        observe(&state).map_err(SolveError::Observer)?;
    }
    Ok(state)
}

fn begin(
    objective: &mut dyn Objective,
    start: &[f64],
    options: &LbfgsOptions,
    key: u64,
) -> Result<LbfgsState, SolveError> {
    let mut gradient = vec![0.0; start.len()];
    let value = objective.evaluate(start, &mut gradient)?;
    if !value.is_finite() || !gradient.iter().all(|slope| slope.is_finite()) {
        return Err(SolveError::Start);
    }
    let (x, pairs, end) = (start.to_vec(), Vec::new(), LbfgsEnd::Iterations);
    let mut state = LbfgsState { key, iteration: 0, evaluations: 1, x, value, gradient, pairs, end };
    settle(&mut state, options);
    Ok(state)
}

/// Ends the minimisation if the gradient is short enough.
fn settle(state: &mut LbfgsState, options: &LbfgsOptions) {
    let length = |vector: &[f64]| dot(vector, vector).sqrt();
    if length(&state.gradient) <= options.tolerance * length(&state.x).max(1.0) {
        state.end = LbfgsEnd::Converged;
    }
}

/// Vectors of one iteration.
struct Work {
    direction: Vec<f64>,
    x: Vec<f64>,
    gradient: Vec<f64>,
    /// `[pair]`, newest first
    parts: Vec<f64>,
}

fn iterate(
    objective: &mut dyn Objective,
    options: &LbfgsOptions,
    state: &mut LbfgsState,
    work: &mut Work,
) -> Result<(), ReduceError> {
    let LbfgsOptions { decrease, curvature, line_search_evaluations: evaluations, .. } = *options;
    let rule = Rule { decrease, curvature, evaluations };
    state.iteration += 1;
    loop {
        choose_direction(state, work);
        let slope = dot(&state.gradient, &work.direction);
        // The scale is unknown before the first pair: the first step has length 1.
        let first = if state.pairs.is_empty() { slope.abs().sqrt().recip() } else { 1.0 };
        let mut value = state.value;
        let mut found = Found::Nothing;
        if slope < 0.0 && slope.is_finite() {
            let start = Point { step: 0.0, value, slope };
            let mut evaluate = |step: f64| -> Result<(f64, f64), ReduceError> {
                for ((trial, &x), &direction) in work.x.iter_mut().zip(&state.x).zip(&work.direction) {
                    *trial = x + step * direction;
                }
                work.gradient.fill(0.0);
                state.evaluations = state.evaluations.saturating_add(1);
                value = objective.evaluate(&work.x, &mut work.gradient)?;
                Ok((value, dot(&work.gradient, &work.direction)))
            };
            found = search(start, first, &rule, &mut evaluate)?;
            if let Found::Lower(step) = found {
                evaluate(step)?;
            }
        }
        if found != Found::Nothing {
            state.value = value;
            advance(state, work, options);
            return Ok(());
        }
        if state.pairs.is_empty() {
            state.end = LbfgsEnd::NoLowerPoint;
            return Ok(());
        }
        // Old pairs may mislead; try once more along the gradient itself.
        state.pairs.clear();
    }
}

/// −H g by the two loops (Nocedal 1980, section 4), H scaled by the newest pair (Liu and Nocedal, section 3).
fn choose_direction(state: &LbfgsState, work: &mut Work) {
    let direction = &mut work.direction;
    for (direction, slope) in direction.iter_mut().zip(&state.gradient) {
        *direction = -slope;
    }
    let Some(newest) = state.pairs.last() else { return };
    work.parts.clear();
    for pair in state.pairs.iter().rev() {
        let part = dot(&pair.step, direction) / pair.product;
        add(direction, -part, &pair.change);
        work.parts.push(part);
    }
    let scale = newest.product / dot(&newest.change, &newest.change);
    for entry in direction.iter_mut() {
        *entry *= scale;
    }
    for (pair, part) in state.pairs.iter().zip(work.parts.iter().rev()) {
        let back = dot(&pair.change, direction) / pair.product;
        add(direction, part - back, &pair.step);
    }
}

/// Moves to the trial point in `work` and remembers the step.
fn advance(state: &mut LbfgsState, work: &mut Work, options: &LbfgsOptions) {
    if options.memory > 0 && state.pairs.len() >= options.memory {
        state.pairs.remove(0);
    }
    let less =
        |new: &[f64], old: &[f64]| -> Vec<f64> { new.iter().zip(old).map(|(new, old)| new - old).collect() };
    let (step, change) = (less(&work.x, &state.x), less(&work.gradient, &state.gradient));
    let (product, promised) = (dot(&step, &change), dot(&step, &state.gradient).abs());
    core::mem::swap(&mut state.x, &mut work.x);
    core::mem::swap(&mut state.gradient, &mut work.gradient);
    // Always true where the curvature condition holds; otherwise H would not stay positive.
    if options.memory > 0 && product > f64::EPSILON * promised && product.is_finite() {
        state.pairs.push(Pair { step, change, product });
    }
    settle(state, options);
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// `vector += factor · other`.
fn add(vector: &mut [f64], factor: f64, other: &[f64]) {
    for (entry, other) in vector.iter_mut().zip(other) {
        *entry += factor * other;
    }
}

#[cfg(feature = "artifact")]
impl komadai_core::artifact::Artifact for LbfgsState {
    const KIND: [u8; 8] = *b"lbfgs-st";
    const VERSION: u16 = 1;
    const WHAT: &'static str = "the state of a solver by L-BFGS";

    /// Checks that vectors have one length, all numbers are finite and products of pairs positive.
    fn validate(&self) -> Result<(), String> {
        self.check()
    }
}
