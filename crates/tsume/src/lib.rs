#![doc = include_str!("../README.md")]

pub mod certificate;
pub mod checker;
mod child;
mod cycle;
mod dfpn;
mod dominance;
mod heuristic;
mod lean;
mod node;
mod number;
mod path;
mod simulation;
mod solver;
mod table;
mod tree;

pub use child::Counting;
pub use cycle::{Circumstances, CyclePolicy, Ignore, Keep, LeanOn, Leaning, Nagai, Recall, Twin};
pub use heuristic::{DfpnHeuristic, Mobility, Unit};
pub use lean::Lean;
pub use node::MateNode;
pub use number::Numbers;
pub use simulation::Simulations;
pub use solver::{Solution, Solver, SolverBuilder, Verdict};
pub use tree::{Branch, NodeId, Tree};
