//! Parts of an engine written outside of Komadai, from its documentation alone.
//!
//! Each module holds one part and its tests: a margin, for a forward pruning, a depth policy and a killer; an evaluation is in the crate that uses
//! the core, first numbers of the mate solver in that of the solver. They use public items only, so that a change of a public interface is
//! noticed here.

pub mod killer;
pub mod margin;
pub mod policy;
