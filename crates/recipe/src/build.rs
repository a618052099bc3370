//! From a recipe to its searcher: every possible part is an `Option` in its socket.

use komadai_core::{Evaluator, Value};
use komadai_search::memory::{CheckBonus, Danger};
use komadai_search::policy::category::Tacos;
use komadai_search::policy::{ByCategory, CategoryOrder};
use komadai_search::pruning::Counted;
use komadai_search::{
    CaptureCut, CaptureHistory, ContinuationHistory, Correction, Delta, Engine, ExchangePruning,
    ForwardPruning, Futility, HashTable, History, LateMovePruning, Leaf, NullMove, NullWindowPass, Observer,
    ParallelSearcher, Quiescence, Razoring, SearchParts, Searcher, Settings, TableError,
};
use komadai_tsume::Solver;

use super::killers::Killers;
use super::own_part::{AnyDepth, AnyMemory, AnyPruning, MATE_NODES, Making, OwnPart};
use super::part::Socket;
use super::text::Recipe;

/// Nodes for each query of `mate-probcut`: paper 004 does not give those of its experiment; ours.
const PROBCUT_MATE_NODES: u64 = 100;
/// The value of a draw for the side to move at the root.
pub(super) const DRAW: Value = Value::from_cp(-50);
/// Megabytes of the solver's table.
const MATE_HASH_MB: usize = 16;

/// The searcher that a [`Recipe`] builds: a part that it lacks is an empty [`Option`] in its socket.
pub type RecipeSearcher<E, O> =
    Searcher<SearchParts<E, AnyDepth, Prunings, Memories, Option<HashTable>, Option<Solver>, O>>;

/// The forward prunings of a recipe, in the order in which they are asked.
pub(super) type Prunings = (
    (Option<Futility>, Option<Futility<Counted>>, Option<Razoring>),
    (Option<NullMove>, Option<NullWindowPass>, Option<CaptureCut>),
    (Option<LateMovePruning>, Option<ExchangePruning>, Option<Delta>),
    (Option<AnyPruning>, KnownValue),
);

/// Prunes nothing, but makes the static value known at every node out of check, for memories and own parts that read it.
#[derive(Debug)]
pub struct KnownValue;

impl ForwardPruning for KnownValue {
    fn uses_static_value(&self) -> bool {
        true
    }
}

/// The memories of a recipe: what orders moves, the correction of the evaluation, a margin that is counted.
pub(super) type Memories = (Order, Option<Correction>, Option<Counted>);

/// What orders the moves of a recipe.
pub(super) type Order = (
    Killers,
    (
        Option<History>,
        Option<ContinuationHistory>,
        Option<CaptureHistory>,
        Option<CategoryOrder<ByCategory<Tacos>>>,
    ),
    (Option<AnyMemory>, Option<Danger>, Option<CheckBonus>),
);

impl Recipe {
    /// A searcher of this recipe as the [`Engine`] that matches and suites use.
    ///
    /// # Errors
    ///
    /// [`TableError`] if the table cannot be made.
    pub fn engine<E>(&self, eval: E, hash_mb: usize) -> Result<Box<dyn Engine + Send>, TableError>
    where
        E: Evaluator<State: Send> + Send + 'static,
    {
        Ok(Box::new(self.searcher(eval, (), hash_mb)?))
    }

    /// A searcher of this recipe on so many threads, which share `hash_mb` megabytes of table; `make` makes the
    /// evaluation of each. With one thread it is [`Recipe::engine`]. Without a table the threads have nothing to tell
    /// each other.
    ///
    /// # Errors
    ///
    /// [`TableError`] if the table cannot be made.
    pub fn parallel_engine<E>(
        &self,
        make: impl Fn() -> E,
        hash_mb: usize,
        threads: usize,
    ) -> Result<Box<dyn Engine + Send>, TableError>
    where
        E: Evaluator<State: Send> + Send + 'static,
    {
        let has_table = self.has("table");
        let table = self.table(if has_table { hash_mb } else { 1 })?;
        let searcher = |table| self.with_table(make(), (), has_table.then_some(table));
        Ok(Box::new(ParallelSearcher::new(threads, table, searcher)?))
    }

    /// A searcher of this recipe, with `hash_mb` megabytes of table if it has one.
    ///
    /// # Errors
    ///
    /// [`TableError`] if the table cannot be made.
    pub fn searcher<E: Evaluator, O: Observer>(
        &self,
        eval: E,
        observer: O,
        hash_mb: usize,
    ) -> Result<RecipeSearcher<E, O>, TableError> {
        let table = if self.has("table") { Some(self.table(hash_mb)?) } else { None };
        self.with_table(eval, observer, table)
    }

    fn with_table<E: Evaluator, O: Observer>(
        &self,
        eval: E,
        observer: O,
        table: Option<HashTable>,
    ) -> Result<RecipeSearcher<E, O>, TableError> {
        let has = |part| self.has(part);
        let settings = self.settings();
        let own = self.made();
        let counted = Counted::default();
        let searcher = Searcher::new(eval)
            .table(table)
            .memory((
                self.order(&settings, own.memory),
                has("correction").then(|| Correction::with(|new| new.rate = settings.correction_rate)),
                has("counted-margin").then(|| counted.clone()),
            ))
            .pruning((
                (
                    (!has("counted-margin")).then(|| self.futility(&settings, settings.futility.margin)),
                    has("counted-margin").then(|| self.futility(&settings, counted.clone())),
                    has("razoring").then_some(settings.razoring),
                ),
                (
                    has("null").then_some(settings.null_move),
                    has("null-window-pass").then(NullWindowPass::default),
                    has("capture-cut").then(|| settings.capture_cut.clone()),
                ),
                (
                    has("late-pruning").then_some(settings.late_pruning),
                    has("exchange").then(|| settings.exchange.clone()),
                    has("delta").then(|| settings.delta.clone()),
                ),
                (own.pruning, KnownValue),
            ))
            .mate_solver(self.mate_solver()?)
            .leaf(Leaf::Quiescence(self.quiescence(&settings)))
            .draw_value(DRAW)
            .superior_repetition(has("superior"))
            .exchange_order(has("exchange-order"))
            .must_promote(has("must-promote"))
            .depth_policy(self.depth(&settings, own.control, own.wraps))
            .observer(observer);
        Ok(searcher.aspiration(if has("aspiration") { settings.aspiration } else { Value::INFINITE }))
    }

    /// The built-in parts that are made like own ones, and the own ones.
    pub(super) fn made(&self) -> OwnPart {
        let own = self.own.iter().map(|part| (part.make)()).fold(OwnPart::new(), OwnPart::and);
        let mate_nodes = if self.has("mate-probcut") { PROBCUT_MATE_NODES } else { 0 };
        let making = Making { mate_nodes, margin: own.margin.clone() };
        let built_in = self.parts().filter_map(|part| match part.socket {
            Socket::Any(make) => Some(make(&making)),
            _ => None,
        });
        built_in.fold(OwnPart::new(), OwnPart::and).and(own)
    }

    /// What orders moves: killers, histories, own memories, bonuses.
    pub(super) fn order(&self, settings: &Settings, own: Option<AnyMemory>) -> Order {
        let has = |part| self.has(part);
        let (single, pairs) = (settings.history, settings.continuation);
        let history = || History::with(|new| (new.limit, new.bonus) = (single.limit, single.bonus));
        let continuation =
            || ContinuationHistory::with(|new| (new.limit, new.bonus) = (pairs.limit, pairs.bonus));
        (
            self.killers(),
            (
                has("history").then(history),
                has("continuation").then(continuation),
                has("captures").then(|| CaptureHistory::with(|new| new.per_cp = settings.captures_per_cp)),
                has("category-order").then(|| CategoryOrder(ByCategory::tacos())),
            ),
            (
                own,
                has("danger").then_some(settings.danger),
                has("check-bonus").then_some(settings.check_bonus),
            ),
        )
    }

    fn table(&self, hash_mb: usize) -> Result<HashTable, TableError> {
        Ok(HashTable::new(hash_mb)?.age_plies(self.settings().age_plies))
    }

    pub(super) fn quiescence(&self, settings: &Settings) -> Quiescence {
        Quiescence {
            mate_plies: u32::from(self.has("mate-in-one")),
            mate_nodes: if self.has("mate-horizon") { MATE_NODES } else { 0 },
            ..if self.has("short-quiescence") { settings.quiescence } else { Quiescence::PLAIN }
        }
    }

    /// The df-pn solver, if a part of the recipe queries it. A no-mate tells a search nothing, so no tree is built for
    /// one; every mate gets one.
    fn mate_solver(&self) -> Result<Option<Solver>, TableError> {
        let asked = ["mate-search", "mate-horizon", "mate-probcut"].iter().any(|part| self.has(part));
        let solver = asked.then(|| Solver::builder().hash_mb(MATE_HASH_MB).show_no_mates(false).build());
        solver.transpose().map_err(|_| TableError::Memory(MATE_HASH_MB))
    }

    fn futility<M>(&self, settings: &Settings, margin: M) -> Futility<M> {
        let Futility { to_depth, open, .. } = settings.futility;
        let (nodes, moves) = (self.has("node-futility"), self.has("move-futility"));
        Futility { to_depth, margin, nodes, moves, open }
    }
}
