//! Good constants and parts of a search, found by games: screening of many at once, and their tuning by SPSA.
//!
//! ```sh
//! cargo run --release --example tune -- screen --factors singular=off:on,razoring=on:off --pairs 1000 --nodes 10000
//! cargo run --release --example tune -- spsa --constants late_moves,null_move --iterations 2000 --nodes 5000 --eval default
//! ```
//!
//! `screen` is a factorial experiment: every pair of games draws a level for every factor, a part of the recipe or a
//! constant of the search, and least squares find what each is worth, so that all games measure all factors.
//!
//! `spsa` tunes constants of the search: every pair of games is between two opposite settings of all of them, and each
//! constant moves a little towards the side that won. It ends in a recipe for `self_play --a`.
//!
//! Every finished pair is written to a journal at once: a run can be broken off at any time (Ctrl-C) and goes on where it
//! was when it is started with the same words; `--so-far` shows what there is without playing. Results do not depend on
//! the number of threads, except times. With parts of your own: `komadai_lab::own_parts` and the subcommand `tune`.

use std::process::ExitCode;

fn main() -> ExitCode {
    komadai_lab::experiments::experiment("tune")
}
