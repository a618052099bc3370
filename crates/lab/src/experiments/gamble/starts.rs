//! The positions from which games are played on.

use std::fmt::Write as _;
use std::path::Path;

use komadai_core::notation::usi::GameLine;
use komadai_core::{Color, Move, Position};
use komadai_learn::corpus::{games, read_records};

use crate::data::games::Games;
use crate::self_play::MatchRules;
use komadai_report::Failure;

/// Moves after which games are taken, as in the paper's table 4.
pub(super) const PLIES: [u16; 2] = [79, 119];

/// How far the record of a corpus may lie from the ply asked for: corpora leave out positions in check.
const NEAR: u16 = 4;

/// A position with the game that led there.
pub(super) struct Start {
    /// Number of the game.
    pub(super) game: u64,
    /// Ply that was asked for.
    pub(super) ply: u16,
    /// The game up to the position; of a corpus, the position alone.
    pub(super) line: GameLine,
}

impl Start {
    /// `None` if the game is over, or a king is missing.
    fn new(game: u64, ply: u16, line: GameLine) -> Option<Start> {
        let board = line.tracked();
        let kings = [Color::Black, Color::White].map(|color| board.position().king(color));
        let goes_on = !kings.contains(&None) && MatchRules::default().over(&board).is_none();
        goes_on.then_some(Start { game, ply, line })
    }
}

/// A game with these moves.
pub(super) fn played(start: &Position, moves: &[Move]) -> Result<GameLine, Failure> {
    let mut text = GameLine::new(start.clone()).to_string();
    for (number, mv) in moves.iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = write!(text, "{} {mv}", if number == 0 { " moves" } else { "" });
    }
    Ok(GameLine::parse(&text)?)
}

/// The positions of games after so many moves, game by game.
pub(super) fn of_games(games: &Games) -> Result<Vec<Start>, Failure> {
    let mut starts = Vec::new();
    for (number, game) in (0..).zip(&games.games) {
        for ply in PLIES {
            if let Some(moves) = game.moves.get(..usize::from(ply)) {
                starts.extend(Start::new(number, ply, played(&game.start, moves)?));
            }
        }
    }
    Ok(starts)
}

/// The records of a corpus nearest to these plies, game by game; a record is taken once.
pub(super) fn of_corpus(path: &Path) -> Result<Vec<Start>, Failure> {
    let records = read_records(path)?;
    let mut starts = Vec::new();
    for (number, game) in (0..).zip(games(&records)) {
        let mut taken = Vec::new();
        for ply in PLIES {
            // Records have the number of the next move.
            let distance = |&index: &usize| game[index].ply.abs_diff(ply + 1);
            let Some(nearest) = (0..game.len()).min_by_key(distance) else { continue };
            if distance(&nearest) <= NEAR && !taken.contains(&nearest) {
                taken.push(nearest);
                let position = game[nearest].position.unpack(game[nearest].ply)?;
                starts.extend(Start::new(number, ply, GameLine::new(position)));
            }
        }
    }
    Ok(starts)
}
