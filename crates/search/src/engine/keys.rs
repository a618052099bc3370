//! Keys: a move and its score in one number, and the order in which the moves of a list are taken.
//!
//! Most nodes need few of their moves. So nothing is asked of a move before its turn comes but its score; the first ones are looked for
//! one by one, and only then the rest is sorted.

use komadai_core::Move;

/// So many moves are looked for one by one before the rest is sorted.
const SELECTED: usize = 4;

/// Score and move in one number: sorting numbers downwards sorts by score, and equal scores by the number of the move.
#[inline]
pub(super) fn key(score: i32, mv: Move) -> u64 {
    let score = (i64::from(score) - i64::from(i32::MIN)) as u64;
    score << 16 | u64::from(!mv.bits())
}

#[inline]
fn move_of(key: u64) -> Option<Move> {
    Move::from_bits(!key as u16)
}

#[inline]
fn score_of(key: u64) -> i32 {
    ((key >> 16) as i64 + i64::from(i32::MIN)) as i32
}

/// The move with the highest key from the place `next` on, which comes to this place, and its score. To be asked for one place after the
/// other.
#[inline]
pub(super) fn highest(keys: &mut [u64], next: usize) -> Option<(Move, i32)> {
    if next <= SELECTED {
        bring_forward(keys.get_mut(next..)?, next == SELECTED);
    }
    let key = *keys.get(next)?;
    Some((move_of(key)?, score_of(key)))
}

/// Brings the highest key to the front, or sorts them all. Apart, so that what most calls need stays small.
#[inline(never)]
fn bring_forward(left: &mut [u64], sort: bool) {
    if sort {
        return left.sort_unstable_by(|a, b| b.cmp(a));
    }
    // Written so that the processor has nothing to guess.
    let (mut highest, mut place) = (0, 0);
    for (i, &key) in left.iter().enumerate() {
        (highest, place) = if key > highest { (key, i) } else { (highest, place) };
    }
    if !left.is_empty() {
        left.swap(0, place);
    }
}

/// Leaves only the moves from the place `next` on for which `keep` is true, in the order in which they lie.
pub(super) fn keep(keys: &mut Vec<u64>, next: usize, keep: impl Fn(Move) -> bool) {
    let mut kept = next;
    for i in next..keys.len() {
        let key = keys[i];
        if move_of(key).is_some_and(&keep) {
            keys[kept] = key;
            kept += 1;
        }
    }
    keys.truncate(kept);
}
