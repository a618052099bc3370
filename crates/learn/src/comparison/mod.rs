//! Comparison training \[R11\]: weights under which a shallow search plays the moves of the games (the Bonanza method).
//!
//! Paper 002 learns its evaluation in this way (section 3), after Hoki, "Optimal control of minimax search results to learn
//! positional evaluation" (2006): in every position of the games each legal move gets a shallow search; a move that comes out
//! better than the played one is an error, and the weights move so that there are fewer errors. The **leaves** of the principal
//! variations are compared, not the positions after the moves, since the search sees the evaluation of leaves.
//!
//! ```text
//! J(w) = 1/N · Σ over positions  Σ over siblings  T(v(sibling) − v(played)),    T(x) = 1 / (1 + e^(−k x))
//! v(m) = material(leaf of m) + w · φ(leaf of m), for the player who moves
//! ```
//!
//! A pass searches all positions under the current weights, then keeps the leaves fixed and takes some steps downhill. The next
//! pass searches again, since other weights have other leaves.
//!
//! | file | does |
//! |---|---|
//! | `trainer.rs` | [`Comparison`]: pass after pass |
//! | `options.rs` | [`ComparisonOptions`]: search, loss, steps |
//! | `weighted.rs` | [`Weighted`]: a feature set with weights, as an evaluator |
//! | `siblings.rs` | searches moves, keeps their lines, counts agreement |
//! | `gradient.rs` | loss and gradient over the leaves of lines |
//! | `state.rs` | [`ComparisonState`]: a training between two passes, as a file; steps under a penalty on the size of weights |
//!
//! Sums are added shard by shard, in an order that does not depend on threads: the same games give the same bits.

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
