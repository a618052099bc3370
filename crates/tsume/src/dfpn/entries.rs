//! Entries of the transposition table: results and numbers of a board under hands of the attacker.
//!
//! Every result holds on every path that leads to the position. Entries of one board stand side by side whatever the hands are, because a
//! result serves other hands as well: a mate with some pieces in hand is a mate with more, and no mate with some is none with fewer.
//! (What the attacker has more of, the defender has less of; the total is the same throughout, and the keys are salted with it.)
//!
//! The table widens as it fills ([`Places`]). When all memory is taken, the entries that cost the least work are collected
//! (`SmallTreeGC`, cited in paper 003).

use komadai_core::rng::mix;
use komadai_core::{Hand, Key, Move};

use super::path::Depth;
use crate::number::Numbers;
use crate::widening::TableError;
use crate::widening::places::{Placed, Places};

/// 32 bytes.
#[derive(Clone, Copy, Debug)]
struct Entry {
    board: Key,
    hand: Hand,
    numbers: Numbers,
    /// Positions looked at below this one; the entry with the least goes first.
    work: u32,
    /// The mating move of a proof at an OR node, as bits; 0 for none.
    best: u16,
    /// Open: the least depth at which the position was met. Proved: plies to mate by the proof.
    distance: Depth,
    generation: u32,
}

const _: () = assert!(size_of::<Entry>() == 32, "half a cache line");

/// Memory of an entry and of the byte beside it.
pub(crate) const PLACE_BYTES: usize = size_of::<Entry>() + 1;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// Mate; `best` is the move at an OR node. By the proof, the mate takes `plies` and needs `needed` in hand.
    Proved { best: Option<Move>, plies: u16, needed: Hand },
    /// No mate on any path, with at most `most` in the attacker's hand.
    Disproved { most: Hand },
    /// Numbers so far, and the least depth at which the position was met in this search.
    Open { numbers: Numbers, distance: Depth },
    /// No entry of its own. Entries of smaller hands bound its disproof number from below, those of larger hands its proof
    /// number; `least` is 1 and 1 without such entries.
    Unseen { least: Numbers },
}

impl Placed for Entry {
    const EMPTY: Entry = Entry {
        board: 0,
        hand: Hand::EMPTY,
        numbers: Numbers::UNIT,
        work: 0,
        best: 0,
        distance: 0,
        generation: 0,
    };

    #[inline]
    fn board(&self) -> Key {
        self.board
    }
}

/// Entries within the memory they were given.
#[derive(Clone)]
pub(crate) struct Entries {
    places: Places<Entry>,
    generation: u32,
    /// How often entries have been collected.
    collections: u64,
}

impl Entries {
    /// At most about `bytes` bytes of them, with `about` places, or up to four times as many, in the beginning.
    pub(crate) fn new(bytes: usize, about: usize) -> Result<Entries, TableError> {
        Ok(Entries { places: Places::new(bytes, about)?, generation: 1, collections: 0 })
    }

    /// How many places there are now.
    pub(crate) fn places(&self) -> usize {
        self.places.len()
    }

    /// Begins a new search: open entries of former searches become void (their depths belong to another root), decided
    /// ones stay.
    pub(crate) fn new_search(&mut self) {
        if self.generation == u32::MAX {
            self.clear();
            self.generation = 0;
        }
        self.generation += 1;
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.places.clear();
        self.collections = 0;
    }

    /// What is known of a board under a hand of the attacker.
    // Called for every child: without inlining, a search took 0.6 % more instructions.
    #[inline(always)]
    pub(crate) fn look_up(&self, (board, hand): (Key, Hand)) -> Known {
        let (mut known, mut least) = (None, Numbers::UNIT);
        for entry in self.places.of(board) {
            if entry.numbers.is_proved() {
                if hand.covers(entry.hand) {
                    let best = Move::from_bits(entry.best);
                    return Known::Proved { best, plies: entry.distance, needed: entry.hand };
                }
            } else if entry.numbers.is_disproved() {
                if entry.hand.covers(hand) {
                    return Known::Disproved { most: entry.hand };
                }
            } else if entry.generation == self.generation {
                if entry.hand == hand {
                    known = Some(Known::Open { numbers: entry.numbers, distance: entry.distance });
                } else if hand.covers(entry.hand) {
                    least.disproof = least.disproof.max(entry.numbers.disproof);
                } else if entry.hand.covers(hand) {
                    least.proof = least.proof.max(entry.numbers.proof);
                }
            }
        }
        known.unwrap_or(Known::Unseen { least })
    }

    /// Move and needed hand of the shortest mate that serves a hand.
    pub(crate) fn mating_move(&self, (board, hand): (Key, Hand)) -> Option<(Move, Hand)> {
        let mates =
            self.places.of(board).filter(|entry| entry.numbers.is_proved() && hand.covers(entry.hand));
        let shortest = mates.min_by_key(|entry| entry.distance)?;
        Some((Move::from_bits(shortest.best)?, shortest.hand))
    }

    /// Stores what a search of `work` positions has found: open numbers for `hand`, an answer for the hand that it names.
    #[inline]
    pub(crate) fn store(&mut self, (board, hand): (Key, Hand), found: Known, work: u32) {
        let entry = Entry { board, hand, work, ..Entry::EMPTY };
        self.put(match found {
            Known::Proved { best, plies, needed } => {
                let best = best.map_or(0, Move::bits);
                Entry { hand: needed, numbers: Numbers::PROVED, best, distance: plies, ..entry }
            }
            Known::Disproved { most } => Entry { hand: most, numbers: Numbers::DISPROVED, ..entry },
            Known::Open { numbers, distance } => {
                debug_assert!(!numbers.is_final());
                Entry { numbers, distance, ..entry }
            }
            Known::Unseen { .. } => {
                debug_assert!(false, "nothing has been found");
                return;
            }
        });
    }

    /// Forgets every mate of a board that serves a hand. The places stay taken, since other entries may stand behind
    /// them.
    pub(crate) fn forget(&mut self, (board, hand): (Key, Hand)) {
        self.places.change(board, |entry| {
            if entry.numbers.is_proved() && hand.covers(entry.hand) {
                (entry.numbers, entry.best, entry.distance) = (Numbers::UNIT, 0, Depth::MAX);
            }
            false
        });
    }

    fn put(&mut self, new: Entry) {
        let new = Entry { generation: self.generation, ..new };
        let replaced = self.places.change(new.board, |entry| {
            let replaces = new.replaces(entry);
            if replaces {
                *entry = Entry { work: new.work.saturating_add(entry.work), ..new };
            }
            replaces
        });
        if !replaced && self.places.add(new) {
            self.collect();
        }
    }

    /// Frees half of the places: open entries of former searches first, then those of the least work.
    #[cold]
    fn collect(&mut self) {
        let mut count = [0usize; 34];
        for entry in self.places.iter() {
            count[worth(entry, self.generation)] += 1;
        }
        let goal = self.places.len() / 2;
        let (mut least, mut kept) = (count.len(), 0);
        while least > 0 && kept + count[least - 1] <= goal {
            least -= 1;
            kept += count[least];
        }
        // Of the class that is kept in part, a random share, drawn anew each time.
        let part = least.checked_sub(1).map_or(0, |class| ((goal - kept) << 16) / count[class].max(1)) as u64;
        self.collections += 1;
        let (collections, generation) = (self.collections, self.generation);
        let lot =
            |entry: &Entry| mix(entry.board ^ u64::from(entry.hand.bits()) ^ collections << 32) & 0xffff;
        self.places.retain(|entry| {
            let worth = worth(entry, generation);
            worth >= least || worth + 1 == least && lot(entry) < part
        });
    }
}

/// Class of an entry for the collection: 0 if it is void, else by the logarithm of its work.
fn worth(entry: &Entry, generation: u32) -> usize {
    let stale = !entry.numbers.is_final() && entry.generation != generation;
    if stale { 0 } else { 33 - entry.work.max(1).leading_zeros() as usize }
}

impl Entry {
    /// Whether this entry answers everything that `old`, of the same board, answers.
    fn replaces(&self, old: &Entry) -> bool {
        if self.numbers.is_proved() {
            // A longer mate that needs less does not push out a shorter one: its line may lead to where that one begins.
            old.hand.covers(self.hand)
                && !old.numbers.is_disproved()
                && (!old.numbers.is_proved() || self.distance <= old.distance)
        } else if self.numbers.is_disproved() {
            self.hand.covers(old.hand) && !old.numbers.is_proved()
        } else {
            old.hand == self.hand && !old.numbers.is_final()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widening::places::ABOUT;
    use komadai_core::PieceKind;

    fn golds(n: u32) -> Hand {
        Hand::EMPTY.with(PieceKind::Gold, n).unwrap()
    }

    /// A mate in three that needs two golds.
    fn mate() -> Known {
        Known::Proved { best: None, plies: 3, needed: golds(2) }
    }

    #[test]
    fn mate_serves_larger_hands_and_no_mate_smaller_ones() {
        let mut table = Entries::new(1 << 16, ABOUT).unwrap();
        let (proved, disproved) = (mate(), Known::Disproved { most: golds(2) });
        table.store((5, Hand::EMPTY), proved, 10);
        table.store((6, Hand::EMPTY), disproved, 10);
        for n in 0..=4 {
            assert_eq!(table.look_up((5, golds(n))) == proved, n >= 2, "{n} golds");
            assert_eq!(table.look_up((6, golds(n))) == disproved, n <= 2, "{n} golds");
        }
        let other = golds(2).with(PieceKind::Pawn, 1).unwrap();
        assert_eq!(table.look_up((6, other)), Known::Unseen { least: Numbers::UNIT });
    }

    #[test]
    fn forgotten_mate_answers_for_no_hand_it_served() {
        let mut table = Entries::new(1 << 16, ABOUT).unwrap();
        table.store((5, Hand::EMPTY), mate(), 10);
        table.store((6, Hand::EMPTY), mate(), 10);
        table.forget((5, golds(1)));
        assert_eq!(table.look_up((5, golds(2))), mate());
        table.forget((5, golds(3)));
        assert_eq!(table.look_up((5, golds(3))), Known::Unseen { least: Numbers::UNIT });
        assert!(!matches!(table.look_up((5, golds(2))), Known::Proved { .. }));
        assert_eq!(table.look_up((6, golds(2))), mate(), "what stands behind it is still found");
    }

    #[test]
    fn open_numbers_are_of_this_hand_and_this_search_only() {
        let mut table = Entries::new(1 << 16, ABOUT).unwrap();
        let open = Known::Open { numbers: Numbers::open(3, 4), distance: 9 };
        table.store((5, golds(1)), open, 1);
        assert_eq!(table.look_up((5, golds(1))), open);
        let least = |proof, disproof| Known::Unseen { least: Numbers { proof, disproof } };
        assert_eq!(table.look_up((5, golds(2))), least(1, 4), "more in hand: no easier to disprove");
        assert_eq!(table.look_up((5, golds(0))), least(3, 1), "less in hand: no easier to prove");
        table.new_search();
        assert_eq!(table.look_up((5, golds(1))), Known::Unseen { least: Numbers::UNIT });
    }

    #[test]
    fn full_table_keeps_the_entries_with_most_work() {
        let mut table = Entries::new(1 << 15, ABOUT).unwrap();
        let mut rng = komadai_core::rng::SplitMix64::new(1);
        let keys: Vec<Key> = (0..10_000).map(|_| rng.next_u64()).collect();
        for (i, &key) in keys.iter().enumerate() {
            let work = if i % 50 == 0 { 1000 } else { 1 };
            table.store((key, Hand::EMPTY), Known::Disproved { most: Hand::EMPTY }, work);
        }
        let known = |key: Key| matches!(table.look_up((key, Hand::EMPTY)), Known::Disproved { .. });
        assert!(keys.iter().step_by(50).all(|&key| known(key)));
        assert!(keys.iter().filter(|&&key| known(key)).count() > table.places.len() / 4);
    }
}
