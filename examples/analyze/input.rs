//! What was given on the command line, read into a start position and moves.

use std::path::Path;

use komadai::notation::record::{self, Format};
use komadai::{Move, Position};

use crate::Failure;

/// The position that is analysed when nothing is given.
const SHOWPIECE: &str = "SHOWPIECE_SFEN";
const ABOUT_SHOWPIECE: &str = "SHOWPIECE_TEXT";

/// A start position and the moves played from it.
pub struct Given {
    /// What to call it in messages.
    pub name: String,
    /// Lines for the reader, before anything else.
    pub about: Vec<String>,
    /// Before the first move.
    pub start: Position,
    /// All legal, one after the other.
    pub moves: Vec<Move>,
    /// Whether it is a game to look through rather than a position to look at.
    pub from_record: bool,
}

/// Reads the words of the command line; `number` picks one game of several.
pub fn read(words: &[String], number: usize) -> Result<Given, Failure> {
    let text = words.join(" ");
    let text = text.trim();
    if text.is_empty() {
        return Ok(Given {
            name: "the built-in position".to_owned(),
            about: vec![ABOUT_SHOWPIECE.to_owned()],
            start: SHOWPIECE.parse()?,
            moves: Vec::new(),
            from_record: false,
        });
    }
    if Path::new(text).exists() {
        return read_file(text, number);
    }
    match line_format(text) {
        Some(format) => {
            let name = if format == Format::Sfen { "the SFEN" } else { "the USI line" };
            let games =
                record::read_text(text, format).map_err(|error| format!("{name} {text:?}: {error}"))?;
            pick(games, name, number, false)
        }
        None => Err(format!(
            "{text:?}: no such file, and neither SFEN (nine ranks with eight / between them) nor a USI line \
             (startpos moves 7g7f …, sfen … moves …)"
        )
        .into()),
    }
}

/// Whether a text is meant as SFEN or as USI; `None` for neither.
fn line_format(text: &str) -> Option<Format> {
    let mut words = text.split_whitespace();
    match words.next()? {
        "position" | "startpos" | "sfen" | "moves" => Some(Format::Usi),
        board if board.matches('/').count() >= 7 => {
            Some(if words.any(|word| word == "moves") { Format::Usi } else { Format::Sfen })
        }
        _ => None,
    }
}

fn read_file(name: &str, number: usize) -> Result<Given, Failure> {
    let path = Path::new(name);
    if !path.is_file() {
        return Err(format!("{name}: a folder or a device, expected a record file").into());
    }
    let bytes = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
    let hint = path.extension().and_then(|extension| extension.to_str()).and_then(Format::from_extension);
    let record = record::read(&bytes, hint).map_err(|error| format!("{name}, {error}"))?;
    let count = record.games.len();
    let mut given = pick(record.games, name, number, true)?;
    let of =
        if count > 1 { format!(", game {number} of {count} (choose with --game)") } else { String::new() };
    given.about.insert(0, format!("{name}: {}{of}", record.format.name().to_uppercase()));
    Ok(given)
}

fn pick(games: Vec<komadai::Game>, name: &str, number: usize, from_record: bool) -> Result<Given, Failure> {
    let count = games.len();
    let Some(game) = number.checked_sub(1).and_then(|index| games.into_iter().nth(index)) else {
        return Err(format!("--game {number}: {name} has {count}, expected 1 to {count}").into());
    };
    let mut about = Vec::new();
    if game.black().is_some() || game.white().is_some() {
        let [black, white] = [game.black(), game.white()].map(|player| player.unwrap_or("?"));
        about.push(format!("Black {black}, White {white}"));
    }
    Ok(Given { name: name.to_owned(), about, moves: game.moves(), start: game.start, from_record })
}
