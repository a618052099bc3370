//! [`EngineRecipe`]: any engine that a text can name, one search or engines that vote.

use std::fmt;

use komadai_search::{Engine, TableError};

use super::consultation::ConsultationRecipe;
use super::evaluations::NamedEvaluation;
use super::own_part::NamedPart;
use super::text::{Recipe, RecipeError};

/// An engine as a text that [`Parts::engine_recipe`](crate::Parts::engine_recipe) reads: a [`Recipe`] (`modern-null`), or a
/// [`ConsultationRecipe`] (`consultation-8-100`).
///
/// ```
/// use komadai_recipe::{EngineRecipe, Parts};
///
/// let parts = Parts::new();
/// assert!(matches!(parts.engine_recipe("modern-null")?, EngineRecipe::Search(_)));
/// assert!(matches!(parts.engine_recipe("ensemble-4-50")?, EngineRecipe::Consultation(_)));
/// assert!(parts.engine_recipe("consultation-7-50").is_err());
/// # Ok::<(), komadai_recipe::RecipeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineRecipe {
    /// One search.
    Search(Recipe),
    /// Engines that vote.
    Consultation(ConsultationRecipe),
}

impl EngineRecipe {
    /// Reads a text in which own parts may be named.
    pub(super) fn parse(text: &str, own: &[NamedPart]) -> Result<EngineRecipe, RecipeError> {
        if ConsultationRecipe::is_meant(text) {
            return ConsultationRecipe::parse(text, own).map(EngineRecipe::Consultation);
        }
        Recipe::parse(text, own).map(EngineRecipe::Search)
    }

    /// The search, or that of the engines that vote.
    pub fn search(&self) -> &Recipe {
        match self {
            EngineRecipe::Search(recipe) => recipe,
            EngineRecipe::Consultation(recipe) => &recipe.search,
        }
    }

    /// Its engine with an evaluation, on one thread, with `hash_mb` megabytes of table if it has one.
    ///
    /// # Errors
    ///
    /// [`TableError`] if the table cannot be made.
    pub fn engine(
        &self,
        eval: &NamedEvaluation,
        hash_mb: usize,
    ) -> Result<Box<dyn Engine + Send>, TableError> {
        match self {
            EngineRecipe::Search(recipe) => eval.engine(recipe, hash_mb),
            EngineRecipe::Consultation(recipe) => eval.consultation(recipe, hash_mb),
        }
    }
}

impl fmt::Display for EngineRecipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.search().fmt(f)
    }
}
