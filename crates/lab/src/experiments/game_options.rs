//! Options of every program that plays games: openings, rules, tables, threads.

use std::path::PathBuf;

use clap::Args;

use crate::data::openings::read_openings;
use crate::self_play::{MatchRules, Resignation};
use komadai_core::Value;
use komadai_core::notation::usi::GameLine;
use komadai_core::rng::SplitMix64;
use komadai_report::Failure;

/// Where the games of a plain command begin.
const BUILT_IN: &str = komadai::samples::BALANCED_OPENINGS;

/// How games are played, whoever plays them.
#[derive(Args, Clone, Debug)]
pub(super) struct GameOptions {
    /// A file of openings [default: 160 that are built in].
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Seed of the order in which openings are taken, and of everything else that is drawn.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Games to play at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: u16,
    /// Megabytes of table for each player in each game.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub(super) hash_mb: u32,
    /// Moves after which a game is drawn, those of the opening included.
    #[arg(long, value_name = "N", default_value_t = 320, value_parser = clap::value_parser!(u16).range(1..))]
    move_limit: u16,
    /// Resign when both players have seen a side so many centipawns behind (for --resign-plies plies in a row)
    /// [default: play on].
    #[arg(long, value_name = "CP", value_parser = clap::value_parser!(i32).range(1..=30_000))]
    resign_cp: Option<i32>,
    /// See --resign-cp.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(2..), requires = "resign_cp")]
    resign_plies: u32,
}

impl GameOptions {
    pub(super) fn rules(&self) -> MatchRules {
        let mut rules = MatchRules::default();
        rules.ends.move_limit = Some(self.move_limit);
        rules.resignation =
            self.resign_cp.map(|cp| Resignation { behind: Value::from_cp(cp), plies: self.resign_plies });
        rules
    }

    /// Megabytes of a table.
    pub(super) fn hash_mb(&self) -> usize {
        self.hash_mb as usize
    }

    /// What the openings are called in messages.
    pub(super) fn openings_name(&self) -> String {
        self.openings
            .as_ref()
            .map_or_else(|| "the built-in openings".to_owned(), |path| path.display().to_string())
    }

    /// All openings in the order of the seed.
    pub(super) fn openings(&self) -> Result<Vec<GameLine>, Failure> {
        let name = self.openings_name();
        let text = match &self.openings {
            Some(path) => std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?,
            None => BUILT_IN.to_owned(),
        };
        let mut openings = read_openings(&text).map_err(|error| format!("{name}, {error}"))?;
        shuffle(&mut openings, self.seed);
        Ok(openings)
    }
}

/// Puts items into the order of a seed (Fisher and Yates).
pub(super) fn shuffle<T>(items: &mut [T], seed: u64) {
    let mut rng = SplitMix64::new(seed);
    for last in (1..items.len()).rev() {
        items.swap(last, rng.below(last as u64 + 1) as usize);
    }
}
