//! A researcher's own parts, named in recipes beside the built-in ones.

use std::fmt;
use std::sync::Arc;

use komadai_search::{DepthPolicy, ForwardPruning, MarginModel, MoveMemory};

use super::erased::{AnyDepth, OwnMemories, OwnPrunings};
use super::part::Part;
use super::{Recipe, RecipeError};

/// What wraps the depth policy of a recipe.
type Wrap = Box<dyn FnOnce(AnyDepth) -> AnyDepth>;

/// One part of your own: what it puts into the sockets of a search. Most parts fill one; a margin that learns fills two.
#[derive(Default)]
pub struct OwnPart {
    pub(super) memories: OwnMemories,
    pub(super) prunings: OwnPrunings,
    pub(super) control: Option<AnyDepth>,
    pub(super) wraps: Vec<Wrap>,
    pub(super) margin: Option<Arc<dyn MarginModel + Send + Sync>>,
}

impl OwnPart {
    /// A part that fills no socket yet.
    pub fn new() -> OwnPart {
        OwnPart::default()
    }

    /// A memory of moves, asked after those of the recipe.
    pub fn memory(mut self, memory: impl MoveMemory + Send + 'static) -> OwnPart {
        self.memories.0.push(Box::new(memory));
        self
    }

    /// A forward pruning, asked after those of the recipe.
    pub fn pruning(mut self, pruning: impl ForwardPruning + Send + 'static) -> OwnPart {
        self.prunings.push(pruning);
        self
    }

    /// A depth policy in the place of plies; the recipe's `singular` and `late-moves` stay around it.
    pub fn depth_policy(mut self, policy: impl DepthPolicy + Send + 'static) -> OwnPart {
        self.control = Some(AnyDepth::new(policy));
        self
    }

    /// A depth policy around everything that the recipe says about depth.
    pub fn wrap_depth<D>(mut self, wrap: impl FnOnce(AnyDepth) -> D + 'static) -> OwnPart
    where
        D: DepthPolicy + Send + 'static,
    {
        self.wraps.push(Box::new(|inner| AnyDepth::new(wrap(inner))));
        self
    }

    /// The margin of the recipe's `ProbCut`s (`probcut`, `multi-probcut`, `quiet-probcut`).
    pub fn margin(mut self, margin: impl MarginModel + Send + Sync + 'static) -> OwnPart {
        self.margin = Some(Arc::new(margin));
        self
    }

    /// Both parts in one.
    pub(super) fn and(mut self, mut more: OwnPart) -> OwnPart {
        self.memories.0.append(&mut more.memories.0);
        self.prunings.append(more.prunings);
        self.wraps.append(&mut more.wraps);
        OwnPart { control: more.control.or(self.control), margin: more.margin.or(self.margin), ..self }
    }
}

impl fmt::Debug for OwnPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnPart").finish_non_exhaustive()
    }
}

/// An own part by its name, made anew for each searcher.
#[derive(Clone)]
pub(super) struct NamedPart {
    pub(super) name: Arc<str>,
    pub(super) make: Arc<dyn Fn() -> OwnPart + Send + Sync>,
}

impl PartialEq for NamedPart {
    fn eq(&self, other: &NamedPart) -> bool {
        self.name == other.name
    }
}

impl Eq for NamedPart {}

impl fmt::Debug for NamedPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.fmt(f)
    }
}

/// The parts that recipes may name: the built-in ones, and your own.
///
/// ```
/// use komadai::eval::Material;
/// use komadai::lab::{Engine, OwnPart, Parts};
/// use komadai::search::{Limits, MoveMemory, Node, Outcome};
/// use komadai::{Move, Position, Tracked};
///
/// /// Advances the pieces: the further up the board, the better.
/// struct Forward;
///
/// impl MoveMemory for Forward {
///     fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
///         let rank = mv.to().rank() as i32;
///         if at.pos.side_to_move() == komadai::Color::Black { -rank } else { rank }
///     }
///     fn record(&mut self, _: &Node<'_>, _: &Outcome) {}
///     fn forget(&mut self) {}
/// }
///
/// let parts = Parts::new().with("forward", || OwnPart::new().memory(Forward))?;
/// let recipe = parts.recipe("modern-history+forward")?;
/// let mut engine = recipe.engine(Material::default(), 1)?;
/// let report = engine.search_game(Tracked::new(Position::startpos()), &Limits::nodes(1_000), &mut |_| {});
/// assert!(report.best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Parts {
    own: Vec<NamedPart>,
}

impl Parts {
    /// The built-in parts alone.
    pub fn new() -> Parts {
        Parts::default()
    }

    /// One part more. `make` is called once for each searcher.
    ///
    /// # Errors
    ///
    /// [`RecipeError::Name`]: the name is taken, or not made of small letters, digits and hyphens.
    pub fn with(
        mut self,
        name: &str,
        make: impl Fn() -> OwnPart + Send + Sync + 'static,
    ) -> Result<Parts, RecipeError> {
        let sound = |name: &str| {
            let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(word)
        };
        if !sound(name) || self.names().any(|taken| taken == name) {
            return Err(RecipeError::Name { name: name.to_owned() });
        }
        self.own.push(NamedPart { name: name.into(), make: Arc::new(make) });
        Ok(self)
    }

    /// The names of your own parts, in the order they came.
    pub fn own_names(&self) -> impl Iterator<Item = &str> {
        self.own.iter().map(|part| &*part.name)
    }

    /// All names.
    fn names(&self) -> impl Iterator<Item = &str> {
        Part::ALL.iter().map(|(_, name)| *name).chain(self.own_names())
    }

    /// Reads a recipe in which these parts may be named.
    ///
    /// # Errors
    ///
    /// [`RecipeError::Unknown`] for a word that is no part.
    pub fn recipe(&self, text: &str) -> Result<Recipe, RecipeError> {
        Recipe::parse(text, &self.own)
    }
}
