//! Positions of the middle game: some of those built in, or drawn from games.

use std::path::Path;

use komadai::Position;
use komadai::lab::{Failure, SuiteEntry, read_suite};
use komadai::notation::usi::GameLine;
use komadai::rng::SplitMix64;

/// 200 positions after plies 30 to 80; see the README beside the file.
const BUILT_IN: &str = include_str!("../../data/positions/midgame.tsv");
/// From which plies positions are drawn, as in the thesis.
const PLIES: std::ops::RangeInclusive<usize> = 30..=80;

/// A position of a game.
pub(crate) struct Sample {
    pub(crate) name: String,
    pub(crate) pos: Position,
    /// Moves played before it.
    pub(crate) ply: usize,
}

/// So many positions, or all if there are fewer, in the order of their file.
pub(crate) fn read(games: Option<&Path>, wanted: usize, seed: u64) -> Result<Vec<Sample>, Failure> {
    let mut rng = SplitMix64::new(seed);
    let (name, samples) = match games {
        None => ("the built-in positions".to_owned(), built_in()),
        Some(path) => {
            let name = path.display().to_string();
            let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
            (name, from_games(&text, &mut rng))
        }
    };
    let samples = samples.map_err(|error| format!("{name}, {error}"))?;
    if samples.is_empty() {
        return Err(
            format!("{name}: no game of more than {} moves, expected at least one", PLIES.start()).into()
        );
    }
    Ok(draw(samples, wanted, &mut rng))
}

fn built_in() -> Result<Vec<Sample>, String> {
    let suite = read_suite(BUILT_IN).map_err(|error| error.to_string())?;
    let sample = |entry: SuiteEntry| {
        let pos = entry.position();
        Sample { name: entry.name, ply: usize::from(pos.move_number()).saturating_sub(1), pos }
    };
    Ok(suite.into_iter().map(sample).collect())
}

/// One position of every game that is long enough.
fn from_games(text: &str, rng: &mut SplitMix64) -> Result<Vec<Sample>, String> {
    let mut samples = Vec::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
        let [name, start, moves, ..] = fields[..] else {
            return Err(format!("line {number}: {} fields, expected ID, START and MOVES", fields.len()));
        };
        let game = GameLine::parse(&format!("{start} moves {moves}"))
            .map_err(|error| format!("line {number}, START and MOVES: {error}"))?;
        // The last position has no move any more, and may be a mate.
        let last = game.moves().len().saturating_sub(1).min(*PLIES.end());
        let Some(choices) = last.checked_sub(*PLIES.start()) else { continue };
        let ply = PLIES.start() + rng.below(choices as u64 + 1) as usize;
        let mut pos = game.start().clone();
        for &mv in &game.moves()[..ply] {
            let _ = pos.do_move(mv);
        }
        samples.push(Sample { name: format!("{name}-{ply}"), pos, ply });
    }
    Ok(samples)
}

/// Draws so many, each as likely as any other, and leaves them in order.
fn draw(samples: Vec<Sample>, wanted: usize, rng: &mut SplitMix64) -> Vec<Sample> {
    let (mut wanted, mut left) = (wanted, samples.len());
    samples
        .into_iter()
        .filter(|_| {
            let taken = rng.below(left as u64) < wanted as u64;
            wanted -= usize::from(taken);
            left -= 1;
            taken
        })
        .collect()
}
