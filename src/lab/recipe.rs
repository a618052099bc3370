//! Searches put together by name, at run time: `modern`, `modern-null`, `table+history`.
//!
//! An experiment compares many combinations of the same parts. If every combination were a type, each would be
//! compiled; here every part is an [`Option`] of one type, and a part left out costs one test where it would have been
//! asked. The nodes are those of a searcher that has the same parts in its sockets; only the clock sees the tests,
//! and sees them in both sides of a comparison.

use core::fmt;
use core::str::FromStr;
use std::collections::BTreeSet;

use komadai_core::{Evaluator, Value};
use komadai_search::policy::{ByCategory, CategoryOrder, RealizationProbability};
use komadai_search::pruning::{Adaptive, ByMoveNumber, ByStage, FixedMargin, LinearMargin};
use komadai_search::{
    BrotherBest, Butterfly, CaptureCut, ContextBest, ContextN, ContinuationHistory, Correction, CounterMove,
    Delta, Depth, DepthPolicy, ExchangePruning, ForwardPruning, Futility, HashTable, HashedPremove, History,
    LateMove, LateMovePruning, Leaf, MoveMemory, NullMove, Observer, PassBest, PlainDepth, PremoveBest,
    ProbCut, Quiescence, QuietProbCut, Razoring, Searcher, Singular, TableError, TaggedContext, TwoAgo,
};

use super::Engine;
use super::control::{Control, built_in_softmax};

/// A part that a recipe has or has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Part {
    /// [`HashTable`].
    Table,
    /// [`BrotherBest`] of two slots.
    Brother,
    /// [`History`].
    History,
    /// [`PassBest`].
    Pass,
    /// [`PremoveBest`].
    Premove,
    /// [`HashedPremove`].
    HashedPremove,
    /// [`CounterMove`].
    Counter,
    /// [`TwoAgo`].
    TwoAgo,
    /// [`ContextBest`].
    Context,
    /// [`TaggedContext`].
    TaggedContext,
    /// [`ContextN`].
    ContextN,
    /// [`Butterfly`].
    Butterfly,
    /// [`ContinuationHistory`].
    Continuation,
    /// [`NullMove`].
    Null,
    /// [`Futility`] of nodes far above beta.
    NodeFutility,
    /// [`Futility`] of moves far below alpha.
    MoveFutility,
    /// The margin of [`Futility`] is learned: [`Adaptive`].
    AdaptiveMargin,
    /// [`LateMove`], around any other control of depth.
    LateMoves,
    /// [`LateMovePruning`].
    LatePruning,
    /// [`ExchangePruning`].
    Exchange,
    /// [`Razoring`].
    Razoring,
    /// [`CaptureCut`].
    CaptureCut,
    /// [`ProbCut`] with paper 004's depths and a fixed margin.
    ProbCut,
    /// [`ProbCut::multi`] with a fixed margin.
    MultiProbCut,
    /// [`ProbCut::multi`] with a margin by move number.
    ProbCutByMove,
    /// [`ProbCut::multi`] with a margin by stage of the game.
    ProbCutByStage,
    /// [`Delta`].
    Delta,
    /// [`QuietProbCut`].
    QuietProbCut,
    /// Internal deepening at nodes of the line.
    Deepening,
    /// Answers to checks cost nothing.
    CheckExtension,
    /// Depth by [`RealizationProbability`] of the categories of TACOS instead of plies.
    Categories,
    /// Depth by [`RealizationProbability`] of a [`Softmax`] instead of plies.
    Softmax,
    /// Quiet moves in the order of the categories' probabilities.
    CategoryOrder,
    /// Aspiration windows.
    Aspiration,
    /// Captures that lose by exchange come last.
    ExchangeOrder,
    /// Checks in the first ply of quiescence.
    Checks,
    /// Mate in one move looked for at leaves.
    MateInOne,
    /// [`Singular`] extension.
    Singular,
    /// [`Correction`] of the evaluation.
    Correction,
    /// One ply less where nothing recommends a move.
    GiveUp,
    /// Superior and inferior repetition.
    Superior,
    /// [`Quiescence::default`] instead of [`Quiescence::PLAIN`].
    Bent,
}

impl Part {
    /// All parts with the names they have in recipes.
    pub const ALL: &'static [(Part, &'static str)] = &[
        (Part::Table, "table"),
        (Part::Brother, "brother"),
        (Part::History, "history"),
        (Part::Pass, "pass"),
        (Part::Premove, "premove"),
        (Part::HashedPremove, "hashed-premove"),
        (Part::Counter, "counter"),
        (Part::TwoAgo, "two-ago"),
        (Part::Context, "context"),
        (Part::TaggedContext, "tagged-context"),
        (Part::ContextN, "context-n"),
        (Part::Butterfly, "butterfly"),
        (Part::Continuation, "continuation"),
        (Part::Null, "null"),
        (Part::NodeFutility, "node-futility"),
        (Part::MoveFutility, "move-futility"),
        (Part::AdaptiveMargin, "adaptive-margin"),
        (Part::LateMoves, "late-moves"),
        (Part::LatePruning, "late-pruning"),
        (Part::Exchange, "exchange"),
        (Part::Razoring, "razoring"),
        (Part::CaptureCut, "capture-cut"),
        (Part::ProbCut, "probcut"),
        (Part::MultiProbCut, "multi-probcut"),
        (Part::ProbCutByMove, "probcut-by-move"),
        (Part::ProbCutByStage, "probcut-by-stage"),
        (Part::Delta, "delta"),
        (Part::QuietProbCut, "quiet-probcut"),
        (Part::Deepening, "deepening"),
        (Part::CheckExtension, "check-extension"),
        (Part::Categories, "categories"),
        (Part::Softmax, "softmax"),
        (Part::CategoryOrder, "category-order"),
        (Part::Aspiration, "aspiration"),
        (Part::ExchangeOrder, "exchange-order"),
        (Part::Checks, "checks"),
        (Part::MateInOne, "mate-in-one"),
        (Part::Singular, "singular"),
        (Part::Correction, "correction"),
        (Part::GiveUp, "give-up"),
        (Part::Superior, "superior"),
        (Part::Bent, "bent"),
    ];

    /// The name it has in recipes.
    pub fn name(self) -> &'static str {
        Part::ALL.iter().find(|(part, _)| *part == self).map_or("", |(_, name)| name)
    }
}

/// A text that is no recipe.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecipeError {
    /// Neither a base nor a part.
    #[error("recipe {recipe:?}: found {word:?}, expected one of {}", expected.join(", "))]
    Unknown {
        /// The whole text.
        recipe: String,
        /// The word that is not known.
        word: String,
        /// What it could have been.
        expected: Vec<&'static str>,
    },
}

/// What a search is made of. As a text: a base (`bare`, `modern`), then parts added (`+history`) and taken out (`-null`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    text: String,
    parts: BTreeSet<Part>,
}

impl Recipe {
    /// The bases and their parts.
    const BASES: &'static [(&'static str, &'static [Part])] = &[
        ("bare", &[]),
        (
            "modern",
            &[
                Part::Table,
                Part::Brother,
                Part::History,
                Part::Continuation,
                Part::Correction,
                Part::Null,
                Part::NodeFutility,
                Part::MoveFutility,
                Part::LateMoves,
                Part::LatePruning,
                Part::Exchange,
                Part::ExchangeOrder,
                Part::Razoring,
                Part::CaptureCut,
                Part::Delta,
                Part::CheckExtension,
                Part::GiveUp,
                Part::Aspiration,
                Part::Bent,
                Part::MateInOne,
                Part::Superior,
            ],
        ),
    ];

    /// Its parts by name, in one fixed order: the same for every way to write the same recipe.
    pub fn parts_text(&self) -> String {
        let parts: Vec<&str> = self.parts.iter().map(|part| part.name()).collect();
        if parts.is_empty() { "nothing".to_owned() } else { parts.join("+") }
    }

    /// Whether it has a part.
    pub fn has(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }

    /// This recipe and one part more.
    #[must_use]
    pub fn with(&self, part: Part) -> Recipe {
        let mut recipe = self.clone();
        if recipe.parts.insert(part) {
            recipe.text.push('+');
            recipe.text.push_str(part.name());
        }
        recipe
    }

    /// This recipe and one part less.
    #[must_use]
    pub fn without(&self, part: Part) -> Recipe {
        let mut recipe = self.clone();
        if recipe.parts.remove(&part) {
            recipe.text.push('-');
            recipe.text.push_str(part.name());
        }
        recipe
    }

    /// A searcher of this recipe behind the one name that matches and suites know.
    ///
    /// # Errors
    ///
    /// [`TableError`] if there can be no such table.
    pub fn engine<E>(&self, eval: E, hash_mb: usize) -> Result<Box<dyn Engine>, TableError>
    where
        E: Evaluator<State: Send> + Send + 'static,
    {
        Ok(Box::new(self.searcher(eval, (), hash_mb)?))
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
    ) -> Result<
        Searcher<
            E,
            impl DepthPolicy + Send + use<E, O>,
            impl ForwardPruning + Send + use<E, O>,
            impl MoveMemory + Send + use<E, O>,
            Option<HashTable>,
            (),
            O,
        >,
        TableError,
    >
    where
        E: Evaluator,
        O: Observer,
    {
        let has = |part| self.has(part);
        let quiescence = Quiescence {
            check_plies: u32::from(has(Part::Checks)),
            mate_plies: u32::from(has(Part::MateInOne)),
            ..if has(Part::Bent) { Quiescence::default() } else { Quiescence::PLAIN }
        };
        let depth = PlainDepth {
            check_extension: if has(Part::CheckExtension) { Depth::PLY } else { Depth::ZERO },
            deepen_from: if has(Part::Deepening) { Depth::plies(4) } else { Depth::NEVER },
            give_up_from: if has(Part::GiveUp) { Depth::plies(4) } else { Depth::NEVER },
            ..PlainDepth::default()
        };
        let depth = if has(Part::Softmax) {
            Control::Softmax(RealizationProbability::new(built_in_softmax()))
        } else if has(Part::Categories) {
            Control::Categories(RealizationProbability::tacos())
        } else {
            Control::Plies(depth)
        };
        let singular = Singular::around(depth);
        let depth = Singular {
            from_depth: if has(Part::Singular) { singular.from_depth } else { Depth::NEVER },
            ..singular
        };
        let late = LateMove::around(depth);
        let depth = LateMove {
            from_depth: if has(Part::LateMoves) { late.from_depth } else { Depth::NEVER },
            ..late
        };
        let margins = Adaptive::default();
        let searcher = Searcher::new(eval)
            .memory((
                has(Part::Brother).then(BrotherBest::default),
                (
                    has(Part::Pass).then(PassBest::default),
                    has(Part::Premove).then(PremoveBest::default),
                    has(Part::HashedPremove).then(HashedPremove::default),
                    has(Part::Counter).then(CounterMove::default),
                ),
                (
                    has(Part::TwoAgo).then(TwoAgo::default),
                    has(Part::Context).then(ContextBest::default),
                    has(Part::TaggedContext).then(TaggedContext::default),
                    has(Part::ContextN).then(ContextN::default),
                ),
                (
                    has(Part::History).then(History::default),
                    has(Part::Butterfly).then(Butterfly::default),
                    has(Part::Continuation).then(ContinuationHistory::default),
                    has(Part::CategoryOrder).then(|| CategoryOrder(ByCategory::tacos())),
                ),
                (
                    has(Part::Correction).then(Correction::default),
                    has(Part::AdaptiveMargin).then(|| margins.clone()),
                ),
            ))
            .pruning((
                (
                    (!has(Part::AdaptiveMargin)).then(|| self.futility(LinearMargin::default())),
                    has(Part::AdaptiveMargin).then(|| self.futility(margins.clone())),
                    has(Part::Razoring).then(Razoring::default),
                ),
                has(Part::Null).then(NullMove::default),
                (
                    has(Part::CaptureCut).then(CaptureCut::default),
                    has(Part::ProbCut).then(ProbCut::default),
                    has(Part::MultiProbCut).then(|| ProbCut::multi(FixedMargin::default())),
                    has(Part::ProbCutByMove).then(|| ProbCut::multi(ByMoveNumber::default())),
                    has(Part::ProbCutByStage).then(|| ProbCut::multi(ByStage::default())),
                ),
                (
                    has(Part::LatePruning).then(LateMovePruning::default),
                    has(Part::Exchange).then(ExchangePruning::default),
                ),
                (has(Part::Delta).then(Delta::default), has(Part::QuietProbCut).then(QuietProbCut::default)),
            ))
            .leaf(Leaf::Quiescence(quiescence))
            .draw_value(Value::from_cp(-50))
            .superior_repetition(has(Part::Superior))
            .exchange_order(has(Part::ExchangeOrder))
            .depth_policy(depth)
            .observer(observer);
        let searcher = if has(Part::Aspiration) {
            searcher.aspiration(Value::from_cp(60)).unwrap_or_else(|_| unreachable!("60 is more than 0"))
        } else {
            searcher
        };
        let table = if has(Part::Table) { Some(HashTable::new(hash_mb)?) } else { None };
        let searcher = searcher.table(table);
        Ok(searcher)
    }
}

impl Recipe {
    fn futility<M>(&self, margin: M) -> Futility<M> {
        Futility {
            nodes: self.has(Part::NodeFutility),
            moves: self.has(Part::MoveFutility),
            ..Futility::with(margin)
        }
    }
}

impl FromStr for Recipe {
    type Err = RecipeError;

    fn from_str(text: &str) -> Result<Recipe, RecipeError> {
        let end = text.find(['+', '-']).unwrap_or(text.len());
        let unknown = |word: &str, expected: Vec<&'static str>| RecipeError::Unknown {
            recipe: text.to_owned(),
            word: word.to_owned(),
            expected,
        };
        let base = Recipe::BASES.iter().find(|(name, _)| *name == &text[..end]);
        let Some((_, parts)) = base else {
            return Err(unknown(&text[..end], Recipe::BASES.iter().map(|(name, _)| *name).collect()));
        };
        let mut parts: BTreeSet<Part> = parts.iter().copied().collect();
        let mut rest = &text[end..];
        while let Some(sign) = rest.chars().next() {
            // A name may have a hyphen of its own: the longest name that fits is meant.
            let found = Part::ALL
                .iter()
                .filter(|(_, name)| rest[1..].starts_with(name))
                .max_by_key(|(_, name)| name.len());
            let Some((part, name)) = found else {
                return Err(unknown(&rest[1..], Part::ALL.iter().map(|(_, name)| *name).collect()));
            };
            rest = &rest[1 + name.len()..];
            if !(rest.is_empty() || rest.starts_with(['+', '-'])) {
                return Err(unknown(rest, vec!["+", "-"]));
            }
            if sign == '+' {
                parts.insert(*part);
            } else {
                parts.remove(part);
            }
        }
        Ok(Recipe { text: text.to_owned(), parts })
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use komadai_core::{Position, Tracked};
    use komadai_eval::Material;
    use komadai_search::Limits;

    use super::*;

    #[test]
    fn recipes_are_read_and_shown_as_written() {
        let recipe: Recipe = "modern-null-late-moves+null".parse().unwrap();
        assert!(recipe.has(Part::Null) && !recipe.has(Part::LateMoves) && recipe.has(Part::Table));
        assert_eq!(recipe.to_string(), "modern-null-late-moves+null");
        let error = "modern+nul".parse::<Recipe>().unwrap_err();
        assert!(
            error.to_string().starts_with("recipe \"modern+nul\": found \"nul\", expected one of table, ")
        );
        assert!("classic".parse::<Recipe>().is_err());
        assert!("bare+nullx".parse::<Recipe>().is_err());
    }

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
