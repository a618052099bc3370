//! Positions of the middle game: some of those built in, or drawn from games.

use std::path::PathBuf;

use komadai::Position;
use komadai::rng::SplitMix64;
use komadai_report::Failure;

use crate::data::games::Games;
use crate::data::suite::read_suite;

/// 200 positions after plies 30 to 80; see the README beside the file.
const BUILT_IN: &str = komadai::samples::MIDGAME;
/// From which plies positions are drawn, as in the thesis.
const PLIES: std::ops::RangeInclusive<usize> = 30..=80;

/// A position of a game.
pub(super) struct Sample {
    pub(super) name: String,
    pub(super) pos: Position,
    /// Moves played before it.
    pub(super) ply: usize,
}

/// So many positions, or all if there are fewer, in the order of their file; one of every game that is long enough.
pub(super) fn read(games: &[PathBuf], wanted: usize, seed: u64) -> Result<Vec<Sample>, Failure> {
    let mut rng = SplitMix64::new(seed);
    let samples = if games.is_empty() { built_in()? } else { from_games(games, &mut rng)? };
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

fn built_in() -> Result<Vec<Sample>, Failure> {
    let sample = |entry: crate::data::suite::SuiteEntry| {
        let pos = entry.position();
        Sample { name: entry.name, ply: (pos.move_number() as usize).saturating_sub(1), pos }
    };
    Ok(read_suite(BUILT_IN)?.into_iter().map(sample).collect())
}

fn from_games(files: &[PathBuf], rng: &mut SplitMix64) -> Result<Vec<Sample>, Failure> {
    let games = Games::read(files)?;
    let drawn = games.games.iter().filter_map(|game| Some((game, game.draw(PLIES, rng)?)));
    let sample =
        drawn.map(|(game, at)| Sample { name: format!("{}-{}", game.id, at.ply), pos: at.pos, ply: at.ply });
    let samples: Vec<Sample> = sample.collect();
    if samples.is_empty() {
        let name = Games::source(files);
        return Err(
            format!("{name}: no game of more than {} moves, expected at least one", PLIES.start()).into()
        );
    }
    Ok(samples)
}
