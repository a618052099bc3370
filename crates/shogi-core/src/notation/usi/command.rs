//! Everything a user of an engine can send.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;

use super::{Clock, GameLine, Go, UsiError, Words};

/// How a game ended for the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameOver {
    /// The engine won.
    Win,
    /// The engine lost.
    Lose,
    /// A draw, or any other word.
    Draw,
}

/// A line from the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `usi`: say who you are, offer options, say `usiok`.
    Usi,
    /// `setoption name NAME [value VALUE]`. A value may be empty or missing; a name may contain blanks, though engines should avoid such
    /// names.
    SetOption {
        /// The option.
        name: String,
        /// Its new value.
        value: String,
    },
    /// `isready`: load what is needed, say `readyok`.
    IsReady,
    /// `usinewgame`
    NewGame,
    /// `position …`
    Position(Box<GameLine>),
    /// `go …`
    Go(Go),
    /// `stop`
    Stop,
    /// `ponderhit`, with the clock in some dialects.
    PonderHit(Clock),
    /// `gameover win|lose|draw`
    GameOver(GameOver),
    /// `quit`
    Quit,
}

impl Command {
    /// Reads a line; blanks and line ends around it are ignored.
    ///
    /// # Errors
    ///
    /// [`UsiError`]: the word that is wrong. An empty line is an error at word 1.
    pub fn parse(line: &str) -> Result<Command, UsiError> {
        let mut words = Words::new(line);
        let start = words.clone();
        Ok(match words.next() {
            Some("usi") => Command::Usi,
            Some("isready") => Command::IsReady,
            Some("usinewgame") => Command::NewGame,
            Some("stop") => Command::Stop,
            Some("quit") => Command::Quit,
            Some("setoption") => set_option(words)?,
            Some("position") => Command::Position(Box::new(GameLine::from_words(words)?)),
            Some("go") => Command::Go(Go::from_words(words)?),
            Some("ponderhit") => Command::PonderHit(Go::from_words(words)?.clock),
            Some("gameover") => Command::GameOver(match words.next() {
                Some("win") => GameOver::Win,
                Some("lose") => GameOver::Lose,
                _ => GameOver::Draw,
            }),
            _ => return Err(start.error("a command of USI")),
        })
    }
}

fn set_option(mut words: Words<'_>) -> Result<Command, UsiError> {
    if !words.take("name") {
        return Err(words.error("name"));
    }
    let text = words.rest;
    while words.peek().is_some_and(|word| word != "value") {
        words.next();
    }
    let name = text[..text.len() - words.rest.len()].trim_ascii_end().to_owned();
    if name.is_empty() {
        return Err(words.error("the name of an option"));
    }
    words.take("value");
    Ok(Command::SetOption { name, value: words.rest.to_owned() })
}
