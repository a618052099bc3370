#![doc = include_str!("../README.md")]

mod bounded;
mod builder;
pub mod certificate;
pub mod checker;
mod cooks;
mod dfpn;
mod futile;
mod heuristic;
pub mod hisshi;
mod mate_in_one;
mod node;
mod number;
mod problem;
mod proof_pieces;
mod record;
mod solver;
pub mod testing;
mod tree;
mod widening;

pub use bounded::length::{Length, Lengths, LengthsBuilder, Measured};
pub use bounded::rule::LengthRule;
pub use builder::SolverBuilder;
pub use certificate::Certificate;
pub use cooks::{Cook, CookKind, LineError, Soundness, find_cooks};
pub use dfpn::child::Counting;
pub use dfpn::cycle::{
    AnyCyclePolicy, CycleKeep, CyclePolicy, CycleRecall, DependenceTable, DependentNoMate, Ignore, Nagai,
    NagaiLiteral, SearchContext, Simulations, Twin,
};
pub use dfpn::dependence::Dependence;
pub use futile::FutileSquares;
pub use heuristic::{DfpnHeuristic, FarDrops, Mobility, Odds, Support, Unit};
pub use hisshi::{
    AnsweredReply, HisshiAnswer, HisshiKey, HisshiLimits, HisshiVerdict, Refutation, find_hisshi,
};
pub use node::MateNode;
pub use number::Numbers;
pub use record::{Variations, record_line, record_variations};
pub use solver::{SHORTEST, Solution, Solver, Verdict};
pub use tree::{Branch, NodeId, Tree};
pub use widening::TableError;
