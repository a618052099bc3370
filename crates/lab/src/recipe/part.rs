//! The parts that recipes name, one name each.

/// A part that a recipe has or has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Part {
    /// [`HashTable`](komadai_search::HashTable).
    Table,
    /// [`BrotherBest`](komadai_search::BrotherBest) of two slots.
    Brother,
    /// [`History`](komadai_search::History).
    History,
    /// [`PassBest`](komadai_search::PassBest).
    Pass,
    /// [`PremoveBest`](komadai_search::PremoveBest).
    Premove,
    /// [`HashedPremove`](komadai_search::HashedPremove).
    HashedPremove,
    /// [`CounterMove`](komadai_search::CounterMove).
    Counter,
    /// [`TwoAgo`](komadai_search::TwoAgo).
    TwoAgo,
    /// [`ContextBest`](komadai_search::ContextBest).
    Context,
    /// [`TaggedContext`](komadai_search::TaggedContext).
    TaggedContext,
    /// [`ContextN`](komadai_search::ContextN).
    ContextN,
    /// [`Butterfly`](komadai_search::Butterfly).
    Butterfly,
    /// [`ContinuationHistory`](komadai_search::ContinuationHistory).
    Continuation,
    /// [`Danger`](komadai_search::memory::Danger): attacks of cheaper pieces in the order of quiet moves.
    Danger,
    /// [`CheckBonus`](komadai_search::memory::CheckBonus): checks in the order of quiet moves.
    CheckBonus,
    /// Killers are recalled and learnt in quiescence as well ([`Phases`](komadai_search::Phases)).
    QuiescenceKillers,
    /// Killers have the probability of their kind ([`Likely`](komadai_search::Likely)), by which `categories` and `softmax` price them;
    /// in quiescence that is what decides whether they are tried.
    PricedKillers,
    /// No killers where more than two plies of budget are left ([`Phases::main`](komadai_search::Phases::main)).
    NoInnerKillers,
    /// No killers in the last two plies of budget ([`Phases::near_leaf`](komadai_search::Phases::near_leaf)).
    NoNearLeafKillers,
    /// [`NullMove`](komadai_search::NullMove).
    Null,
    /// [`NullWindowPass`](komadai_search::NullWindowPass), the pass that prunes nothing.
    NullWindowPass,
    /// [`Futility`](komadai_search::Futility) of nodes far above beta.
    NodeFutility,
    /// [`Futility`](komadai_search::Futility) of moves far below alpha.
    MoveFutility,
    /// The margin of [`Futility`](komadai_search::Futility) is counted: [`Counted`](komadai_search::pruning::Counted).
    CountedMargin,
    /// [`LateMove`](komadai_search::LateMove), around any other control of depth.
    LateMoves,
    /// [`LateMovePruning`](komadai_search::LateMovePruning).
    LatePruning,
    /// [`ExchangePruning`](komadai_search::ExchangePruning).
    Exchange,
    /// [`Razoring`](komadai_search::Razoring).
    Razoring,
    /// [`CaptureCut`](komadai_search::CaptureCut).
    CaptureCut,
    /// [`ProbCut`](komadai_search::ProbCut) with paper 004's depths and a fixed margin.
    ProbCut,
    /// [`ProbCut::multi`](komadai_search::ProbCut::multi) with a fixed margin.
    MultiProbCut,
    /// [`ProbCut::multi`](komadai_search::ProbCut::multi) with a margin by move number.
    ProbCutByMove,
    /// [`ProbCut::multi`](komadai_search::ProbCut::multi) with a margin by stage of the game.
    ProbCutByStage,
    /// [`Delta`](komadai_search::Delta).
    Delta,
    /// [`QuietProbCut`](komadai_search::QuietProbCut).
    QuietProbCut,
    /// Internal iterative deepening at nodes of the principal variation.
    Iid,
    /// Answers to checks cost nothing.
    CheckExtension,
    /// Depth by [`RealizationProbability`](komadai_search::RealizationProbability) of the categories of TACOS instead of plies.
    Categories,
    /// Depth by [`RealizationProbability`](komadai_search::RealizationProbability) of a [`Softmax`](komadai_search::Softmax) instead of plies.
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
    /// [`Singular`](komadai_search::Singular) extension.
    Singular,
    /// [`Correction`](komadai_search::Correction) of the evaluation.
    Correction,
    /// Internal iterative reduction: one ply less where nothing recommends a move.
    Iir,
    /// Superior and inferior repetition.
    Superior,
    /// [`MateSearch`](komadai_search::MateSearch): the df-pn solver asked at nodes with budget left.
    MateSearch,
    /// The df-pn solver asked beyond the horizon as well, in the first ply of quiescence.
    MateHorizon,
    /// The df-pn solver asked by each [`ProbCut`](komadai_search::ProbCut) of the recipe before they give up a node as bad (paper 004, 4.3.1).
    MateProbCut,
    /// Needless non-promotions are left out ([`is_needless_non_promotion`](komadai_search::is_needless_non_promotion)).
    MustPromote,
    /// [`Quiescence::default`](komadai_search::Quiescence::default) instead of [`Quiescence::PLAIN`](komadai_search::Quiescence::PLAIN).
    ShortQuiescence,
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
        (Part::Danger, "danger"),
        (Part::CheckBonus, "check-bonus"),
        (Part::QuiescenceKillers, "quiescence-killers"),
        (Part::PricedKillers, "priced-killers"),
        (Part::NoInnerKillers, "no-inner-killers"),
        (Part::NoNearLeafKillers, "no-near-leaf-killers"),
        (Part::Null, "null"),
        (Part::NullWindowPass, "null-window-pass"),
        (Part::NodeFutility, "node-futility"),
        (Part::MoveFutility, "move-futility"),
        (Part::CountedMargin, "counted-margin"),
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
        (Part::Iid, "iid"),
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
        (Part::Iir, "iir"),
        (Part::Superior, "superior"),
        (Part::MateSearch, "mate-search"),
        (Part::MateHorizon, "mate-horizon"),
        (Part::MateProbCut, "mate-probcut"),
        (Part::MustPromote, "must-promote"),
        (Part::ShortQuiescence, "short-quiescence"),
    ];

    /// The name it has in recipes.
    pub fn name(self) -> &'static str {
        Part::ALL.iter().find(|(part, _)| *part == self).map_or("", |(_, name)| name)
    }
}
