//! [`Ranked`]: the moves of a list in the order in which they are taken.
//!
//! Most nodes need few of their moves. So only the score of a move is computed before its turn comes; the first moves
//! are selected one by one, and only then the rest is sorted.

use komadai_core::{Move, MoveList};

/// This many moves are selected one by one before the rest is sorted.
const SELECTED: usize = 4;

/// Moves with their scores. The buffers stay from list to list.
#[derive(Debug, Default)]
pub(super) struct Ranked {
    /// To be filled before [`Ranked::rank`].
    pub(super) moves: MoveList,
    /// A score, the number of its move, which decides between equal scores, and the place in `moves`, all in one number: sorting numbers
    /// downwards sorts by score. The highest are brought forward as they are needed.
    keys: Vec<u64>,
}

impl Ranked {
    pub(super) fn new() -> Ranked {
        Ranked { moves: MoveList::new(), keys: Vec::with_capacity(komadai_core::MAX_LEGAL_MOVES) }
    }

    /// Gives each move of the list its score.
    #[inline]
    pub(super) fn rank(&mut self, score: impl Fn(Move) -> i32) {
        let key = |(place, mv): (usize, Move)| {
            let score = (i64::from(score(mv)) - i64::from(i32::MIN)) as u64;
            score << 32 | u64::from(!mv.bits()) << 16 | place as u64
        };
        self.keys.clear();
        self.keys.extend(self.moves.iter().copied().enumerate().map(key));
    }

    /// The move with the highest key from the place `next` on, which is put at this place, and its score. To be called
    /// for one place after the other.
    #[inline]
    pub(super) fn highest(&mut self, next: usize) -> Option<(Move, i32)> {
        if next <= SELECTED {
            bring_forward(self.keys.get_mut(next..)?, next == SELECTED);
        }
        let key = *self.keys.get(next)?;
        let score = ((key >> 32) as i64 + i64::from(i32::MIN)) as i32;
        Some((self.move_of(key)?, score))
    }

    #[inline]
    fn move_of(&self, key: u64) -> Option<Move> {
        self.moves.as_slice().get(usize::from(key as u16)).copied()
    }

    /// Keeps only the moves from the place `next` on for which `keep` is true, in their order.
    pub(super) fn keep(&mut self, next: usize, keep: impl Fn(Move) -> bool) {
        let mut kept = next;
        for i in next..self.keys.len() {
            let key = self.keys[i];
            if self.move_of(key).is_some_and(&keep) {
                self.keys[kept] = key;
                kept += 1;
            }
        }
        self.keys.truncate(kept);
    }

    /// Removes all moves.
    pub(super) fn clear(&mut self) {
        self.keys.clear();
    }
}

/// Brings the highest key to the front, or sorts them all. A function of its own, so that the usual path stays small.
#[inline(never)]
fn bring_forward(left: &mut [u64], sort: bool) {
    if sort {
        return left.sort_unstable_by(|a, b| b.cmp(a));
    }
    // No branch that the processor would have to predict.
    let (mut highest, mut place) = (0, 0);
    for (i, &key) in left.iter().enumerate() {
        place = core::hint::select_unpredictable(key > highest, i, place);
        highest = highest.max(key);
    }
    if !left.is_empty() {
        left.swap(0, place);
    }
}
