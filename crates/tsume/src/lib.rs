#![doc = include_str!("../README.md")]

mod bounds;
pub mod certificate;
pub mod checker;
mod child;
mod choice;
mod cycle;
mod dfpn;
mod dominance;
mod export;
mod heuristic;
mod lean;
mod length;
mod line;
mod node;
mod number;
mod path;
mod second;
mod short;
mod shown;
mod simulation;
mod solver;
mod table;
mod tree;
mod within;

pub use child::Counting;
pub use cycle::{Circumstances, CyclePolicy, Ignore, Keep, LeanOn, Leaning, Nagai, Recall, Twin};
pub use export::{Answer, Variations, solution, variations};
pub use heuristic::{DfpnHeuristic, FarDrops, Mobility, Odds, Support, Unit};
pub use lean::Lean;
pub use length::{Length, Lengths, LengthsBuilder, Measured, Plies};
pub use node::MateNode;
pub use number::Numbers;
pub use second::{Kind, LineError, Second, Soundness, second_solutions};
pub use simulation::Simulations;
pub use solver::{Solution, Solver, SolverBuilder, Verdict};
pub use tree::{Branch, NodeId, Tree};
