//! Table of a bounded search: for a board and a hand, within how many plies there is a mate, and within how many there
//! is none.
//!
//! Two orders let one result answer many questions. *Hands*: a mate with some pieces in hand is also one with more, a no-mate is also one
//! with fewer. *Length*: a mate within 5 plies is also one within 7, and no mate within 7 means none within 5. No result depends on a
//! path, since a question counts down its plies and never comes back to itself.
//!
//! `Shown`, beside it, keeps the mates that have been played through.

use std::collections::HashMap;

use komadai_core::rng::mix;
use komadai_core::{Hand, Key, Move};

use crate::number::Numbers;
use crate::widening::clusters::{Cluster, ClusterEntry, Clusters};

/// Stands for any number of plies: no mate at all.
pub(crate) const FOREVER: u16 = u16::MAX;

const _: () = assert!(size_of::<Cluster<Entry>>() == 256, "four cache lines");

/// 24 bytes; generation 0 is older than any other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    hand: Hand,
    numbers: Numbers,
    /// Positions looked at below this one; the entry with the least goes first.
    work: u32,
    /// The mating move of a proof at an OR node, as bits; 0 for none.
    best: u16,
    /// Proved: mate within so many plies. Disproved: none within so many. Open: the question that was asked.
    plies: u16,
    generation: u16,
}

impl ClusterEntry for Entry {
    const EMPTY: Entry =
        Entry { hand: Hand::EMPTY, numbers: Numbers::UNIT, work: 0, best: 0, plies: 0, generation: 0 };

    /// 64 to 256 KiB.
    const ABOUT: usize = 256;

    #[inline]
    fn generation(&self) -> u16 {
        self.generation
    }
}

/// What the table knows of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Mate within `plies`, no more than asked; `best` is the move at an OR node, `needed` the hand it needs.
    Mate { best: Option<Move>, plies: u16, needed: Hand },
    /// No mate within `plies`, no fewer than asked, with no more than `most` in hand.
    NoMate { plies: u16, most: Hand },
    /// Numbers of this very question so far.
    Open(Numbers),
    /// Nothing.
    Unseen,
}

/// Answer to a question, played through if it is a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Mate within so many plies.
    Mate(u16),
    NoMate,
    /// The limits ended the search.
    Open,
}

/// A table within the memory it was given.
pub(crate) type BoundedTable = Clusters<Entry>;

impl BoundedTable {
    /// What is known of a mate within `plies` on this board under this hand of the attacker.
    #[inline]
    pub(crate) fn look_up(&self, (board, hand): (Key, Hand), plies: u16) -> Bound {
        let mut bound = Bound::Unseen;
        for entry in self.of(board).of(board, self.generation) {
            if entry.numbers.is_proved() {
                if entry.plies <= plies && hand.covers(entry.hand) {
                    let best = Move::from_bits(entry.best);
                    return Bound::Mate { best, plies: entry.plies, needed: entry.hand };
                }
            } else if entry.numbers.is_disproved() {
                if entry.plies >= plies && entry.hand.covers(hand) {
                    return Bound::NoMate { plies: entry.plies, most: entry.hand };
                }
            } else if entry.plies == plies && entry.hand == hand {
                bound = Bound::Open(entry.numbers);
            }
        }
        bound
    }

    /// Stores what a search of `work` positions has found of a mate within `plies`: open numbers for `hand`, an answer for the hand and
    /// the plies that it names.
    pub(crate) fn store(&mut self, (board, hand): (Key, Hand), plies: u16, found: Bound, work: u32) {
        let entry = Entry { hand, work, plies, generation: self.generation, ..Entry::EMPTY };
        let mut new = match found {
            Bound::Mate { best, plies, needed } => {
                let best = best.map_or(0, Move::bits);
                Entry { hand: needed, plies, numbers: Numbers::PROVED, best, ..entry }
            }
            Bound::NoMate { plies, most } => {
                Entry { hand: most, plies, numbers: Numbers::DISPROVED, ..entry }
            }
            Bound::Open(numbers) => Entry { numbers, ..entry },
            Bound::Unseen => return,
        };
        let cluster = self.of_mut(board);
        let mut victim = 0;
        let mut least = u64::MAX;
        for (i, entry) in cluster.entries.iter().enumerate() {
            if entry.generation != new.generation {
                if least > 0 {
                    (victim, least) = (i, 0);
                }
            } else if cluster.boards[i] == board && replaces(&new, entry) {
                new.work = new.work.saturating_add(entry.work);
                victim = i;
                break;
            } else if u64::from(entry.work) + 1 < least {
                (victim, least) = (i, u64::from(entry.work) + 1);
            }
        }
        let free = cluster.entries[victim].generation != new.generation;
        (cluster.boards[victim], cluster.entries[victim]) = (board, new);
        if free {
            self.filled();
        }
    }
}

/// Whether `new` answers everything that `old`, of the same board, answers.
fn replaces(new: &Entry, old: &Entry) -> bool {
    if new.numbers.is_proved() && !old.numbers.is_disproved() {
        // An open question as well: it is answered now.
        old.hand.covers(new.hand) && new.plies <= old.plies
    } else if new.numbers.is_disproved() && !old.numbers.is_proved() {
        new.hand.covers(old.hand) && new.plies >= old.plies
    } else {
        !old.numbers.is_final() && !new.numbers.is_final() && old.hand == new.hand && old.plies == new.plies
    }
}

/// A mate on some board.
struct Mate {
    hand: Hand,
    plies: u16,
    /// The attacker's move, if it is the attacker's turn.
    best: Option<Move>,
}

/// Mates that have been played through: for a board and a hand, within how many plies, and by which check. A mate with some pieces in
/// hand is also one with more, so a result serves all larger hands.
#[derive(Default)]
pub(crate) struct Shown {
    boards: HashMap<Key, Vec<Mate>>,
}

impl Shown {
    /// Adds a mate within `plies` for the attacker's hand.
    pub(crate) fn add(&mut self, (board, hand): (Key, Hand), plies: u16, best: Option<Move>) {
        let mates = self.boards.entry(board).or_default();
        mates.retain(|mate| !(mate.hand.covers(hand) && mate.plies >= plies));
        mates.push(Mate { hand, plies, best });
    }

    /// The shortest mate for this hand.
    fn shortest(&self, (board, hand): (Key, Hand)) -> Option<&Mate> {
        let mates = self.boards.get(&board)?;
        mates.iter().filter(|mate| hand.covers(mate.hand)).min_by_key(|mate| mate.plies)
    }

    /// Within how many plies there is a mate.
    pub(crate) fn plies(&self, key: (Key, Hand)) -> Option<u16> {
        self.shortest(key).map(|mate| mate.plies)
    }

    /// The attacker's move of the shortest mate.
    pub(crate) fn best(&self, key: (Key, Hand)) -> Option<Move> {
        self.shortest(key)?.best
    }
}

/// Positions of which the table knows mates that are too short: they rest on tests of interpositions that alone make a mate so long
/// ([`LengthRule::Traditional`](crate::LengthRule)). What is found for them from then on stands under a key of its own, for their own hand.
#[derive(Default)]
pub(crate) struct Distrusted {
    positions: HashMap<(Key, Hand), Distrust>,
}

#[derive(Clone, Copy, Default)]
struct Distrust {
    /// How often the table was wrong.
    times: u32,
    lengthened: Option<Lengthened>,
}

/// What is known of a position of the defender whose mate is lengthened by interpositions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lengthened {
    /// No mate within so many plies.
    pub(crate) none: u16,
    /// Plies of the longest tests: the position would be mate within as many.
    pub(crate) tests: u16,
}

impl Distrusted {
    /// Forgets what the table knows of a position, since it was wrong about one after it.
    pub(crate) fn add(&mut self, at: (Key, Hand)) {
        self.positions.entry(at).or_default().times += 1;
    }

    /// The same for a position that is lengthened itself.
    pub(crate) fn lengthen(&mut self, at: (Key, Hand), lengthened: Lengthened) {
        self.add(at);
        self.positions.entry(at).or_default().lengthened = Some(lengthened);
    }

    pub(crate) fn lengthened(&self, at: (Key, Hand)) -> Option<Lengthened> {
        self.positions.get(&at).and_then(|distrust| distrust.lengthened)
    }

    /// Whether what the table knows of a position stands under a key of its own.
    #[inline]
    pub(crate) fn has(&self, at: (Key, Hand)) -> bool {
        self.positions.contains_key(&at)
    }

    /// The key of a position in the table.
    #[inline]
    pub(crate) fn key(&self, at: (Key, Hand)) -> (Key, Hand) {
        match self.positions.get(&at) {
            None => at,
            Some(distrust) => {
                (mix(at.0 ^ mix(u64::from(at.1.bits()) << 32 | u64::from(distrust.times))), at.1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widening::clusters::SLOTS;
    use komadai_core::PieceKind;

    fn golds(n: u32) -> Hand {
        Hand::EMPTY.with(PieceKind::Gold, n).unwrap()
    }

    fn mate(plies: u16, needed: Hand) -> Bound {
        Bound::Mate { best: None, plies, needed }
    }

    fn no_mate(plies: u16, most: Hand) -> Bound {
        Bound::NoMate { plies, most }
    }

    #[test]
    fn mate_serves_larger_hands_and_longer_questions_no_mate_smaller_and_shorter_ones() {
        let mut table = BoundedTable::new(1 << 12).unwrap();
        table.store((5, Hand::EMPTY), 0, mate(7, golds(2)), 1);
        table.store((6, Hand::EMPTY), 0, no_mate(7, golds(2)), 1);
        for (n, plies) in (0..=4).flat_map(|n| [3, 5, 7, 9].map(|plies| (n, plies))) {
            let shown = mate(7, golds(2));
            assert_eq!(table.look_up((5, golds(n)), plies) == shown, n >= 2 && plies >= 7, "{n} {plies}");
            let refuted = no_mate(7, golds(2));
            assert_eq!(table.look_up((6, golds(n)), plies) == refuted, n <= 2 && plies <= 7, "{n} {plies}");
        }
    }

    #[test]
    fn open_numbers_are_of_this_very_question() {
        let mut table = BoundedTable::new(1 << 12).unwrap();
        let numbers = Numbers::open(3, 4);
        table.store((5, golds(1)), 7, Bound::Open(numbers), 1);
        assert_eq!(table.look_up((5, golds(1)), 7), Bound::Open(numbers));
        assert_eq!(table.look_up((5, golds(1)), 5), Bound::Unseen);
        assert_eq!(table.look_up((5, golds(2)), 7), Bound::Unseen);
        table.clear();
        assert_eq!(table.look_up((5, golds(1)), 7), Bound::Unseen);
    }

    #[test]
    fn better_result_takes_the_place_of_a_worse_one_and_no_other() {
        let mut table = BoundedTable::new(1).unwrap();
        table.store((5, Hand::EMPTY), 0, mate(7, golds(2)), 1);
        table.store((5, Hand::EMPTY), 0, no_mate(5, golds(2)), 1);
        table.store((5, Hand::EMPTY), 0, mate(9, golds(1)), 1);
        table.store((5, Hand::EMPTY), 0, mate(7, golds(1)), 1);
        assert_eq!(table.look_up((5, golds(2)), 5), no_mate(5, golds(2)));
        assert_eq!(table.look_up((5, golds(1)), 7), mate(7, golds(1)));
    }

    #[test]
    fn full_cluster_keeps_the_entries_with_most_work() {
        let mut table = BoundedTable::new(1).unwrap();
        for key in 0..100 {
            table.store((key, Hand::EMPTY), 0, no_mate(3, Hand::EMPTY), 1000 - key as u32);
        }
        for key in 0..SLOTS as u64 - 1 {
            let kept = no_mate(3, Hand::EMPTY);
            assert_eq!(table.look_up((key, Hand::EMPTY), 3), kept, "{key}");
        }
    }
}
