//! Solvers that know nothing of shogi: large linear systems given by what they do to a vector.

mod conjugate_gradient;

pub use conjugate_gradient::{CgError, CgOptions, CgState, NormalEquations, conjugate_gradient};
