//! No-mates with the positions they depend on.

use komadai_core::{Hand, Key, rng::mix};

use super::{CycleKeep, CyclePolicy, CycleRecall, DependentNoMate, SearchContext};
use crate::dfpn::dependence::Dependence;
use crate::widening::TableError;
use crate::widening::clusters::{Cluster, ClusterEntry, Clusters};

const MOST: usize = Dependence::MOST;

/// Keeps each no-mate with the positions it depends on: the default policy.
///
/// A no-mate serves every path that passes those positions. Positions that the transposition table knows as no mates need not stand on
/// the path. A no-mate that depends on more than [`Dependence::MOST`] positions serves only its own path.
///
/// ```
/// use komadai_tsume::{DependenceTable, Solver};
///
/// // The same as without the call of `cycles`.
/// let solver = Solver::builder().hash_mb(1).cycles(DependenceTable::default()).build()?;
/// # Ok::<(), komadai_tsume::TableError>(())
/// ```
#[derive(Clone)]
pub struct DependenceTable {
    clusters: Clusters<Entry>,
}

komadai_core::debug_by_sizes!(DependenceTable {} []);

const _: () = assert!(size_of::<Cluster<Entry>>() == 512, "eight cache lines");

/// 56 bytes.
#[derive(Clone, Copy)]
struct Entry {
    most: Hand,
    /// Positions searched for it, saturating; the entry with the least is replaced first.
    work: u16,
    generation: u16,
    /// Boards it depends on, then zeros. With too many to record: the code of the path, `BOUND`, and the least depth.
    on: [Key; MOST],
    hands: [Hand; MOST],
}

/// The second board of an entry that is bound to its path.
const BOUND: Key = Key::MAX;

impl ClusterEntry for Entry {
    /// No search has generation 0.
    const EMPTY: Entry =
        Entry { most: Hand::EMPTY, work: 0, generation: 0, on: [0; MOST], hands: [Hand::EMPTY; MOST] };

    /// 32 to 128 KiB.
    const ABOUT: usize = 64;

    fn generation(&self) -> u16 {
        self.generation
    }

    fn key(board: Key) -> Key {
        mix(board)
    }
}

impl Default for DependenceTable {
    /// A table of one cluster, until it is given memory.
    fn default() -> Self {
        DependenceTable { clusters: Clusters::one() }
    }
}

impl Entry {
    /// What the no-mate depends on, on the current path; `None` if it does not hold there.
    fn on(&self, context: &SearchContext<'_>) -> Option<Dependence> {
        if self.on[1] == BOUND {
            return (self.on[0] == context.path_code()).then_some(Dependence::unnamed(self.on[2] as u16));
        }
        let mut dependence = Dependence::NONE;
        for (&board, &hand) in self.on.iter().zip(&self.hands).take_while(|&(&board, _)| board != 0) {
            if let Some(depth) = context.depth_of((board, hand)) {
                dependence = dependence.union(Dependence::on(depth));
            } else if !context.is_no_mate((board, hand)) {
                return None;
            }
        }
        Some(dependence)
    }
}

impl CyclePolicy for DependenceTable {
    fn resize(&mut self, bytes: usize) -> Result<(), TableError> {
        self.clusters = Clusters::new(bytes)?;
        Ok(())
    }

    fn new_search(&mut self) {
        self.clusters.clear();
    }

    fn recall(&mut self, context: &SearchContext<'_>, (board, hand): (Key, Hand)) -> CycleRecall {
        let cluster = self.clusters.of(board);
        // There is nearly always nothing. This test before the entries costs one branch prediction, not one for every board.
        if !cluster.boards.contains(&board) {
            return CycleRecall::Nothing;
        }
        let mut best: Option<(Dependence, Hand)> = None;
        for entry in cluster.of(board, self.clusters.generation) {
            if entry.most.covers(hand)
                && let Some(dependence) = entry.on(context)
                && best.is_none_or(|(other, _)| dependence.least() > other.least())
            {
                best = Some((dependence, entry.most));
            }
        }
        best.map_or(CycleRecall::Nothing, |(dependence, most)| CycleRecall::NoMate { dependence, most })
    }

    fn record(&mut self, context: &SearchContext<'_>, at: (Key, Hand), found: &DependentNoMate) -> CycleKeep {
        let (board, generation) = (at.0, self.clusters.generation);
        let work = u16::try_from(found.work).unwrap_or(u16::MAX);
        let mut new = Entry { most: found.most, work, generation, ..Entry::EMPTY };
        if let Some(depths) = found.dependence.depths() {
            for (i, depth) in depths.enumerate() {
                (new.on[i], new.hands[i]) = context.at(depth);
            }
        } else {
            let bound = [context.path_code(), BOUND, u64::from(found.dependence.least())];
            new.on[..3].copy_from_slice(&bound);
        }
        let cluster = self.clusters.of_mut(board);
        let Cluster { boards, entries } = cluster;
        // An entry of another generation is the same as an empty one.
        for entry in entries.iter_mut().filter(|entry| entry.generation != generation) {
            *entry = Entry::EMPTY;
        }
        let mut victim = 0;
        for (i, entry) in entries.iter().enumerate() {
            if boards[i] == board && entry.on == new.on && new.most.covers(entry.most) {
                victim = i;
                break;
            }
            if entry.work < entries[victim].work {
                victim = i;
            }
        }
        // Entries that are not renewed age.
        for entry in entries.iter_mut() {
            entry.work -= entry.work / 8;
        }
        let free = entries[victim].generation != generation;
        (boards[victim], entries[victim]) = (board, new);
        if free {
            self.clusters.filled();
        }
        CycleKeep::PathDependent
    }
}
