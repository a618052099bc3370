//! [`modern`]: the search of an engine of today, assembled from the parts of this crate.

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

/// A searcher with the parts of a strong engine of today and a table of `hash_mb` megabytes (at least 1).
///
/// The page of the crate lists the parts. The example `heuristics` measures what each is worth; `docs/SEARCH.md` has the
/// figures. Replace a part by [`Searcher::pruning`] and its like, add one by [`Searcher::add_pruning`] and its like.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::{Limits, NullMove, modern};
///
/// let mut searcher = modern(Material::default(), 16)?;
/// let with = searcher.search(&Position::startpos(), &Limits::depth(6));
/// // One socket replaced: no pruning but the null move.
/// let mut other = modern(Material::default(), 16)?.pruning(NullMove::default());
/// let without = other.search(&Position::startpos(), &Limits::depth(6));
/// assert!(without.nodes > with.nodes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`TableError`] if the table cannot be made.
pub fn modern<E: Evaluator>(
    eval: E,
    hash_mb: usize,
) -> Result<Searcher<E, impl DepthPolicy, impl ForwardPruning, impl MoveMemory, HashTable>, TableError> {
    let depth = PlainDepth { iid_from: Depth::NEVER, iir_from: Depth::plies(4), ..PlainDepth::default() };
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
