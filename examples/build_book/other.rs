//! Books in files: `.db`, the form of `YaneuraOu`, by its extension; any other file is a model file.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use komadai::artifact::Provenance;
use komadai::notation::book_db::{BookEntry, BookReadError, BookReader, HEADER, write};
use komadai::search::{Book, RatedBook, load_book, save_book};
use komadai_learn::{book_entries, counted_book};
use komadai_report::{Failure, check_file_of, check_model_file, save_whole};

/// Whether a file is a `.db`.
fn is_db(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("db"))
}

/// Checks that a book can be saved here: as a new file, or in place of one of its form.
pub(crate) fn check(option: &str, path: &Path) -> Result<(), String> {
    if is_db(path) {
        check_file_of(option, path, HEADER.as_bytes(), "a book of this form")
    } else {
        check_model_file(option, path)
    }
}

/// A book from a file, or built from games.
pub(crate) struct Loaded {
    pub(crate) book: Book,
    /// Where it comes from.
    pub(crate) provenance: Provenance,
    /// The whole content of a `.db`, whose counts stand for wins and games.
    pub(crate) entries: Option<Vec<BookEntry>>,
}

/// Reads a book to show or to save in another form; a lenient reader leaves out what is wrong in a `.db`. Moves of a `.db` whose value is
/// more than [`RatedBook::NEAR`] behind the best of their position count as never won.
pub(crate) fn load(path: &Path, lenient: bool) -> Result<Loaded, Failure> {
    if !is_db(path) {
        let (book, provenance) = load_book(path)?;
        return Ok(Loaded { book, provenance, entries: None });
    }
    let entries = read_db(path, lenient)?;
    let book = counted_book(entries.clone(), RatedBook::NEAR)?;
    let provenance = Provenance {
        made_by: format!("komadai build_book {}", env!("CARGO_PKG_VERSION")),
        source: path.display().to_string(),
        rows: book.len() as u64,
        parameters: format!("near {}", RatedBook::NEAR),
        note: "counts of the file stand for wins and games".to_owned(),
        ..Provenance::default()
    };
    Ok(Loaded { book, provenance, entries: Some(entries) })
}

/// Saves a book in the form that the extension names: `.db`, or a model file. From `.db` to `.db`, values, depths and replies are kept.
pub(crate) fn save(loaded: Loaded, path: &Path) -> Result<(), Failure> {
    let Loaded { book, provenance, entries, .. } = loaded;
    if is_db(path) {
        return Ok(save_whole(path, write(entries.unwrap_or_else(|| book_entries(&book))))?);
    }
    Ok(save_book(&book, &provenance, path)?)
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
