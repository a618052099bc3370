//! The rows of the tables: which search is compared with which.

use komadai::lab::{Part, Recipe};

/// Two searches that differ in one part.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) with: Recipe,
    pub(crate) without: Recipe,
}

/// A table: its name, what it compares, its rows.
pub(crate) struct Comparison {
    pub(crate) name: &'static str,
    pub(crate) title: String,
    /// The search that the rows begin with.
    pub(crate) base: Recipe,
    pub(crate) rows: Vec<Row>,
}

fn recipe(text: &str) -> Recipe {
    text.parse().unwrap_or_else(|error| unreachable!("{error}"))
}

/// The parts that a row is about, in the order of a reader's questions.
const PARTS: &[Part] = &[
    Part::Null,
    Part::LateMoves,
    Part::NodeFutility,
    Part::MoveFutility,
    Part::AdaptiveMargin,
    Part::Razoring,
    Part::LatePruning,
    Part::ExchangeOrder,
    Part::Exchange,
    Part::Brother,
    Part::Pass,
    Part::Premove,
    Part::HashedPremove,
    Part::Counter,
    Part::TwoAgo,
    Part::Context,
    Part::TaggedContext,
    Part::ContextN,
    Part::History,
    Part::Butterfly,
    Part::Continuation,
    Part::Correction,
    Part::Iid,
    Part::Iir,
    Part::Singular,
    Part::Aspiration,
    Part::CheckExtension,
    Part::ProbCut,
    Part::MultiProbCut,
    Part::ProbCutByMove,
    Part::ProbCutByStage,
    Part::CaptureCut,
    Part::QuietProbCut,
    Part::Delta,
    Part::ShortQuiescence,
    Part::Checks,
    Part::MateInOne,
    Part::Superior,
    Part::MateSearch,
    Part::MateHorizon,
    Part::Table,
];

/// Each part taken out of the modern recipe, or put in where it is not there.
pub(crate) fn combined() -> Comparison {
    let base = recipe("modern");
    let rows = PARTS.iter().map(|&part| row(part, &base)).collect();
    Comparison { name: "combined", title: format!("Inside {base}"), base, rows }
}

/// Each part added to a search with nothing but table, order of captures and quiescence.
pub(crate) fn alone() -> Comparison {
    let base = recipe("bare+table+exchange-order+check-extension+short-quiescence");
    let rows = PARTS.iter().filter(|part| !base.has(**part)).map(|&part| row(part, &base)).collect();
    Comparison { name: "alone", title: format!("Added to {base}"), base, rows }
}

fn row(part: Part, base: &Recipe) -> Row {
    Row { name: part.name().to_owned(), with: base.with(part), without: base.without(part) }
}

/// Every killer alone, on top of history, on top of history and continuation history.
pub(crate) fn killers() -> Comparison {
    let none = recipe("modern-brother-history-continuation-counter");
    let grounds = [
        ("alone", none.clone()),
        ("on history", none.with(Part::History)),
        ("on continuation history", none.with(Part::History).with(Part::Continuation)),
    ];
    let killers = [
        Part::Brother,
        Part::Pass,
        Part::Premove,
        Part::HashedPremove,
        Part::Counter,
        Part::TwoAgo,
        Part::Context,
        Part::TaggedContext,
        Part::ContextN,
    ];
    let rows = killers
        .iter()
        .flat_map(|&killer| {
            grounds.iter().map(move |(ground, base)| Row {
                name: format!("{}, {ground}", killer.name()),
                ..row(killer, base)
            })
        })
        .collect();
    Comparison { name: "killers", title: "Killers on three grounds".to_owned(), base: none, rows }
}
