//! Checks that parts of a search keep their laws, for tests of your own.
//!
//! | part | check |
//! |---|---|
//! | [`MoveMemory`](crate::MoveMemory) | [`assert_memory_laws`] |
//! | [`ForwardPruning`](crate::ForwardPruning) | [`assert_pruning_laws`] |
//! | [`DepthPolicy`](crate::DepthPolicy) | [`assert_policy_laws`] |
//! | [`MarginModel`](crate::MarginModel) | [`assert_margin_laws`] |
//!
//! They are ordinary functions that panic if a law is broken and say where; what is not called costs nothing. They
//! return what they saw of the part: a check that never saw it act proves nothing, so compare that with zero.

mod aids;
mod margin;
mod memory;
mod policy;
mod pruning;

pub use margin::assert_margin_laws;
pub use memory::assert_memory_laws;
pub use policy::assert_policy_laws;
pub use pruning::assert_pruning_laws;
