//! All integration tests in one program: one file an idea, linked once.

mod behaviour;
mod common;
mod consultation;
mod margins;
mod prunings;
mod quiescence;
mod realization;
mod signatures;
mod units;
mod values;
