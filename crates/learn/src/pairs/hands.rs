//! Whether like pieces in hand count by themselves or once.
//!
//! Paper 001 says both. By section 3.2 a position of 40 pieces holds 820 relations, so that each of three pawns in hand has its
//! own; by section 4.2 the entry r of a relation is 1 if it holds and 0 if not, so that the three count as one.

use core::fmt;

/// How like pieces in hand count in a position's relations \[R6\].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Hands {
    /// Each by itself (paper 001, section 3.2), as [`PairEvaluator`](komadai_eval::pair::PairEvaluator) counts them.
    #[default]
    Each,
    /// Once, however many there are: r is 0 or 1 (section 4.2). No evaluator plays by it.
    Once,
}

impl fmt::Display for Hands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Hands::Each => "each",
            Hands::Once => "once",
        })
    }
}
