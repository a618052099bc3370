//! The seven sockets of a search behind one type parameter, and the parts that fill them.

use komadai_core::{Evaluator, MateSolver};

use crate::memory::MoveMemory;
use crate::observe::Observer;
use crate::policy::{DepthPolicy, PlainDepth};
use crate::pruning::ForwardPruning;
use crate::table::TranspositionTable;

/// The types of the parts of a search, and the parts. [`SearchParts`] implements it; a function over any searcher takes
/// `Searcher<S>` with `S: Sockets`, one over those with a certain observer `S: Sockets<Observer = O>`.
pub trait Sockets {
    /// Static evaluation.
    type Eval: Evaluator;
    /// Cost of moves, extensions, reductions.
    type Depth: DepthPolicy;
    /// Forward pruning.
    type Pruning: ForwardPruning;
    /// Killers, histories, corrections.
    type Memory: MoveMemory;
    /// Results of earlier nodes.
    type Table: TranspositionTable;
    /// Mate solver that prunings query.
    type Mate: MateSolver;
    /// Statistics.
    type Observer: Observer;

    /// The observer.
    fn seen(&self) -> &Self::Observer;

    /// All parts, lent for a search: those that learn or count are mutable, the others read-only.
    fn lend(&mut self) -> Lent<'_, Self>;
}

/// The parts of a searcher, lent to a search.
pub type Lent<'a, S> = SearchParts<
    &'a <S as Sockets>::Eval,
    &'a <S as Sockets>::Depth,
    &'a <S as Sockets>::Pruning,
    &'a mut <S as Sockets>::Memory,
    &'a mut <S as Sockets>::Table,
    &'a mut <S as Sockets>::Mate,
    &'a mut <S as Sockets>::Observer,
>;

/// The parts of a [`Searcher`](crate::Searcher), one type parameter a socket, in the order of [`Sockets`].
#[derive(Debug)]
pub struct SearchParts<E, D = PlainDepth, P = (), K = (), T = (), M = (), O = ()> {
    pub(crate) eval: E,
    pub(crate) depth: D,
    pub(crate) pruning: P,
    pub(crate) memory: K,
    pub(crate) table: T,
    pub(crate) mate: M,
    pub(crate) observer: O,
}

impl<E, D, P, K, T, M, O> Sockets for SearchParts<E, D, P, K, T, M, O>
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

    fn seen(&self) -> &O {
        &self.observer
    }

    fn lend(&mut self) -> Lent<'_, Self> {
        let SearchParts { eval, depth, pruning, memory, table, mate, observer } = self;
        SearchParts { eval, depth, pruning, memory, table, mate, observer }
    }
}
