//! The constants that a run of SPSA tunes, and the recipes that have them at other values.

use komadai_recipe::{Parts, Recipe, RecipeError};
use komadai_report::Failure;
use komadai_search::{Constant, Settings};

use super::arena::Arena;
use crate::stats::spsa::SpsaAxis;

/// A recipe with constants to be tuned.
pub(super) struct Tuned {
    pub(super) base: Recipe,
    /// The constants of the base.
    settings: Settings,
    pub(super) constants: Vec<&'static Constant>,
}

impl Tuned {
    /// The constants with these names. Without names, all that can be tuned: switches are left out, and what the search
    /// of the base does not feel.
    pub(super) fn new(
        parts: &Parts,
        base: &str,
        names: &[String],
        arena: &Arena<'_>,
    ) -> Result<Tuned, Failure> {
        let base = parts.recipe(base).map_err(|error| format!("--base: {error}"))?;
        let mut tuned = Tuned { settings: base.settings(), base, constants: Vec::new() };
        let named = names.iter().map(|name| tuned.named(name)).collect::<Result<Vec<_>, _>>()?.concat();
        // In the order of the table, each once.
        let is_tuned = |constant: &&Constant| match names {
            [] => constant.most - constant.least > 1 && tuned.is_in_range(constant),
            _ => named.iter().any(|known| known.name == constant.name),
        };
        tuned.constants = Settings::CONSTANTS.iter().filter(is_tuned).collect();
        let felt = tuned.felt(arena)?;
        if felt.is_empty() {
            let (of, nodes) = (if names.is_empty() { "" } else { " of --constants" }, arena.nodes());
            let base = &tuned.base;
            return Err(format!(
                "--base {base}: no constant{of} changes its search of {nodes} nodes (--nodes), expected one that does"
            )
            .into());
        }
        if names.is_empty() {
            tuned.constants = felt;
        }
        Ok(tuned)
    }

    /// Value of a constant in the base.
    pub(super) fn start(&self, constant: &Constant) -> i32 {
        constant.get(&self.settings)
    }

    /// The axes of the constants.
    pub(super) fn axes(&self) -> Vec<SpsaAxis> {
        let axis = |constant: &&Constant| SpsaAxis {
            start: self.start(constant),
            least: constant.least,
            most: constant.most,
            step: constant.step,
        };
        self.constants.iter().map(axis).collect()
    }

    /// The base with these values, in the order of the constants; those that it has already are not named.
    pub(super) fn recipe(&self, values: &[i32]) -> Result<Recipe, RecipeError> {
        let changed =
            self.constants.iter().zip(values).filter(|(constant, value)| self.start(constant) != **value);
        changed.into_iter().try_fold(self.base.clone(), |recipe, (constant, value)| {
            recipe.with_constant(constant.name, *value)
        })
    }

    /// The constants that a name means: one, or those of a part that are in their ranges. A value outside, such as a depth
    /// that is never reached, switches something off and has no neighbours to try.
    fn named(&self, name: &str) -> Result<Vec<&'static Constant>, Failure> {
        let in_part = |constant: &&Constant| {
            let rest = constant.name.strip_prefix(name);
            rest.is_some_and(|rest| rest.starts_with('.')) && self.is_in_range(constant)
        };
        let part: Vec<&Constant> = Settings::CONSTANTS.iter().filter(in_part).collect();
        if !part.is_empty() {
            return Ok(part);
        }
        let constant = Settings::constant(name).map_err(|error| format!("--constants: {error}"))?;
        if !self.is_in_range(constant) {
            let (start, least, most) = (self.start(constant), constant.least, constant.most);
            let told = format!(
                "--constants: {name} is {start} in {}, expected {least} to {most}: give --base a value to begin with",
                self.base
            );
            return Err(told.into());
        }
        Ok(vec![constant])
    }

    fn is_in_range(&self, constant: &Constant) -> bool {
        (constant.least..=constant.most).contains(&self.start(constant))
    }

    /// Those of its constants that change the search at an end of their range.
    fn felt(&self, arena: &Arena<'_>) -> Result<Vec<&'static Constant>, Failure> {
        let before = arena.trace(&self.base)?;
        let mut felt = Vec::new();
        for &constant in &self.constants {
            for end in [constant.least, constant.most] {
                let other = self.base.with_constant(constant.name, end)?;
                if arena.trace_differs(&other, &before)? {
                    felt.push(constant);
                    break;
                }
            }
        }
        Ok(felt)
    }
}
