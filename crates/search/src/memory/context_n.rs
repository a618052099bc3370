//! Contextbest for any n, with older moves counting less: future work of the thesis \[R1\].
//!
//! The thesis asks for three things (sections 6.5 and 9.1). *Any n*: the nearer n comes to the length of the game, the
//! nearer the context comes to the position itself. *Older moves must count less* (fig. 6.2: the move before the last
//! alone is worse than the last alone): a single hash over n moves would be wrong, since one different old move would
//! hide everything. *Replacement must favour moves that cut more often*, instead of overwriting.
//!
//! Two things make old moves count less here, both taken from language models over words, to which the thesis points:
//!
//! - **Falling back.** Replies are kept for the last n moves, for the last n − 1, …, for the last one; the longest
//!   known context is used. A difference n plies back loses only the longest context.
//! - **Coarser old words.** The last [`ContextN::exact`] moves are distinguished completely; of older ones only piece
//!   and target count, not where the piece came from or whether it took or promoted something on the way. So old moves
//!   that differ in what hardly matters any more still make the same context.

use komadai_core::rng;

use super::replies::{Cells, Slot};
use super::{Candidates, MoveMemory, lesson};
use crate::node::{Node, Outcome, Step};
use crate::parameters::with;

/// Replies in one bucket of the table.
const WAYS: usize = 4;
/// Buckets, as a power of two: 65,536 replies of six bytes.
const BITS: u32 = 14;

/// Killer by the last n moves: the reply that was best most often, for the longest known context of one to n moves. It takes 393 KB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextN {
    /// Moves of the longest context, 1 to [`ContextN::LONGEST`]; others are taken as the nearest of these.
    ///
    /// 3 by default: the shortest context that the thesis asks for but did not build.
    pub longest: usize,
    /// How many of the last moves are distinguished completely; 2 by default, as in the thesis.
    pub exact: usize,
    /// How many replies are recalled at most, those of longer contexts first; 1 by default, the killer of the thesis.
    /// More may help where no history orders quiet moves.
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
        let buckets = Cells(vec![[Reply::NONE; WAYS]; 1 << BITS]);
        Self { longest: 3, exact: 2, replies: 1, buckets }
    }
}

with!(ContextN);

impl ContextN {
    /// The longest possible context, in moves.
    pub const LONGEST: usize = 8;

    /// Hashes of the contexts of one move, two moves and so on, and their number. A context ends at the root and at a
    /// pass, which no game contains.
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

    /// The word of a move `age` moves before the last; `None` for a pass.
    fn word(&self, age: usize, step: Step) -> Option<u64> {
        let mv = step.mv?;
        if age < self.exact {
            return Some(u64::from(mv.bits()));
        }
        let piece = step.piece?;
        // Above all bits of moves, so that the two kinds of words never meet.
        Some(1 << 16 | (piece.index() as u64) << 7 | mv.to().index() as u64)
    }

    fn bucket(hash: u64) -> usize {
        (hash >> (64 - BITS)) as usize
    }
}

/// The part of a hash that a bucket keeps.
fn check(hash: u64) -> u16 {
    (hash >> 32) as u16
}

/// Records a win of a reply. A known reply gains a win. A new one replaces a reply without wins; if all have some, each
/// loses one first, and the new one is dropped if none reaches 0. So a reply that wins again and again outlives many
/// that won once, though not for ever.
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
    use super::super::fixture::assert_recalls;
    use super::*;

    #[test]
    fn contexts_of_n_moves_recall_what_the_longest_known_one_won_by() {
        let known = "7g7f 3c3d 2g2f > 8c8d; 5g5f 3c3d 2g2f > 4c4d; 5g5f 3c3d 2g2f > 4c4d";
        // Three moves known, two, one, none.
        let recalls =
            "7g7f 3c3d 2g2f = 8c8d; 1g1f 3c3d 2g2f = 4c4d; 1g1f 1c1d 2g2f = 4c4d; 2g2f = 4c4d; 1g1f =";
        assert_recalls(&mut ContextN::default(), &format!("{known}; {recalls}"));
        // More replies come longest context first.
        let often = "5g5f 9c9d 2g2f > 9d9e; ".repeat(4);
        let more = ContextN { replies: 3, ..ContextN::default() };
        let last = |moves: &str| format!("{known}; {often}7g7f 3c3d 2g2f = {moves}");
        assert_recalls(&mut more.clone(), &last("8c8d 4c4d 9d9e"));
        assert_recalls(&mut ContextN { replies: 2, ..more }, &last("8c8d 4c4d"));
        // With n = 1 it is a premove that does not forget at once: two wins against one.
        let twice = "2g2f > 8c8d; 7g7f 3c3d 2g2f > 8c8d; 2g2f > 3c3d; 5g5f 3c3d 2g2f = 8c8d";
        assert_recalls(&mut ContextN::with(|new| new.longest = 1), twice);
        // Both golds reach 5h; only the exact context tells them apart.
        let three = "1g1f 3c3d 2g2f > 4c4d; ".repeat(3);
        for (exact, other) in [(2, "8c8d"), (3, "4c4d")] {
            let golds = format!("6i5h 3c3d 2g2f > 8c8d; {three}4i5h 3c3d 2g2f = {other}");
            assert_recalls(&mut ContextN { exact, ..ContextN::default() }, &golds);
        }
        // A context ends at a pass.
        assert_recalls(&mut ContextN::default(), "7g7f pass 2g2f > 8c8d; 2g2f = 8c8d");
        // Lengths out of range are taken as the nearest.
        let line = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 3i3h 7a7b";
        for longest in [0, 100] {
            assert_recalls(
                &mut ContextN::with(|new| new.longest = longest),
                &format!("{line} > 9g9f; {line} = 9g9f"),
            );
        }
    }

    #[test]
    fn a_reply_that_wins_often_outlives_many_that_won_once() {
        assert_eq!(size_of::<Reply>(), 6);
        let mut bucket = [Reply::NONE; WAYS];
        let [often, once, later] =
            ["1g1f", "2g2f", "3g3f"].map(|mv| Slot::from(mv.parse::<komadai_core::Move>().unwrap()));
        (0..10).for_each(|_| win(&mut bucket, 7, often));
        (100..110).for_each(|check| win(&mut bucket, check, once));
        assert!(bucket.iter().any(|reply| reply.check == 7), "{bucket:?}");
        (200..300).for_each(|check| win(&mut bucket, check, later));
        assert!(bucket.iter().all(|reply| reply.check > 200), "not for ever: {bucket:?}");
    }
}
