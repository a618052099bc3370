//! Solvers and optimisers that know nothing of shogi.
//!
//! | file | does |
//! |---|---|
//! | `conjugate_gradient.rs` | [`conjugate_gradient`]: large linear systems given by what they do to a vector |
//! | `lbfgs.rs` | [`lbfgs`]: smooth functions of many unknowns given by value and gradient |
//! | `line_search.rs` | how far it goes along a direction; [`Wolfe`]: when that is far enough |
//! | `shared.rs` | [`Shared`]: an objective that is a sum over several workers |
//! | `step.rs` | [`StepRule`]: steps down a gradient by sign, Adam, `AdaGrad` |

mod conjugate_gradient;
mod lbfgs;
mod line_search;
mod shared;
mod step;

pub use conjugate_gradient::{CgError, CgOptions, CgState, NormalEquations, conjugate_gradient};
pub use lbfgs::{LbfgsEnd, LbfgsError, LbfgsOptions, LbfgsState, Objective, lbfgs};
pub use line_search::Wolfe;
pub use shared::{Shared, SharedError};
pub use step::{AdaGrad, Real, Step, StepRule};
