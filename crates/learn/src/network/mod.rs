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
//! use komadai_learn::TrainingError;
//! use komadai_learn::network::NetworkOptions;
//! use komadai_learn::outcome::Outcome;
//!
//! fn train(corpus: &[Record]) -> Result<Vec<u8>, TrainingError> {
//!     let trained = Outcome::network(NetworkOptions::default()).threads(2).train(corpus)?;
//!     Ok(trained.network.expect("a network was trained").to_bytes())
//! }
//! assert!(train(&[]).is_err());
//! ```
//!
//! | file | does |
//! |---|---|
//! | `options.rs` | what can be set |
//! | `weights.rs` | real weights in one vector; their beginning; their integers |
//! | `pass.rs` | one position forward, and its slopes back |
//! | `model.rs` | loss, slopes and a step of a batch, for the trainer of [`Outcome`](crate::outcome::Outcome) |

mod model;
mod options;
mod pass;
mod weights;

pub(crate) use model::KingPiece;
pub use options::NetworkOptions;
