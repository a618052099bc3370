//! [`HashTable`]: a table of fixed size that several searches may share.

use core::sync::atomic::{AtomicU8, Ordering};
use std::sync::Arc;

use komadai_core::Key;

use super::contract::{Entry, TranspositionTable};
use super::memory::{Line, Lines, WAYS};
use super::slot::Slot;
use crate::depth::Depth;

/// Invalid size of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// More than [`HashTable::MAX_MB`].
    #[error("table of {0} MB, expected at most {max}", max = HashTable::MAX_MB)]
    Size(usize),
    /// The memory could not be allocated.
    #[error("no memory for a table of {0} MB")]
    Memory(usize),
}

/// A transposition table of fixed size with four entries to an index (four-way, one cache line).
///
/// An entry takes 16 bytes. 48 bits of the key are compared; up to 4 MB the other sixteen determine the index, and a
/// false hit has a probability of 2⁻⁴⁶ a probe. Beyond, each doubling of the table doubles it: 2⁻⁴² at 64 MB. A new
/// entry replaces the entry of its own position, or else the least valuable one: shallow and old ones go first.
///
/// ```
/// use komadai_core::Value;
/// use komadai_search::{Bound, Depth, Entry, HashTable, TranspositionTable};
///
/// let mut table = HashTable::new(1)?;
/// let (value, static_value) = (Value::from_cp(35), Some(Value::from_cp(20)));
/// let entry = Entry { best: None, value, bound: Bound::Exact, depth: Depth::plies(4), static_value };
/// table.store(0x5eed, entry);
/// assert_eq!(table.probe(0x5eed), Some(entry));
/// assert!(HashTable::new(HashTable::MAX_MB + 1).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Searches share a table by [`HashTable::share`], threads that search one position by [`ParallelSearcher`](crate::ParallelSearcher).
/// There are no locks: an entry that two threads write at the same time is lost, never mixed up.
#[derive(Debug)]
pub struct HashTable {
    shared: Arc<Shared>,
    /// Whether this handle begins searches and clears.
    leads: bool,
    age_plies: u8,
}

/// What all handles of a table have in common.
#[derive(Debug)]
struct Shared {
    lines: Lines,
    generation: AtomicU8,
}

/// The bytes of a table of so many megabytes.
pub(crate) fn table_bytes(megabytes: usize) -> Result<usize, TableError> {
    if megabytes > HashTable::MAX_MB {
        return Err(TableError::Size(megabytes));
    }
    Ok(megabytes.max(1) << 20)
}

impl HashTable {
    /// The largest size in megabytes (1,048,576 bytes): 1 TB.
    pub const MAX_MB: usize = 1 << 20;

    /// An empty table of so many megabytes (1,048,576 bytes each), at least 1: 0 means 1, here and wherever megabytes are given.
    ///
    /// # Errors
    ///
    /// [`TableError`] if the size is too large or the memory cannot be allocated.
    pub fn new(megabytes: usize) -> Result<HashTable, TableError> {
        let count = table_bytes(megabytes)? / (WAYS * size_of::<Slot>());
        let lines = Lines::zeroed(count).ok_or(TableError::Memory(megabytes))?;
        let shared = Arc::new(Shared { lines, generation: AtomicU8::new(0) });
        Ok(HashTable { shared, leads: true, age_plies: 8 })
    }

    /// Another handle to the same entries, equal to this one: whichever begins a search or clears does so for all.
    /// Settings are copied.
    #[must_use]
    pub fn share(&self) -> HashTable {
        HashTable { shared: Arc::clone(&self.shared), ..*self }
    }

    /// A handle for a helper, which leaves it to the leader to begin searches and to clear.
    pub(crate) fn helper(&self) -> HashTable {
        HashTable { leads: false, ..self.share() }
    }

    /// Sets how many plies of depth a search of age is worth when an entry is replaced; 8 by default. With 0, age does
    /// not count and the shallowest entry goes.
    #[must_use]
    pub fn age_plies(self, plies: u8) -> HashTable {
        HashTable { age_plies: plies, ..self }
    }

    /// The line of a position. Multiply-and-shift, so that the size need not be a power of two: it takes the upper bits of
    /// the key, the slots compare the lower ones.
    #[inline]
    fn line(&self, key: Key) -> Line<'_> {
        let lines = &self.shared.lines;
        lines.line(((u128::from(key) * lines.len() as u128) >> 64) as usize)
    }

    #[inline]
    fn generation(&self) -> u8 {
        self.shared.generation.load(Ordering::Relaxed)
    }

    /// What losing the slot would cost.
    fn worth(&self, slot: Slot, generation: u8) -> i32 {
        if slot.is_empty() {
            return i32::MIN;
        }
        let age = i32::from(generation.wrapping_sub(slot.generation()));
        slot.depth().units() - age * i32::from(self.age_plies) * Depth::UNITS
    }
}

impl TranspositionTable for HashTable {
    #[inline]
    fn probe(&self, key: Key) -> Option<Entry> {
        let line = self.line(key);
        (0..WAYS).map(|way| line.load(way)).find(|slot| slot.is_of(key))?.entry()
    }

    /// An entry without a move or a static value keeps those that are known of the position.
    #[inline]
    fn store(&mut self, key: Key, entry: Entry) {
        let (line, generation) = (self.line(key), self.generation());
        let slots: [Slot; WAYS] = core::array::from_fn(|way| line.load(way));
        let mut entry = entry;
        let way = match slots.iter().position(|slot| slot.is_of(key)) {
            Some(way) => {
                if let Some(old) = slots[way].entry() {
                    entry.best = entry.best.or(old.best);
                    entry.static_value = entry.static_value.or(old.static_value);
                }
                way
            }
            None => (0..WAYS).min_by_key(|&way| self.worth(slots[way], generation)).unwrap_or(0),
        };
        line.store(way, Slot::new(key, entry, generation));
    }

    #[inline]
    fn prefetch(&self, key: Key) {
        self.line(key).prefetch();
    }

    fn new_search(&mut self) {
        if self.leads {
            self.shared.generation.store(self.generation().wrapping_add(1), Ordering::Relaxed);
        }
    }

    fn clear(&mut self) {
        if self.leads {
            self.shared.lines.clear();
            self.shared.generation.store(0, Ordering::Relaxed);
        }
    }

    /// From a sample of the first thousand slots.
    fn fill(&self) -> Option<u16> {
        let (lines, generation) = (&self.shared.lines, self.generation());
        let slots = (0..lines.len()).flat_map(|index| (0..WAYS).map(move |way| lines.line(index).load(way)));
        let of_this_search = |slot: &Slot| !slot.is_empty() && slot.generation() == generation;
        Some(slots.take(1000).filter(of_this_search).count() as u16)
    }
}
