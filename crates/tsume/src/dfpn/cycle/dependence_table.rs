//! No-mates with the positions they depend on.

use komadai_core::{Hand, Key, rng::mix};

use super::{CycleKeep, CyclePolicy, CycleRecall, DependentNoMate, SearchContext};
use crate::dfpn::dependence::Dependence;

const MOST: usize = Dependence::MOST;

/// Entries in which one position may be kept: 512 bytes, eight cache lines.
const CLUSTER: usize = 8;

/// Keeps each no-mate with the positions it depends on: the default policy.
///
/// A no-mate serves every path that passes those positions. Positions that the transposition table knows as no mates need
/// not stand on the path. A no-mate that depends on more than [`Dependence::MOST`] positions serves its own path only.
///
/// ```
/// use komadai_tsume::{DependenceTable, Solver};
///
/// // The same as without the call of `cycles`.
/// let solver = Solver::builder().hash_mb(1).cycles(DependenceTable::default()).build();
/// ```
#[derive(Clone, Debug)]
pub struct DependenceTable {
    entries: Vec<Entry>,
    /// Entries of another generation are void.
    generation: u16,
}

/// 64 bytes.
#[derive(Clone, Copy, Debug)]
struct Entry {
    board: Key,
    most: Hand,
    /// Positions searched for it, saturating; the entry with the least is replaced first.
    work: u16,
    generation: u16,
    /// Boards it depends on, then zeros. With too many to record: the code of the path, `BOUND`, and the least depth.
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

impl Default for DependenceTable {
    fn default() -> Self {
        DependenceTable { entries: vec![EMPTY; CLUSTER], generation: 1 }
    }
}

impl DependenceTable {
    #[inline]
    fn cluster(&self, board: Key) -> usize {
        let clusters = self.entries.len() / CLUSTER;
        ((u128::from(mix(board)) * clusters as u128) >> 64) as usize * CLUSTER
    }
}

impl Entry {
    /// What the no-mate depends on, on the current path; `None` if it does not hold there.
    fn on(&self, context: &SearchContext<'_>) -> Option<Dependence> {
        if self.boards[1] == BOUND {
            return (self.boards[0] == context.path_code())
                .then_some(Dependence::unnamed(self.boards[2] as u16));
        }
        let mut dependence = Dependence::NONE;
        for (&board, &hand) in self.boards.iter().zip(&self.hands).take_while(|&(&board, _)| board != 0) {
            if let Some(depth) = context.depth_of(board, hand) {
                dependence = dependence.union(Dependence::on(depth));
            } else if !context.is_no_mate(board, hand) {
                return None;
            }
        }
        Some(dependence)
    }
}

impl CyclePolicy for DependenceTable {
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

    fn recall(&mut self, context: &SearchContext<'_>, board: Key, hand: Hand) -> CycleRecall {
        let start = self.cluster(board);
        let mut best: Option<(Dependence, Hand)> = None;
        for entry in &self.entries[start..start + CLUSTER] {
            if entry.board == board
                && entry.generation == self.generation
                && entry.most.covers(hand)
                && let Some(dependence) = entry.on(context)
                && best.is_none_or(|(other, _)| dependence.least() > other.least())
            {
                best = Some((dependence, entry.most));
            }
        }
        best.map_or(CycleRecall::Nothing, |(dependence, most)| CycleRecall::NoMate { dependence, most })
    }

    fn record(
        &mut self,
        context: &SearchContext<'_>,
        board: Key,
        _: Hand,
        found: &DependentNoMate,
    ) -> CycleKeep {
        let generation = self.generation;
        let work = u16::try_from(found.work).unwrap_or(u16::MAX);
        let mut new = Entry { board, most: found.most, work, generation, ..EMPTY };
        if let Some(depths) = found.dependence.depths() {
            for (i, depth) in depths.enumerate() {
                (new.boards[i], new.hands[i]) = context.at(depth);
            }
        } else {
            let bound = [context.path_code(), BOUND, u64::from(found.dependence.least())];
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
        CycleKeep::PathDependent
    }
}
