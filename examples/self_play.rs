//! Which of two searches plays better: a match between recipes, with Elo, its interval and what it cost.
//!
//! ```sh
//! cargo run --release --example self_play
//! cargo run --release --example self_play -- --a modern --b modern-history --nodes 20000 --pairs 150 --out out/history
//! cargo run --release --example self_play -- --a modern --b modern --eval default --against-eval material --out out/model
//! cargo run --release --example self_play -- --a modern --b bare+table --sprt 0,50 --pairs 150 --out out/sprt
//! ```
//!
//! Every opening is played twice with colours changed. Every finished game is written to a journal at once: a match can
//! be broken off at any time (Ctrl-C) and goes on where it was when it is started with the same words. Games are limited
//! by nodes and do not depend on the number of threads. Since one search may need longer for a node than
//! another, the table says how long each worked, and how many nodes would make that equal (`--nodes-b`).

use std::process::ExitCode;

fn main() -> ExitCode {
    komadai_lab::experiments::experiment("self-play")
}
