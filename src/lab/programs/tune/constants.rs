//! The constants that a run of SPSA tunes, and the recipes that have them at other values.

use super::arena::Arena;
use crate::lab::exit::Failure;
use crate::lab::recipe::{Parts, Recipe, RecipeError};
use crate::lab::spsa::SpsaAxis;
use crate::search::{Constant, Settings};

/// A recipe with constants to be tuned.
pub(super) struct Tuned<'a> {
    parts: &'a Parts,
    pub(super) base: Recipe,
    pub(super) constants: Vec<&'static Constant>,
}

impl<'a> Tuned<'a> {
    /// The constants with these names; a name without its end means all of that part (`late_moves`). Without names, all
    /// that can be tuned: switches are left out, and what the search of the base does not feel.
    pub(super) fn new(
        parts: &'a Parts,
        base: &str,
        names: &[String],
        arena: &Arena,
    ) -> Result<Tuned<'a>, Failure> {
        let base = parts.recipe(base).map_err(|error| format!("--base: {error}"))?;
        let mut tuned = Tuned { parts, base, constants: Vec::new() };
        if names.is_empty() {
            tuned.constants = tuned.felt(arena)?;
            if tuned.constants.is_empty() {
                return Err(
                    format!("--base {}: found no constant that it feels, expected one", tuned.base).into()
                );
            }
            return Ok(tuned);
        }
        let means = |name: &str, constant: &Constant| {
            constant.name == name
                || constant.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'))
        };
        for name in names {
            if !Settings::CONSTANTS.iter().any(|constant| means(name, constant)) {
                Settings::constant(name).map_err(|error| format!("--constants: {error}"))?;
            }
        }
        tuned.constants = Settings::CONSTANTS
            .iter()
            .filter(|constant| names.iter().any(|name| means(name, constant)))
            .collect();
        for constant in &tuned.constants {
            let (start, least, most) = (tuned.start(constant), constant.least, constant.most);
            if !(least..=most).contains(&start) {
                return Err(format!(
                    "--constants: {} is {start} in {}, expected {least} to {most}: give --base a value to begin with",
                    constant.name, tuned.base
                )
                .into());
            }
        }
        Ok(tuned)
    }

    /// Value of a constant in the base.
    pub(super) fn start(&self, constant: &Constant) -> i32 {
        constant.get(&self.base.settings())
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
        let words: Vec<String> =
            changed.map(|(constant, value)| format!("+{}={value}", constant.name)).collect();
        self.parts.recipe(&format!("{}{}", self.base, words.concat()))
    }

    /// The constants in their range, more than two values wide, that change the search at an end of the range.
    fn felt(&self, arena: &Arena) -> Result<Vec<&'static Constant>, Failure> {
        let before = arena.trace(&self.base)?;
        let mut felt = Vec::new();
        for constant in Settings::CONSTANTS {
            let (start, least, most) = (self.start(constant), constant.least, constant.most);
            if most - least < 2 || !(least..=most).contains(&start) {
                continue;
            }
            for end in [least, most] {
                let other = self.parts.recipe(&format!("{}+{}={end}", self.base, constant.name))?;
                if arena.trace_differs(&other, &before)? {
                    felt.push(constant);
                    break;
                }
            }
        }
        Ok(felt)
    }
}
