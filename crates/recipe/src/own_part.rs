//! [`OwnPart`]: a part of a researcher's own, as a recipe keeps it.

use std::fmt;
use std::sync::Arc;

use komadai_search::{DepthPolicy, ForwardPruning, MarginModel, MoveMemory, ProbCut};

/// A memory of any type.
pub type AnyMemory = Box<dyn MoveMemory + Send>;
/// A forward pruning of any type.
pub(super) type AnyPruning = Box<dyn ForwardPruning + Send>;
/// A depth policy of any type: the one inside a recipe that an own part wraps, or an own one.
pub type AnyDepth = Box<dyn DepthPolicy + Send>;
/// A margin of any type.
pub(super) type AnyMargin = Arc<dyn MarginModel + Send + Sync>;
/// What wraps the depth policy of a recipe.
pub(super) type Wrap = Box<dyn FnOnce(AnyDepth) -> AnyDepth>;

/// One part of your own: what it puts into the sockets of a search. Most parts fill one; a margin that learns fills two.
#[derive(Default)]
pub struct OwnPart {
    pub(super) memory: Option<AnyMemory>,
    pub(super) pruning: Option<AnyPruning>,
    pub(super) control: Option<AnyDepth>,
    pub(super) wraps: Vec<Wrap>,
    pub(super) margin: Option<AnyMargin>,
}

impl OwnPart {
    /// A part that fills no socket yet.
    pub fn new() -> OwnPart {
        OwnPart::default()
    }

    /// A memory of moves, asked after those of the recipe.
    pub fn memory(self, memory: impl MoveMemory + Send + 'static) -> OwnPart {
        self.and(OwnPart { memory: Some(Box::new(memory)), ..OwnPart::new() })
    }

    /// A forward pruning, asked after those of the recipe.
    pub fn pruning(self, pruning: impl ForwardPruning + Send + 'static) -> OwnPart {
        self.and(OwnPart { pruning: Some(Box::new(pruning)), ..OwnPart::new() })
    }

    /// A depth policy instead of plies; the recipe's `singular` and `late-moves` stay around it.
    pub fn depth_policy(mut self, policy: impl DepthPolicy + Send + 'static) -> OwnPart {
        self.control = Some(Box::new(policy));
        self
    }

    /// A depth policy around everything that the recipe says about depth.
    pub fn wrap_depth<D>(mut self, wrap: impl FnOnce(AnyDepth) -> D + 'static) -> OwnPart
    where
        D: DepthPolicy + Send + 'static,
    {
        self.wraps.push(Box::new(|inner| Box::new(wrap(inner))));
        self
    }

    /// The margin of the recipe's `ProbCut`s (`probcut`, `multi-probcut`, `quiet-probcut`); a recipe without any refuses it.
    pub fn margin(mut self, margin: impl MarginModel + Send + Sync + 'static) -> OwnPart {
        self.margin = Some(Arc::new(margin));
        self
    }

    /// Whether it fills no socket but the one for memories.
    pub(super) fn is_memory_alone(&self) -> bool {
        let OwnPart { memory: _, pruning, control, wraps, margin } = self;
        pruning.is_none() && control.is_none() && wraps.is_empty() && margin.is_none()
    }

    /// Whether it is a margin and nothing else.
    pub(super) fn is_margin_alone(&self) -> bool {
        let OwnPart { memory, pruning, control, wraps, margin } = self;
        margin.is_some() && memory.is_none() && pruning.is_none() && control.is_none() && wraps.is_empty()
    }

    /// Both parts in one.
    pub(super) fn and(mut self, mut more: OwnPart) -> OwnPart {
        self.wraps.append(&mut more.wraps);
        OwnPart {
            memory: self.memory.into_iter().chain(more.memory).reduce(|one, next| Box::new((one, next))),
            pruning: self.pruning.into_iter().chain(more.pruning).reduce(|one, next| Box::new((one, next))),
            control: more.control.or(self.control),
            wraps: self.wraps,
            margin: more.margin.or(self.margin),
        }
    }
}

komadai_core::debug_by_sizes!(OwnPart {}[wraps]);

/// An own part by its name, made anew for each searcher.
#[derive(Clone)]
pub(super) struct NamedPart {
    pub(super) name: Arc<str>,
    pub(super) make: Arc<dyn Fn() -> OwnPart + Send + Sync>,
    /// Whether it is a part of the researcher's own, not one that comes with the experiments.
    pub(super) listed: bool,
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

/// Nodes for each query of `mate-search` and `mate-horizon`.
pub(super) const MATE_NODES: u64 = 50;

/// What parts that are made like own ones ([`Socket::Any`]) know of the recipe.
#[derive(Default)]
pub(super) struct Making {
    /// Nodes of the query to the mate solver before a `ProbCut`; 0: no query.
    pub(super) mate_nodes: u64,
    /// An own margin instead of built-in ones.
    pub(super) margin: Option<AnyMargin>,
}

impl Making {
    pub(super) fn margin(&self, built_in: impl MarginModel + Send + Sync + 'static) -> AnyMargin {
        self.margin.clone().unwrap_or_else(|| Arc::new(built_in))
    }

    /// A `ProbCut` that queries the solver if the recipe says so.
    pub(super) fn asking<M: MarginModel + Send + 'static>(&self, probcut: ProbCut<M>) -> OwnPart {
        OwnPart::new().pruning(ProbCut { mate_nodes: self.mate_nodes, ..probcut })
    }
}
