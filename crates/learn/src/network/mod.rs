//! A K-P network ([`komadai_eval::network`]) as a model of [`outcome`](crate::outcome): 1,710 inputs, each view's transformed to 256, then
//! 512 → 8, 16 or 32 → 32 → 1 with clipped rectifiers. The trained network is rounded to the integers of the field's file `nn.bin`.
//!
//! | file | does |
//! |---|---|
//! | `weights.rs` | real weights in one vector; their beginning; their integers |
//! | `pass.rs` | one position forward, and its slopes back |
//! | `model.rs` | loss, slopes and a step of a batch |

mod model;
mod pass;
mod weights;

pub(crate) use model::KingPiece;
