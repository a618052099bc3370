//! Conversion of books of counted wins to and from the format of other programs, `.db` (`komadai_notation::book_db`).

use std::collections::{HashMap, HashSet};

use komadai_core::Position;
use komadai_core::notation::{BookEntry, EntryMove, sorted};
use komadai_search::{Book, BookError, BookMove, BookPosition, RatedBook};

/// Value of moves that were counted but not searched, as `YaneuraOu` writes it for moves of games (`makebook from_sfen`).
const VALUE: i32 = 0;
/// Depth of such moves, likewise. A smaller depth could be refused: that engine's option `BookDepthLimit` is 16 by default.
const DEPTH: u32 = 32;

/// Converts a book for other programs: each move that won, with its wins as its count, so that a program that draws moves by counts
/// plays as [`Book::draw`] does.
///
/// Moves that never won are left out, and so are lost games, for which the format has no column. The reply is the move that won
/// most in the next position, if that is in the book.
///
/// The move number of a position is that of the shortest way to it from the start of a game, along moves of the book and other
/// moves that lead to a position of the book. A position that no such way reaches gets 1 if Black moves there and 2 if White does.
///
/// ```
/// use komadai_notation::book_db::write;
/// use komadai_core::{Color, Position};
/// use komadai_learn::{BookCounter, BookRules, book_entries};
///
/// let moves: Vec<_> = ["7g7f", "3c3d"].iter().map(|mv| mv.parse()).collect::<Result<_, _>>()?;
/// let mut counter = BookCounter::new(BookRules { least_wins: 1, ..BookRules::default() });
/// counter.add_moves(&Position::startpos(), &moves, Some(Color::Black));
/// let text = write(book_entries(&counter.book()?));
/// assert!(text.ends_with(" b - 1\n7g7f none 0 32 1\n"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn book_entries(book: &Book) -> Vec<BookEntry> {
    let numbers = move_numbers(book);
    let entry = |known: &BookPosition| {
        let position = numbered(&known.sfen, numbers.get(known.sfen.as_str()).copied());
        position.map(|position| BookEntry { moves: entry_moves(book, &position, &known.moves), position })
    };
    book.positions().iter().filter_map(entry).collect()
}

/// Parses a position of a book; a book holds only positions that can be parsed.
fn numbered(sfen: &str, number: Option<u32>) -> Option<Position> {
    let first = if sfen.contains(" b ") { 1 } else { 2 };
    format!("{sfen} {}", number.unwrap_or(first)).parse().ok()
}

fn entry_moves(book: &Book, pos: &Position, moves: &[BookMove]) -> Vec<EntryMove> {
    let entry = |&BookMove { mv, wins, .. }: &BookMove| {
        let after = pos.after([mv]);
        EntryMove { mv, reply: book.best(&after), value: Some(VALUE), depth: Some(DEPTH), count: Some(wins) }
    };
    moves.iter().filter(|known| known.wins > 0).map(entry).collect()
}

/// Number of the next move in each position that is reached from the start, by its text.
///
/// A book made of games has a position if its side to move won there. Two plies before, the same side moved and won the same games,
/// so the book has that position with its move; the position between may be missing, but a reply there leads back to the book.
fn move_numbers(book: &Book) -> HashMap<&str, u32> {
    let mut numbers = HashMap::new();
    let mut seen = HashSet::new();
    let mut level = vec![Position::startpos()];
    while !level.is_empty() {
        let mut next = Vec::new();
        for pos in level {
            if !seen.insert(pos.key()) {
                continue;
            }
            let known = book.position(&pos);
            if let Some(known) = known {
                numbers.insert(known.sfen.as_str(), pos.move_number());
            }
            for &mv in pos.legal_moves().iter() {
                let after = pos.after([mv]);
                let is_played = known.is_some_and(|known| known.moves.iter().any(|other| other.mv == mv));
                if is_played || book.position(&after).is_some() {
                    next.push(after);
                }
            }
        }
        level = next;
    }
    numbers
}

/// Makes a book from entries of other programs: counts stand for wins and for games.
///
/// The wins of a move are its weight by [`RatedBook::weights`]: 0 if its value is more than `near` centipawns below the best of its
/// position, otherwise its count, or 1 if it has none. Positions without a move are left out; of positions that differ in the move number alone, one is
/// kept. Values, depths, replies and move numbers are lost.
///
/// # Errors
///
/// [`BookError`]: a position with an illegal move, which `BookReader` of `komadai_notation::book_db` never returns.
pub fn counted_book(entries: Vec<BookEntry>, near: i32) -> Result<Book, BookError> {
    let entries = sorted(entries).into_iter().filter(|entry| !entry.moves.is_empty());
    Book::new(entries.map(|BookEntry { position, moves }| {
        let weights = RatedBook::weights(&moves, near);
        let counted = moves.iter().zip(weights).map(|(known, weight)| {
            let wins = u32::try_from(weight).unwrap_or(u32::MAX);
            BookMove { mv: known.mv, wins, games: wins.max(known.count.unwrap_or(1)) }
        });
        BookPosition { sfen: position.unnumbered(), moves: counted.collect() }
    }))
}
