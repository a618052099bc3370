//! The search of an engine of today, put together from the parts of this crate: to start from, and to take apart.

use komadai_core::{Evaluator, Value};

use crate::depth::Depth;
use crate::memory::{BrotherBest, ContinuationHistory, Correction, History, MoveMemory};
use crate::options::{Leaf, Quiescence};
use crate::policy::{DepthPolicy, LateMove, PlainDepth};
use crate::pruning::{
    CaptureCut, Delta, ExchangePruning, ForwardPruning, Futility, LateMovePruning, NullMove, Razoring,
};
use crate::searcher::Searcher;
use crate::table::{HashTable, TableError};

/// A searcher with the parts of a strong engine of today, and `hash_mb` megabytes of table: at least 1. What each is worth
/// in it, and which are not, the example `heuristics` measures; `docs/SEARCH.md` has figures.
///
/// The page of the crate lists the parts; the example `heuristics` asks what each of them is worth.
///
/// ```
/// # use komadai_core::{Change, Evaluator, Position, Value};
/// # struct Hands;
/// # impl Evaluator for Hands {
/// #     type State = ();
/// #     fn fresh(&self, _: &Position) {}
/// #     fn advance(&self, _: &(), _: &Position, _: &Change) {}
/// #     fn evaluate(&self, _: &(), pos: &Position) -> Value {
/// #         let us = pos.side_to_move();
/// #         Value::from_cp(pos.hand(us).len() as i32 - pos.hand(!us).len() as i32)
/// #     }
/// # }
/// use komadai_search::{Limits, NullMove, modern};
///
/// let mut searcher = modern(Hands, 16)?;
/// let with = searcher.search(&Position::startpos(), &Limits::depth(6));
/// // One part exchanged, nothing else: all prunings but the null move are gone.
/// let mut other = modern(Hands, 16)?.pruning(NullMove::default());
/// let without = other.search(&Position::startpos(), &Limits::depth(6));
/// assert!(without.nodes > with.nodes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`TableError`] if there can be no such table.
pub fn modern<E: Evaluator>(
    eval: E,
    hash_mb: usize,
) -> Result<Searcher<E, impl DepthPolicy, impl ForwardPruning, impl MoveMemory, HashTable>, TableError> {
    let depth =
        PlainDepth { deepen_from: Depth::NEVER, give_up_from: Depth::plies(4), ..PlainDepth::default() };
    let searcher = Searcher::new(eval)
        .table(HashTable::new(hash_mb)?)
        .memory((
            BrotherBest::default(),
            (History::default(), ContinuationHistory::default()),
            Correction::default(),
        ))
        .depth_policy(LateMove::around(depth))
        .pruning((
            (Futility::default(), Razoring::default()),
            NullMove::default(),
            CaptureCut::default(),
            (LateMovePruning::default(), ExchangePruning::default()),
            Delta::default(),
        ))
        .leaf(Leaf::Quiescence(Quiescence { mate_plies: 1, ..Quiescence::default() }))
        .superior_repetition(true)
        .aspiration(Value::from_cp(60));
    Ok(searcher.unwrap_or_else(|_| unreachable!("60 is more than 0")))
}
