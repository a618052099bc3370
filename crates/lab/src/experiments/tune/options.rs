//! What can be said on the command line.

use clap::{Args, Parser, Subcommand};
use komadai_report::COLUMNS;
use komadai_report::options::{Eval, Nodes, Out, Pairs};

use super::factor::Factor;
use crate::experiments::game_options::GameOptions;

/// Finds good constants and parts of a search by games.
#[derive(Parser)]
#[command(max_term_width = COLUMNS, name = "tune")]
pub(in crate::experiments) struct Options {
    #[command(subcommand)]
    pub(super) mode: Mode,
}

#[derive(Subcommand)]
pub(super) enum Mode {
    /// Measures the effects of many two-level factors at once: a factorial experiment.
    Screen(ScreenOptions),
    /// Tunes constants by simultaneous perturbation stochastic approximation (SPSA).
    Spsa(SpsaOptions),
}

/// What both modes need to know.
#[derive(Args)]
pub(super) struct TuneOptions {
    /// The search that is changed: a base (bare, modern, tacos) with parts added (+history), taken out (-null), and constants
    /// set (+NAME=VALUE).
    #[arg(long, value_name = "RECIPE", default_value = "modern")]
    pub(super) base: String,
    #[command(flatten)]
    pub(super) eval: Eval,
    #[command(flatten)]
    pub(super) nodes: Nodes<2_000>,
    #[command(flatten)]
    pub(super) out: Out,
    #[command(flatten)]
    pub(super) play: GameOptions,
}

#[derive(Args)]
#[command(
    after_help = "A factor is NAME=LOW:HIGH: a constant of the search with two values, or a part of the recipe with off:on. \
                  Openings come again when all have been played. An experiment that was broken off goes on if it is started with the same words; --pairs and --threads \
                  may change, as long as there are not fewer pairs."
)]
pub(super) struct ScreenOptions {
    /// Factors with their low and high level: history.limit=2048:7000,singular=off:on.
    #[arg(long, value_name = "LIST", value_delimiter = ',', required = true)]
    pub(super) factors: Vec<Factor>,
    #[command(flatten)]
    pub(super) pairs: Pairs<100>,
    /// Factors that a player has at the low level on average, all others being high: measures what the high recipe loses without
    /// each, and needs more games [default: half of the factors].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) low_at_once: Option<u32>,
    #[command(flatten)]
    pub(super) tune: TuneOptions,
}

#[derive(Args)]
#[command(
    after_help = "A run that was broken off goes on if it is started with the same words; --threads may change. The recipe at \
                  the end is meant to be tried in a match: self_play --a RECIPE --b modern, with other openings."
)]
pub(super) struct SpsaOptions {
    /// Constants to be tuned, or parts with all their constants that are not switched off, separated by commas
    /// [default: all that the base feels and that have more than two values].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(super) constants: Vec<String>,
    /// Pairs of games, each between two opposite settings.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) iterations: u32,
    /// Pairs from the same constants, which move after each batch; should be several times the threads.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub(super) batch: u32,
    #[command(flatten)]
    pub(super) tune: TuneOptions,
}
