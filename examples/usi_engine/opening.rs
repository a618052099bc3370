//! The opening book: asked before anything is searched \[R9\].

use komadai::artifact::ArtifactError;
use komadai::learn::load_book;
use komadai::rng::{SplitMix64, mix};
use komadai::search::Book;
use komadai::{Move, Position};

/// A book, and how it is drawn from.
#[derive(Default)]
pub(crate) struct Opening {
    book: Book,
    /// Games begun so far: the seed of what is drawn. The same session draws the same moves, the next game others, and
    /// a position asked about twice in a game gets the same answer.
    game: u64,
}

impl Opening {
    /// Takes up the book of a file, or none for no name. Whatever is wrong with the file, there is no book then.
    pub(crate) fn open(&mut self, file: &str) -> Result<(), String> {
        self.book = Book::default();
        if !file.is_empty() {
            (self.book, _) = load_book(file).map_err(|error| match error {
                ArtifactError::Io { source, .. } => format!("BookFile {file}: {source}"),
                other => format!("BookFile {file}: {other}"),
            })?;
        }
        Ok(())
    }

    /// Another game begins.
    pub(crate) fn new_game(&mut self) {
        self.game += 1;
    }

    /// A move of the book, each as likely as it has wins, and what is known of it.
    pub(crate) fn draw(&self, pos: &Position) -> Option<(Move, String)> {
        let mv = self.book.draw(pos, &mut SplitMix64::new(mix(self.game ^ pos.key())))?;
        let known = self.book.moves(pos).iter().find(|known| known.mv == mv)?;
        Some((mv, format!("book: {mv} won {} of {} games", known.wins, known.games)))
    }
}
