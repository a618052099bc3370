#![doc = include_str!("links.md")]
#![doc = include_str!("../README.md")]

mod book;
mod bound;
mod choice;
mod constants;
pub mod consultation;
mod crew;
mod depth;
mod ending;
mod engine;
mod ensemble;
mod frame;
mod gamble;
mod handle;
mod limits;
pub mod memory;
mod modern;
mod node;
mod non_promotion;
mod observe;
mod options;
mod parallel;
mod picker;
pub mod policy;
mod ponder;
mod probe;
pub mod pruning;
mod pulse;
mod quiescence;
mod rated_book;
mod recursion;
mod report;
mod root;
mod searcher;
mod searcher_options;
mod settings;
mod sockets;
mod span;
pub mod table;
mod tactics;
pub mod testing;
mod time_management;
mod watch;
mod worker;

pub use book::{Book, BookError, BookMove, BookPosition};
pub use bound::Bound;
pub use choice::{BestValue, MoveChoice, NearBest};
pub use constants::{Constant, SettingsError};
pub use consultation::{Consultation, Consulted, Noise, Sharing, Tally, Vote, tally};
pub use depth::Depth;
pub use engine::Engine;
pub use ensemble::{Ensemble, Noisy};
pub use gamble::{Bar, ChanceModel, Gamble, THREE_SIGMA, When};
pub use limits::Limits;
pub use memory::{
    BrotherBest, Butterfly, Candidates, ContextBest, ContextN, ContinuationHistory, Correction, CounterMove,
    First, HashedPremove, History, Likely, MoveMemory, PassBest, Phases, PremoveBest, TaggedContext, TwoAgo,
};
pub use modern::{modern, modern_with};
pub use node::{MAX_PLY, Node, Outcome, Step};
pub use non_promotion::is_needless_non_promotion;
pub use observe::{NodeCount, Observer, Reduced};
pub use options::{Leaf, OptionError, Quiescence};
pub use parallel::ParallelSearcher;
pub use policy::{
    Adjusted, ByCategory, CategoryOrder, DepthPolicy, LateMove, MoveProbability, PlainDepth,
    RealizationProbability, Singular, Softmax,
};
pub use ponder::Ponder;
pub use probe::Probe;
pub use pruning::{
    CaptureCut, Delta, ExchangePruning, ForwardPruning, Futility, HistoryPruning, LateMovePruning,
    MarginModel, MateSearch, NullMove, NullWindowPass, ProbCut, QuietProbCut, Razoring, Side,
};
pub use pulse::Pulse;
pub use rated_book::RatedBook;
pub use report::{Iteration, Progress, Report, RootMove};
pub use searcher::Searcher;
pub use settings::{HistorySettings, Settings, TableSettings};
pub use table::{Entry, HashTable, TableError, TranspositionTable};
pub use time_management::{RootTrend, TimeManagement};
