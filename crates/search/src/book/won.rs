//! Opening book: known positions with the moves played in them and how often these won \[R9\].
//!
//! Paper 002 keeps the positions of strong players' games whose side to move won at least twice, some 70,000, and draws
//! one of the moves before any search, those that won more often the likelier. This is the book as an engine asks it; it
//! is made of games, and kept in files, by `komadai-learn`.

use std::collections::HashMap;

use komadai_core::rng::SplitMix64;
use komadai_core::{Move, Position};

use super::{Place, drawn, place};

/// A move of a book with its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
pub struct BookPosition {
    /// Its SFEN without the move number: a position counts as the same whenever it is reached.
    pub sfen: String,
    /// Its moves: most wins first, of equal wins fewer games, then by their codes.
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
    /// A book of these positions; their order and that of their moves does not matter.
    ///
    /// # Errors
    ///
    /// [`BookError`] for the first position that makes no sense, in the order of their texts.
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

    /// A move drawn at random, each as likely as it has wins; `None` if the position is not in the book. What never won
    /// is never drawn.
    pub fn draw(&self, pos: &Position, rng: &mut SplitMix64) -> Option<Move> {
        let moves = self.moves(pos);
        let chosen = drawn(moves.iter().map(|known| u64::from(known.wins)), rng)?;
        Some(moves[chosen].mv).filter(|&mv| pos.is_legal(mv))
    }

    /// The move with most wins, of equal wins that with fewer games; `None` if the position is not in the book.
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

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }
}

impl BookPosition {
    /// The position, if everything here makes sense.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn page(moves: &[(&str, u32, u32)]) -> BookPosition {
        let moves = moves
            .iter()
            .map(|&(mv, wins, games)| BookMove { mv: mv.parse().unwrap(), wins, games })
            .collect();
        BookPosition { sfen: Position::startpos().unnumbered(), moves }
    }

    #[test]
    fn moves_are_drawn_as_often_as_they_won_and_never_without_a_win() {
        let book = Book::new([page(&[("2g2f", 1, 1), ("7g7f", 3, 9), ("9g9f", 0, 4)])]).unwrap();
        let pos = Position::startpos();
        let mut rng = SplitMix64::new(9);
        let mut counts = HashMap::new();
        for _ in 0..4_000 {
            *counts.entry(book.draw(&pos, &mut rng).unwrap().to_string()).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 2);
        // A share of 3/4 of 4,000 draws strays by 27.
        assert!((2_880..=3_120).contains(&counts["7g7f"]), "{counts:?}");
        assert_eq!(book.best(&pos).unwrap().to_string(), "7g7f");
        let draws = |seed| {
            let mut rng = SplitMix64::new(seed);
            (0..20).map(|_| book.draw(&pos, &mut rng)).collect::<Vec<_>>()
        };
        assert_eq!(draws(9), draws(9), "the same seed draws the same moves");
        for (more, fewer) in [("2g2f", "7g7f"), ("7g7f", "2g2f")] {
            let tied = Book::new([page(&[(more, 3, 9), (fewer, 3, 4)])]).unwrap();
            assert_eq!(tied.best(&pos).unwrap().to_string(), fewer, "of equal wins, fewer games first");
        }
    }

    #[test]
    fn move_numbers_do_not_count_and_hands_do() {
        let book = Book::new([page(&[("7g7f", 2, 2)])]).unwrap();
        let later: Position =
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 77".parse().unwrap();
        assert!(book.best(&later).is_some());
        for other in [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            "lnsgkgsnl/1r5b1/pppppppp1/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b P 1",
        ] {
            let pos: Position = other.parse().unwrap();
            assert_eq!((book.best(&pos), book.draw(&pos, &mut SplitMix64::new(1))), (None, None));
        }
    }

    #[test]
    fn nonsense_is_refused_with_its_place() {
        let error = |positions: Vec<BookPosition>| Book::new(positions).unwrap_err().to_string();
        let good = page(&[("7g7f", 2, 2)]);
        assert!(error(vec![good.clone(), good.clone()]).contains("twice"));
        assert!(error(vec![page(&[("7g7e", 2, 2)])]).contains("the move 7g7e in "));
        assert!(error(vec![page(&[("7g7f", 2, 2), ("7g7f", 1, 1)])]).contains("each once"));
        assert!(error(vec![page(&[("7g7f", 3, 2)])]).contains("won 3 of 2"));
        assert!(error(vec![page(&[])]).contains("no move that won"));
        assert!(error(vec![BookPosition { sfen: "9/9 b -".into(), ..good.clone() }]).contains("\"9/9 b -\""));
        let numbered = BookPosition { sfen: format!("{} 1", good.sfen), ..good };
        assert!(error(vec![numbered]).contains("expected the SFEN of a position without a move number"));
    }
}
