//! Parts of an engine written outside of Komadai, from its documentation alone.
//!
//! Each module holds one part and its tests: a forward pruning, a margin, a depth policy, an evaluation with incremental state, initial
//! numbers of the mate solver, and a killer. They use public items only, so that a change of a public interface is noticed here.

pub mod evaluator;
pub mod heuristic;
pub mod killer;
pub mod margin;
pub mod policy;
pub mod pruning;

/// A middle game with many pieces in hand.
#[cfg(test)]
fn crowded() -> komadai::Position {
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1".parse().expect("a valid position")
}

/// White mates in nine plies.
#[cfg(test)]
fn mate_in_nine() -> komadai::Position {
    "ln2k3+L/7g1/4p+Snp1/p2+L2R2/6p2/1+rSK1s3/P2PP+pN2/2G2PP2/L4G3 w 2BG6Psn2p 1"
        .parse()
        .expect("a valid position")
}
