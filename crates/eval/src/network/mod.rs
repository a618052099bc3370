//! A small neural network as evaluation: the NNUE of Nasu (2018), in the form and the file format (`nn.bin`) that shogi engines share.
//!
//! ```text
//! inputs of one view (1,710 or 125,388 of 0 or 1; some 40 are 1) ──[i16 weights]── 256 sums, the accumulator
//! both views, the side to move first: 512 numbers limited to 0 … 127
//!     ──[i8 weights]── H1 numbers ÷ 64, limited to 0 … 127 ──[i8]── H2 numbers, likewise ──[i8]── 1 number ÷ 16: centipawns
//! ```
//!
//! All numbers are integers. A move changes a few inputs, so accumulators are updated and never computed anew, except for a move of
//! the king where inputs are relative to it.
//!
//! | file | what |
//! |---|---|
//! | `inputs.rs` | [`Inputs`]: which inputs a position has, and which a move changes |
//! | `model.rs` | [`Network`]: the weights |
//! | `file.rs` | networks in files, read and written |
//! | `accumulator.rs` | the sums of both views |
//! | `head.rs` | the layers behind them |
//! | `evaluator.rs` | [`NetworkEvaluator`]: all of it as an evaluator, updated move by move |

mod accumulator;
mod evaluator;
mod file;
mod head;
mod inputs;
mod model;

pub use evaluator::{NetworkEvaluator, NetworkState};
pub use inputs::Inputs;
pub use model::{FV_SCALE, HALF, Layer, MOST_OUTPUTS, Network, SHIFT};
