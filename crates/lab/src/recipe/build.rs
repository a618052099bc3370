//! From a recipe to its searcher: every part in its socket, perhaps.

use komadai_core::{Evaluator, Value};
use komadai_search::policy::{ByCategory, CategoryOrder};
use komadai_search::pruning::{ByMoveNumber, ByStage, Counted, FixedMargin};
use komadai_search::{
    BrotherBest, Butterfly, ContextBest, ContextN, Correction, CounterMove, Depth, Engine, Futility,
    HashTable, HashedPremove, LateMove, Leaf, MateSearch, MoveMemory, NullWindowPass, Observer,
    ParallelSearcher, PassBest, PlainDepth, PremoveBest, ProbCut, Quiescence, QuietProbCut, Searcher,
    Settings, Singular, Sockets, TableError, TaggedContext, TwoAgo,
};
use komadai_tsume::Solver;

use super::control::{Control, Wrapped, built_in_softmax};
use super::erased::{AnyDepth, Margin, OwnMemories};
use super::own_part::OwnPart;
use super::part::Part;
use super::text::Recipe;

/// Nodes for each question of `mate-search` and `mate-horizon`.
const MATE_NODES: u64 = 50;
/// Nodes for each question of `mate-probcut`: those of paper 004's experiment are not given; ours.
const PROBCUT_MATE_NODES: u64 = 100;
/// What a draw is worth to the side to move at the root.
pub(super) const DRAW: Value = Value::from_cp(-50);
/// Megabytes of the solver's table.
const MATE_HASH_MB: usize = 16;

impl Recipe {
    /// A searcher of this recipe behind the one name that matches and suites know.
    ///
    /// # Errors
    ///
    /// [`TableError`] if there can be no such table.
    pub fn engine<E>(&self, eval: E, hash_mb: usize) -> Result<Box<dyn Engine + Send>, TableError>
    where
        E: Evaluator<State: Send> + Send + 'static,
    {
        Ok(Box::new(self.searcher(eval, (), hash_mb)?))
    }

    /// A searcher of this recipe on so many threads, which share `hash_mb` megabytes of table; `make` gives each its
    /// evaluation. With one thread it is [`Recipe::engine`]. Without a table the threads have nothing to tell each
    /// other.
    ///
    /// # Errors
    ///
    /// [`TableError`] if there can be no such table.
    pub fn parallel_engine<E>(
        &self,
        make: impl Fn() -> E,
        hash_mb: usize,
        threads: usize,
    ) -> Result<Box<dyn Engine + Send>, TableError>
    where
        E: Evaluator<State: Send> + Send + 'static,
    {
        let with_table = self.has(Part::Table);
        let table = self.settings().table.table(if with_table { hash_mb } else { 1 })?;
        let searcher = |table| self.searcher_with(make(), (), with_table.then_some(table));
        Ok(Box::new(ParallelSearcher::new(threads, table, searcher)?))
    }

    /// A searcher of this recipe, with `hash_mb` megabytes of table if it has one.
    ///
    /// # Errors
    ///
    /// [`TableError`] if there can be no such table.
    pub fn searcher<E, O>(
        &self,
        eval: E,
        observer: O,
        hash_mb: usize,
    ) -> Result<Searcher<impl Sockets<Eval = E, Observer = O> + use<E, O>>, TableError>
    where
        E: Evaluator,
        O: Observer,
    {
        let with_table = self.has(Part::Table);
        let table = with_table.then(|| self.settings().table.table(hash_mb)).transpose()?;
        self.searcher_with(eval, observer, table)
    }

    /// [`Recipe::searcher`] with this table.
    fn searcher_with<E, O>(
        &self,
        eval: E,
        observer: O,
        table: Option<HashTable>,
    ) -> Result<Searcher<impl Sockets<Eval = E, Observer = O> + use<E, O>>, TableError>
    where
        E: Evaluator,
        O: Observer,
    {
        let has = |part| self.has(part);
        let settings = self.settings();
        let quiescence = self.quiescence(&settings);
        let depth = PlainDepth {
            check_extension: self.check_extension(&settings),
            iid_from: if has(Part::Iid) { Depth::plies(4) } else { Depth::NEVER },
            iir_from: if has(Part::Iir) { settings.plies.iir_from } else { Depth::NEVER },
            ..settings.plies
        };
        let own = self.own.iter().map(|part| (part.make)()).fold(OwnPart::new(), OwnPart::and);
        let depth = if let Some(control) = own.control {
            Control::Own(control)
        } else if has(Part::Softmax) {
            Control::Softmax(settings.realization.clone().with_model(built_in_softmax()))
        } else if has(Part::Categories) {
            Control::Categories(settings.realization.clone().with_model(ByCategory::tacos()))
        } else {
            Control::Plies(depth)
        };
        let singular = settings.singular.wrap(depth);
        let depth = Singular {
            from_depth: match singular.from_depth {
                _ if !has(Part::Singular) => Depth::NEVER,
                Depth::NEVER => Singular::around(()).from_depth,
                from => from,
            },
            ..singular
        };
        let late = settings.late_moves.wrap(depth);
        let depth = LateMove {
            from_depth: if has(Part::LateMoves) { late.from_depth } else { Depth::NEVER },
            ..late
        };
        let depth = if own.wraps.is_empty() {
            Wrapped::No(depth)
        } else {
            Wrapped::Yes(own.wraps.into_iter().fold(AnyDepth::new(depth), |depth, wrap| wrap(depth)))
        };
        let counted = Counted::default();
        let margin = |built_in| own.margin.clone().map_or(Margin::BuiltIn(built_in), Margin::Own);
        let searcher = Searcher::new(eval)
            .memory((
                self.order_memory(&settings, own.memories),
                has(Part::Correction).then(|| Correction::with_rate(settings.correction_rate)),
                has(Part::CountedMargin).then(|| counted.clone()),
            ))
            .pruning((
                (
                    (!has(Part::CountedMargin)).then(|| self.futility(&settings, settings.futility.margin)),
                    has(Part::CountedMargin).then(|| self.futility(&settings, counted.clone())),
                    has(Part::Razoring).then_some(settings.razoring),
                ),
                (
                    has(Part::Null).then_some(settings.null_move),
                    has(Part::NullWindowPass).then(NullWindowPass::default),
                ),
                (
                    has(Part::CaptureCut).then(|| settings.capture_cut.clone()),
                    has(Part::ProbCut).then(|| self.asking(ProbCut::with(margin(FixedMargin::default())))),
                    has(Part::MultiProbCut)
                        .then(|| self.asking(ProbCut::multi(margin(FixedMargin::default())))),
                    has(Part::ProbCutByMove).then(|| self.asking(ProbCut::multi(ByMoveNumber::default()))),
                    has(Part::ProbCutByStage).then(|| self.asking(ProbCut::multi(ByStage::default()))),
                ),
                (
                    has(Part::LatePruning).then_some(settings.late_pruning),
                    has(Part::Exchange).then(|| settings.exchange.clone()),
                ),
                (
                    has(Part::Delta).then(|| settings.delta.clone()),
                    has(Part::QuietProbCut)
                        .then(|| QuietProbCut { margin: margin(QuietProbCut::default().margin) }),
                    has(Part::MateSearch).then(|| MateSearch { nodes: MATE_NODES, ..MateSearch::default() }),
                    own.prunings,
                ),
            ))
            .mate_solver(self.mate_solver()?)
            .leaf(Leaf::Quiescence(quiescence))
            .draw_value(DRAW)
            .superior_repetition(has(Part::Superior))
            .exchange_order(has(Part::ExchangeOrder))
            .must_promote(has(Part::MustPromote))
            .depth_policy(depth)
            .observer(observer);
        let searcher = if has(Part::Aspiration) {
            let half = settings.aspiration;
            searcher.aspiration(half).unwrap_or_else(|_| unreachable!("a window is wider than 0"))
        } else {
            searcher
        };
        Ok(searcher.table(table))
    }

    /// What orders moves: killers, histories, own memories, bonuses.
    pub(super) fn order_memory(
        &self,
        settings: &Settings,
        own: OwnMemories,
    ) -> impl MoveMemory + Send + use<> {
        let has = |part| self.has(part);
        (
            self.killer(Part::Brother, BrotherBest::default),
            (
                self.killer(Part::Pass, PassBest::default),
                self.killer(Part::Premove, PremoveBest::default),
                self.killer(Part::HashedPremove, HashedPremove::default),
                self.killer(Part::Counter, CounterMove::default),
            ),
            (
                self.killer(Part::TwoAgo, TwoAgo::default),
                self.killer(Part::Context, ContextBest::default),
                self.killer(Part::TaggedContext, TaggedContext::default),
                self.killer(Part::ContextN, ContextN::default),
            ),
            (
                has(Part::History).then(|| settings.history.plain()),
                has(Part::Butterfly).then(Butterfly::default),
                has(Part::Continuation).then(|| settings.continuation.continuation()),
                has(Part::CategoryOrder).then(|| CategoryOrder(ByCategory::tacos())),
            ),
            (
                own,
                has(Part::Danger).then_some(settings.danger),
                has(Part::CheckBonus).then_some(settings.check_bonus),
            ),
        )
    }

    pub(super) fn quiescence(&self, settings: &Settings) -> Quiescence {
        Quiescence {
            check_plies: settings.quiescence.check_plies.max(u32::from(self.has(Part::Checks))),
            mate_plies: u32::from(self.has(Part::MateInOne)),
            mate_nodes: if self.has(Part::MateHorizon) { MATE_NODES } else { 0 },
            ..if self.has(Part::ShortQuiescence) { settings.quiescence } else { Quiescence::PLAIN }
        }
    }

    pub(super) fn check_extension(&self, settings: &Settings) -> Depth {
        if self.has(Part::CheckExtension) { settings.plies.check_extension } else { Depth::ZERO }
    }

    /// The df-pn solver, where a part of the recipe asks it. A no-mate of its own says nothing to a search, so none is
    /// shown; every mate is.
    fn mate_solver(&self) -> Result<Option<Solver>, TableError> {
        let asked =
            [Part::MateSearch, Part::MateHorizon, Part::MateProbCut].iter().any(|&part| self.has(part));
        let solver = asked.then(|| Solver::builder().hash_mb(MATE_HASH_MB).show_no_mates(false).build());
        solver.transpose().map_err(|_| TableError::Memory(MATE_HASH_MB))
    }

    /// A ProbCut that asks the solver if the recipe says so.
    fn asking<M>(&self, probcut: ProbCut<M>) -> ProbCut<M> {
        let mate_nodes = if self.has(Part::MateProbCut) { PROBCUT_MATE_NODES } else { 0 };
        ProbCut { mate_nodes, ..probcut }
    }

    fn futility<M>(&self, settings: &Settings, margin: M) -> Futility<M> {
        let Futility { to_depth, open, .. } = settings.futility;
        let (nodes, moves) = (self.has(Part::NodeFutility), self.has(Part::MoveFutility));
        Futility { to_depth, margin, nodes, moves, open }
    }
}

#[cfg(test)]
mod tests {
    use komadai_core::{Position, Tracked};
    use komadai_eval::Material;
    use komadai_search::{History, Limits};

    use super::*;

    #[test]
    fn a_recipe_searches_the_nodes_of_the_same_parts_in_their_sockets() {
        let recipe: Recipe = "bare+table+brother+history+exchange-order".parse().unwrap();
        let mut engine = recipe.engine(Material::default(), 1).unwrap();
        let mut searcher = Searcher::new(Material::default())
            .depth_policy(PlainDepth::UNIFORM)
            .leaf(Leaf::Quiescence(Quiescence::PLAIN))
            .draw_value(Value::from_cp(-50))
            .memory((BrotherBest::default(), History::default()))
            .table(HashTable::new(1).unwrap());
        let pos = Position::startpos();
        let limits = Limits::depth(4);
        let want = searcher.search(&pos, &limits);
        let report = engine.search_game(Tracked::new(pos), &limits, &mut |_| {});
        assert_eq!((report.nodes, report.pv), (want.nodes, want.pv));
    }

    #[test]
    fn a_recipe_on_one_thread_is_its_engine_and_on_several_it_searches_as_well() {
        for recipe in ["modern", "modern-table"] {
            let recipe: Recipe = recipe.parse().unwrap();
            let board = Tracked::new(Position::startpos());
            let limits = Limits::nodes(5_000);
            let mut alone = recipe.engine(Material::default(), 1).unwrap();
            let want = alone.search_game(board.clone(), &limits, &mut |_| {});
            for threads in [1, 3] {
                let mut engine = recipe.parallel_engine(Material::default, 1, threads).unwrap();
                let report = engine.search_game(board.clone(), &limits, &mut |_| {});
                assert!(report.best.is_some() && report.nodes <= 5_000);
                assert!(threads > 1 || (report.nodes, &report.pv) == (want.nodes, &want.pv));
            }
        }
    }

    #[test]
    fn the_modern_recipe_is_the_modern_searcher() {
        let recipe: Recipe = "modern".parse().unwrap();
        let mut engine = recipe.engine(Material::default(), 1).unwrap();
        let mut searcher =
            komadai_search::modern(Material::default(), 1).unwrap().draw_value(Value::from_cp(-50));
        for sfen in [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        ] {
            let pos: Position = sfen.parse().unwrap();
            let limits = Limits::nodes(30_000);
            let want = searcher.search(&pos, &limits);
            let report = engine.search_game(Tracked::new(pos), &limits, &mut |_| {});
            assert_eq!((report.depth, report.value, report.pv), (want.depth, want.value, want.pv));
        }
    }
}
