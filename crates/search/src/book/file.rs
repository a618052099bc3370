//! Books in files, in the format of all model files.

use std::path::Path;

use komadai_core::artifact::{Artifact, Provenance};
use komadai_core::files::FileError;
use serde::{Deserialize, Serialize};

use super::{Book, BookPosition};

/// The layout: positions as SFEN and moves as USI, so that a file does not depend on keys and bits of this program.
#[derive(Serialize, Deserialize)]
struct BookFile {
    positions: Vec<BookPosition>,
}

impl Artifact for BookFile {
    const KIND: [u8; 8] = *b"book\0\0\0\0";
    const VERSION: u16 = 1;
    const WHAT: &'static str = "an opening book, as build_book saves it";

    fn validate(&self) -> Result<(), String> {
        Book::new(self.positions.clone()).map(|_| ()).map_err(|error| error.to_string())
    }
}

/// Saves a book.
///
/// # Errors
///
/// [`FileError`] of the file system.
pub fn save_book(book: &Book, provenance: &Provenance, path: impl AsRef<Path>) -> Result<(), FileError> {
    BookFile { positions: book.positions().to_vec() }.save(provenance, path)
}

/// Loads a book and its provenance.
///
/// # Errors
///
/// [`FileError`]: the file is missing, damaged, of another kind, or does not hold a book.
pub fn load_book(path: impl AsRef<Path>) -> Result<(Book, Provenance), FileError> {
    let (file, provenance) = BookFile::load(&path)?;
    let wrong =
        |reason| FileError::contents(format!("model of kind \"book\": {reason}")).of(path.as_ref().display());
    let book = Book::new(file.positions).map_err(wrong)?;
    Ok((book, provenance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::BookMove;
    use komadai_core::Position;

    #[test]
    fn a_book_comes_back_from_its_file_and_a_missing_one_is_named() {
        let path = std::env::temp_dir().join(format!("komadai-book-{}.kmd", std::process::id()));
        let moves = ["7g7f", "2g2f"].map(|mv| BookMove { mv: mv.parse().unwrap(), wins: 2, games: 3 });
        let sfen = Position::startpos().unnumbered();
        let book = Book::new([BookPosition { sfen, moves: moves.to_vec() }]).unwrap();
        let provenance = Provenance { made_by: "test".into(), rows: 5, ..Provenance::default() };
        save_book(&book, &provenance, &path).unwrap();
        assert_eq!(load_book(&path).unwrap(), (book, provenance));
        std::fs::remove_file(&path).unwrap();
        let missing = load_book(&path).unwrap_err().to_string();
        assert!(missing.contains("komadai-book-"), "{missing}");
    }
}
