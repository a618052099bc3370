//! The killers that are compared: those of the registry of parts, one slot each, as in the thesis, and a search without one.

use komadai::Position;
use komadai::evaluation::Evaluation;
use komadai::search::TableError;

use crate::recipe::{self, AnyKiller};
use crate::watch::killers::{self, KillerMeasurement};

/// The search without a killer: how many moves of each kind are right anyway.
pub(super) const NONE: &str = "no killer";

/// Titles of the killers, in the order of tables.
pub(super) fn killers() -> impl Iterator<Item = &'static str> {
    recipe::killers().map(|(_, killer)| killer.title)
}

/// The killers by their titles; the search without one last.
pub(super) fn compared() -> impl Iterator<Item = (&'static str, Option<AnyKiller>)> {
    recipe::killers().map(|(_, killer)| (killer.title, Some((killer.make)(true)))).chain([(NONE, None)])
}

/// Measures a killer in a position, alone in its search.
pub(super) fn measure(
    killer: Option<AnyKiller>,
    eval: &Evaluation,
    pos: &Position,
    nodes: u64,
) -> Result<KillerMeasurement, TableError> {
    killers::measure(recipe::OwnMemories::of(killer), eval.clone(), pos, nodes)
}
