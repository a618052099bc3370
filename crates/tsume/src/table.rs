//! The transposition table: what is known of a board under hands of the attacker.
//!
//! Everything decided in here is decided for every path that leads to the position. Entries of one board stand
//! in one cluster whatever the hands are, because a result serves other hands as well: a mate with some pieces
//! in hand is a mate with more, and no mate with some is none with fewer. (What the attacker has more, the
//! defender has less; the total is the same throughout, and the keys are salted with it.)

use komadai_core::{Hand, Key, Move};

use crate::Numbers;
use crate::path::Depth;

/// Entries of a cluster: 256 bytes, four cache lines.
const CLUSTER: usize = 8;

/// 32 bytes; generation 0 is older than any search.
#[derive(Clone, Copy, Debug)]
struct Entry {
    board: Key,
    hand: Hand,
    numbers: Numbers,
    /// Positions looked at below this one; the entry with the least goes first.
    work: u32,
    /// The mating move of a proof at an OR node, as bits; 0 for none.
    best: u16,
    /// Open: the least depth at which the position was met. Proved: plies to mate as the proof goes.
    distance: Depth,
    generation: u32,
}

const EMPTY: Entry = Entry {
    board: 0,
    hand: Hand::EMPTY,
    numbers: Numbers::UNIT,
    work: 0,
    best: 0,
    distance: 0,
    generation: 0,
};

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// Mate; `best` is the move at an OR node. The mate takes `plies` as far as the proof goes, and `needed` in hand.
    Proved { best: Option<Move>, plies: u16, needed: Hand },
    /// No mate on any path.
    Disproved,
    /// Numbers so far, and the least depth at which the position was met in this search.
    Open { numbers: Numbers, distance: Depth },
    /// Nothing.
    Unseen,
}

/// A table of fixed size.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    entries: Vec<Entry>,
    generation: u32,
    /// Entries of generations before this one are void.
    oldest: u32,
}

impl Table {
    /// A table of about `bytes` bytes.
    pub(crate) fn new(bytes: usize) -> Table {
        let clusters = (bytes / (CLUSTER * size_of::<Entry>())).max(1);
        Table { entries: vec![EMPTY; clusters * CLUSTER], generation: 1, oldest: 1 }
    }

    /// A new search: open entries of former ones are void (their depths belong to another root), decided ones
    /// stay.
    pub(crate) fn new_search(&mut self) {
        if self.generation == u32::MAX {
            self.entries.fill(EMPTY);
            (self.generation, self.oldest) = (0, 1);
        }
        self.generation += 1;
    }

    /// Makes every entry void, at the cost of a number.
    pub(crate) fn clear(&mut self) {
        self.new_search();
        self.oldest = self.generation;
    }

    #[inline]
    fn cluster(&self, board: Key) -> usize {
        let clusters = self.entries.len() / CLUSTER;
        ((u128::from(board) * clusters as u128) >> 64) as usize * CLUSTER
    }

    /// What is known of a board under a hand of the attacker.
    #[inline]
    pub(crate) fn look_up(&self, board: Key, hand: Hand) -> Known {
        let start = self.cluster(board);
        let mut known = Known::Unseen;
        for entry in &self.entries[start..start + CLUSTER] {
            if entry.board != board || entry.generation < self.oldest {
                continue;
            }
            if entry.numbers.is_proved() {
                if hand.covers(entry.hand) {
                    let best = Move::from_bits(entry.best);
                    return Known::Proved { best, plies: entry.distance, needed: entry.hand };
                }
            } else if entry.numbers.is_disproved() {
                if entry.hand.covers(hand) {
                    return Known::Disproved;
                }
            } else if entry.hand == hand && entry.generation == self.generation {
                known = Known::Open { numbers: entry.numbers, distance: entry.distance };
            }
        }
        known
    }

    /// Stores a mate; `hand` is what it needs.
    pub(crate) fn store_proof(&mut self, board: Key, hand: Hand, best: Option<Move>, plies: u16, work: u32) {
        let best = best.map_or(0, Move::bits);
        self.store(Entry {
            board,
            hand,
            numbers: Numbers::PROVED,
            work,
            best,
            distance: plies,
            generation: self.generation,
        });
    }

    /// Stores that there is no mate, on whatever path.
    pub(crate) fn store_disproof(&mut self, board: Key, hand: Hand, work: u32) {
        self.store(Entry {
            board,
            hand,
            numbers: Numbers::DISPROVED,
            work,
            best: 0,
            distance: 0,
            generation: self.generation,
        });
    }

    /// Stores the numbers of an open position.
    pub(crate) fn store_open(
        &mut self,
        board: Key,
        hand: Hand,
        numbers: Numbers,
        distance: Depth,
        work: u32,
    ) {
        debug_assert!(!numbers.is_final());
        self.store(Entry { board, hand, numbers, work, best: 0, distance, generation: self.generation });
    }

    /// Forgets every mate that answers for a board under a hand.
    pub(crate) fn forget(&mut self, board: Key, hand: Hand) {
        let start = self.cluster(board);
        for entry in &mut self.entries[start..start + CLUSTER] {
            if entry.board == board && entry.numbers.is_proved() && hand.covers(entry.hand) {
                *entry = EMPTY;
            }
        }
    }

    fn store(&mut self, mut new: Entry) {
        let start = self.cluster(new.board);
        let (generation, oldest) = (self.generation, self.oldest);
        let cluster = &mut self.entries[start..start + CLUSTER];
        let mut victim = 0;
        let mut least = u64::MAX;
        for (i, entry) in cluster.iter().enumerate() {
            let replaced = if new.numbers.is_proved() {
                entry.hand.covers(new.hand)
            } else {
                entry.hand == new.hand && !entry.numbers.is_final()
            };
            if entry.board == new.board && replaced && entry.generation >= oldest {
                new.work = new.work.saturating_add(entry.work);
                victim = i;
                break;
            }
            let void =
                entry.generation < oldest || entry.generation != generation && !entry.numbers.is_final();
            let worth = if void { 0 } else { u64::from(entry.work) };
            if worth < least {
                (victim, least) = (i, worth);
            }
        }
        cluster[victim] = new;
    }
}

/// No-mates that lean on a repetition: true on the path they were found on, and kept under the code of that path
/// alone. Direct-mapped; the newer one stays.
#[derive(Clone, Debug)]
pub(crate) struct Cycles {
    /// Code of path and position, and the depth of the path's position that the result leans on.
    entries: Vec<(u64, Depth)>,
    salt: u64,
}

impl Cycles {
    /// A table of about `bytes` bytes.
    pub(crate) fn new(bytes: usize) -> Cycles {
        let len = (bytes / size_of::<(u64, Depth)>()).max(1);
        Cycles { entries: vec![(0, 0); len], salt: 1 }
    }

    /// A new search: everything is void, without being touched.
    pub(crate) fn new_search(&mut self) {
        self.salt = komadai_core::rng::mix(self.salt.wrapping_add(1));
    }

    #[inline]
    fn slot(&self, code: u64) -> usize {
        ((u128::from(code) * self.entries.len() as u128) >> 64) as usize
    }

    #[inline]
    fn code(&self, path: u64, board: Key, hand: Hand) -> u64 {
        komadai_core::rng::mix(path ^ self.salt ^ komadai_core::rng::mix(board ^ u64::from(hand.bits())))
    }

    /// The depth a no-mate of this position leans on, if it was found after this very path.
    #[inline]
    pub(crate) fn look_up(&self, path: u64, board: Key, hand: Hand) -> Option<Depth> {
        let code = self.code(path, board, hand);
        let (found, lean) = self.entries[self.slot(code)];
        (found == code).then_some(lean)
    }

    pub(crate) fn store(&mut self, path: u64, board: Key, hand: Hand, lean: Depth) {
        let code = self.code(path, board, hand);
        let slot = self.slot(code);
        self.entries[slot] = (code, lean);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::PieceKind;

    fn golds(n: u32) -> Hand {
        Hand::EMPTY.with(PieceKind::Gold, n).unwrap()
    }

    #[test]
    fn entry_is_half_a_cache_line() {
        assert_eq!(size_of::<Entry>(), 32);
    }

    #[test]
    fn mate_serves_larger_hands_and_no_mate_smaller_ones() {
        let mut table = Table::new(1 << 16);
        table.store_proof(5, golds(2), None, 3, 10);
        table.store_disproof(6, golds(2), 10);
        for n in 0..=4 {
            let proved =
                table.look_up(5, golds(n)) == Known::Proved { best: None, plies: 3, needed: golds(2) };
            assert_eq!(proved, n >= 2, "{n} golds");
            assert_eq!(table.look_up(6, golds(n)) == Known::Disproved, n <= 2, "{n} golds");
        }
        let other = golds(2).with(PieceKind::Pawn, 1).unwrap();
        assert_eq!(table.look_up(6, other), Known::Unseen);
    }

    #[test]
    fn forgotten_mate_answers_for_no_hand_it_served() {
        let mut table = Table::new(1 << 16);
        table.store_proof(5, golds(2), None, 3, 10);
        table.forget(5, golds(1));
        assert_ne!(table.look_up(5, golds(2)), Known::Unseen);
        table.forget(5, golds(3));
        assert_eq!(table.look_up(5, golds(2)), Known::Unseen);
    }

    #[test]
    fn open_numbers_are_of_this_hand_and_this_search_only() {
        let mut table = Table::new(1 << 16);
        table.store_open(5, golds(1), Numbers::open(3, 4), 9, 1);
        assert_eq!(table.look_up(5, golds(1)), Known::Open { numbers: Numbers::open(3, 4), distance: 9 });
        assert_eq!(table.look_up(5, golds(2)), Known::Unseen);
        table.new_search();
        assert_eq!(table.look_up(5, golds(1)), Known::Unseen);
    }

    #[test]
    fn full_cluster_keeps_the_entries_with_most_work() {
        let mut table = Table::new(1);
        for key in 0..100 {
            table.store_disproof(key, Hand::EMPTY, 1000 - key as u32);
        }
        for key in 0..CLUSTER as u64 - 1 {
            assert_eq!(table.look_up(key, Hand::EMPTY), Known::Disproved, "{key}");
        }
    }

    #[test]
    fn path_bound_result_is_found_on_its_path_and_search_only() {
        let mut cycles = Cycles::new(1 << 12);
        cycles.store(77, 5, golds(1), 3);
        assert_eq!(cycles.look_up(77, 5, golds(1)), Some(3));
        assert_eq!(cycles.look_up(78, 5, golds(1)), None);
        assert_eq!(cycles.look_up(77, 5, golds(2)), None);
        cycles.new_search();
        assert_eq!(cycles.look_up(77, 5, golds(1)), None);
    }
}
