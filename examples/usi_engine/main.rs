//! A complete USI engine: load it in any shogi program, or let it play itself.
//!
//! ```sh
//! cargo build --release --example usi_engine
//! printf 'usi\nisready\nposition startpos\ngo nodes 100000\n' | target/release/examples/usi_engine
//! ```
//!
//! | option | default | meaning |
//! |---|--:|---|
//! | `USI_Hash` | 64 | MB of table, for the search and for the mate solver each |
//! | `USI_Ponder` | true | whether a move to ponder on is named |
//! | `MultiPV` | 1 | lines of play |
//! | `NodesLimit`, `DepthLimit` | 0 | nodes, iterations a move; 0: no limit |
//! | `BookFile` | none | a book saved by the example `build_book`; its moves are drawn by their wins, without a search |
//! | `EvalFile` | `<empty>` | the evaluation: a model file of pairs, `material`, or empty for the model of the package |
//! | `MateNodes` | 10000 | nodes of the mate solver before each search, on top of its own; a mate it proves is played; 0: off |
//! | `ResignValue` | 99999 | resigns at this value or worse; 99999: never |
//! | `MaxMovesToDraw` | 0 | the game is drawn after so many moves; 0: never |
//! | `NetworkDelay` | 120 | ms kept back from each move |
//! | `Threads` | 1 | always one, so that a count of nodes means the same every time |
//!
//! Neither book nor mate solver answers in analysis (`go infinite`).
//!
//! | file | holds |
//! |---|---|
//! | `engine.rs` | the conversation: who may speak when |
//! | `thinker.rs` | the search; change the recipe here |
//! | `opening.rs` | the book, asked before the search |
//! | `mate.rs` | the mate solver, asked before the search and for `go mate` |
//! | `options.rs` | the options, each of them honoured |
//! | `time.rs` | how much of the clock a move gets |

mod engine;
mod mate;
mod opening;
mod options;
mod thinker;
mod time;

use std::io;

fn main() -> io::Result<()> {
    engine::run(io::BufReader::new(io::stdin()), io::stdout())
}
