//! Lines of games: `ID<TAB>START<TAB>MOVES<TAB>RESULT…`.

use komadai::lab::Failure;
use komadai::notation::usi::GameLine;
use komadai::{Color, Move, Position};

/// A game as far as a book wants to know it.
pub(crate) struct Line {
    pub(crate) start: Position,
    pub(crate) moves: Vec<Move>,
    /// `None`: drawn, or not known.
    pub(crate) winner: Option<Color>,
}

impl Line {
    /// The position after so many plies; `None` if the game was over before.
    pub(crate) fn after(&self, plies: usize) -> Option<Position> {
        let mut pos = self.start.clone();
        for &mv in self.moves.get(..plies)? {
            let _ = pos.do_move(mv);
        }
        Some(pos)
    }
}

/// Appends the games of a text. Handicap games are left out: their positions are met in no other game.
pub(crate) fn read(name: &str, text: &str, games: &mut Vec<Line>) -> Result<(), Failure> {
    let before = games.len();
    for (number, line) in (1..).zip(text.lines()) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let mut columns = line.split('\t').skip(1);
        let (Some(start), Some(moves), Some(result)) = (columns.next(), columns.next(), columns.next())
        else {
            return Err(format!(
                "{name}, line {number}: found {} columns, expected ID, START, MOVES and RESULT",
                line.split('\t').count()
            )
            .into());
        };
        let winner = match result {
            "b" => Some(Color::Black),
            "w" => Some(Color::White),
            "d" | "?" | "" => None,
            other => {
                return Err(format!(
                    "{name}, line {number}: found the result {other:?}, expected b, w, d or ?"
                )
                .into());
            }
        };
        if start != "startpos" {
            continue;
        }
        let words = format!("position {start} moves {moves}");
        let game = GameLine::parse(&words).map_err(|error| format!("{name}, line {number}: {error}"))?;
        games.push(Line { start: game.start().clone(), moves: game.moves().to_vec(), winner });
    }
    if games.len() == before {
        return Err(format!("{name}: no game from the start position, expected at least one").into());
    }
    Ok(())
}
