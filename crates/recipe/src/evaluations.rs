//! Evaluations by name, own ones beside those of [`Evaluation`], and the searches made with them.
//!
//! An evaluator has a type of state of its own, so it cannot be a trait object in a search that calls it at every node.
//! What is kept here is therefore a function that builds a whole searcher around the evaluator, compiled for its type.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use komadai::evaluation::Evaluation;
use komadai_core::{Evaluator, Position, Value};
use komadai_search::{Depth, Engine, Limits, NodeCount, Searcher, Sockets, TableError};

use super::consultation::ConsultationRecipe;
use super::text::Recipe;
use crate::watch::audit::PruningAudit;
use crate::watch::tree_profile::TreeProfile;

/// The observers of an [`Instrumented`] search.
pub type Instruments = (NodeCount, OptionalInstruments);

/// Instruments that a search may have besides the count of its nodes.
pub type OptionalInstruments = (Option<PruningAudit>, Option<TreeProfile>);

/// A search whose cuts are counted, whose prunings can be audited, and whose tree can be profiled.
pub trait Instrumented: Engine {
    /// What its observers have seen since it was made.
    fn instruments(&self) -> &Instruments;

    /// The value of an inner node, alpha and beta its window, as [`Searcher::value`] searches it with so many nodes.
    fn value(&mut self, pos: &Position, depth: Depth, window: [Value; 2], nodes: u64) -> Option<Value>;
}

impl<S: Sockets<Observer = Instruments>> Instrumented for Searcher<S> {
    fn instruments(&self) -> &Instruments {
        self.seen()
    }

    fn value(&mut self, pos: &Position, depth: Depth, window: [Value; 2], nodes: u64) -> Option<Value> {
        let [alpha, beta] = window;
        Searcher::value(self, pos, depth, alpha, beta, &Limits::nodes(nodes))
    }
}

/// A search with the evaluation, or why its table cannot be made.
type Built<E> = Result<Box<E>, TableError>;

/// Builds the searches of recipes around one evaluation: the methods of a [`NamedEvaluation`]. Each search that has a
/// table gets `hash_mb` megabytes; [`TableError`] says why the table cannot be made.
#[expect(clippy::missing_errors_doc, reason = "the head says when there is no search")]
pub trait SearchBuilder: Send + Sync {
    /// A searcher of this recipe.
    fn engine(&self, recipe: &Recipe, hash_mb: usize) -> Built<dyn Engine + Send> {
        self.parallel_engine(recipe, hash_mb, 1)
    }

    /// The same on so many threads, which share the table.
    fn parallel_engine(&self, recipe: &Recipe, hash_mb: usize, threads: usize) -> Built<dyn Engine + Send>;

    /// Engines that vote.
    fn consultation(&self, recipe: &ConsultationRecipe, hash_mb: usize) -> Built<dyn Engine + Send>;

    /// A watched searcher: its cuts are counted, and the other instruments, if any, see its events.
    fn instrumented(
        &self,
        recipe: &Recipe,
        more: OptionalInstruments,
        hash_mb: usize,
    ) -> Built<dyn Instrumented + Send>;
}

impl<E, F> SearchBuilder for F
where
    F: Fn() -> E + Send + Sync,
    E: Evaluator<State: Send> + Send + 'static,
{
    fn parallel_engine(&self, recipe: &Recipe, hash_mb: usize, threads: usize) -> Built<dyn Engine + Send> {
        recipe.parallel_engine(self, hash_mb, threads)
    }

    fn consultation(&self, recipe: &ConsultationRecipe, hash_mb: usize) -> Built<dyn Engine + Send> {
        recipe.engine(self, hash_mb)
    }

    fn instrumented(
        &self,
        recipe: &Recipe,
        more: OptionalInstruments,
        hash_mb: usize,
    ) -> Built<dyn Instrumented + Send> {
        Ok(Box::new(recipe.searcher(self(), (NodeCount::default(), more), hash_mb)?))
    }
}

/// An evaluation of any type by its name: the [`SearchBuilder`] of the searches that use it.
#[derive(Clone)]
pub struct NamedEvaluation {
    name: Arc<str>,
    build: Arc<dyn SearchBuilder>,
    is_own: bool,
}

impl NamedEvaluation {
    /// An evaluation; `make` is called once for each searcher, and for each thread of a parallel one.
    pub fn new<E>(name: &str, make: impl Fn() -> E + Send + Sync + 'static) -> NamedEvaluation
    where
        E: Evaluator<State: Send> + Send + 'static,
    {
        NamedEvaluation { name: name.into(), build: Arc::new(make), is_own: true }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is the researcher's own, not one of [`Evaluation`].
    pub fn is_own(&self) -> bool {
        self.is_own
    }
}

impl Deref for NamedEvaluation {
    type Target = dyn SearchBuilder;

    fn deref(&self) -> &Self::Target {
        &*self.build
    }
}

/// The search checks at every node which kind of evaluation it has: searches are compiled for one type, not for every kind.
impl From<Evaluation> for NamedEvaluation {
    fn from(eval: Evaluation) -> NamedEvaluation {
        let name = eval.to_string();
        NamedEvaluation { is_own: false, ..NamedEvaluation::new(&name, move || eval.clone()) }
    }
}

komadai_core::debug_by_sizes!(NamedEvaluation { name, is_own } []);

impl fmt::Display for NamedEvaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
