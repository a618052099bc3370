//! The killers that are compared: those of the registry of parts, one slot each, as in the thesis, and a search without one; and their
//! measurements, one row per position.

use std::path::PathBuf;

use komadai::Position;
use komadai::eval::PieceProgress;
use komadai::rng::SplitMix64;
use komadai_recipe::watch::effectiveness::Tally;
use komadai_recipe::watch::killers::KillerMeasurement;
use komadai_recipe::{self as recipe, AnyMemory};
use komadai_report::{Failure, Interval};

use crate::data::games::{ClassedGame, Games};
use crate::data::suite::{SuiteEntry, read_suite};
use crate::stats::bootstrap::Bootstrap;

/// A position and the measurement of each killer, in the order of [`compared`].
pub(super) struct Row {
    pub(super) sample: Sample,
    pub(super) measured: Vec<KillerMeasurement>,
}

impl Row {
    /// Progress of the game, 0 to 127: how far the pieces have come.
    pub(super) fn progress(&self) -> f64 {
        PieceProgress::default().of(&self.sample.pos).into()
    }

    pub(super) fn of(&self, killer: &str) -> &KillerMeasurement {
        let place = killers().chain([NONE]).position(|other| other == killer);
        &self.measured[place.expect("every killer has its measurement")]
    }
}

/// A position, or a depth in it, has a rate only if the killer was legal at least so often.
pub(super) const LEAST_CASES: u64 = 10;

/// A depth is shown if at least so many positions have a rate there: 50, or half of the positions if there are fewer.
pub(super) fn least_positions(rows: &[Row]) -> usize {
    50.min(rows.len() / 2).max(1)
}

/// The rate of a tally, or not a number.
pub(super) fn rate(tally: Tally) -> f64 {
    if tally.legal < LEAST_CASES { f64::NAN } else { tally.rate() }
}

/// The same among the nodes where some move is known to be best.
pub(super) fn rate_where_known(tally: Tally) -> f64 {
    if tally.legal - tally.open < LEAST_CASES { f64::NAN } else { tally.rate_where_known() }
}

/// The mean over positions with its interval; positions without a number are left out.
pub(super) fn mean(numbers: impl Iterator<Item = f64>) -> Option<(Interval, usize)> {
    let known: Vec<f64> = numbers.filter(|number| number.is_finite()).collect();
    Some((Bootstrap::default().mean(&known)?, known.len()))
}

/// The search without a killer: how many moves of each kind are right anyway.
pub(super) const NONE: &str = "no killer";

/// Titles of the killers, in the order of tables.
pub(super) fn killers() -> impl Iterator<Item = &'static str> {
    recipe::killers().map(|(_, killer)| killer.title)
}

/// The killers by their titles; the search without one last.
pub(super) fn compared() -> impl Iterator<Item = (&'static str, Option<AnyMemory>)> {
    recipe::killers().map(|(_, killer)| (killer.title, Some((killer.make)(true)))).chain([(NONE, None)])
}

/// Plies from which positions are drawn, as in the thesis.
const PLIES: std::ops::RangeInclusive<usize> = 30..=80;

/// A position of a game.
pub(super) struct Sample {
    pub(super) name: String,
    pub(super) pos: Position,
    /// Moves played before it.
    pub(super) ply: usize,
}

/// Draws `wanted` positions, or all if there are fewer, in the order of their file; one of every game that is long enough.
pub(super) fn read(games: &[PathBuf], wanted: usize, seed: u64) -> Result<Vec<Sample>, Failure> {
    let mut rng = SplitMix64::new(seed);
    // Built in are 200 positions after plies 30 to 80; see the README beside the file.
    let sample = |entry: SuiteEntry| {
        let pos = entry.position();
        Sample { name: entry.name, ply: (pos.move_number() as usize).saturating_sub(1), pos }
    };
    let samples = match games {
        [] => read_suite(komadai::samples::MIDGAME)?.into_iter().map(sample).collect(),
        _ => from_games(games, &mut rng)?,
    };
    // Each as likely as any other.
    let (mut wanted, mut left) = (wanted, samples.len());
    let draw = |_: &Sample| {
        let taken = rng.below(left as u64) < wanted as u64;
        wanted -= usize::from(taken);
        left -= 1;
        taken
    };
    Ok(samples.into_iter().filter(draw).collect())
}

fn from_games(files: &[PathBuf], rng: &mut SplitMix64) -> Result<Vec<Sample>, Failure> {
    let games = Games::read(files)?;
    let sample = |game: &ClassedGame| {
        let (ply, pos) = game.draw(PLIES, rng)?;
        Some(Sample { name: format!("{}-{ply}", game.id), pos, ply })
    };
    let samples: Vec<Sample> = games.games.iter().filter_map(sample).collect();
    if samples.is_empty() {
        let name = Games::source(files);
        let told = format!("{name}: no game of more than {} moves, expected at least one", PLIES.start());
        return Err(told.into());
    }
    Ok(samples)
}
