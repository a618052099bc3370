//! [`Candidates`]: the moves that memories propose at a node.

use komadai_core::Move;

use crate::policy::bits::Bits;

/// The moves that memories propose at a node: at most [`Candidates::CAPACITY`], each once, best first.
///
/// ```
/// use komadai_search::Candidates;
///
/// let mut moves = Candidates::default();
/// for text in ["7g7f", "2g2f", "7g7f"] {
///     moves.push(text.parse()?);
/// }
/// assert_eq!((moves.len(), moves.get(1)), (2, Some("2g2f".parse()?)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Candidates {
    moves: [Option<Move>; Candidates::CAPACITY],
    /// `[n]`: −log2 of the probability that the memory gives to it, [`Bits::NEVER`] if it gives none.
    surprise: [Bits; Candidates::CAPACITY],
    len: usize,
    /// How many come before the table's move; see [`First`](super::First).
    pub(crate) before_all: usize,
    /// Bit `n`: move `n` was pushed, whether or not it was in the list before.
    pushed: u8,
}

impl Candidates {
    /// The most moves in the list; more are dropped.
    pub const CAPACITY: usize = 8;

    /// Appends a move; one that is already in the list keeps its place.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        let n = match self.place(mv) {
            Some(n) => n,
            None if self.len == Self::CAPACITY => return,
            None => {
                self.moves[self.len] = Some(mv);
                self.surprise[self.len] = Bits::NEVER;
                self.len += 1;
                self.len - 1
            }
        };
        self.pushed |= 1 << n;
    }

    #[inline]
    fn place(&self, mv: Move) -> Option<usize> {
        self.moves[..self.len].iter().position(|&other| other == Some(mv))
    }

    /// The number of moves.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the list is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The `n`-th best, from 0.
    #[inline]
    pub fn get(&self, n: usize) -> Option<Move> {
        *self.moves[..self.len].get(n)?
    }

    /// The moves, best first.
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.len].iter().copied().flatten()
    }

    /// −log2 of the probability that a memory gives to a move of the list ([`Likely`](super::Likely)); [`Bits::NEVER`]
    /// if no memory gives one, or the move is not in the list.
    #[inline]
    pub fn surprise(&self, mv: Move) -> Bits {
        self.place(mv).map_or(Bits::NEVER, |n| self.surprise[n])
    }

    /// Gives this probability to the moves that `recall` pushes, new or already listed, unless they have a higher one.
    #[inline]
    pub(crate) fn likely(&mut self, surprise: Bits, recall: impl FnOnce(&mut Candidates)) {
        let earlier = core::mem::take(&mut self.pushed);
        recall(self);
        for (n, known) in self.surprise[..self.len].iter_mut().enumerate() {
            if self.pushed >> n & 1 == 1 {
                *known = surprise.min(*known);
            }
        }
        self.pushed |= earlier;
    }

    /// Empties the list.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.before_all = 0;
    }

    /// Brings the moves that pass to the front, in order, and returns their number.
    #[inline]
    pub(crate) fn partition(&mut self, mut passes: impl FnMut(Move, Bits) -> bool) -> usize {
        let (mut front, mut before_all) = (0, 0);
        for i in 0..self.len {
            if self.moves[i].is_some_and(|mv| passes(mv, self.surprise[i])) {
                self.moves[front..=i].rotate_right(1);
                self.surprise[front..=i].rotate_right(1);
                front += 1;
                before_all += usize::from(i < self.before_all);
            }
        }
        self.before_all = before_all;
        front
    }
}
