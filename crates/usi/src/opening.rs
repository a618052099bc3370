//! [`Opening`]: an opening book that is asked before anything is searched \[R9\].

use komadai_core::rng::{SplitMix64, mix};
use komadai_core::{Move, Position};
use komadai_search::Book;

/// An opening book, and the game that moves are drawn for.
///
/// A position asked about twice in a game gets the same answer, the next game may get another; the same session draws
/// the same moves again.
///
/// ```
/// use komadai_core::Position;
/// use komadai_search::{Book, BookMove, BookPosition};
/// use komadai_usi::Opening;
///
/// let known = BookMove { mv: "7g7f".parse()?, wins: 3, games: 5 };
/// let start = BookPosition { sfen: BookPosition::text_of(&Position::startpos()), moves: vec![known] };
/// let mut opening = Opening::new(Book::new([start])?);
/// opening.new_game();
/// let (mv, known) = opening.draw(&Position::startpos()).expect("it is in the book");
/// assert_eq!((mv.to_string().as_str(), known.as_str()), ("7g7f", "book: 7g7f won 3 of 5 games"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Opening {
    book: Book,
    /// Games begun so far: the seed of what is drawn.
    game: u64,
}

impl Opening {
    /// Before the first game, with a book.
    pub fn new(book: Book) -> Opening {
        Opening { book, game: 0 }
    }

    /// Another book, in the same game.
    pub fn set_book(&mut self, book: Book) {
        self.book = book;
    }

    /// Another game begins.
    pub fn new_game(&mut self) {
        self.game += 1;
    }

    /// A move of the book, each as likely as it has wins, and what is known of it; in the form of
    /// [`Program::book_move`](crate::Program::book_move).
    pub fn draw(&self, pos: &Position) -> Option<(Move, String)> {
        let mv = self.book.draw(pos, &mut SplitMix64::new(mix(self.game ^ pos.key())))?;
        let known = self.book.moves(pos).iter().find(|known| known.mv == mv)?;
        Some((mv, format!("book: {mv} won {} of {} games", known.wins, known.games)))
    }
}
