//! Good constants and parts of a search, found by games: screening of many at once, and their tuning by SPSA.
//!
//! ```sh
//! cargo run --release -- tune screen --factors singular=off:on,razoring=on:off --pairs 1000 --nodes 10000
//! cargo run --release -- tune spsa --constants late_moves,null_move --iterations 2000 --nodes 5000 --eval default
//! ```
//!
//! Openings come again in another order when all have been played: recipes differ from pair to pair, and so do the games.
//! What is to be judged by a match afterwards should be tuned on other openings than those of the match
//! (`--openings data/openings/more.sfen`). Every finished pair is written to a journal at once: a run can be broken off at
//! any time (Ctrl-C) and goes on where it was when it is started with the same words. Results do not depend on the number
//! of threads, except times.
//!
//! | file | does |
//! |---|---|
//! | `options.rs` | what can be said on the command line |
//! | `arena.rs` | pairs of games between recipes that differ from pair to pair, on all threads |
//! | `journal.rs` | the journal of finished pairs |
//! | `factor.rs` | a constant or a part at two levels |
//! | `screen.rs` | the factorial experiment: recipes of each pair, tables |
//! | `effects.rs` | its signs, and the effects by least squares |
//! | `spsa.rs` | tuning by SPSA: pairs between opposite settings, the recipe at the end |
//! | `constants.rs` | the constants that are tuned |
//! | `course.rs` | their course as lines, table, CSV and figure |
//!
//! The exit status is 0, or 2 if options or files cannot be used.

mod arena;
mod constants;
mod course;
mod design;
mod effects;
mod factor;
mod journal;
mod options;
mod screen;
mod spsa;

pub(super) use options::Options;

use komadai_report::{Failure, Printed};
use options::Mode;

use crate::recipe::Parts;

/// Runs the experiment that the options ask for.
pub(super) fn run(options: &Options, parts: &Parts) -> Result<Vec<Printed>, Failure> {
    match &options.mode {
        Mode::Screen(options) => screen::run(options, parts),
        Mode::Spsa(options) => spsa::run(options, parts),
    }
}

#[cfg(test)]
mod tests;
