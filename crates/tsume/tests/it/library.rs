//! Files of the library that need only each other, for the tests in them, of what the public interface does not show.
#![allow(dead_code, unreachable_pub, unused_imports, reason = "what else is in them is used by the library")]

#[path = "../../src/bounded"]
pub(crate) mod bounded {
    mod table;
}
#[path = "../../src/dfpn"]
pub(crate) mod dfpn {
    mod child;
    mod cycle;
    pub(crate) mod dependence;
    mod entries;
    pub(crate) mod path;
    mod recent;
    mod table;
}
#[path = "../../src/heuristic.rs"]
mod heuristic;
#[path = "../../src/mate_in_one.rs"]
pub(crate) mod mate_in_one;
#[path = "../../src/node.rs"]
pub(crate) mod node;
#[path = "../../src/number.rs"]
pub(crate) mod number;
#[path = "../../src/problem.rs"]
mod problem;
#[path = "../../src/proof_pieces.rs"]
pub(crate) mod proof_pieces;
#[path = "../../src/widening/mod.rs"]
pub(crate) mod widening;
