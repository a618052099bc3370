//! Game history, kept apart from [`Position`]: repetition (千日手) and perpetual check (連続王手の千日手).

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::zobrist::{Key, side_key};
use crate::{Color, Hand, Position};

/// The part of a position that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    board: Key,
    hands: [Hand; 2],
    /// Whether the side to move is in check, that is, whether the last move gave check.
    in_check: bool,
    side: Color,
    /// Positions since the last pass; a repetition does not reach across a pass.
    since_pass: u32,
}

/// Number of counters that rule out most repetitions without searching the path.
const COUNTERS: usize = 1024;

/// History of the positions of a game or search path, to find repetitions.
///
/// ```
/// use komadai_core::{History, Position};
///
/// let mut pos = Position::startpos();
/// let mut history = History::new(&pos);
/// for text in ["2h3h", "8b7b", "3h2h", "7b8b"] {
///     pos.do_move(text.parse()?);
///     history.push(&pos);
/// }
/// let repetition = history.repetition().expect("the start position has come again");
/// assert_eq!((repetition.count, repetition.since, repetition.perpetual), (2, 4, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Boards are compared by their 64-bit keys, hands exactly.
#[derive(Clone, PartialEq, Eq)]
pub struct History {
    entries: Vec<Entry>,
    /// `[board key % COUNTERS]`: number of entries with such a key.
    counters: Box<[u32; COUNTERS]>,
}

crate::debug_by_sizes!(History {}[entries]);

/// Comparison of a position with an earlier one of the same board and side to move, by the pieces in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dominance {
    /// The side to move holds all it held then, and more.
    Superior,
    /// It holds less, and nothing that it did not hold then.
    Inferior,
}

/// Repetition of the current position: how often it has occurred, and whether by perpetual check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// How often the position has occurred, this time included (2 or more).
    pub count: u32,
    /// Plies since the last occurrence.
    pub since: usize,
    /// The side that gave check with every move since the *first* occurrence, if any.
    pub perpetual: Option<Color>,
}

impl History {
    /// A history of one position.
    pub fn new(start: &Position) -> History {
        let mut history = History { entries: Vec::with_capacity(256), counters: Box::new([0; COUNTERS]) };
        history.push(start);
        history
    }

    /// Number of moves since the first position.
    pub fn len(&self) -> usize {
        self.entries.len().saturating_sub(1)
    }

    /// Whether no move has been made.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends the position after a move or a pass; no repetition reaches across a pass.
    ///
    /// ```
    /// use komadai_core::{History, Position};
    ///
    /// let mut pos = Position::startpos();
    /// let mut history = History::new(&pos);
    /// for text in ["2h3h", "3h2h"] {
    ///     pos.do_move(text.parse()?);
    ///     history.push(&pos);
    ///     pos.do_null();
    ///     history.push(&pos);
    /// }
    /// // The board is that of the start, and so is the side to move.
    /// assert_eq!((history.len(), history.repetition()), (4, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn push(&mut self, after: &Position) {
        self.push_checked(after, after.in_check());
    }

    /// [`History::push`] for a caller that knows whether the side to move is in check.
    ///
    /// Captures and drops do not rule out later repetitions: a piece that changes hands can come back.
    #[inline]
    pub(crate) fn push_checked(&mut self, after: &Position, in_check: bool) {
        let (board, side) = (after.board_key(), after.side_to_move());
        let hands = [after.hand(Color::Black), after.hand(Color::White)];
        // A pass alone leaves board and hands as they were.
        let moved = |last: &&Entry| last.board != board ^ side_key(Color::White) || last.hands != hands;
        let since_pass = self.entries.last().filter(moved).map_or(0, |last| last.since_pass + 1);
        self.counters[board as usize % COUNTERS] += 1;
        self.entries.push(Entry { board, hands, in_check, side, since_pass });
    }

    /// Removes the last position. The first one stays.
    #[inline]
    pub fn pop(&mut self) {
        if !self.is_empty()
            && let Some(entry) = self.entries.pop()
        {
            self.counters[entry.board as usize % COUNTERS] -= 1;
        }
    }

    /// The repetition of the last position; `None` if it occurs for the first time.
    ///
    /// A fourth occurrence (`count >= 4`) ends the game: the side of `perpetual` loses, otherwise it is a draw.
    #[inline]
    pub fn repetition(&self) -> Option<Repetition> {
        // Most positions are new; the counters show this at once.
        let (now, last, reach) = self.last()?;
        self.among(now, last, reach)
    }

    /// The part of [`History::repetition`] that searches the path.
    #[inline(never)]
    fn among(&self, now: usize, last: &Entry, reach: usize) -> Option<Repetition> {
        let mut again = (4..=reach).step_by(2).filter(|back| {
            let entry = &self.entries[now - back];
            entry.board == last.board && entry.hands == last.hands
        });
        let since = again.next()?;
        let (count, longest) = again.fold((2, since), |(count, _), back| (count + 1, back));
        Some(Repetition { count, since, perpetual: self.perpetual(now - longest, now) })
    }

    /// The last entry with its index, and how many plies back a repetition may lie; `None` if the counters rule one out.
    #[inline]
    fn last(&self) -> Option<(usize, &Entry, usize)> {
        let last = self.entries.last()?;
        let now = self.entries.len() - 1;
        (self.counters[last.board as usize % COUNTERS] >= 2)
            .then(|| (now, last, now.min(last.since_pass as usize)))
    }

    /// Whether the current board occurred within the last `plies` plies with hands that were better or worse for the side to move. The
    /// latest such position counts; positions before a pass do not.
    #[inline]
    pub fn dominance(&self, plies: usize) -> Option<Dominance> {
        let (now, last, reach) = self.last()?;
        let side = usize::from(last.side == Color::White);
        (4..=reach.min(plies)).step_by(2).find_map(|back| {
            let entry = &self.entries[now - back];
            // The same pieces are on the board, so one hand has gained exactly what the other has lost.
            if entry.board != last.board || entry.hands == last.hands {
                None
            } else if last.hands[side].covers(entry.hands[side]) {
                Some(Dominance::Superior)
            } else if entry.hands[side].covers(last.hands[side]) {
                Some(Dominance::Inferior)
            } else {
                None
            }
        })
    }

    /// The side that gave check with every move between two occurrences.
    fn perpetual(&self, first: usize, now: usize) -> Option<Color> {
        // Entries `now, now - 2, …` follow the moves of the side that is not to move now, and tell whether they gave check.
        let all = |start: usize| {
            self.entries[first + 1..=now].iter().rev().skip(start).step_by(2).all(|e| e.in_check)
        };
        let to_move = self.entries[now].side;
        if all(0) {
            Some(!to_move)
        } else if all(1) {
            Some(to_move)
        } else {
            None
        }
    }
}
