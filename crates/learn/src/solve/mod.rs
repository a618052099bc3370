//! Solvers and optimisers that know nothing of shogi.
//!
//! | file | does |
//! |---|---|
//! | `conjugate_gradient.rs` | [`conjugate_gradient`]: large linear systems given by what they do to a vector |
//! | `step.rs` | [`StepRule`]: steps down a gradient by sign, Adam, `AdaGrad` |

mod conjugate_gradient;
mod step;

pub use conjugate_gradient::{CgError, CgOptions, CgState, NormalEquations, conjugate_gradient};
pub use step::{AdaGrad, Real, Step, StepRule};
