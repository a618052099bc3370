//! Opening books made from games \[R9\]. [`Book`] itself, which an engine uses, and its file are in `komadai-search`.

use std::collections::{HashMap, HashSet};

use komadai_core::{Color, Move, Position};
use komadai_search::{Book, BookError, BookMove, BookPosition};

/// Which positions of games go into a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookRules {
    /// A position is kept if its side to move won at least this many games from it: 2 in paper 002. At least 1.
    pub least_wins: u32,
    /// Number of plies from the start of a game that count. Paper 002 gives no limit; a long line of one game is not kept anyway,
    /// unless it was repeated.
    pub plies: usize,
}

impl Default for BookRules {
    fn default() -> Self {
        BookRules { least_wins: 2, plies: usize::MAX }
    }
}

/// Counts moves and wins by position, and makes an opening book from them \[R9\].
///
/// ```
/// use komadai_core::{Color, Position};
/// use komadai_learn::{BookCounter, BookRules};
///
/// let moves: Vec<_> = ["7g7f", "3c3d"].iter().map(|mv| mv.parse()).collect::<Result<_, _>>()?;
/// let mut counter = BookCounter::new(BookRules::default());
/// for _ in 0..2 {
///     counter.add_moves(&Position::startpos(), &moves, Some(Color::Black));
/// }
/// let book = counter.book()?;
/// // Black won twice after 7g7f; White, whose reply it was, never.
/// assert_eq!((book.len(), book.best(&Position::startpos())), (1, Some(moves[0])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct BookCounter {
    rules: BookRules,
    /// `[SFEN without move number][move]`
    counts: HashMap<String, HashMap<Move, Count>>,
}

komadai_core::debug_by_sizes!(BookCounter { rules }[counts]);

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    wins: u32,
    games: u32,
}

impl BookCounter {
    /// Makes a counter without games.
    pub fn new(rules: BookRules) -> BookCounter {
        BookCounter { rules, ..BookCounter::default() }
    }

    /// Counts a game given by its moves, up to the first that is not legal. A game without a winner is skipped: drawn, interrupted
    /// or incomplete, it says nothing about wins.
    ///
    /// A position that comes again in a game is counted once, with the move played there first: repetitions add no wins.
    pub fn add_moves(&mut self, start: &Position, moves: &[Move], winner: Option<Color>) {
        let Some(winner) = winner else { return };
        let mut pos = start.clone();
        let mut seen = HashSet::new();
        for &mv in moves.iter().take(self.rules.plies) {
            if !pos.is_legal(mv) {
                break;
            }
            let text = pos.unnumbered();
            if seen.insert(text.clone()) {
                let count = self.counts.entry(text).or_default().entry(mv).or_default();
                count.games = count.games.saturating_add(1);
                count.wins = count.wins.saturating_add(u32::from(winner == pos.side_to_move()));
            }
            pos.do_move(mv);
        }
    }

    /// Adds the counts of another counter, under the rules of this one: for games counted on several threads.
    pub fn merge(&mut self, other: BookCounter) {
        for (sfen, counts) in other.counts {
            let known = self.counts.entry(sfen).or_default();
            for (mv, Count { wins, games }) in counts {
                let count = known.entry(mv).or_default();
                count.wins = count.wins.saturating_add(wins);
                count.games = count.games.saturating_add(games);
            }
        }
    }

    /// Makes the book of all games counted so far.
    ///
    /// # Errors
    ///
    /// [`BookError`], as [`Book::new`]; positions and legal moves of games cause none.
    pub fn book(&self) -> Result<Book, BookError> {
        let least = self.rules.least_wins.max(1);
        Book::new(self.counts.iter().filter_map(|(sfen, counts)| {
            let wins: u64 = counts.values().map(|count| u64::from(count.wins)).sum();
            let moves = counts.iter().map(|(&mv, &Count { wins, games })| BookMove { mv, wins, games });
            (wins >= least.into()).then(|| BookPosition { sfen: sfen.clone(), moves: moves.collect() })
        }))
    }
}
