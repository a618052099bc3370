#![doc = include_str!("../README.md")]

pub mod certificate;
pub mod checker;
mod dfpn;
mod dominance;
mod heuristic;
mod node;
mod number;
mod path;
mod solver;
mod table;
mod tree;

pub use heuristic::{DfpnHeuristic, Mobility, Unit};
pub use node::MateNode;
pub use number::Numbers;
pub use solver::{Solution, Solver, SolverBuilder, Verdict};
pub use tree::{Branch, NodeId, Tree};
