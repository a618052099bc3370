//! What every part of a search is worth: nodes to a depth, agreement, games, and what forward pruning gets wrong.
//!
//! ```sh
//! cargo run --release --example heuristics
//! cargo run --release --example heuristics -- --positions 200 --depths 8,10,12 --cap 2000000 --out out/nodes
//! cargo run --release --example heuristics -- --tables games --pairs 500 --nodes 1000 --threads 2 --out out/games
//! cargo run --release --example heuristics -- --tables audit --positions 200 --depths 8 --out out/audit
//! ```
//!
//! | table | asks | file |
//! |---|---|---|
//! | `combined` | a whole search without the part, or with it: how many times the nodes to each depth? | `nodes.rs` |
//! | `alone` | the same with the part added to a bare search | `nodes.rs` |
//! | `killers` | is anything left of a killer on top of history, on top of continuation history? \[R1\] | `nodes.rs` |
//! | `depth` | three controls of depth under one search: nodes for equal strength \[R3\] | `games.rs` |
//! | `games` | Elo of the part at equal nodes, and at equal time | `games.rs` |
//! | `audit` | how often is a cut of forward pruning false? \[R21\] | `audit.rs` |
//!
//! Results do not depend on the number of threads, except times. A journal keeps what was measured, so that a run that is
//! broken off goes on where it was. The exit status is 0, or 2 if options or files cannot be used.

use std::process::ExitCode;

fn main() -> ExitCode {
    komadai_lab::experiments::experiment("heuristics")
}
