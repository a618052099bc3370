//! Solvers and optimisers that know nothing of shogi.
//!
//! | file | does |
//! |---|---|
//! | `conjugate_gradient.rs` | [`conjugate_gradient`]: large linear systems given by their products with a vector |
//! | `lbfgs.rs` | [`lbfgs`]: smooth functions of many unknowns given by value and gradient |
//! | `line_search.rs` | how far L-BFGS goes along a direction, and when that is far enough |
//! | `error.rs` | [`SolveError`]: the errors of solvers |
//! | `step.rs` | [`StepRule`]: steps down a gradient by sign and Adam |

mod conjugate_gradient;
mod error;
mod lbfgs;
mod line_search;
mod step;

pub use conjugate_gradient::{CgOptions, CgState, NormalEquations, conjugate_gradient};
pub use error::SolveError;
#[cfg(feature = "artifact")]
pub(crate) use error::{check_squares, check_vectors};
pub use lbfgs::{LbfgsEnd, LbfgsOptions, LbfgsState, Objective, lbfgs};
pub use step::{Step, StepRule};
