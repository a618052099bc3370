//! Evaluations by name: the same names on the command line of every example and in the options of an engine.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use komadai_core::artifact::{Artifact, inspect};
use komadai_core::files::FileError;
use komadai_core::{Change, Evaluator, Position, Value};
use komadai_eval::effects::{EffectsEvaluator, EffectsModel};
use komadai_eval::network::{Network, NetworkEvaluator, NetworkState};
use komadai_eval::pair::{PairEvaluator, PairModel, PairState};
use komadai_eval::{Blend, Material, Nearness, PieceProgress, Sum};

/// Evaluation chosen at run time: `material`, `default` (the network of the package), `pairs` (pairs of pieces), or the path of a model
/// file of pairs or of a network (`nn.bin`); `blend`, or `blend:` before one of these names. `+` and the path of a model file of effects
/// may follow any of them.
///
/// `pairs.kmd+effects.kmd` adds the value of effects around the kings ([`EffectsModel`]) to pairs. A file of effects alone is added to
/// material.
///
/// `blend` changes from an opening to an ending evaluation by progress ([`Blend`], [`PieceProgress`]), as GPS Shogi does in paper 001
/// (section 5.5). The opening evaluation is material, or the one named after the colon; the ending evaluation is material plus a table
/// that values pieces near the kings. The paper does not print its table; here it is [`Nearness`]. A network cannot be blended.
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
/// It is an [`Evaluator`] itself and gives the values and nodes of the chosen one, at the cost of a dispatch in every call. Copies share
/// their weights. Where every cycle counts, match on [`Evaluation::choice`].
#[derive(Clone, Debug)]
pub struct Evaluation {
    name: String,
    choice: Choice,
}

/// The chosen evaluation, by its kind.
#[derive(Clone, Debug)]
pub enum Choice {
    /// Material: the values of the pieces.
    Material(Material),
    /// Weights of all pairs of pieces.
    Pairs(Arc<PairEvaluator<i16>>),
    /// A network.
    Network(Arc<NetworkEvaluator>),
    /// Material in the opening, material and nearness to the kings in the ending.
    Blend(MaterialBlend),
    /// Weights of all pairs of pieces in the opening, material and nearness to the kings in the ending.
    PairBlend(PairBlend),
    /// Any evaluation plus effects around the kings.
    Effects(Arc<Sum<Evaluation, EffectsEvaluator>>),
}

/// Evaluator of a blend's ending.
pub type Ending = Sum<Material, Nearness>;

/// [`Choice::Blend`].
pub type MaterialBlend = Blend<Material, Ending>;

/// [`Choice::PairBlend`].
pub type PairBlend = Blend<Arc<PairEvaluator<i16>>, Ending>;

/// Prefix before the name of a blend's opening evaluation.
const BLEND: &str = "blend:";

/// Why a name gives no evaluation.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluationError {
    /// A file cannot be read as a model.
    #[error(transparent)]
    File(#[from] FileError),
    /// The name is neither a known word nor a file. The text lists further names that a program knows, each after a comma.
    #[error("{0}; expected material, default, pairs, blend{1} or a model file")]
    Name(FileError, String),
    /// A network was named after `blend:`.
    #[error("{BLEND}{0}: a network is not blended, expected material, pairs or a model file of pairs")]
    Blend(String),
    /// The program was built without the default model.
    #[error("this program was built without its default model (feature default-model)")]
    NoDefault,
}

impl Evaluation {
    /// Evaluation `material`: the values of the pieces.
    pub fn material() -> Evaluation {
        Evaluation { name: "material".to_owned(), choice: Choice::Material(Material::default()) }
    }

    /// Loads a model file of pairs, a model file of effects (added to material) or a network (`nn.bin`); the first bytes tell which it is.
    ///
    /// # Errors
    ///
    /// Those of [`Artifact::load`] and [`Network::load`], and a file that is neither.
    pub fn load(path: impl AsRef<Path>) -> Result<Evaluation, EvaluationError> {
        let path = path.as_ref();
        let mut first = [0; 4];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut first));
        // The reader of model files reports a missing or shorter file.
        let first = if read.is_ok() { first } else { *b"KMDI" };
        let choice = if first == Network::VERSION.to_le_bytes() {
            Choice::Network(Arc::new(NetworkEvaluator::new(&Network::load(path)?)))
        } else if first != *b"KMDI" {
            let reason = format!(
                "begins with \"{}\", expected a model file of pairs, which begins with \"KMDI\", or a network (nn.bin), which begins \
                 with the bytes 16 2f f3 7a",
                first.escape_ascii()
            );
            return Err(FileError::contents(reason).of(path.display()).into());
        } else if inspect(path).is_ok_and(|file| file.kind == "effects") {
            let name = path.display().to_string();
            return Ok(Evaluation { name, ..Evaluation::material().with_effects(path)? });
        } else {
            Choice::Pairs(Arc::new(PairModel::load(path)?.0.evaluator()))
        };
        Ok(Evaluation { name: path.display().to_string(), choice })
    }

    /// This evaluation plus effects around the kings, from a model file.
    ///
    /// # Errors
    ///
    /// Those of [`Artifact::load`].
    pub fn with_effects(self, path: impl AsRef<Path>) -> Result<Evaluation, EvaluationError> {
        let path = path.as_ref();
        let (effects, _) = EffectsModel::load(path)?;
        let name = format!("{}+{}", self.name, path.display());
        Ok(Evaluation { name, choice: Choice::Effects(Arc::new(Sum(self, effects.evaluator()))) })
    }

    /// This evaluation with another divisor of a network's output ([`NetworkEvaluator::with_fv_scale`]); any other stays as it is.
    ///
    /// # Panics
    ///
    /// If `scale` is below 1.
    #[must_use]
    pub fn with_fv_scale(self, scale: i32) -> Evaluation {
        let choice = match self.choice {
            Choice::Network(network) => {
                Choice::Network(Arc::new(Arc::unwrap_or_clone(network).with_fv_scale(scale)))
            }
            Choice::Effects(sum) => {
                let Sum(base, effects) = Arc::unwrap_or_clone(sum);
                Choice::Effects(Arc::new(Sum(base.with_fv_scale(scale), effects)))
            }
            other => other,
        };
        Evaluation { choice, ..self }
    }

    /// This evaluation for the opening, blended by progress with that of the ending; a blend stays as it is.
    fn blended(self) -> Result<Evaluation, EvaluationError> {
        let choice = match self.choice {
            Choice::Material(opening) => Choice::Blend(blend(opening)),
            Choice::Pairs(opening) => Choice::PairBlend(blend(opening)),
            Choice::Effects(sum) => {
                let Sum(base, effects) = &*sum;
                Choice::Effects(Arc::new(Sum(base.clone().blended()?, effects.clone())))
            }
            Choice::Network(_) => return Err(EvaluationError::Blend(self.name)),
            blend => blend,
        };
        Ok(Evaluation { name: format!("{BLEND}{}", self.name), choice })
    }

    /// The chosen evaluation itself, to call it without dispatch.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }
}

fn blend<E>(opening: E) -> Blend<E, Ending> {
    let ending = Sum(Material::default(), Nearness::default());
    Blend { progress: PieceProgress::default(), opening, ending }
}

/// The default model, or material if the program was built without it.
impl Default for Evaluation {
    #[cfg(feature = "default-model")]
    fn default() -> Self {
        let choice = Choice::Network(Arc::clone(&crate::default_model::SHARED));
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
        // A path may contain `+` too: the first one followed by the path of a file separates.
        if !Path::new(name.strip_prefix(BLEND).unwrap_or(name)).exists() {
            let signs = name.match_indices('+').map(|(at, _)| (&name[..at], &name[at + 1..]));
            let found = signs.clone().find(|(_, effects)| Path::new(effects).exists());
            if let Some((base, effects)) = found.or_else(|| signs.clone().next()) {
                return base.parse::<Evaluation>()?.with_effects(effects);
            }
        }
        match name {
            "material" => Ok(Evaluation::material()),
            #[cfg(feature = "default-model")]
            "default" => Ok(Evaluation::default()),
            #[cfg(feature = "default-model")]
            "pairs" => {
                let choice = Choice::Pairs(Arc::clone(&crate::pairs_model::SHARED));
                Ok(Evaluation { name: name.to_owned(), choice })
            }
            #[cfg(not(feature = "default-model"))]
            "default" | "pairs" => Err(EvaluationError::NoDefault),
            "blend" => Ok(Evaluation { name: name.to_owned(), ..Evaluation::material().blended()? }),
            other => match other.strip_prefix(BLEND) {
                // Repeated prefixes change nothing.
                Some(opening) => {
                    let blend = opening.trim_start_matches(BLEND).parse::<Evaluation>()?.blended()?;
                    Ok(Evaluation { name: name.to_owned(), ..blend })
                }
                None => Evaluation::load(other).map_err(|error| match error {
                    EvaluationError::File(file) if !Path::new(other).exists() => {
                        EvaluationError::Name(file, String::new())
                    }
                    error => error,
                }),
            },
        }
    }
}

impl fmt::Display for Evaluation {
    /// The name by which it was chosen.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// State of an [`Evaluation`] at a ply. [`Choice::Effects`] has the state of the evaluation to which effects are added.
#[derive(Clone, Debug)]
pub enum State {
    /// State of [`Choice::Material`].
    Material(i32),
    /// State of [`Choice::Pairs`].
    Pairs(PairState),
    /// State of [`Choice::Network`].
    Network(NetworkState),
    /// State of [`Choice::Blend`].
    Blend(<MaterialBlend as Evaluator>::State),
    /// State of [`Choice::PairBlend`].
    PairBlend(<PairBlend as Evaluator>::State),
}

impl Evaluator for Evaluation {
    type State = State;

    fn fresh(&self, pos: &Position) -> State {
        match &self.choice {
            Choice::Material(material) => State::Material(material.fresh(pos)),
            Choice::Pairs(pairs) => State::Pairs(pairs.fresh(pos)),
            Choice::Network(network) => State::Network(network.fresh(pos)),
            Choice::Blend(blend) => State::Blend(blend.fresh(pos)),
            Choice::PairBlend(blend) => State::PairBlend(blend.fresh(pos)),
            Choice::Effects(sum) => sum.0.fresh(pos),
        }
    }

    fn advance(&self, parent: &State, after: &Position, change: &Change) -> State {
        let mut state = parent.clone();
        self.advance_into(parent, after, change, &mut state);
        state
    }

    #[inline]
    fn advance_into(&self, parent: &State, after: &Position, change: &Change, state: &mut State) {
        match (&self.choice, parent, state) {
            (Choice::Material(material), State::Material(parent), state) => {
                *state = State::Material(material.advance(parent, after, change));
            }
            (Choice::Pairs(pairs), State::Pairs(parent), state) => {
                *state = State::Pairs(pairs.advance(parent, after, change));
            }
            // States of networks are large: their memory is reused.
            (Choice::Network(network), State::Network(parent), State::Network(state)) => {
                network.advance_into(parent, after, change, state);
            }
            (Choice::Blend(blend), State::Blend(parent), state) => {
                *state = State::Blend(blend.advance(parent, after, change));
            }
            (Choice::PairBlend(blend), State::PairBlend(parent), state) => {
                *state = State::PairBlend(blend.advance(parent, after, change));
            }
            (Choice::Effects(sum), parent, state) => sum.0.advance_into(parent, after, change, state),
            // A state of another evaluation.
            (_, _, state) => *state = self.fresh(after),
        }
    }

    #[inline]
    fn evaluate(&self, state: &State, pos: &Position) -> Value {
        match (&self.choice, state) {
            (Choice::Material(material), State::Material(state)) => material.evaluate(state, pos),
            (Choice::Pairs(pairs), State::Pairs(state)) => pairs.evaluate(state, pos),
            (Choice::Network(network), State::Network(state)) => network.evaluate(state, pos),
            (Choice::Blend(blend), State::Blend(state)) => blend.evaluate(state, pos),
            (Choice::PairBlend(blend), State::PairBlend(state)) => blend.evaluate(state, pos),
            (Choice::Effects(sum), state) => {
                Value::from_cp(sum.0.evaluate(state, pos).cp() + sum.1.evaluate(&(), pos).cp())
            }
            _ => self.evaluate(&self.fresh(pos), pos),
        }
    }
}
