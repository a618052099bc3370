//! Weights of an evaluation, of features or of a network, from records of self-play: logistic regression on the values of searches and
//! on who won.
//!
//! A position's value v, in centipawns, foretells the share of games won as σ(v / K) with σ(x) = 1 / (1 + e⁻ˣ). Training
//! lowers the cross-entropy between that and
//!
//! ```text
//! λ · σ(score of the record / K) + (1 − λ) · future
//! ```
//!
//! over the quiet positions of a corpus. The future is the result of the game (1 won, ½ drawn, 0 lost), seen through the
//! scores on the way there: each ply takes it a step from the result to the score found at that ply (temporal differences).
//! A score is what a search saw a few plies ahead, the result what became of it a hundred plies later: one is precise and
//! blind, the other sees everything through noise. Where weak players make the games the noise is most of it, and scores of the
//! next twenty plies teach more than either.
//!
//! The value of features is `material + w·x + tempo`: material, or the evaluator of [`Outcome::above`] in its place, stays as it is, and w begins
//! at 0. What the corpus never shows therefore stays at material, and what it shows seldom is held there by a prior. Features are Black's; the
//! tempo is what having the move is worth, learned so that the weights need not explain it, and not part of the model.
//!
//! For features the function to be minimised is convex: order and step change how near its one minimum training comes, not where it is.
//! For a network it is not, and the seed decides which minimum is found.
//!
//! | file | does |
//! |---|---|
//! | `options.rs` | what can be set, and why it is set so |
//! | `division.rs` | the corpus as it is divided among workers |
//! | `quiet.rs` | which records are learned from, which are held out |
//! | `target.rs` | chances of winning, K, the loss |
//! | `lanes.rs` | sums over a batch, the same bits on any number of threads |
//! | `model.rs` | what a training asks of a model |
//! | `features.rs` | weights above material or another evaluator; `network` is the other model |
//! | `shared.rs` | pairs that teach each other, collapsed into plain ones afterwards |
//! | `trainer.rs` | rounds over the corpus, and where they can be taken up again |

mod division;
mod features;
mod lanes;
pub(crate) mod model;
mod options;
mod quiet;
mod shared;
mod target;
mod trainer;

pub use lanes::Metrics;
pub(crate) use lanes::{Batch, Lane, add_in_lanes};
pub use options::OutcomeOptions;
pub use quiet::{Reason, Selection};
pub use shared::SharedPairs;
pub use target::Chance;
pub(crate) use target::share;
pub use trainer::{Outcome, OutcomeState, Round, TrainedOutcome};
