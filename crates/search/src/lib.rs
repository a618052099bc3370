#![doc = include_str!("links.md")]
#![doc = include_str!("../README.md")]

mod book;
mod bound;
mod choice;
mod constants;
pub mod consultation;
mod depth;
mod engine;
mod ensemble;
mod forward;
mod gamble;
mod limits;
pub mod memory;
mod modern;
mod node;
mod observe;
mod options;
mod parameters;
pub mod policy;
pub mod pruning;
mod report;
mod settings;
pub mod table;
pub mod testing;

pub use book::{Book, BookError, BookMove, BookPosition, RatedBook};
#[cfg(feature = "artifact")]
pub use book::{load_book, save_book};
pub use bound::Bound;
pub use choice::{BestValue, MoveChoice, NearBest};
pub use constants::{Constant, SettingsError};
pub use consultation::{Consultation, Consulted, Noise, Sharing, Tally, Vote, tally};
pub use depth::Depth;
pub use engine::contract::Engine;
pub use engine::parallel::ParallelSearcher;
pub use engine::probe::Probe;
pub use engine::pulse::Pulse;
pub use engine::searcher::Searcher;
pub use engine::sockets::{Lent, SearchParts, Sockets};
pub use engine::tactics::is_needless_non_promotion;
pub use engine::time_management::TimeManagement;
pub use ensemble::{Ensemble, Noisy};
pub use gamble::{Bar, ChanceModel, Gamble, THREE_SIGMA, When};
pub use limits::{Hit, Limits, Ponder};
pub use memory::{
    BrotherBest, Butterfly, Candidates, CaptureHistory, ContextBest, ContextN, ContinuationHistory,
    Correction, CounterMove, First, HashedPremove, History, Likely, MoveMemory, PassBest, Phases,
    PremoveBest, TaggedContext, TwoAgo,
};
pub use modern::{modern, modern_with};
pub use node::{MAX_PLY, Node, Outcome, Step};
pub use observe::{NodeCount, Observer, Reduced};
pub use options::{Leaf, Quiescence};
pub use policy::{
    Adjusted, ByCategory, CategoryOrder, DepthPolicy, LateMove, MoveProbability, PlainDepth,
    RealizationProbability, Singular, Softmax,
};
pub use pruning::{
    CaptureCut, Delta, ExchangePruning, ForwardPruning, Futility, LateMovePruning, MarginModel, MateSearch,
    NullMove, NullWindowPass, ProbCut, QuietProbCut, Razoring, Side,
};
pub use report::{Iteration, Line, OnProgress, Progress, Report, RootMove};
pub use settings::{HistorySettings, Settings};
pub use table::{Entry, HashTable, TableError, TranspositionTable};
