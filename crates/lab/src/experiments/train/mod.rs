//! Training of evaluations, one command per trainer.
//!
//! ```sh
//! cargo run --release --example train_discriminant
//! cargo run --release --example train_discriminant -- --games pros.tsv --symmetry colors-and-sides --curve
//! komadai-lab train-comparison --terms squares --games pros.tsv
//! komadai-lab train-self-play --from-corpus corpus.psv --save pairs.kmd
//! ```
//!
//! | command | the weights | file |
//! |---|---|---|
//! | `train-discriminant` | tell the played quiet move from the position before it or from other quiet moves [R6] [R7] | `discriminant/` |
//! | `train-comparison` | make a shallow search play the moves of the games [R11] | `comparison.rs` |
//! | `train-network` | form a network that predicts scores and results of self-play, in the usual file `nn.bin` | `network.rs` |
//! | `train-self-play` | predict scores and results of self-play, as today's engines are trained | `self_play.rs` |
//!
//! `options.rs` has the common options, `split.rs` divides games into those learned from and those held out.

pub(super) mod comparison;
pub(super) mod discriminant;
pub(super) mod network;
mod options;
pub(super) mod self_play;
mod split;
