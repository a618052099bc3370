//! The games, and the share of each rank.

use std::path::Path;

use komadai_core::notation::usi::GameLine;
use komadai_learn::comparison::TrainingGame;

/// The games of `data/games`.
const BUILT_IN: &str = include_str!("../../../../../data/games/sample.tsv");

/// A table of games, one in each line: name, start, moves; lines with `#` are skipped.
pub(crate) struct Games(String);

impl Games {
    pub(crate) fn read(file: Option<&Path>) -> Result<Games, String> {
        let Some(path) = file else { return Ok(Games(BUILT_IN.to_owned())) };
        std::fs::read_to_string(path).map(Games).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// The games of one rank, dealt one by one like cards; each game occurs `repeat` times.
    pub(crate) fn share(
        &self,
        rank: usize,
        ranks: usize,
        repeat: usize,
    ) -> Result<Vec<TrainingGame>, String> {
        let lines: Vec<(usize, &str)> = self
            .0
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty())
            .collect();
        let own = (rank..lines.len().saturating_mul(repeat)).step_by(ranks).map(|n| lines[n % lines.len()]);
        own.map(|(number, line)| game(line).map_err(|error| format!("line {}: {error}", number + 1)))
            .collect()
    }
}

fn game(line: &str) -> Result<TrainingGame, String> {
    let mut columns = line.split('\t').skip(1);
    let (Some(start), Some(moves)) = (columns.next(), columns.next()) else {
        return Err("expected a name, a start and moves, with tabs between".into());
    };
    let game = GameLine::parse(&format!("{start} moves {moves}")).map_err(|error| error.to_string())?;
    Ok(TrainingGame { start: game.start().clone(), moves: game.moves().to_vec() })
}
