//! Parts of an engine written outside of Komadai, from its documentation alone.
//!
//! Each module holds one part and its tests: a forward pruning, a margin, a depth policy and a killer; an evaluation is in the crate that
//! uses the core, initial numbers of the mate solver are in the crate that uses the solver. They use public items only, so that a change of
//! a public interface is noticed here.

pub mod killer;
pub mod margin;
pub mod policy;
pub mod pruning;

/// A middle game with many pieces in hand.
#[cfg(test)]
fn crowded() -> komadai::Position {
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1".parse().expect("a valid position")
}
