//! Contextbest for any n, with older moves counting less: what the thesis leaves to the future \[R1\].
//!
//! The thesis asks for three things (sections 6.5 and 9.1). *Any n*: the nearer n comes to the length of the game, the
//! nearer the context comes to the position itself. *Older moves must count less* (fig. 6.2: the move before the last
//! alone is worse than the last alone), so that one hash over n moves, in which an old move that differs hides
//! everything, would be wrong. *Replacement must favour moves that cut more often*, in place of overwriting.
//!
//! Two things make old moves count less here, both taken over from word models of language, to which the thesis points:
//!
//! - **Falling back.** Replies are kept for the last n moves, for the last n − 1, …, for the last one; the longest context
//!   that is known speaks. A difference n plies back loses the longest context and nothing else.
//! - **Coarser old words.** The last [`ContextN::exact`] moves are told apart completely; of older ones only piece and target
//!   count, not where the piece came from or whether it took or promoted something on the way. So old moves that differ
//!   in what hardly matters any more still make the same context.

use komadai_core::rng;

use super::replies::{Cells, Slot};
use super::{Candidates, MoveMemory, lesson};
use crate::node::{Node, Outcome, Step};

/// Replies in one bucket of the table.
const WAYS: usize = 4;
/// Buckets, as a power of two: 65,536 replies of six bytes.
const BITS: u32 = 14;

/// Killer by the last n moves: the reply that was best most often, for the longest known context of one to n moves.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::{ContextN, Limits, Searcher};
///
/// let mut searcher = Searcher::new(Material::default()).memory(ContextN::new(4));
/// assert!(searcher.search(&Position::startpos(), &Limits::depth(3)).best.is_some());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextN {
    /// Moves of the longest context, 1 to [`ContextN::LONGEST`]; others are taken as the nearest of these.
    ///
    /// 3 by default: the shortest for which the thesis asks more than it built.
    pub longest: usize,
    /// How many of the last moves are distinguished completely; 2 by default, as in the thesis.
    pub exact: usize,
    /// How many replies are recalled at most, those of longer contexts first; 1 by default, the killer of the
    /// thesis. More are worth a thought where quiet moves are not ordered by a history.
    pub replies: usize,
    /// `[hash of the context]`, in no order
    buckets: Cells<[Reply; WAYS]>,
}

/// A reply to a context, and how often it was best lately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Reply {
    /// Bits of the hash that do not address the bucket, to tell contexts apart.
    check: u16,
    mv: Slot,
    wins: u8,
}

impl Reply {
    const NONE: Reply = Reply { check: 0, mv: Slot::EMPTY, wins: 0 };
}

impl Default for ContextN {
    fn default() -> Self {
        Self::new(3)
    }
}

impl ContextN {
    /// The longest possible context, in moves.
    pub const LONGEST: usize = 8;

    /// An empty memory (393 KB) for contexts of up to `longest` moves.
    pub fn new(longest: usize) -> Self {
        Self { longest, exact: 2, replies: 1, buckets: Cells(vec![[Reply::NONE; WAYS]; 1 << BITS]) }
    }

    /// Hashes of the contexts of one move, two moves and so on, and their number. A context ends at the root and at a
    /// pass: what came before a pass is no game.
    #[inline]
    fn contexts(&self, at: &Node<'_>) -> ([u64; Self::LONGEST], usize) {
        let mut hashes = [0; Self::LONGEST];
        let mut hash = 0;
        let longest = self.longest.clamp(1, Self::LONGEST);
        let steps = at.path.iter().rev().zip(&mut hashes[..longest]).enumerate();
        let mut len = 0;
        for (age, (&step, slot)) in steps {
            let Some(word) = self.word(age, step) else { break };
            // Words in another order make another hash.
            hash = rng::mix(hash ^ word);
            *slot = hash;
            len = age + 1;
        }
        (hashes, len)
    }

    /// What a move counts as, `age` moves before the last; `None` for a pass.
    #[inline]
    fn word(&self, age: usize, step: Step) -> Option<u64> {
        let mv = step.mv?;
        if age < self.exact {
            return Some(u64::from(mv.bits()));
        }
        let piece = step.piece?;
        // Above all bits of moves, so that the two kinds of words never meet.
        Some(1 << 16 | (piece.index() as u64) << 7 | mv.to().index() as u64)
    }

    #[inline]
    fn bucket(hash: u64) -> usize {
        (hash >> (64 - BITS)) as usize
    }
}

/// The part of a hash that a bucket keeps.
#[inline]
fn check(hash: u64) -> u16 {
    (hash >> 32) as u16
}

/// A reply won. A known one gains a win; a new one takes the place of the one with the fewest, but if that one has any left,
/// all lose one first, and the new one must wait until it has none. So a reply that wins again and again outlives many that
/// won once, though not for ever.
#[inline]
fn win(bucket: &mut [Reply; WAYS], check: u16, mv: Slot) {
    if let Some(known) = bucket.iter_mut().find(|slot| slot.check == check && slot.mv == mv) {
        known.wins = known.wins.saturating_add(1);
        return;
    }
    if bucket.iter().all(|slot| slot.wins > 0) {
        for slot in bucket.iter_mut() {
            slot.wins -= 1;
        }
    }
    if let Some(weakest) = bucket.iter_mut().find(|slot| slot.wins == 0) {
        *weakest = Reply { check, mv, wins: 1 };
    }
}

impl MoveMemory for ContextN {
    #[inline]
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        let (hashes, len) = self.contexts(at);
        let before = out.len();
        for &hash in hashes[..len].iter().rev() {
            if out.len() - before >= self.replies {
                break;
            }
            let known = self.buckets[Self::bucket(hash)].iter().filter(|slot| slot.check == check(hash));
            if let Some(mv) = known.max_by_key(|slot| slot.wins).and_then(|slot| slot.mv.get()) {
                out.push(mv);
            }
        }
    }

    #[inline]
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        let Some(best) = lesson(*outcome) else { return };
        let (hashes, len) = self.contexts(at);
        for &hash in &hashes[..len] {
            win(&mut self.buckets[Self::bucket(hash)], check(hash), best.into());
        }
    }

    fn forget(&mut self) {
        self.buckets.fill([Reply::NONE; WAYS]);
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{cut, recalled};
    use super::*;

    #[test]
    fn the_longest_known_context_speaks_and_shorter_ones_stand_in() {
        let mut memory = ContextN::default();
        cut(&mut memory, "7g7f 3c3d 2g2f", "8c8d");
        cut(&mut memory, "5g5f 3c3d 2g2f", "4c4d");
        cut(&mut memory, "5g5f 3c3d 2g2f", "4c4d");
        assert_eq!(recalled(&memory, "7g7f 3c3d 2g2f"), "8c8d", "three moves known");
        assert_eq!(recalled(&memory, "1g1f 3c3d 2g2f"), "4c4d", "two moves known: what won most often");
        assert_eq!(recalled(&memory, "1g1f 1c1d 2g2f"), "4c4d", "one move known");
        assert_eq!(recalled(&memory, "2g2f"), "4c4d");
        assert_eq!(recalled(&memory, "1g1f"), "");
    }

    #[test]
    fn more_replies_come_longest_context_first() {
        let mut memory = ContextN { replies: 3, ..ContextN::default() };
        cut(&mut memory, "7g7f 3c3d 2g2f", "8c8d");
        for _ in 0..2 {
            cut(&mut memory, "5g5f 3c3d 2g2f", "4c4d");
        }
        for _ in 0..4 {
            cut(&mut memory, "5g5f 9c9d 2g2f", "9d9e");
        }
        assert_eq!(recalled(&memory, "7g7f 3c3d 2g2f"), "8c8d 4c4d 9d9e");
        memory.replies = 2;
        assert_eq!(recalled(&memory, "7g7f 3c3d 2g2f"), "8c8d 4c4d");
    }

    #[test]
    fn with_n_of_one_it_is_a_premove_that_does_not_forget_at_once() {
        let mut memory = ContextN::new(1);
        for (line, reply) in [("2g2f", "8c8d"), ("7g7f 3c3d 2g2f", "8c8d"), ("2g2f", "3c3d")] {
            cut(&mut memory, line, reply);
        }
        assert_eq!(recalled(&memory, "5g5f 3c3d 2g2f"), "8c8d", "two wins against one");
    }

    #[test]
    fn of_older_moves_only_piece_and_target_count() {
        // Both golds reach 5h; only the exact context tells them apart.
        let (left, right) = ("6i5h 3c3d 2g2f", "4i5h 3c3d 2g2f");
        for (exact, same) in [(2, "8c8d"), (3, "")] {
            let mut memory = ContextN { exact, ..ContextN::default() };
            cut(&mut memory, left, "8c8d");
            for _ in 0..3 {
                cut(&mut memory, "1g1f 3c3d 2g2f", "4c4d");
            }
            assert_eq!(recalled(&memory, right), if same.is_empty() { "4c4d" } else { same });
        }
    }

    #[test]
    fn a_context_ends_at_a_pass() {
        let mut memory = ContextN::default();
        cut(&mut memory, "7g7f pass 2g2f", "8c8d");
        assert_eq!(recalled(&memory, "2g2f"), "8c8d");
        let empty = memory.clone();
        cut(&mut memory, "7g7f pass", "2g2f");
        cut(&mut memory, "", "2g2f");
        assert_eq!(memory, empty);
    }

    #[test]
    fn a_reply_that_wins_often_outlives_many_that_won_once() {
        let mut bucket = [Reply::NONE; WAYS];
        let slot =
            |to: usize| Slot::from(super::super::fixture::mv(["1g1f", "2g2f", "3g3f", "4g4f", "5g5f"][to]));
        for _ in 0..10 {
            win(&mut bucket, 7, slot(0));
        }
        for check in 100..110 {
            win(&mut bucket, check, slot(1));
        }
        assert!(bucket.iter().any(|reply| reply.check == 7), "{bucket:?}");
        for check in 200..300 {
            win(&mut bucket, check, slot(2));
        }
        assert!(bucket.iter().all(|reply| reply.check > 200), "not for ever: {bucket:?}");
    }

    #[test]
    fn lengths_out_of_range_are_taken_as_the_nearest() {
        let line = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 3i3h 7a7b";
        for longest in [0, 100] {
            let mut memory = ContextN::new(longest);
            cut(&mut memory, line, "9g9f");
            assert_eq!(recalled(&memory, line), "9g9f");
        }
    }

    #[test]
    fn a_reply_takes_six_bytes() {
        assert_eq!(size_of::<Reply>(), 6);
    }
}
