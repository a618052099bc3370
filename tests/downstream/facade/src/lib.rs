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

#[cfg(test)]
mod positions {
    use komadai::Position;

    /// A middle game with many pieces in hand.
    pub fn crowded() -> Position {
        of("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1")
    }

    /// White mates in nine plies.
    pub fn mate_in_nine() -> Position {
        of("ln2k3+L/7g1/4p+Snp1/p2+L2R2/6p2/1+rSK1s3/P2PP+pN2/2G2PP2/L4G3 w 2BG6Psn2p 1")
    }

    /// A gold at the head of the king mates.
    pub fn mate_in_one() -> Position {
        of("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1")
    }

    /// One check, and no mate.
    pub fn no_mate() -> Position {
        of("4k4/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1")
    }

    fn of(sfen: &str) -> Position {
        sfen.parse().expect("a valid position")
    }
}
