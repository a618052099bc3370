//! The rows of the tables: which search is compared with which.

use crate::recipe::{Part, Parts, Recipe, RecipeError};

/// Two searches that differ in one part.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) with: Recipe,
    pub(super) without: Recipe,
}

/// A table: its name, what it compares, its rows.
pub(super) struct Comparison {
    pub(super) name: &'static str,
    pub(super) title: String,
    /// The search that the rows begin with.
    pub(super) base: Recipe,
    pub(super) rows: Vec<Row>,
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
    Part::CountedMargin,
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
    Part::Danger,
    Part::CheckBonus,
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

/// Each part taken out of the modern recipe, or put in where it is not there; own parts first.
pub(super) fn combined(parts: &Parts) -> Result<Comparison, RecipeError> {
    let base = recipe("modern");
    let mut rows = own_rows(parts, &base)?;
    rows.extend(PARTS.iter().map(|&part| row(part, &base)));
    Ok(Comparison { name: "combined", title: format!("Inside {base}"), base, rows })
}

/// Each own part put into a search.
fn own_rows(parts: &Parts, base: &Recipe) -> Result<Vec<Row>, RecipeError> {
    let row = |name: &str| {
        let with = parts.recipe(&format!("{base}+{name}"))?;
        Ok(Row { name: name.to_owned(), with, without: base.clone() })
    };
    parts.own_names().map(row).collect()
}

/// Each part added to a search with nothing but table, order of captures and quiescence.
pub(super) fn alone(parts: &Parts) -> Result<Comparison, RecipeError> {
    let base = recipe("bare+table+exchange-order+check-extension+short-quiescence");
    let mut rows = own_rows(parts, &base)?;
    rows.extend(PARTS.iter().filter(|part| !base.has(**part)).map(|&part| row(part, &base)));
    Ok(Comparison { name: "alone", title: format!("Added to {base}"), base, rows })
}

fn row(part: Part, base: &Recipe) -> Row {
    Row { name: part.name().to_owned(), with: base.with(part), without: base.without(part) }
}

/// Every killer alone, on top of history, on top of history and continuation history; own parts as if they were killers.
pub(super) fn killers(parts: &Parts) -> Result<Comparison, RecipeError> {
    let none = recipe("modern-brother-history-continuation-danger-check-bonus");
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
    let mut rows = Vec::new();
    for (ground, base) in &grounds {
        let named = |own: Row| Row { name: format!("{}, {ground}", own.name), ..own };
        rows.extend(own_rows(parts, base)?.into_iter().map(named));
    }
    let built_in = killers.iter().flat_map(|&killer| {
        grounds.iter().map(move |(ground, base)| Row {
            name: format!("{}, {ground}", killer.name()),
            ..row(killer, base)
        })
    });
    rows.extend(built_in);
    Ok(Comparison { name: "killers", title: "Killers on three grounds".to_owned(), base: none, rows })
}
