//! No-mates with the positions they lean on.

use komadai_core::{Hand, Key, rng::mix};

use super::{Circumstances, CyclePolicy, Keep, Leaning, Recall};
use crate::lean::{Lean, MOST};

/// Entries that are looked at for one position: 512 bytes, eight cache lines.
const CLUSTER: usize = 8;

/// The default: keeps each no-mate with the positions it leans on.
///
/// It serves every path that passes them. Of those that are not on the path, the transposition table is asked:
/// once they are no mate themselves, they need not be. A no-mate that leans on more than four positions
/// serves its own path only.
#[derive(Clone, Debug)]
pub struct LeanOn {
    entries: Vec<Entry>,
    /// Entries of another generation are void.
    generation: u16,
}

/// 64 bytes.
#[derive(Clone, Copy, Debug)]
struct Entry {
    board: Key,
    most: Hand,
    /// Positions searched for it, as far as that can be counted; the least goes first.
    work: u16,
    generation: u16,
    /// Boards leant on; 0 in the places behind. With too many to name: the code of the path, `BOUND`, and the
    /// least depth.
    boards: [Key; MOST],
    hands: [Hand; MOST],
}

/// Stands second among the boards of an entry that is bound to its path.
const BOUND: Key = Key::MAX;

const EMPTY: Entry = Entry {
    board: 0,
    most: Hand::EMPTY,
    work: 0,
    generation: 0,
    boards: [0; MOST],
    hands: [Hand::EMPTY; MOST],
};

impl Default for LeanOn {
    fn default() -> Self {
        LeanOn { entries: vec![EMPTY; CLUSTER], generation: 1 }
    }
}

impl LeanOn {
    #[inline]
    fn cluster(&self, board: Key) -> usize {
        let clusters = self.entries.len() / CLUSTER;
        ((u128::from(mix(board)) * clusters as u128) >> 64) as usize * CLUSTER
    }
}

impl Entry {
    /// What the no-mate leans on, on the current path; `None` if it does not hold there.
    fn on(&self, now: &Circumstances<'_>) -> Option<Lean> {
        if self.boards[1] == BOUND {
            return (self.boards[0] == now.path_code()).then_some(Lean::unnamed(self.boards[2] as u16));
        }
        let mut lean = Lean::NOTHING;
        for (&board, &hand) in self.boards.iter().zip(&self.hands).take_while(|&(&board, _)| board != 0) {
            if let Some(depth) = now.depth_of(board, hand) {
                lean = lean.and(Lean::on(depth));
            } else if !now.is_no_mate(board, hand) {
                return None;
            }
        }
        Some(lean)
    }
}

impl CyclePolicy for LeanOn {
    fn resize(&mut self, bytes: usize) {
        let clusters = (bytes / (CLUSTER * size_of::<Entry>())).max(1);
        self.entries = vec![EMPTY; clusters * CLUSTER];
    }

    fn new_search(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.entries.fill(EMPTY);
            self.generation = 1;
        }
    }

    fn recall(&mut self, now: &Circumstances<'_>, board: Key, hand: Hand) -> Recall {
        let start = self.cluster(board);
        let mut best: Option<(Lean, Hand)> = None;
        for entry in &self.entries[start..start + CLUSTER] {
            if entry.board == board
                && entry.generation == self.generation
                && entry.most.covers(hand)
                && let Some(lean) = entry.on(now)
                && best.is_none_or(|(other, _)| lean.least() > other.least())
            {
                best = Some((lean, entry.most));
            }
        }
        best.map_or(Recall::Nothing, |(lean, most)| Recall::NoMate { lean, most })
    }

    fn record(&mut self, now: &Circumstances<'_>, board: Key, _: Hand, found: &Leaning) -> Keep {
        let generation = self.generation;
        let work = u16::try_from(found.work).unwrap_or(u16::MAX);
        let mut new = Entry { board, most: found.most, work, generation, ..EMPTY };
        if let Some(depths) = found.lean.named() {
            for (i, depth) in depths.enumerate() {
                (new.boards[i], new.hands[i]) = now.at(depth);
            }
        } else {
            let bound = [now.path_code(), BOUND, u64::from(found.lean.least())];
            new.boards[..3].copy_from_slice(&bound);
        }
        let start = self.cluster(board);
        let cluster = &mut self.entries[start..start + CLUSTER];
        // Whatever it was in another generation, such an entry is like one that never was.
        for entry in cluster.iter_mut().filter(|entry| entry.generation != generation) {
            *entry = EMPTY;
        }
        let mut victim = 0;
        for (i, entry) in cluster.iter().enumerate() {
            if entry.board == board && entry.boards == new.boards && new.most.covers(entry.most) {
                victim = i;
                break;
            }
            if entry.work < cluster[victim].work {
                victim = i;
            }
        }
        // What is not renewed grows old.
        for entry in cluster.iter_mut() {
            entry.work -= entry.work / 8;
        }
        cluster[victim] = new;
        Keep::Aside
    }
}
