//! The question that a measurement answers.

use komadai::Position;
use komadai::analysis::fingerprint;
use komadai::evaluation::Evaluation;
use komadai_report::Failure;

use super::measure::Setup;
use crate::recipe::{ConsultationRecipe, NamedEvaluation};

/// What decides the answers of a setup. The number is made of node counts: a search or an evaluation that was changed has, most
/// likely, another one.
pub(super) fn describe(setup: &Setup, eval: &Evaluation) -> Result<String, Failure> {
    let Setup { sigma, seed, depth, hash_mb } = setup;
    let recipe: ConsultationRecipe = format!("consultation-8-{sigma}-{seed}").parse()?;
    let mut engine = NamedEvaluation::from(eval.clone()).consultation(&recipe, 1)?;
    let print = fingerprint(&mut engine);
    Ok(format!("{recipe} {eval} {print:06x} depth {depth} scout true hash {hash_mb}"))
}

/// The question of a setup, described so, at a position.
pub(super) fn question(setup: &str, pos: &Position) -> String {
    format!("{setup}; {pos}")
}
