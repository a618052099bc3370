//! [`Opening`]: an opening book that is consulted before a search \[R9\].

use komadai_core::notation::EntryMove;
use komadai_core::rng::{SplitMix64, mix};
use komadai_core::{Move, Position};
use komadai_search::{Book, RatedBook};

/// A book of either kind.
#[derive(Clone, Debug)]
pub enum OpeningBook {
    /// Moves are drawn by their wins.
    Won(Book),
    /// Moves are drawn by their values and counts.
    Rated(RatedBook),
}

impl Default for OpeningBook {
    /// An empty book.
    fn default() -> OpeningBook {
        OpeningBook::Won(Book::default())
    }
}

/// An opening book, and the game for which moves are drawn.
///
/// Within a game, a position always gets the same move; the next game may get another. The same game numbers draw the same moves again.
///
/// ```
/// use komadai_core::Position;
/// use komadai_search::{Book, BookMove, BookPosition};
/// use komadai_usi::{Opening, OpeningBook};
///
/// let known = BookMove { mv: "7g7f".parse()?, wins: 3, games: 5 };
/// let start = BookPosition { sfen: Position::startpos().unnumbered(), moves: vec![known] };
/// let mut opening = Opening::default();
/// opening.book = OpeningBook::Won(Book::new([start])?);
/// opening.new_game();
/// let (mv, known) = opening.draw(&Position::startpos()).expect("it is in the book");
/// assert_eq!((mv.to_string().as_str(), known.as_str()), ("7g7f", "book: 7g7f won 3 of 5 games"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Opening {
    /// The book; it may be replaced during a game.
    pub book: OpeningBook,
    /// By how many centipawns a drawn move of a [`RatedBook`] may be worse than the best of its position; [`RatedBook::NEAR`] at first.
    /// Books of wins do not use it.
    pub near: i32,
    /// The number of the game, the seed of the draws; 0 before the first one. A program that is started anew for every game begins at the
    /// time of day instead, or it would always play one opening.
    pub game: u64,
}

impl Default for Opening {
    /// Before the first game, with an empty book.
    fn default() -> Opening {
        Opening { book: OpeningBook::default(), near: RatedBook::NEAR, game: 0 }
    }
}

impl Opening {
    /// Begins another game.
    pub fn new_game(&mut self) {
        self.game += 1;
    }

    /// Draws a move of the book, in proportion to its wins or by its value and count, and returns it with what is known of it, in the form
    /// of [`Program::book_move`](crate::Program::book_move).
    pub fn draw(&self, pos: &Position) -> Option<(Move, String)> {
        let mut rng = SplitMix64::new(mix(self.game ^ pos.key()));
        match &self.book {
            OpeningBook::Won(book) => {
                let mv = book.draw(pos, &mut rng)?;
                let known = book.moves(pos).iter().find(|known| known.mv == mv)?;
                Some((mv, format!("book: {mv} won {} of {} games", known.wins, known.games)))
            }
            OpeningBook::Rated(book) => {
                let known = book.draw(pos, self.near, &mut rng)?;
                Some((known.mv, format!("book: {}", described(&known))))
            }
        }
    }
}

/// A move with what is known of it.
fn described(known: &EntryMove) -> String {
    let parts = [
        Some(known.mv.to_string()),
        known.value.map(|value| format!("value {value}")),
        known.depth.map(|depth| format!("depth {depth}")),
        known.count.map(|count| format!("count {count}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}
