//! Comparison training \[R11\]: weights under which a shallow search plays the moves of the games (the Bonanza method).
//!
//! Paper 002 learns its evaluation so (section 3), after Hoki, "Optimal control of minimax search results to learn
//! positional evaluation" (2006): in every position of the games each legal move is searched a little; a move that comes out
//! better than the one that was played is an error, and the weights move so that there are fewer. What is compared are not the
//! positions after the moves but the **leaves** of their principal variations, since their evaluation is what the search sees.
//!
//! ```text
//! J(w) = 1/N · Σ over positions  Σ over siblings  T(v(sibling) − v(played)),    T(x) = 1 / (1 + e^(−k x))
//! v(m) = material(leaf of m) + w · φ(leaf of m), for the player who moves
//! ```
//!
//! A pass searches all positions under the weights there are, then holds the
//! leaves where they are and takes some steps downhill. The next pass searches again, for other weights have other leaves.
//!
//! | file | does |
//! |---|---|
//! | `trainer.rs` | [`Comparison`]: pass after pass |
//! | `options.rs` | [`ComparisonOptions`]: search, loss, steps |
//! | `weighted.rs` | [`Weighted`]: a feature set with weights, as an evaluator |
//! | `siblings.rs` | moves searched, their lines kept, agreement counted |
//! | `gradient.rs` | loss and gradient over the leaves of lines |
//! | `state.rs` | [`ComparisonState`]: a training between two passes, in a file; steps under a penalty on the size of weights |
//!
//! Sums are taken by shard, in an order that does not depend on threads: the same games give the same bits.

mod gradient;
mod options;
mod siblings;
mod state;
mod trainer;
mod weighted;

pub use options::ComparisonOptions;
pub use siblings::{SiblingSearch, TrainingGame};
pub use state::ComparisonState;
pub use trainer::{Comparison, Judged, Pass, TrainedComparison};
pub use weighted::Weighted;
