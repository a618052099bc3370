//! A complete USI engine: load it in any shogi program, or let it play itself.
//!
//! ```sh
//! cargo build --release --example usi_engine
//! printf 'usi\nisready\nposition startpos\ngo nodes 100000\n' | target/release/examples/usi_engine
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `engine.rs` | the conversation: who may speak when |
//! | `thinker.rs` | the search and the mate solver behind it; change the recipe here |
//! | `options.rs` | the options, each of them honoured |
//! | `time.rs` | how much of the clock a move gets |

mod engine;
mod options;
mod thinker;
mod time;

use std::io;

fn main() -> io::Result<()> {
    engine::run(io::BufReader::new(io::stdin()), io::stdout())
}
