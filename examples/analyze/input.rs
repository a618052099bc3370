//! What was given on the command line, read into a start position and moves.

use std::path::Path;

use komadai::lab::Failure;
use komadai::notation::record::{self, Format};
use komadai::notation::usi_record;
use komadai::{Move, Position, Setup};

/// The position that is analysed when nothing is given.
const SHOWPIECE: &str = "ln5nl/2+R2+Pgk1/7pp/pp2ppp2/9/PP2PPPPK/3+r2N1P/6Sg1/L5b1L w BG3S2Pgnp 104";
const ABOUT_SHOWPIECE: [&str; 3] = [
    "Ito Indatsu (White) in his last game, Edo castle, 1711, before move 104. White is behind in material, Black's",
    "dragon and tokin stand beside White's king, and Black's king has run to the edge: is there still a way to win?",
    "The whole game: data/historic/indatsu-1711.kif",
];

/// A start position and the moves played from it.
pub(crate) struct Given {
    /// What to call it in messages.
    pub(crate) name: String,
    /// Lines for the reader, before anything else.
    pub(crate) about: Vec<String>,
    /// Before the first move.
    pub(crate) start: Position,
    /// All legal, one after the other.
    pub(crate) moves: Vec<Move>,
    /// Whether it is a game to look through rather than a position to look at.
    pub(crate) from_record: bool,
}

/// Reads the words of the command line; `number` picks one game of several.
pub(crate) fn read(words: &[String], number: usize) -> Result<Given, Failure> {
    let text = words.join(" ");
    let text = text.trim();
    if text.is_empty() {
        return Ok(Given {
            name: "the built-in position".to_owned(),
            about: ABOUT_SHOWPIECE.map(str::to_owned).to_vec(),
            start: SHOWPIECE.parse()?,
            moves: Vec::new(),
            from_record: false,
        });
    }
    if Path::new(text).exists() {
        return read_file(text, number);
    }
    let Some(name) = kind_of_line(text) else {
        return Err(format!(
            "{text:?}: no such file, and neither SFEN (nine ranks with eight / between them) nor a USI line \
             (startpos moves 7g7f …, sfen … moves …)"
        )
        .into());
    };
    let games = usi_record::read(text).map_err(|error| format!("{name} {text:?}: {error}"))?;
    // A record may begin with a composed problem that no game could come to; a line typed here had better not.
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
