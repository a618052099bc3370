//! What every table of a run has in common: the options, the parts that may be named, the evaluation.

use komadai::analysis::fingerprint;
use komadai_report::Failure;

use super::options::Options;
use crate::recipe::{NamedEvaluation, Parts, Recipe};

pub(super) struct Setup<'a> {
    pub(super) options: &'a Options,
    pub(super) parts: &'a Parts,
    pub(super) eval: NamedEvaluation,
}

impl<'a> Setup<'a> {
    pub(super) fn new(options: &'a Options, parts: &'a Parts) -> Result<Setup<'a>, Failure> {
        let eval = parts.evaluation(&options.eval.eval).map_err(|error| format!("--eval: {error}"))?;
        Ok(Setup { options, parts, eval })
    }

    pub(super) fn hash_mb(&self) -> usize {
        self.options.hash_mb.megabytes()
    }

    /// What the journal knows a search by. Material and the built-in parts are known by their names; own parts and other
    /// evaluations by the nodes that they search as well, since what stands behind a name may have been changed.
    pub(super) fn describe(&self, recipe: &Recipe) -> Result<String, Failure> {
        let name = recipe.parts_text();
        if self.eval.name() == "material" && !recipe.has_own_parts() {
            return Ok(name);
        }
        let mut engine = self.eval.engine(recipe, self.hash_mb())?;
        Ok(format!("{name} ({}, {:06x})", self.eval, fingerprint(&mut engine)))
    }
}
