//! Why a solver fails, whichever it is.

use crate::reduce::ReduceError;

/// Why a problem was not solved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A sum over workers failed.
    #[error(transparent)]
    Reduce(#[from] ReduceError),
    /// A state, or a start, of another problem or other options.
    #[error(
        "a state of {found} unknowns and key {found_key:016x}, expected a sound one of {expected} and {expected_key:016x}"
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
    /// What the observer of iterations failed with.
    #[error("{0}")]
    Observer(String),
    /// There is no way down from outside the domain.
    #[error("value or gradient at the start is not finite")]
    Start,
}
