//! Training of an evaluation, of features or of a network, from records of self-play: logistic regression on the values of searches
//! and the results of games.
//!
//! A position's value v, in centipawns, predicts the share of games won as σ(v / K) with σ(x) = 1 / (1 + e⁻ˣ). Training lowers the
//! cross-entropy between that and
//!
//! ```text
//! λ · σ(score of the record / K) + (1 − λ) · future
//! ```
//!
//! over the quiet positions of a corpus. The future is the result of the game (1 won, ½ drawn, 0 lost), mixed with the scores on
//! the way there: each ply moves it a step from the result to the score found at that ply (temporal differences). A score is what a
//! search saw a few plies ahead, the result is what came of the position a hundred plies later: a score is precise but sees little,
//! the result sees everything, but with noise. In games of weak players most of the result is noise, and scores of the next twenty
//! plies teach more than either.
//!
//! The value of features is `material + w·x + tempo`: material, or the evaluator of [`Outcome::above`] in its place, is fixed, and w begins
//! at 0. Features that the corpus never shows therefore add nothing, and a prior holds rare ones near 0. Features are Black's; the tempo is
//! the value of having the move, which is learned so that the weights need not explain it, and is not part of the model.
//!
//! For features the function to be minimised is convex: order and step change how near training comes to its only minimum, not
//! where that is. For a network it is not convex, and the seed decides which minimum is found.
//!
//! | file | does |
//! |---|---|
//! | `options.rs` | what can be set, and the reasons for the defaults |
//! | `division.rs` | the division of the corpus among workers |
//! | `quiet.rs` | which records are learned from and which are held out |
//! | `target.rs` | chances of winning, K, the loss |
//! | `lanes.rs` | sums over a batch, with the same bits on any number of threads |
//! | `model.rs` | the trait of models that can be trained |
//! | `features.rs` | weights above material or another evaluator; `network` is the other model |
//! | `shared.rs` | pairs with shared features, collapsed into plain pairs afterwards |
//! | `trainer.rs` | rounds over the corpus, and the states from which they resume |

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
