//! Opening book: known positions with the moves played in them and how often these won \[R9\].
//!
//! Paper 002 keeps the positions of strong players' games whose side to move won at least twice, some 70,000, and draws
//! one of the moves before any search; moves that won more often are likelier. This is the book as an engine queries
//! it; `komadai-learn` makes it from games, `save_book` keeps it in files.

use std::collections::HashMap;

use komadai_core::rng::SplitMix64;
use komadai_core::{Move, Position};

use super::{Place, drawn, place};

/// A move of a book with its results. Files have the layout of this and of [`BookPosition`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Games won by the side that played it.
    pub wins: u32,
    /// Decided games in which it was played.
    pub games: u32,
}

/// A position of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub struct BookPosition {
    /// Its SFEN without the move number: a position counts as the same whenever it is reached.
    pub sfen: String,
    /// Its moves: most wins first, with equal wins fewer games first, then by their codes.
    pub moves: Vec<BookMove>,
}

/// Invalid content of a book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("book: found {found}, expected {expected}")]
#[non_exhaustive]
pub struct BookError {
    /// What was read, with its position.
    pub found: String,
    /// What should have been there.
    pub expected: String,
}

impl BookError {
    fn new(found: String, expected: impl Into<String>) -> BookError {
        BookError { found, expected: expected.into() }
    }
}

/// An opening book: positions with the moves that won in them, drawn by their wins.
///
/// ```
/// use komadai_core::{Position, rng::SplitMix64};
/// use komadai_search::{Book, BookMove, BookPosition};
///
/// let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
/// let moves = vec![
///     BookMove { mv: "7g7f".parse()?, wins: 3, games: 5 },
///     BookMove { mv: "2g2f".parse()?, wins: 1, games: 2 },
/// ];
/// let book = Book::new([BookPosition { sfen: start.to_owned(), moves }])?;
///
/// // Before the search: 7g7f in three draws of four.
/// let mut rng = SplitMix64::new(1);
/// let pos = Position::startpos();
/// assert!(book.draw(&pos, &mut rng).is_some_and(|mv| pos.is_legal(mv)));
/// assert_eq!(book.best(&pos), Some("7g7f".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Book {
    /// Sorted by their texts.
    positions: Vec<BookPosition>,
    index: HashMap<Place, usize>,
}

komadai_core::debug_by_sizes!(Book {}[positions]);

impl Book {
    /// A book of these positions; their order and that of their moves do not matter.
    ///
    /// # Errors
    ///
    /// [`BookError`] for the first invalid position, in the order of their texts.
    pub fn new(positions: impl IntoIterator<Item = BookPosition>) -> Result<Book, BookError> {
        let mut positions: Vec<BookPosition> = positions.into_iter().collect();
        positions.sort_by(|a, b| a.sfen.cmp(&b.sfen));
        let mut index = HashMap::with_capacity(positions.len());
        for (i, position) in positions.iter_mut().enumerate() {
            position.moves.sort_unstable_by_key(|known| (!known.wins, known.games, known.mv.bits()));
            let pos = position.checked()?;
            if index.insert(place(&pos), i).is_some() {
                return Err(BookError::new(format!("the position {} twice", position.sfen), "it once"));
            }
        }
        Ok(Book { positions, index })
    }

    /// A position as the book has it; `None` if it is not in the book.
    pub fn position(&self, pos: &Position) -> Option<&BookPosition> {
        self.index.get(&place(pos)).and_then(|&i| self.positions.get(i))
    }

    /// The moves known in a position, most wins first; none if it is not in the book.
    pub fn moves(&self, pos: &Position) -> &[BookMove] {
        self.position(pos).map_or(&[], |found| &found.moves)
    }

    /// A move drawn at random in proportion to its wins; `None` if the position is not in the book. A move that never
    /// won is never drawn.
    pub fn draw(&self, pos: &Position, rng: &mut SplitMix64) -> Option<Move> {
        let moves = self.moves(pos);
        let chosen = drawn(moves.iter().map(|known| u64::from(known.wins)), rng)?;
        Some(moves[chosen].mv).filter(|&mv| pos.is_legal(mv))
    }

    /// The move with the most wins, among equals the one with fewer games; `None` if the position is not in the book.
    pub fn best(&self, pos: &Position) -> Option<Move> {
        self.moves(pos).first().map(|known| known.mv).filter(|&mv| pos.is_legal(mv))
    }

    /// All positions, in the order of their texts.
    pub fn positions(&self) -> &[BookPosition] {
        &self.positions
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether the book is empty.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }
}

impl BookPosition {
    /// The position, if everything here is valid.
    fn checked(&self) -> Result<Position, BookError> {
        let sfen = &self.sfen;
        let wrong = |reason: String| {
            let expected = format!("the SFEN of a position without a move number: {reason}");
            BookError::new(format!("{sfen:?}"), expected)
        };
        let pos: Position = format!("{sfen} 1").parse().map_err(|error| wrong(format!("{error}")))?;
        if pos.unnumbered() != *sfen {
            return Err(wrong(format!("its usual form is {}", pos.unnumbered())));
        }
        if self.moves.iter().all(|known| known.wins == 0) {
            return Err(BookError::new(format!("no move that won a game in {sfen}"), "one or more"));
        }
        for (i, known) in self.moves.iter().enumerate() {
            let BookMove { mv, wins, games } = *known;
            if !pos.is_legal(mv) || self.moves[..i].iter().any(|other| other.mv == mv) {
                return Err(BookError::new(format!("the move {mv} in {sfen}"), "legal moves, each once"));
            }
            if wins > games {
                let found = format!("that {mv} won {wins} of {games} games in {sfen}");
                return Err(BookError::new(found, "at most all"));
            }
        }
        Ok(pos)
    }
}
