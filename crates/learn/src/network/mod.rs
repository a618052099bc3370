//! A K-P network ([`komadai_eval::network`]) from records of self-play: what the field calls NNUE, trained from the rules alone.
//!
//! As in [`outcome`](crate::outcome), a position's value v foretells the share of games won as σ(v / K), and training lowers the
//! cross-entropy between that and the scores of the plies that follow. The value comes from a network of 1,710 inputs, each
//! view's transformed to 256, then 512 → 8, 16 or 32 → 32 → 1 with clipped rectifiers; steps are Adam's. In each epoch about half of the
//! records are shown with left and right of the board exchanged. The trained network is rounded to the integers of the field's file
//! `nn.bin`.
//!
//! ```
//! use komadai_core::notation::packed::Record;
//! use komadai_learn::network::{NetworkOptions, NetworkTraining};
//! use komadai_learn::TrainingError;
//!
//! fn train(corpus: &[Record]) -> Result<Vec<u8>, TrainingError> {
//!     Ok(NetworkTraining::new(NetworkOptions::default()).threads(2).train(corpus)?.network.to_bytes())
//! }
//! assert!(train(&[]).is_err());
//! ```
//!
//! | file | does |
//! |---|---|
//! | `options.rs` | what can be set |
//! | `weights.rs` | real weights in one vector; their beginning; their integers |
//! | `pass.rs` | one position forward, and its slopes back |
//! | `gradient.rs` | loss, slopes and a step of a batch, the same bits on any number of threads |
//! | `trainer.rs` | epochs over the corpus, and where they can be taken up again |

mod gradient;
mod options;
mod pass;
mod trainer;
mod weights;

pub use options::NetworkOptions;
pub use trainer::{NetworkState, NetworkTraining, TrainedNetwork};
