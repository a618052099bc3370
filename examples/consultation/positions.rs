//! Positions out of the middle of games.

use std::path::Path;

use komadai::Position;
use komadai::lab::Failure;
use komadai::notation::usi::GameLine;

const BUILT_IN: &str = include_str!("../../data/games/sample.tsv");

/// The positions after so many plies of the first games that last longer, without those in check: a position where few
/// moves are legal says little about votes.
pub(crate) fn read(file: Option<&Path>, ply: usize, count: usize) -> Result<Vec<Position>, Failure> {
    let (name, text) = match file {
        Some(path) => {
            let name = path.display().to_string();
            let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
            (name, text)
        }
        None => ("the built-in games".to_owned(), BUILT_IN.to_owned()),
    };
    let mut positions = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if positions.len() == count {
            break;
        }
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut columns = line.split('\t').skip(1);
        let (Some(start), Some(moves)) = (columns.next(), columns.next()) else {
            return Err(format!(
                "{name}, line {number}: fewer than three columns, expected ID, START, MOVES"
            )
            .into());
        };
        let all: Vec<&str> = moves.split_whitespace().collect();
        if all.len() <= ply {
            continue;
        }
        let line = format!("position {start} moves {}", all[..ply].join(" "));
        let game = GameLine::parse(&line).map_err(|error| format!("{name}, line {number}: {error}"))?;
        let pos = game.position();
        if !pos.in_check() && pos.has_legal_move() {
            positions.push(pos);
        }
    }
    if positions.is_empty() {
        return Err(format!("{name}: no game longer than {ply} plies, expected at least one").into());
    }
    Ok(positions)
}
