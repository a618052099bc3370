//! [`modern`]: the search of an engine of today, assembled from the parts of this crate.

use komadai_core::Evaluator;

use crate::engine::searcher::Searcher;
use crate::engine::sockets::SearchParts;
use crate::memory::{BrotherBest, CaptureHistory, ContinuationHistory, Correction, History, MoveMemory};
use crate::options::Leaf;
use crate::policy::DepthPolicy;
use crate::pruning::ForwardPruning;
use crate::settings::Settings;
use crate::table::{HashTable, TableError};

/// A searcher with the parts of a strong engine of today and a table of `hash_mb` megabytes, at least 1.
///
/// The page of the crate lists the parts; `docs/SEARCH.md` tells what each is worth. Replace a part by
/// [`Searcher::pruning`] and its like, add one by [`Searcher::add_pruning`] and its like.
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
) -> Result<
    Searcher<SearchParts<E, impl DepthPolicy, impl ForwardPruning, impl MoveMemory, HashTable>>,
    TableError,
> {
    Ok(modern_with(&Settings::default(), eval, HashTable::new(hash_mb)?))
}

/// [`modern`] with these constants and this table, which other searchers may share.
pub fn modern_with<E: Evaluator>(
    settings: &Settings,
    eval: E,
    table: HashTable,
) -> Searcher<
    SearchParts<
        E,
        impl DepthPolicy + use<E>,
        impl ForwardPruning + use<E>,
        impl MoveMemory + use<E>,
        HashTable,
    >,
> {
    let settings = settings.clone();
    let (history, pairs) = (settings.history, settings.continuation);
    Searcher::new(eval)
        .table(table.age_plies(settings.age_plies))
        .memory((
            BrotherBest::default(),
            History::with(|new| (new.limit, new.bonus) = (history.limit, history.bonus)),
            ContinuationHistory::with(|new| (new.limit, new.bonus) = (pairs.limit, pairs.bonus)),
            CaptureHistory::with(|new| new.per_cp = settings.captures_per_cp),
            settings.danger,
            settings.check_bonus,
            Correction::with(|new| new.rate = settings.correction_rate),
        ))
        .depth_policy(settings.late_moves.wrap(settings.singular.wrap(settings.plies)))
        .pruning((
            (settings.futility, settings.razoring),
            settings.null_move,
            settings.capture_cut,
            (settings.late_pruning, settings.exchange),
            settings.delta,
        ))
        .leaf(Leaf::Quiescence(settings.quiescence))
        .superior_repetition(true)
        .must_promote(true)
        .aspiration(settings.aspiration)
}
