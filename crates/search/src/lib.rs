#![doc = include_str!("../README.md")]

mod book;
mod choice;
pub mod consultation;
mod depth;
mod ending;
mod engine;
mod ensemble;
mod frame;
mod limits;
pub mod memory;
mod modern;
mod node;
mod observe;
mod picker;
pub mod policy;
mod probe;
pub mod pruning;
mod quiescence;
mod root;
mod searcher;
mod span;
pub mod table;
mod tactics;
mod worker;

pub use book::{Book, BookError, BookMove, BookPosition};
pub use choice::{BestValue, MoveChoice, NearBest};
pub use consultation::{Consultation, Consulted, Noise, Sharing, Tally, Vote, tally};
pub use depth::Depth;
pub use engine::Engine;
pub use ensemble::{Ensemble, Noisy};
pub use limits::Limits;
pub use memory::{
    BrotherBest, Butterfly, Candidates, ContextBest, ContextN, ContinuationHistory, Correction, CounterMove,
    First, HashedPremove, History, MoveMemory, PassBest, Phases, PremoveBest, TaggedContext, TwoAgo,
};
pub use modern::modern;
pub use node::{Bound, Node, Outcome, Step};
pub use observe::{NodeCount, Observer};
pub use policy::{
    ByCategory, CategoryOrder, DepthPolicy, LateMove, MoveProbability, PlainDepth, RealizationProbability,
    Singular, Softmax,
};
pub use pruning::{
    CaptureCut, Delta, ExchangePruning, ForwardPruning, Futility, LateMovePruning, MarginModel, MateSearch,
    NullMove, ProbCut, Probe, QuietProbCut, Razoring,
};
pub use quiescence::{Leaf, Quiescence};
pub use root::{Progress, Report, RootMove};
pub use searcher::{OptionError, Searcher};
pub use table::{Entry, HashTable, TableError, TranspositionTable};

pub(crate) use searcher::Options;

/// The longest path from the root, in plies. Where it ends, the evaluation is believed.
pub const MAX_PLY: usize = 128;
