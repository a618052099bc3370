//! A position or game as it is given on a command line: an SFEN, a USI line, or a record file.

use std::path::Path;

use komadai::notation::record::{self, Format};
use komadai::notation::usi_record;
use komadai_core::{Game, Move, Position, Setup};

use super::input::read_whole;

/// Position or game given on a command line.
///
/// ```
/// use komadai_report::GivenGame;
///
/// let given = GivenGame::read("startpos moves 7g7f 3c3d", 1)?;
/// assert_eq!((given.moves.len(), given.record), (2, None));
/// let error = GivenGame::read("startpos moves 7g7f 7g7f", 1).unwrap_err();
/// assert!(error.starts_with("the USI line \"startpos moves 7g7f 7g7f\": "));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct GivenGame {
    /// Its name in messages.
    pub name: String,
    /// Lines about it for the reader: format, players.
    pub about: Vec<String>,
    /// Position before the first move.
    pub start: Position,
    /// The moves, all legal in this order.
    pub moves: Vec<Move>,
    /// The game with its headers, comments and variations, if it comes from a record file.
    pub record: Option<Game>,
}

impl GivenGame {
    /// Reads an SFEN, a USI line such as `startpos moves 7g7f`, or the record file of this name; `number` picks one game of
    /// several, from 1.
    ///
    /// # Errors
    ///
    /// A message: neither a file nor such a line, or where the text is wrong, or no game of this number.
    pub fn read(text: &str, number: usize) -> Result<GivenGame, String> {
        let text = text.trim();
        if Path::new(text).exists() { read_file(text, number) } else { read_line(text, number) }
    }
}

fn read_line(text: &str, number: usize) -> Result<GivenGame, String> {
    let Some(name) = kind_of_line(text) else {
        return Err(format!(
            "{text:?}: no such file, and neither SFEN (nine ranks with eight / between them) nor a USI line \
             (startpos moves 7g7f …, sfen … moves …)"
        ));
    };
    let games = usi_record::read(text).map_err(|error| format!("{name} {text:?}: {error}"))?;
    // A record may begin with a composed problem that no game can reach; a line typed here must not.
    for game in &games {
        Setup::from(&game.start).check_regular().map_err(|error| format!("{name} {text:?}: {error}"))?;
    }
    pick(games, name, number, false)
}

/// What to call a text that is meant as SFEN or USI; `None` for neither.
fn kind_of_line(text: &str) -> Option<&'static str> {
    let mut words = text.split_whitespace();
    match words.next()? {
        "position" | "startpos" | "sfen" | "moves" => Some("the USI line"),
        board if board.matches('/').count() >= 7 => {
            Some(if words.any(|word| word == "moves") { "the USI line" } else { "the SFEN" })
        }
        _ => None,
    }
}

fn read_file(name: &str, number: usize) -> Result<GivenGame, String> {
    let path = Path::new(name);
    if !path.is_file() {
        return Err(format!("{name}: a folder or a device, expected a record file"));
    }
    let bytes = read_whole(path).map_err(|error| format!("{name}: {error}"))?;
    let hint = path.extension().and_then(|extension| extension.to_str()).and_then(Format::from_extension);
    let record = record::read(&bytes, hint).map_err(|error| format!("{name}, {error}"))?;
    let count = record.games.len();
    let mut given = pick(record.games, name, number, true)?;
    let of =
        if count > 1 { format!(", game {number} of {count} (choose with --game)") } else { String::new() };
    given.about.insert(0, format!("{name}: {}{of}", record.format.name().to_uppercase()));
    Ok(given)
}

fn pick(games: Vec<Game>, name: &str, number: usize, from_record: bool) -> Result<GivenGame, String> {
    let count = games.len();
    let Some(game) = number.checked_sub(1).and_then(|index| games.into_iter().nth(index)) else {
        return Err(format!(
            "--game {number}: games of {name}: {count}, expected a number from 1 to {count}"
        ));
    };
    let mut about = Vec::new();
    if game.black().is_some() || game.white().is_some() {
        let [black, white] = [game.black(), game.white()].map(|player| player.unwrap_or("?"));
        about.push(format!("Black {black}, White {white}"));
    }
    let (start, moves) = (game.start.clone(), game.moves());
    Ok(GivenGame { name: name.to_owned(), about, start, moves, record: from_record.then_some(game) })
}
