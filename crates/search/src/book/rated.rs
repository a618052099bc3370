//! Opening book of values and counts, as other programs keep it: [`RatedBook`].

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use komadai_core::Position;
use komadai_core::notation::{BookEntry, EntryMove};
use komadai_core::rng::SplitMix64;

use super::{Place, drawn, place};

/// An opening book whose moves have values and counts instead of wins, such as a `.db` of `YaneuraOu`
/// (`komadai_notation::book_db`).
///
/// Moves are drawn as that engine's options `BookEvalDiff` and `ConsiderBookMoveCount` describe: among the moves whose
/// values are near the best, in proportion to their counts.
///
/// ```
/// use komadai_core::Position;
/// use komadai_core::notation::{BookEntry, EntryMove};
/// use komadai_core::rng::SplitMix64;
/// use komadai_search::RatedBook;
///
/// let rated = |mv: &str, value| Ok::<_, komadai_core::ParseMoveError>(EntryMove { value, ..EntryMove::new(mv.parse()?) });
/// let moves = vec![rated("2g2f", Some(35))?, rated("7g7f", Some(20))?, rated("9g9f", Some(-40))?];
/// let book = RatedBook::new([BookEntry { position: Position::startpos(), moves }]);
///
/// // 9g9f is 75 centipawns behind 2g2f.
/// let drawn = book.draw(&Position::startpos(), RatedBook::NEAR, &mut SplitMix64::new(1)).expect("it is in the book");
/// assert!(drawn.mv == "2g2f".parse()? || drawn.mv == "7g7f".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct RatedBook {
    /// The moves of all positions, one after the other.
    moves: Vec<EntryMove>,
    index: HashMap<Place, Found>,
}

/// Where the moves of a position are.
#[derive(Clone, Debug)]
struct Found {
    moves: Range<usize>,
    /// The move number of the position in the file.
    number: u32,
}

impl RatedBook {
    /// How many centipawns behind the best move a drawn move may be, if not set otherwise: the default of
    /// `BookEvalDiff`.
    pub const NEAR: i32 = 30;

    /// A book of these positions, which count as the same whatever their move numbers. If a position with moves comes again, the moves with
    /// the smallest move number are kept, the first ones if the numbers are equal.
    pub fn new(entries: impl IntoIterator<Item = BookEntry>) -> RatedBook {
        let mut book = RatedBook::default();
        for BookEntry { position, moves } in entries.into_iter().filter(|entry| !entry.moves.is_empty()) {
            let number = position.move_number();
            let found = Found { moves: book.moves.len()..book.moves.len() + moves.len(), number };
            match book.index.entry(place(&position)) {
                Entry::Occupied(mut known) if number < known.get().number => *known.get_mut() = found,
                Entry::Occupied(_) => continue,
                Entry::Vacant(free) => _ = free.insert(found),
            }
            book.moves.extend(moves);
        }
        book.moves.shrink_to_fit();
        book
    }

    /// The moves known in a position, in the order of the file; none if it is not in the book.
    pub fn moves(&self, pos: &Position) -> &[EntryMove] {
        self.index.get(&place(pos)).map_or(&[], |found| &self.moves[found.moves.clone()])
    }

    /// A move drawn at random in proportion to the [weights](RatedBook::weights) from those that are at most `near`
    /// centipawns behind the best; illegal moves take no part. `None` if the position is not in the book.
    pub fn draw(&self, pos: &Position, near: i32, rng: &mut SplitMix64) -> Option<EntryMove> {
        let moves = self.moves(pos).iter().copied().filter(|known| pos.is_legal(known.mv));
        let moves: Vec<EntryMove> = moves.collect();
        moves.get(drawn(RatedBook::weights(&moves, near), rng)?).copied()
    }

    /// The weight of each of some moves in a draw: its count, or 1 if that is unknown; 0 if its value is more than
    /// `near` centipawns behind the best. An unknown value counts as 0. If all counts are 0, the moves near the best
    /// have 1 each.
    pub fn weights(moves: &[EntryMove], near: i32) -> impl Iterator<Item = u64> + Clone + '_ {
        let value = |known: &EntryMove| i64::from(known.value.unwrap_or(0));
        let least = moves.iter().map(value).max().unwrap_or(0) - i64::from(near);
        let is_near = move |known: &EntryMove| value(known) >= least;
        let count = |known: &EntryMove| u64::from(known.count.unwrap_or(1));
        let is_counted = moves.iter().any(|known| is_near(known) && count(known) > 0);
        moves.iter().map(move |known| match (is_near(known), is_counted) {
            (false, _) => 0,
            (true, true) => count(known),
            (true, false) => 1,
        })
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Whether the book is empty.
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }
}
