//! Conjugate gradients on the normal equations `XᵀX w = Xᵀy` \[R7\], for systems that do not fit in memory.
//!
//! The matrix is only ever multiplied by a vector (paper 001, section 4.2, after Barrett et al., "Templates for the Solution
//! of Linear Systems", 1994): a pass over all rows. Everything else is a few vectors as long as the unknowns. Directions are in
//! single precision, since they are looked up billions of times; sums, residual and solution are in double.
//!
//! The state after an iteration is complete: saved in a file and resumed, it leads to the same bits.

#[cfg(feature = "artifact")]
use super::error::check_vectors;
use super::error::{SolveError, check_iterations};
use crate::reduce::ReduceError;

/// A linear system A w = b with a symmetric, positive A, as normal equations have.
pub trait NormalEquations {
    /// Number of unknowns.
    fn unknowns(&self) -> usize;

    /// `b = Xᵀy`. `b` has one number for each unknown, all 0.
    ///
    /// # Errors
    ///
    /// [`ReduceError`]: that of a sum over several workers.
    fn right_hand_side(&mut self, b: &mut [f64]) -> Result<(), ReduceError>;

    /// `q = XᵀX p`. `q` has one number for each unknown, all 0.
    ///
    /// # Errors
    ///
    /// [`ReduceError`]: that of a sum over several workers.
    fn multiply(&mut self, p: &[f32], q: &mut [f64]) -> Result<(), ReduceError>;
}

/// Options of [`conjugate_gradient`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CgOptions {
    /// Largest number of iterations. Paper 001, section 5: 36 for the parent–child model; 20 for the sibling model, "because of the
    /// time of the experiment".
    pub iterations: u32,
    /// λ of `(XᵀX + λI) w = Xᵀy`, in rows: every weight is pulled towards 0 as if by λ rows with it alone and label 0. The paper
    /// has none, and stops early instead.
    pub ridge: f64,
    /// The solver ends when the residual is at most this part of the first one. 0: never.
    pub tolerance: f64,
}

impl Default for CgOptions {
    fn default() -> Self {
        CgOptions { iterations: 20, ridge: 0.0, tolerance: 0.0 }
    }
}

/// State of the solver between two iterations; with the feature `artifact` a checkpoint file.
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub struct CgState {
    /// Key of the system and the options, chosen by the caller: a state cannot be used for another system.
    pub key: u64,
    /// Iterations done.
    pub iteration: u32,
    /// The solution so far.
    pub x: Vec<f64>,
    /// b − A x.
    r: Vec<f64>,
    /// The next direction.
    p: Vec<f32>,
    /// r·r, now and at the start.
    rho: [f64; 2],
    /// Whether more iterations change nothing: the residual is 0, or no direction leads on.
    pub done: bool,
}

komadai_core::debug_by_sizes!(CgState { key, iteration, rho, done } [x, r, p]);

impl CgState {
    /// Size of the residual relative to the first one.
    pub fn residual(&self) -> f64 {
        if self.rho[1] > 0.0 { (self.rho[0] / self.rho[1]).sqrt() } else { 0.0 }
    }
}

/// Solves a linear system, or resumes from a state; `observe` is called with every state, including the first, and may save it.
///
/// ```
/// use komadai_learn::reduce::ReduceError;
/// use komadai_learn::solve::{CgOptions, NormalEquations, conjugate_gradient};
///
/// /// 4 a = 8, 2 b = 2.
/// struct Two;
///
/// impl NormalEquations for Two {
///     fn unknowns(&self) -> usize {
///         2
///     }
///     fn right_hand_side(&mut self, b: &mut [f64]) -> Result<(), ReduceError> {
///         b.copy_from_slice(&[8.0, 2.0]);
///         Ok(())
///     }
///     fn multiply(&mut self, p: &[f32], q: &mut [f64]) -> Result<(), ReduceError> {
///         q.copy_from_slice(&[4.0 * f64::from(p[0]), 2.0 * f64::from(p[1])]);
///         Ok(())
///     }
/// }
///
/// let state = conjugate_gradient(&mut Two, &CgOptions::default(), 0, None, |_| Ok(()))?;
/// assert!((state.x[0] - 2.0).abs() < 1e-5 && (state.x[1] - 1.0).abs() < 1e-5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// `key` stands for the system and all options that change the way to its solution; a state with another key is refused. The number
/// of iterations is not such an option: more of them are allowed, fewer than a state has done are refused.
///
/// # Errors
///
/// [`SolveError`]: a pass fails, the state is of another system or has gone too far, the observer fails.
pub fn conjugate_gradient(
    system: &mut dyn NormalEquations,
    options: &CgOptions,
    key: u64,
    from: Option<CgState>,
    mut observe: impl FnMut(&CgState) -> Result<(), String>,
) -> Result<CgState, SolveError> {
    let mut state = match from {
        None => {
            let state = start(system, key)?;
            observe(&state).map_err(SolveError::Observer)?;
            state
        }
        Some(state) => {
            let expected = system.unknowns();
            let whole = [state.x.len(), state.r.len(), state.p.len()] == [expected; 3];
            if state.key != key || !whole {
                let (found, found_key) = (state.x.len(), state.key);
                return Err(SolveError::State { found, found_key, expected, expected_key: key });
            }
            check_iterations(state.iteration, options.iterations)?;
            state
        }
    };
    let mut q = vec![0.0; state.x.len()];
    // A state that a tolerance ended goes on under a smaller one.
    while !state.done && state.residual() > options.tolerance && state.iteration < options.iterations {
        q.fill(0.0);
        system.multiply(&state.p, &mut q)?;
        step(&mut state, options, &mut q);
        observe(&state).map_err(SolveError::Observer)?;
    }
    Ok(state)
}

fn start(system: &mut dyn NormalEquations, key: u64) -> Result<CgState, ReduceError> {
    let unknowns = system.unknowns();
    let mut r = vec![0.0; unknowns];
    system.right_hand_side(&mut r)?;
    let p: Vec<f32> = r.iter().map(|&r| r as f32).collect();
    let rho = square(&r);
    Ok(CgState {
        key,
        iteration: 0,
        x: vec![0.0; unknowns],
        r,
        p,
        rho: [rho, rho],
        done: unknowns == 0 || rho <= 0.0,
    })
}

/// r·r.
fn square(r: &[f64]) -> f64 {
    r.iter().map(|r| r * r).sum()
}

fn step(state: &mut CgState, options: &CgOptions, q: &mut [f64]) {
    let (mut along, mut curvature) = (0.0, 0.0);
    for ((q, &p), &r) in q.iter_mut().zip(&state.p).zip(&state.r) {
        let p = f64::from(p);
        *q += options.ridge * p;
        along += r * p;
        curvature += p * *q;
    }
    state.iteration += 1;
    if along <= 0.0 || curvature <= 0.0 || !curvature.is_finite() {
        state.done = true;
        return;
    }
    // The best step along exactly this direction: r·p, not ρ, since rounding has turned p a little.
    let alpha = along / curvature;
    for (((x, r), &p), &q) in state.x.iter_mut().zip(&mut state.r).zip(&state.p).zip(&*q) {
        *x += alpha * f64::from(p);
        *r -= alpha * q;
    }
    let rho = square(&state.r);
    let beta = rho / state.rho[0];
    for (p, r) in state.p.iter_mut().zip(&state.r) {
        *p = (r + beta * f64::from(*p)) as f32;
    }
    state.rho[0] = rho;
    state.done = rho <= 0.0;
}

#[cfg(feature = "artifact")]
impl komadai_core::artifact::Artifact for CgState {
    const KIND: [u8; 8] = *b"cg-state";
    const VERSION: u16 = 2;
    const WHAT: &'static str = "the state of a solver by conjugate gradients";

    /// Checks that vectors have one length and all numbers are finite.
    fn validate(&self) -> Result<(), String> {
        let unknowns = self.x.len();
        check_vectors(unknowns, [("x", &self.x[..]), ("r", &self.r)])?;
        check_vectors(unknowns, [("p", &self.p[..])])?;
        check_vectors(2, [("rho", &self.rho[..])])
    }
}
