//! Next-move problems: how many does a search solve, and how many does another?
//!
//! ```sh
//! cargo run --release --example next_move
//! cargo run --release --example next_move -- --a modern+history --b bare --nodes 200000
//! cargo run --release --example next_move -- --file FILE
//! ```
//!
//! Two searches get every position and the same nodes. A position counts as solved if the move played at the end is one of
//! the moves of the file, and as solved at a depth if that is so from the iteration of that depth to the last. The
//! thesis [R4] gave 100 problems for players of the first dan and 100 for the fourth to a program with Contextbest and
//! without, 10 seconds each; problem books are not ours to give away, so the built-in problems are few, and beside them
//! stand positions with the moves that professionals played. Agreeing with those is not solving: the
//! classes of a file are never added up.

use std::process::ExitCode;

fn main() -> ExitCode {
    komadai_lab::experiments::experiment("next-move")
}
