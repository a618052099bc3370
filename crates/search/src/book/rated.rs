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
/// Moves are drawn as that engine's options `BookEvalDiff` and `ConsiderBookMoveCount` describe it: of the moves whose values
/// are near the best, each as likely as its count.
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
    /// Centipawns behind the best move that a move may be to be drawn, where nothing else is asked for: the default of
    /// `BookEvalDiff`.
    pub const NEAR: i32 = 30;

    /// A book of these positions, which count as the same whatever their move numbers. Of a position that comes again the
    /// moves with the smallest move number are kept, of equal numbers the first.
    pub fn new(entries: impl IntoIterator<Item = BookEntry>) -> RatedBook {
        let mut book = RatedBook::default();
        for BookEntry { position, moves } in entries {
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

    /// A move drawn at random out of those that are at most `near` centipawns behind the best, each as likely as its
    /// [weight](RatedBook::weights); moves that are not legal take no part. `None` if the position is not in the book.
    pub fn draw(&self, pos: &Position, near: i32, rng: &mut SplitMix64) -> Option<EntryMove> {
        let moves = self.moves(pos).iter().copied().filter(|known| pos.is_legal(known.mv));
        let moves: Vec<EntryMove> = moves.collect();
        moves.get(drawn(RatedBook::weights(&moves, near), rng)?).copied()
    }

    /// How likely each of some moves is to be drawn: its count, 1 if that is not known; 0 if its value is more than `near`
    /// centipawns behind the best. A value that is not known counts as 0. If all counts are 0, the moves that are near the best
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

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(mv: &str, value: Option<i32>, count: Option<u32>) -> EntryMove {
        EntryMove { value, count, ..EntryMove::new(mv.parse().unwrap()) }
    }

    fn weights(moves: &[EntryMove], near: i32) -> Vec<u64> {
        RatedBook::weights(moves, near).collect()
    }

    #[test]
    fn moves_near_the_best_have_their_counts_as_weights() {
        let moves = [
            known("2g2f", Some(35), Some(7)),
            known("7g7f", Some(5), None),
            known("5g5f", Some(4), Some(900)),
            known("9g9f", None, Some(3)),
        ];
        assert_eq!(weights(&moves, 30), [7, 1, 0, 0]);
        assert_eq!(weights(&moves, 35), [7, 1, 900, 3]);
        assert_eq!(weights(&moves, 0), [7, 0, 0, 0]);
        assert_eq!(weights(&moves[3..], 0), [3]);
        assert_eq!(weights(&[], 30), [0; 0]);
        // The largest values of a file do not overflow.
        let far = [known("2g2f", Some(i32::MIN), Some(1)), known("7g7f", Some(i32::MAX), Some(1))];
        assert_eq!((weights(&far, i32::MAX), weights(&far, i32::MIN)), (vec![0, 1], vec![0, 0]));
        // Books whose counts say nothing.
        let uncounted = [known("2g2f", Some(35), Some(0)), known("7g7f", Some(20), Some(0))];
        assert_eq!((weights(&uncounted, 30), weights(&uncounted, 10)), (vec![1, 1], vec![1, 0]));
    }

    #[test]
    fn moves_that_are_not_legal_are_not_drawn_and_hide_no_others() {
        let moves = vec![known("7g7e", Some(900), Some(99)), known("2g2f", Some(35), None)];
        let book = RatedBook::new([BookEntry { position: Position::startpos(), moves }]);
        let drawn = book.draw(&Position::startpos(), 30, &mut SplitMix64::new(1));
        assert_eq!(drawn, Some(known("2g2f", Some(35), None)));
    }

    #[test]
    fn the_smallest_move_number_is_kept_and_numbers_do_not_matter_in_asking() {
        let start = |number: u32| -> Position {
            format!("{} {number}", Position::startpos().unnumbered()).parse().unwrap()
        };
        let entry = |number, mv| BookEntry { position: start(number), moves: vec![known(mv, None, None)] };
        let book = RatedBook::new([entry(5, "2g2f"), entry(3, "7g7f"), entry(3, "9g9f"), entry(4, "1g1f")]);
        assert_eq!((book.len(), book.moves(&start(77))), (1, &[known("7g7f", None, None)][..]));
        let other: Position = "4k4/9/9/9/9/9/9/9/4K4 b - 1".parse().unwrap();
        assert!(book.moves(&other).is_empty() && book.draw(&other, 30, &mut SplitMix64::new(1)).is_none());
    }
}
