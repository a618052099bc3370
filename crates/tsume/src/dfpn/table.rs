//! Transposition table: what is true on every path, for one thread or for several.
//!
//! A single thread has a table of its own, without locks. Several threads share a table that is divided into parts, each with a lock and
//! a share of the memory; a part widens and collects by itself. With locks, entries and the code for one thread stay as they are: an
//! entry is read and written whole, and widening moves entries while nobody else looks. A lock is held only for one look-up or one
//! change, so with so many parts threads seldom want the same one.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use komadai_core::{Hand, Key, Move};

pub(crate) use super::entries::Known;
use super::entries::{Entries, PLACE_BYTES};
use crate::widening::TableError;
use crate::widening::places::ABOUT;

/// Most parts of a shared table; a power of two.
const MOST_PARTS: usize = 256;
/// Minimum number of places of a fully widened part, if there is more than one part.
const FEWEST_PLACES: usize = 1_024;

/// A table within the memory it was given. The copy of a shared one is the same table, for another thread.
#[derive(Clone)]
pub(crate) enum Table {
    /// The table of one thread.
    Own(Entries),
    /// The table of several threads.
    Shared(Arc<[Part]>),
}

/// A part of a shared table, on cache lines of its own.
#[repr(align(128))]
pub(crate) struct Part(Mutex<Entries>);

impl Part {
    /// The entries, for this thread alone. A thread that panicked has left them valid: all changes go from one valid state to
    /// another, and what may have been lost is found again.
    #[inline]
    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The same call on the entries that a board belongs to, for either kind of table.
macro_rules! of_board {
    ($table:expr, $board:expr, $entries:ident => $call:expr) => {
        match $table {
            Table::Own($entries) => $call,
            Table::Shared(parts) => locked(parts, $board, |$entries| $call),
        }
    };
}

/// Calls a function with the entries of a board's part. Kept apart from the code for one thread, which stays short.
#[inline(never)]
fn locked<R>(parts: &[Part], board: Key, call: impl FnOnce(&mut Entries) -> R) -> R {
    call(&mut part(parts, board).lock())
}

/// The part of a board, by bits that determine neither its place there (the highest bits) nor its tag (the lowest).
#[inline]
fn part(parts: &[Part], board: Key) -> &Part {
    &parts[(board >> 20) as usize & (parts.len() - 1)]
}

impl Table {
    /// How many places there are now.
    pub(crate) fn places(&self) -> usize {
        match self {
            Table::Own(entries) => entries.places(),
            Table::Shared(parts) => parts.iter().map(|part| part.lock().places()).sum(),
        }
    }

    /// The table of one thread, of at most about `bytes` bytes.
    pub(crate) fn new(bytes: usize) -> Result<Table, TableError> {
        Ok(Table::Own(Entries::new(bytes, ABOUT)?))
    }

    /// A table for several threads, of at most about `bytes` bytes in all.
    pub(crate) fn for_threads(bytes: usize) -> Result<Table, TableError> {
        let most = (bytes / PLACE_BYTES / FEWEST_PLACES).clamp(1, MOST_PARTS);
        let parts = 1 << most.ilog2();
        let part = |_| Ok(Part(Mutex::new(Entries::new(bytes / parts, ABOUT / parts)?)));
        Ok(Table::Shared((0..parts).map(part).collect::<Result<_, _>>()?))
    }

    /// Calls `change` with all entries, part by part.
    fn each(&mut self, change: impl Fn(&mut Entries)) {
        match self {
            Table::Own(entries) => change(entries),
            Table::Shared(parts) => parts.iter().for_each(|part| change(&mut part.lock())),
        }
    }

    /// Begins a new search: open entries of former searches become void (their depths belong to another root), decided
    /// ones stay.
    pub(crate) fn new_search(&mut self) {
        self.each(Entries::new_search);
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.each(Entries::clear);
    }

    /// What is known of a board under a hand of the attacker.
    #[inline]
    pub(crate) fn look_up(&self, at: (Key, Hand)) -> Known {
        of_board!(self, at.0, entries => entries.look_up(at))
    }

    /// Move and needed hand of the shortest mate that serves a hand.
    pub(crate) fn mating_move(&self, at: (Key, Hand)) -> Option<(Move, Hand)> {
        of_board!(self, at.0, entries => entries.mating_move(at))
    }

    /// Stores what a search of `work` positions has found: open numbers for `hand`, an answer for the hand that it names.
    #[inline]
    pub(crate) fn store(&mut self, at: (Key, Hand), found: Known, work: u32) {
        of_board!(self, at.0, entries => entries.store(at, found, work));
    }

    /// Forgets every mate of a board that serves a hand.
    pub(crate) fn forget(&mut self, at: (Key, Hand)) {
        of_board!(self, at.0, entries => entries.forget(at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::Numbers;
    use komadai_core::rng::SplitMix64;

    #[test]
    fn a_shared_table_and_its_copies_answer_as_one_of_its_own() {
        for (bytes, keys) in [(1 << 11, 20), (1 << 16, 800), (1 << 20, 10_000)] {
            let (mut own, mut shared) = (Table::new(bytes).unwrap(), Table::for_threads(bytes).unwrap());
            let mut copy = shared.clone();
            let mut rng = SplitMix64::new(8);
            let keys: Vec<Key> = (0..keys).map(|_| rng.next_u64()).collect();
            for (i, &key) in keys.iter().enumerate() {
                let found = match i % 3 {
                    0 => Known::Proved { best: None, plies: 7, needed: Hand::EMPTY },
                    1 => Known::Disproved { most: Hand::EMPTY },
                    _ => Known::Open { numbers: Numbers::open(i as u32, 5), distance: 3 },
                };
                own.store((key, Hand::EMPTY), found, 1);
                if i % 2 == 0 { &mut shared } else { &mut copy }.store((key, Hand::EMPTY), found, 1);
            }
            let known =
                |table: &Table| keys.iter().map(|&key| table.look_up((key, Hand::EMPTY))).collect::<Vec<_>>();
            assert_eq!(known(&shared), known(&own), "{bytes} bytes");
            assert_eq!(known(&copy), known(&own), "{bytes} bytes");
            own.new_search();
            copy.new_search();
            assert_eq!(known(&shared), known(&own), "{bytes} bytes");
            shared.clear();
            assert!(known(&copy).iter().all(|known| *known == Known::Unseen { least: Numbers::UNIT }));
        }
    }
}
