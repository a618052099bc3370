//! `position [startpos | sfen BOARD SIDE HANDS NUMBER] [moves …]`: where a game began, and its moves.

use alloc::vec::Vec;
use core::fmt;

use super::{UsiError, Words};
use crate::notation::sfen;
use crate::{Move, Position, Tracked};

/// A start position and the moves from there, all legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLine {
    start: Position,
    moves: Vec<Move>,
}

impl GameLine {
    /// Reads the line, with or without the word `position`. A bare SFEN counts as `sfen …`; hands may come in any order, and the move
    /// number or a king may be missing.
    ///
    /// # Errors
    ///
    /// [`UsiError`]: the word that is wrong, and what was expected there.
    pub fn parse(line: &str) -> Result<GameLine, UsiError> {
        let mut words = Words::new(line);
        words.take("position");
        GameLine::from_words(words)
    }

    /// Reads the line up to the first word that is not a legal move. `None` if not even the start position can be read.
    ///
    /// ```
    /// use komadai_core::notation::usi::GameLine;
    ///
    /// let game = GameLine::parse_prefix("position startpos moves 7g7f 3c3d 8h9i 2g2f").unwrap();
    /// assert_eq!(game.to_string(), "position startpos moves 7g7f 3c3d");
    /// assert_eq!(GameLine::parse_prefix("position sfen 9/9 b - 1"), None);
    /// ```
    pub fn parse_prefix(line: &str) -> Option<GameLine> {
        let mut words = Words::new(line);
        words.take("position");
        let mut game = GameLine::new(GameLine::start_of(&mut words).ok()?);
        // An error after the start has been reported already or does not matter.
        let _ = game.play(&mut words);
        Some(game)
    }

    pub(super) fn from_words(mut words: Words<'_>) -> Result<GameLine, UsiError> {
        let mut game = GameLine::new(GameLine::start_of(&mut words)?);
        game.play(&mut words)?;
        Ok(game)
    }

    /// Reads the start.
    fn start_of(words: &mut Words<'_>) -> Result<Position, UsiError> {
        Ok(if words.take("startpos") {
            Position::startpos()
        } else {
            words.take("sfen");
            let first = words.number;
            let text = words.rest;
            if words.peek().is_none_or(|word| word == "moves") {
                return Err(words.error("startpos, or sfen and a position"));
            }
            while words.peek().is_some_and(|word| word != "moves") {
                words.next();
            }
            let text = text[..text.len() - words.rest.len()].trim_ascii_end();
            sfen::position(text).map_err(|error| UsiError::Position { word: first, error })?
        })
    }

    /// Reads moves to the end of the line or to the first that is wrong.
    fn play(&mut self, words: &mut Words<'_>) -> Result<(), UsiError> {
        let mut pos = self.start.clone();
        if words.peek().is_some() && !words.take("moves") {
            return Err(words.error("moves or the end of the line"));
        }
        while let Some(word) = words.peek() {
            let Ok(mv) = word.parse::<Move>() else {
                return Err(words.error("a USI move such as 7g7f, 2b3c+ or P*5e"));
            };
            pos.play(mv).map_err(|error| UsiError::IllegalMove { word: words.number, error })?;
            self.moves.push(mv);
            words.next();
        }
        Ok(())
    }

    /// A game without moves.
    pub fn new(start: Position) -> GameLine {
        GameLine { start, moves: Vec::new() }
    }

    /// The position the game began with.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves from the start.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The current position, with the path that led there.
    pub fn tracked(&self) -> Tracked {
        let mut board = Tracked::new(self.start.clone());
        for &mv in &self.moves {
            board.do_move(mv);
        }
        board
    }

    /// The current position.
    pub fn position(&self) -> Position {
        self.tracked().position().clone()
    }
}

impl Default for GameLine {
    fn default() -> Self {
        GameLine::new(Position::startpos())
    }
}

impl fmt::Display for GameLine {
    /// The whole command, `position startpos moves 7g7f`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.start == Position::startpos() {
            f.write_str("position startpos")?;
        } else {
            write!(f, "position sfen {}", self.start)?;
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}
