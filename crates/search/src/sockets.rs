//! The seven sockets of a search as one type parameter, so that the recursion does not repeat their bounds.

use komadai_core::{Evaluator, MateSolver};

use crate::memory::MoveMemory;
use crate::observe::Observer;
use crate::policy::DepthPolicy;
use crate::pruning::ForwardPruning;
use crate::table::TranspositionTable;

/// The types of the parts of a search. Implemented by the tuple of them, which is never made.
pub(crate) trait Sockets {
    type Eval: Evaluator;
    type Depth: DepthPolicy;
    type Pruning: ForwardPruning;
    type Memory: MoveMemory;
    type Table: TranspositionTable;
    type Mate: MateSolver;
    type Observer: Observer;
}

impl<E, D, P, K, T, M, O> Sockets for (E, D, P, K, T, M, O)
where
    E: Evaluator,
    D: DepthPolicy,
    P: ForwardPruning,
    K: MoveMemory,
    T: TranspositionTable,
    M: MateSolver,
    O: Observer,
{
    type Eval = E;
    type Depth = D;
    type Pruning = P;
    type Memory = K;
    type Table = T;
    type Mate = M;
    type Observer = O;
}
