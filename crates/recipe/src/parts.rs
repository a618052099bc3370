//! [`Parts`]: everything that recipes and options may name, the researcher's own things beside the built-in ones.

use std::sync::Arc;

use komadai::evaluation::{Evaluation, EvaluationError};
use komadai_core::Evaluator;

use super::engine_recipe::EngineRecipe;
use super::evaluations::NamedEvaluation;
use super::names;
use super::own_part::{AnyMemory, NamedPart, OwnPart};
use super::part::PARTS;
use super::text::{Recipe, RecipeError};

/// Whether a recipe or an option can hold this name.
fn is_name(name: &str) -> bool {
    let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(word)
}

/// The error for an own part that cannot have this name.
fn no_name(name: &str) -> RecipeError {
    let fault =
        "expected small letters, digits and hyphens, beginning with a letter, and no name that is taken";
    RecipeError { place: format!("own part {name:?}"), fault: fault.to_owned() }
}

/// The parts that recipes may name: the built-in ones, and your own.
///
/// ```
/// use komadai::eval::Material;
/// use komadai::search::Engine;
/// use komadai_recipe::{OwnPart, Parts};
/// use komadai::search::{Limits, MoveMemory, Node};
/// use komadai::{Move, Position};
///
/// /// Advances the pieces: the further up the board, the better.
/// struct Forward;
///
/// impl MoveMemory for Forward {
///     fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
///         let rank = mv.to().rank() as i32;
///         if at.pos.side_to_move() == komadai::Color::Black { -rank } else { rank }
///     }
/// }
///
/// let parts = Parts::new().with("forward", || OwnPart::new().memory(Forward))?;
/// let recipe = parts.recipe("modern-history+forward")?;
/// let mut engine = recipe.engine(Material::default(), 1)?;
/// let report = engine.search(&Position::startpos(), &Limits::nodes(1_000));
/// assert!(report.best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Parts {
    own: Vec<NamedPart>,
    evaluations: Vec<NamedEvaluation>,
}

impl Parts {
    /// The built-in parts alone.
    pub fn new() -> Parts {
        Parts::default()
    }

    /// Adds a part. `make` is called once for each searcher, and when a recipe is read, to see which sockets the part fills.
    ///
    /// # Errors
    ///
    /// [`RecipeError`]: the name is taken, or not made of small letters, digits and hyphens; or with it a recipe could
    /// be read in two ways, as with `null-history`, which would also mean `null` with `history` taken out.
    pub fn with(
        mut self,
        name: &str,
        make: impl Fn() -> OwnPart + Send + Sync + 'static,
    ) -> Result<Parts, RecipeError> {
        if !is_name(name) || self.names().any(|taken| taken == name) {
            return Err(no_name(name));
        }
        let names: Vec<&str> = self.names().chain([name]).collect();
        if !names::are_told_apart(&names) {
            let fault =
                "expected a name that joins no other names by a hyphen, nor joined with one makes another";
            return Err(RecipeError { place: format!("own part {name:?}"), fault: fault.to_owned() });
        }
        self.own.push(NamedPart { name: name.into(), make: Arc::new(make), listed: true });
        Ok(self)
    }

    /// Adds a part that comes with the experiments: recipes may name it, but lists of own parts leave it out.
    ///
    /// # Errors
    ///
    /// Those of [`Parts::with`].
    pub fn with_unlisted(
        self,
        name: &str,
        make: impl Fn() -> OwnPart + Send + Sync + 'static,
    ) -> Result<Parts, RecipeError> {
        let mut parts = self.with(name, make)?;
        parts.own.iter_mut().filter(|part| *part.name == *name).for_each(|part| part.listed = false);
        Ok(parts)
    }

    /// Adds an evaluation of your own, to be named wherever `material`, `default` or a model file can be. `make` is
    /// called once for each searcher.
    ///
    /// # Errors
    ///
    /// [`RecipeError`]: the name is taken, or not made of small letters, digits and hyphens.
    pub fn with_evaluation<E>(
        mut self,
        name: &str,
        make: impl Fn() -> E + Send + Sync + 'static,
    ) -> Result<Parts, RecipeError>
    where
        E: Evaluator<State: Send> + Send + 'static,
    {
        let is_built_in = ["material", "pairs", "default", "blend"].contains(&name);
        if !is_name(name) || is_built_in || self.own_evaluations().any(|own| own == name) {
            return Err(no_name(name));
        }
        self.evaluations.push(NamedEvaluation::new(name, make));
        Ok(self)
    }

    /// The evaluation of this name: one of your own, or one of [`Evaluation`](komadai::evaluation::Evaluation).
    ///
    /// # Errors
    ///
    /// Those of [`Evaluation`]'s `from_str`, which name the own ones too.
    pub fn evaluation(&self, name: &str) -> Result<NamedEvaluation, EvaluationError> {
        if let Some(own) = self.evaluations.iter().find(|own| own.name() == name) {
            return Ok(own.clone());
        }
        let evaluation = name.parse::<Evaluation>().map_err(|error| match error {
            EvaluationError::Name(file, _) => {
                EvaluationError::Name(file, self.own_evaluations().flat_map(|own| [", ", own]).collect())
            }
            error => error,
        });
        evaluation.map(NamedEvaluation::from)
    }

    /// The names of your own evaluations, in the order they were added.
    pub fn own_evaluations(&self) -> impl Iterator<Item = &str> {
        self.evaluations.iter().map(NamedEvaluation::name)
    }

    /// The names of your own parts, in the order they were added.
    pub fn own_names(&self) -> impl Iterator<Item = &str> {
        self.own.iter().filter(|part| part.listed).map(|part| &*part.name)
    }

    /// The own parts that remember moves: their names, and functions that make their memories.
    pub fn memories(&self) -> impl Iterator<Item = (&str, impl Fn() -> Option<AnyMemory>)> {
        let remembers = self.own.iter().filter(|part| (part.make)().memory.is_some());
        remembers.map(|part| (&*part.name, || (part.make)().memory))
    }

    /// All names.
    fn names(&self) -> impl Iterator<Item = &str> {
        PARTS.iter().map(|part| part.name).chain(self.own.iter().map(|part| &*part.name))
    }

    /// Reads a recipe in which these parts may be named.
    ///
    /// # Errors
    ///
    /// [`RecipeError`] for an unknown word, a value out of range, or a part that would do nothing.
    pub fn recipe(&self, text: &str) -> Result<Recipe, RecipeError> {
        Recipe::parse(text, &self.own)
    }

    /// Reads the recipe of a search or of a consultation, in which these parts may be named.
    ///
    /// # Errors
    ///
    /// Those of [`Parts::recipe`]; also for an impossible consultation.
    pub fn engine_recipe(&self, text: &str) -> Result<EngineRecipe, RecipeError> {
        EngineRecipe::parse(text, &self.own)
    }
}
