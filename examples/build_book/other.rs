//! Books in files, recognised by their extensions: model files; `.db`, the form of `YaneuraOu`; and `.tsv`, text with results:
//! `SFEN<TAB>BLACK_WINS<TAB>WHITE_WINS<TAB>MOVES`, where the counts of a move are those of the position after it.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use komadai::artifact::Provenance;
use komadai::notation::book_db::{BookEntry, BookReadError, BookReader, HEADER, write};
use komadai::search::{Book, BookMove, BookPosition, RatedBook, load_book, save_book};
use komadai::{Color, Move, Position};
use komadai_learn::{book_entries, counted_book};
use komadai_report::{Failure, InputText, check_file_of, check_model_file, save_whole};

/// The form of a file.
enum Form {
    Model,
    Db,
    Text,
}

impl Form {
    /// The form of a file by its extension: a model file if no other is named.
    fn of(path: &Path) -> Form {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        match extension.as_deref() {
            Some("db") => Form::Db,
            Some("tsv") => Form::Text,
            _ => Form::Model,
        }
    }
}

/// Checks that a book can be saved here: as a new file, or in place of one of its form.
pub(crate) fn check(option: &str, path: &Path) -> Result<(), String> {
    match Form::of(path) {
        Form::Db => check_file_of(option, path, HEADER.as_bytes(), "a book of this form"),
        Form::Model => check_model_file(option, path),
        // As a model file it could not be loaded again.
        Form::Text => {
            let path = path.display();
            Err(format!("{option} {path}: found .tsv, which is read as text, expected .db or a model file"))
        }
    }
}

/// A book from a file, or built from games.
pub(crate) struct Loaded {
    pub(crate) book: Book,
    /// Where it comes from.
    pub(crate) provenance: Provenance,
    /// What its numbers mean, or what was left out.
    pub(crate) remark: Option<String>,
    /// The whole content of a `.db`.
    pub(crate) entries: Option<Vec<BookEntry>>,
}

/// Reads a book to show or to save in another form; a lenient reader leaves out what is wrong in a `.db`. Moves of a `.db` whose value is
/// more than [`RatedBook::NEAR`] behind the best of their position count as never won.
pub(crate) fn load(path: &Path, lenient: bool) -> Result<Loaded, Failure> {
    let name = path.display().to_string();
    let mut entries = None;
    let (book, remark) = match Form::of(path) {
        Form::Model => {
            let (book, provenance) = load_book(path)?;
            return Ok(Loaded { book, provenance, remark: None, entries });
        }
        Form::Db => {
            let read = read_db(path, lenient)?;
            entries = Some(read.clone());
            let remark = "counts of the file stand for wins and games".to_owned();
            (counted_book(read, RatedBook::NEAR)?, remark)
        }
        Form::Text => {
            let mut positions = read_text(path)?;
            let read = positions.len();
            positions.retain(|position| position.moves.iter().any(|known| known.wins > 0));
            let lost = read - positions.len();
            let remark = format!("{lost} positions without a move that won are left out");
            (Book::new(positions).map_err(|error| format!("{name}: {error}"))?, remark)
        }
    };
    let provenance = Provenance {
        made_by: format!("komadai build_book {}", env!("CARGO_PKG_VERSION")),
        source: name,
        rows: book.len() as u64,
        parameters: format!("near {}", RatedBook::NEAR),
        note: remark.clone(),
        ..Provenance::default()
    };
    Ok(Loaded { book, provenance, remark: Some(remark), entries })
}

/// Saves a book in the form that the extension names: `.db`, or a model file. From `.db` to `.db`, values, depths and replies are kept.
pub(crate) fn save(loaded: Loaded, path: &Path) -> Result<(), Failure> {
    let Loaded { book, provenance, entries, .. } = loaded;
    match Form::of(path) {
        Form::Db => Ok(save_whole(path, write(entries.unwrap_or_else(|| book_entries(&book))))?),
        Form::Model | Form::Text => Ok(save_book(&book, &provenance, path)?),
    }
}

/// Number of faults of a file that are reported one by one.
const TOLD: usize = 10;

/// The positions of a `.db` file.
fn read_db(path: &Path, lenient: bool) -> Result<Vec<BookEntry>, Failure> {
    let name = path.display();
    let file = File::open(path).map_err(|error| format!("{name}: {error}"))?;
    let (mut entries, mut faults) = (Vec::new(), 0);
    for part in BookReader::new(BufReader::new(file)) {
        match part {
            Ok(entry) => entries.push(entry),
            Err(BookReadError::Line(fault)) if lenient => {
                faults += 1;
                if faults <= TOLD {
                    komadai_report::tell(format_args!("{name}: left out: {fault}"));
                }
            }
            Err(error) => return Err(format!("{name}: {error}").into()),
        }
    }
    if faults > TOLD {
        komadai_report::tell(format_args!("{name}: {} more faults", faults - TOLD));
    }
    if entries.is_empty() {
        Err(format!("{name}: no position, expected at least one").into())
    } else {
        Ok(entries)
    }
}

/// A book as text with results.
fn read_text(path: &Path) -> Result<Vec<BookPosition>, Failure> {
    let input = InputText::read(Some(path), "", &[])?;
    let positions = input.lines(position)?;
    Ok(input.at_least_one(positions, "position")?)
}

fn position(line: &str) -> Result<BookPosition, String> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [sfen, _, _, moves, ..] = columns[..] else {
        let found = columns.len();
        return Err(format!("found {found} columns, expected SFEN, BLACK_WINS, WHITE_WINS and MOVES"));
    };
    let pos: Position = format!("{sfen} 1").parse().map_err(|error| format!("{sfen:?}: {error}"))?;
    let moves = moves.split_whitespace().map(|word| one(&pos, word)).collect::<Result<_, _>>()?;
    Ok(BookPosition { sfen: pos.unnumbered(), moves })
}

fn one(pos: &Position, word: &str) -> Result<BookMove, String> {
    let wrong = || format!("found {word:?}, expected a legal move and its counts, as 7g7f:10:3:2");
    let parts: Vec<&str> = word.split(':').collect();
    let [mv, _, black, white] = parts[..] else { return Err(wrong()) };
    let mv: Move = mv.parse().map_err(|_| wrong())?;
    if !pos.is_legal(mv) {
        return Err(wrong());
    }
    let count = |text: &str| text.parse::<u32>().map_err(|_| wrong());
    let (black, white) = (count(black)?, count(white)?);
    let wins = if pos.side_to_move() == Color::Black { black } else { white };
    Ok(BookMove { mv, wins, games: black.checked_add(white).ok_or_else(wrong)? })
}
