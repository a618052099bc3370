//! Options of every program that plays games: openings, rules, tables, threads.

use std::path::{Path, PathBuf};

use clap::Args;
use komadai::samples::BALANCED_OPENINGS;
use komadai_core::Value;
use komadai_core::notation::usi::GameLine;
use komadai_core::rng::SplitMix64;
use komadai_report::options::{HashMb, Seed, Threads};
use komadai_report::{Failure, InputText};

use crate::data::openings::read_openings;
use crate::self_play::{MatchRules, Resignation};

/// Name of the built-in openings in messages.
const BUILT_IN_NAME: &str = "the built-in openings";

/// `--openings FILE`.
#[derive(Args, Clone, Debug)]
pub(super) struct Openings {
    /// A file of openings [default: 160 built-in ones].
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
}

impl Openings {
    /// The file, if one was named.
    pub(super) fn file(&self) -> Option<&Path> {
        self.openings.as_deref()
    }

    /// The openings of the file, or those of these lists.
    pub(super) fn read(&self, built_in: &[&str]) -> Result<Vec<GameLine>, Failure> {
        Ok(InputText::read(self.file(), BUILT_IN_NAME, built_in)?.parse(read_openings)?)
    }
}

/// `--a RECIPE --b RECIPE`: the two searches that are compared.
#[derive(Args, Clone, Debug)]
pub(super) struct TwoRecipes {
    /// The first search.
    #[arg(long, value_name = "RECIPE", default_value = "modern")]
    pub(super) a: String,
    /// The second search.
    #[arg(long, value_name = "RECIPE", default_value = "modern-null")]
    pub(super) b: String,
}

/// How games are played, whoever plays them.
#[derive(Args, Clone, Debug)]
pub(super) struct GameOptions {
    #[command(flatten)]
    openings: Openings,
    #[command(flatten)]
    pub(super) seed: Seed,
    #[command(flatten)]
    pub(super) threads: Threads,
    #[command(flatten)]
    pub(super) hash_mb: HashMb<4>,
    /// Moves after which a game is drawn, those of the opening included.
    #[arg(long, value_name = "N", default_value_t = 320, value_parser = clap::value_parser!(u16).range(1..))]
    move_limit: u16,
    /// Resign when both players have seen a side CP centipawns behind for PLIES plies in a row, 2 or more [default: play on; PLIES: 6].
    #[arg(long, value_name = "CP[,PLIES]", value_parser = resignation)]
    resign_cp: Option<Resignation>,
}

fn resignation(text: &str) -> Result<Resignation, &'static str> {
    let (cp, plies) = text.split_once(',').unwrap_or((text, "6"));
    let behind = cp.parse().ok().filter(|cp| (1..=30_000).contains(cp)).map(Value::from_cp);
    let plies = plies.parse().ok().filter(|&plies| plies >= 2);
    let both = behind.zip(plies).map(|(behind, plies)| Resignation { behind, plies });
    both.ok_or("expected 1 to 30000 centipawns, and perhaps a comma and 2 plies or more, such as 2500,4")
}

impl GameOptions {
    pub(super) fn rules(&self) -> MatchRules {
        let mut rules = MatchRules::default();
        rules.ends.move_limit = Some(self.move_limit);
        rules.resignation = self.resign_cp;
        rules
    }

    /// Name of the openings in messages.
    pub(super) fn openings_name(&self) -> String {
        self.openings.file().map_or_else(|| BUILT_IN_NAME.to_owned(), |path| path.display().to_string())
    }

    /// All openings in the order of the seed.
    pub(super) fn openings(&self) -> Result<Vec<GameLine>, Failure> {
        let mut openings = self.openings.read(&[BALANCED_OPENINGS])?;
        SplitMix64::new(self.seed.seed).shuffle(&mut openings);
        Ok(openings)
    }
}
