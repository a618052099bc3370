//! What can be said on the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use komadai_report::COLUMNS;

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
    /// The evaluation of both players: material, default, a model file of pairs, or one of your own.
    #[arg(long, value_name = "NAME|FILE", default_value = "material")]
    pub(super) eval: String,
    /// Nodes for each move.
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    #[command(flatten)]
    pub(super) play: GameOptions,
    /// Folder for the journal, tables and figures.
    #[arg(long, value_name = "DIR", default_value = "out/tune")]
    pub(super) out: PathBuf,
    /// Plays nothing: shows what the games in the journal come to so far, also while another process plays on.
    #[arg(long)]
    pub(super) so_far: bool,
}

#[derive(Args)]
#[command(
    after_help = "A factor is NAME=LOW:HIGH: a constant of the search with two values, or a part of the recipe with off:on. \
                  An experiment that was broken off goes on if it is started with the same words; --pairs and --threads \
                  may change, as long as there are not fewer pairs."
)]
pub(super) struct ScreenOptions {
    /// Factors with their low and high level: history.limit=2048:7000,singular=off:on.
    #[arg(long, value_name = "LIST", value_delimiter = ',', required = true)]
    pub(super) factors: Vec<Factor>,
    /// Pairs of games, each from one opening with both colours; openings come again when all have been played.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) pairs: u32,
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
    /// Steps that a constant moves for a game won, at the end of the run [default: 0.35 / sqrt(iterations)].
    #[arg(long, value_name = "R", value_parser = rate)]
    pub(super) rate: Option<f64>,
    #[command(flatten)]
    pub(super) tune: TuneOptions,
}

fn rate(text: &str) -> Result<f64, &'static str> {
    let rate = text.parse().ok().filter(|rate: &f64| rate.is_finite() && *rate > 0.0);
    rate.ok_or("expected a number above 0")
}
