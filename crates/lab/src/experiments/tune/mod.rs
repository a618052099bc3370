//! Finds good constants and parts of a search by games: screening of many at once, and tuning by SPSA.
//!
//! ```sh
//! cargo run --release -- tune screen --factors singular=off:on,razoring=on:off --pairs 1000 --nodes 10000
//! cargo run --release -- tune spsa --constants late_moves,null_move --iterations 2000 --nodes 5000 --eval default
//! ```
//!
//! When all openings have been played, they come again in another order: recipes differ from pair to pair, and so do the games. Tune on
//! other openings than those of the match that will judge the result (tune from `--openings data/openings/corpus.sfen`, play from
//! `more.sfen`). Every finished pair is written to a journal at once: a run can be interrupted at any time (Ctrl-C), and is resumed when
//! started again with the same words. Results do not depend on the number of threads, except times.
//!
//! | file | does |
//! |---|---|
//! | `arena.rs` | pairs of games between recipes that differ from pair to pair, on all threads; their journal |
//! | `screen.rs` | the factorial experiment: recipes of each pair, tables |
//! | `effects.rs` | which player has which level of each factor in a pair of games, and the effects of the factors |
//! | `spsa.rs` | tuning by SPSA: the constants, pairs between opposite settings, the course, the recipe at the end |

mod arena;
mod effects;
mod screen;
mod spsa;

use std::fmt;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand};
use komadai_recipe::Parts;
use komadai_report::options::{Eval, Nodes, Out, Pairs};
use komadai_report::{COLUMNS, Failure, Printed};

use crate::experiments::game_options::GameOptions;

/// Finds good constants and parts of a search by games.
#[derive(Parser)]
#[command(max_term_width = COLUMNS, name = "tune")]
pub(super) struct Options {
    #[command(subcommand)]
    mode: Mode,
}

#[derive(Subcommand)]
enum Mode {
    /// Measures the effects of many two-level factors at once: a factorial experiment.
    Screen(ScreenOptions),
    /// Tunes constants by simultaneous perturbation stochastic approximation (SPSA).
    Spsa(SpsaOptions),
}

/// Options of both modes.
#[derive(Args)]
struct TuneOptions {
    /// The search to change: a base (bare, modern, tacos) with parts added (+history), taken out (-null), and constants set (+NAME=VALUE).
    #[arg(long, value_name = "RECIPE", default_value = "modern")]
    base: String,
    #[command(flatten)]
    eval: Eval,
    #[command(flatten)]
    nodes: Nodes<2_000>,
    #[command(flatten)]
    out: Out,
    #[command(flatten)]
    play: GameOptions,
}

#[derive(Args)]
#[command(
    after_help = "A factor is NAME=LOW:HIGH: a constant of the search with two values, or a part of the recipe with off:on. \
                  Openings come again when all have been played, but not between the same two players. A run that goes on may have other --pairs, not fewer, and other --threads."
)]
struct ScreenOptions {
    /// Factors with their low and high level: history.limit=2048:7000,singular=off:on.
    #[arg(long, value_name = "LIST", value_delimiter = ',', required = true)]
    factors: Vec<Factor>,
    #[command(flatten)]
    pairs: Pairs<100>,
    /// Factors that a player has at the low level on average, all others being high: measures what the high recipe loses without
    /// each, and needs more games [default: half of the factors].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    low_at_once: Option<u32>,
    #[command(flatten)]
    tune: TuneOptions,
}

#[derive(Args)]
#[command(
    after_help = "The recipe at the end is meant to be tried in a match: self-play --a RECIPE --b modern, with other openings."
)]
struct SpsaOptions {
    /// Constants to tune, or parts with all their constants that are not switched off, separated by commas [default: all with more than two
    /// values that change the search of the base].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    constants: Vec<String>,
    /// Pairs of games, each between two opposite settings.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    /// Pairs played with the same constants, which move after each batch; should be several times the threads.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    batch: u32,
    #[command(flatten)]
    tune: TuneOptions,
}

/// Factor: one constant or one part of a recipe at two levels, `NAME=LOW:HIGH`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Factor {
    /// Name of a constant or of a part.
    name: String,
    /// The low and the high level: values of the constant, or whether the recipe has the part, `off` and `on`.
    levels: [String; 2],
}

impl Factor {
    /// The words that put a recipe on the low or the high level.
    fn words(&self, high: bool) -> String {
        let name = &self.name;
        match self.levels[usize::from(high)].as_str() {
            "on" => format!("+{name}"),
            "off" => format!("-{name}"),
            value => format!("+{name}={value}"),
        }
    }
}

impl FromStr for Factor {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Factor, Self::Err> {
        const EXPECTED: &str = "expected NAME=LOW:HIGH with two different whole numbers, or with off and on: history.limit=2048:7000";
        let (name, levels) = text.split_once('=').ok_or(EXPECTED)?;
        let (low, high) = levels.split_once(':').ok_or(EXPECTED)?;
        let level = |text: &str| match text {
            "on" | "off" => Ok(text.to_owned()),
            number => number.parse().map(|value: i32| value.to_string()).map_err(|_| EXPECTED),
        };
        let levels = [level(low)?, level(high)?];
        let [of_part, of_other] = [low, high].map(|level| ["on", "off"].contains(&level));
        let named = !name.is_empty() && !name.contains(['+', ' ']);
        if named && of_part == of_other && levels[0] != levels[1] {
            Ok(Factor { name: name.to_owned(), levels })
        } else {
            Err(EXPECTED)
        }
    }
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}:{}", self.name, self.levels[0], self.levels[1])
    }
}

/// Runs the experiment that the options ask for.
pub(super) fn run(options: &Options, parts: &Parts) -> Result<Vec<Printed>, Failure> {
    match &options.mode {
        Mode::Screen(options) => screen::run(options, parts),
        Mode::Spsa(options) => spsa::run(options, parts),
    }
}

#[cfg(test)]
mod tests;
