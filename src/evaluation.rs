//! Evaluations by name: the same words on the command line of every example, and in the options of an engine.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use komadai_core::artifact::{Artifact, ArtifactError};
use komadai_core::{Change, Evaluator, Position, Value};
use komadai_eval::Material;
use komadai_eval::pair::{PairEvaluator, PairModel, PairState};

/// Evaluation chosen at run time: `material`, `default`, or the path of a model file of pairs.
///
/// ```
/// use komadai::evaluation::Evaluation;
///
/// let eval: Evaluation = "material".parse()?;
/// assert_eq!(eval.to_string(), "material");
/// let wrong = "no/such/file".parse::<Evaluation>().unwrap_err();
/// assert!(wrong.to_string().starts_with("model file no/such/file: "));
/// # Ok::<(), komadai::evaluation::EvaluationError>(())
/// ```
///
/// It is an [`Evaluator`] itself, at the cost of asking every time which one it is; values and nodes are those of the one
/// chosen. Copies share their weights. Where every cycle counts, match on [`Evaluation::choice`].
#[derive(Clone, Debug)]
pub struct Evaluation {
    name: String,
    choice: Choice,
}

/// Kind of a chosen evaluation.
#[derive(Clone, Debug)]
pub enum Choice {
    /// Material: the values of the pieces.
    Material(Material),
    /// Weights of all pairs of pieces.
    Pairs(Arc<PairEvaluator<i16>>),
}

/// Name that stands for no evaluation.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluationError {
    /// The name is neither a known word nor a model file of pairs.
    #[error(transparent)]
    File(#[from] ArtifactError),
    /// The default model, in a program that was built without it.
    #[error("this program was built without its default model (feature default-model)")]
    NoDefault,
}

impl Evaluation {
    /// Evaluation `material`: the values of the pieces.
    pub fn material() -> Evaluation {
        Evaluation { name: "material".to_owned(), choice: Choice::Material(Material::default()) }
    }

    /// Evaluation by a model file of pairs.
    ///
    /// # Errors
    ///
    /// Those of [`Artifact::load`].
    pub fn load(path: impl AsRef<Path>) -> Result<Evaluation, EvaluationError> {
        let path = path.as_ref();
        let (model, _) = PairModel::load(path)?;
        let choice = Choice::Pairs(Arc::new(model.evaluator()));
        Ok(Evaluation { name: path.display().to_string(), choice })
    }

    /// The chosen evaluation itself, without dispatch.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }
}

/// The default model, or material where the program was built without it.
impl Default for Evaluation {
    #[cfg(feature = "default-model")]
    fn default() -> Self {
        let choice = Choice::Pairs(Arc::clone(crate::default_model::shared()));
        Evaluation { name: "default".to_owned(), choice }
    }

    #[cfg(not(feature = "default-model"))]
    fn default() -> Self {
        Evaluation::material()
    }
}

impl FromStr for Evaluation {
    type Err = EvaluationError;

    fn from_str(name: &str) -> Result<Evaluation, EvaluationError> {
        match name {
            "material" => Ok(Evaluation::material()),
            "default" if cfg!(feature = "default-model") => Ok(Evaluation::default()),
            "default" => Err(EvaluationError::NoDefault),
            path => Evaluation::load(path),
        }
    }
}

impl fmt::Display for Evaluation {
    /// The name it was chosen by.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// State of a ply of an [`Evaluation`].
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "a state a ply: room is cheap, and a box would allocate at every node"
)]
pub enum State {
    /// State of [`Choice::Material`].
    Material(i32),
    /// State of [`Choice::Pairs`].
    Pairs(PairState),
}

impl Evaluator for Evaluation {
    type State = State;

    fn fresh(&self, pos: &Position) -> State {
        match &self.choice {
            Choice::Material(material) => State::Material(material.fresh(pos)),
            Choice::Pairs(pairs) => State::Pairs(pairs.fresh(pos)),
        }
    }

    #[inline]
    fn advance(&self, parent: &State, after: &Position, change: &Change) -> State {
        match (&self.choice, parent) {
            (Choice::Material(material), State::Material(parent)) => {
                State::Material(material.advance(parent, after, change))
            }
            (Choice::Pairs(pairs), State::Pairs(parent)) => {
                State::Pairs(pairs.advance(parent, after, change))
            }
            // A state of another evaluation.
            _ => self.fresh(after),
        }
    }

    #[inline]
    fn evaluate(&self, state: &State, pos: &Position) -> Value {
        match (&self.choice, state) {
            (Choice::Material(material), State::Material(state)) => material.evaluate(state, pos),
            (Choice::Pairs(pairs), State::Pairs(state)) => pairs.evaluate(state, pos),
            _ => self.evaluate(&self.fresh(pos), pos),
        }
    }
}
