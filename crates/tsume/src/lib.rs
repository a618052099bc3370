#![doc = include_str!("../README.md")]

mod bounds;
pub mod certificate;
pub mod checker;
mod dfpn;
mod dominance;
mod export;
mod heuristic;
mod length;
mod line;
mod node;
mod number;
mod path;
mod second;
mod short;
mod shown;
mod solver;
mod table;
mod tree;
mod within;

pub use export::{Answer, Variations, solution, variations};
pub use heuristic::{DfpnHeuristic, Mobility, Unit};
pub use length::{Counting, Length, Lengths, LengthsBuilder, Measured};
pub use node::MateNode;
pub use number::Numbers;
pub use second::{Kind, LineError, Second, Soundness, second_solutions};
pub use solver::{Solution, Solver, SolverBuilder, Verdict};
pub use tree::{Branch, NodeId, Tree};
