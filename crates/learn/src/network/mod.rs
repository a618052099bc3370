//! A K-P network ([`komadai_eval::network`]) as a model of [`outcome`](crate::outcome): 1,710 inputs, transformed to 256 sums for each view,
//! then 512 → 8, 16 or 32 → 32 → 1 with clipped rectifiers. The trained network is rounded to the integers of the usual file `nn.bin`.
//!
//! | file | does |
//! |---|---|
//! | `weights.rs` | real weights in one vector: initial values, rounding to integers |
//! | `pass.rs` | the forward pass of one position, and the backward pass of its slopes |
//! | `model.rs` | loss, slopes and step of a batch |

mod model;
mod pass;
mod weights;

pub(crate) use model::KingPiece;
