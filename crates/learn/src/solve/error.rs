//! Errors of all solvers, and the checks of a valid state.

use crate::reduce::ReduceError;

/// Why a problem was not solved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A sum over workers failed.
    #[error(transparent)]
    Reduce(#[from] ReduceError),
    /// The state, or the start, belongs to another problem or other options.
    #[error(
        "a state of {found} unknowns and key {found_key:016x}, expected a sound one of {expected} and {expected_key:016x}: made from other games, seed or options"
    )]
    State {
        /// Unknowns of the state.
        found: usize,
        /// Its key.
        found_key: u64,
        /// Unknowns of the problem.
        expected: usize,
        /// Its key.
        expected_key: u64,
    },
    /// The state has more iterations than asked for; earlier states are not stored in it.
    #[error("a state of {found} iterations, expected at most {expected}")]
    Beyond {
        /// Iterations of the state.
        found: u32,
        /// Iterations asked for.
        expected: u32,
    },
    /// The observer of iterations failed with this message.
    #[error("{0}")]
    Observer(String),
    /// The start is outside the domain.
    #[error("value or gradient at the start is not finite")]
    Start,
}

/// Refuses a state with more iterations than asked for.
pub(super) fn check_iterations(found: u32, expected: u32) -> Result<(), SolveError> {
    if found > expected { Err(SolveError::Beyond { found, expected }) } else { Ok(()) }
}

/// Refuses named vectors of a state that do not have `expected` numbers or have one that is not finite.
pub(crate) fn check_vectors<'a, T: Copy + Into<f64> + 'a>(
    expected: usize,
    vectors: impl IntoIterator<Item = (&'static str, &'a [T])>,
) -> Result<(), String> {
    for (name, vector) in vectors {
        if vector.len() != expected {
            return Err(format!("{name}: {} numbers, expected {expected}", vector.len()));
        }
        if let Some(at) = vector.iter().position(|&number| !number.into().is_finite()) {
            return Err(format!("{name}: number {at} is {}, expected a finite number", vector[at].into()));
        }
    }
    Ok(())
}

/// Refuses means of squares if one is negative: a step would have no length.
#[cfg(feature = "artifact")]
pub(crate) fn check_squares<T: Copy + Into<f64>>(squares: &[T]) -> Result<(), String> {
    match squares.iter().position(|&square| square.into() < 0.0) {
        Some(at) => Err(format!("squares: number {at} is {}, expected 0 or more", squares[at].into())),
        None => Ok(()),
    }
}
