//! The transposition table: results of earlier searches, by position.
//!
//! Positions are told apart by board, hands and side to move. What depends on the path (a repetition, a limit of moves) may
//! leak into a value: the price of every table of this kind.

use komadai_core::{Key, Move, Value};

use crate::bound::Bound;
use crate::depth::Depth;

/// The result of a finished node, as a table keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best or cutting move; `None` where no move reached alpha.
    pub best: Option<Move>,
    /// Its value. A mate is counted from this node, not from the root; see [`to_node`] and [`from_node`].
    pub value: Value,
    /// How the value bounds the true one.
    pub bound: Bound,
    /// The budget with which it was found.
    pub depth: Depth,
}

/// Converts a value counted from the root into one counted from a node at `ply`, as a table keeps it.
#[inline]
pub fn to_node(value: Value, ply: usize) -> Value {
    match value.mate_distance() {
        Some(plies) if plies > 0 => Value::mate_in(plies.saturating_sub(ply as i32).max(0) as u16),
        Some(plies) => Value::mated_in((-plies).saturating_sub(ply as i32).max(0) as u16),
        None => value,
    }
}

/// Converts a value of a table, counted from a node at `ply`, into one counted from the root.
#[inline]
pub fn from_node(value: Value, ply: usize) -> Value {
    match value.mate_distance() {
        Some(plies) if plies > 0 => Value::mate_in((plies + ply as i32) as u16),
        Some(plies) => Value::mated_in((ply as i32 - plies) as u16),
        None => value,
    }
}

/// Transposition table: keeps results of positions. One searcher owns it.
pub trait TranspositionTable {
    /// The entry for a position, if there is one.
    fn probe(&self, key: Key) -> Option<Entry>;

    /// Keeps the result of a finished node.
    fn store(&mut self, key: Key, entry: Entry);

    /// Prefetches: the position will be probed soon.
    #[inline]
    fn touch(&self, key: Key) {
        let _ = key;
    }

    /// Begins a new search: entries of older ones may be replaced first.
    #[inline]
    fn new_search(&mut self) {}

    /// Removes all entries.
    #[inline]
    fn clear(&mut self) {}

    /// How full the table is with entries of this search (USI `hashfull`), per mille; `None` if it cannot tell.
    #[inline]
    fn fill(&self) -> Option<u16> {
        None
    }
}

/// No table.
impl TranspositionTable for () {
    #[inline]
    fn probe(&self, _: Key) -> Option<Entry> {
        None
    }

    #[inline]
    fn store(&mut self, _: Key, _: Entry) {}
}

/// A borrowed table, kept from one searcher to the next.
impl<T: TranspositionTable + ?Sized> TranspositionTable for &mut T {
    #[inline]
    fn probe(&self, key: Key) -> Option<Entry> {
        (**self).probe(key)
    }

    #[inline]
    fn store(&mut self, key: Key, entry: Entry) {
        (**self).store(key, entry);
    }

    #[inline]
    fn touch(&self, key: Key) {
        (**self).touch(key);
    }

    #[inline]
    fn new_search(&mut self) {
        (**self).new_search();
    }

    #[inline]
    fn clear(&mut self) {
        (**self).clear();
    }

    #[inline]
    fn fill(&self) -> Option<u16> {
        (**self).fill()
    }
}

/// An optional table, for searches assembled at run time.
impl<T: TranspositionTable> TranspositionTable for Option<T> {
    #[inline]
    fn probe(&self, key: Key) -> Option<Entry> {
        self.as_ref()?.probe(key)
    }

    #[inline]
    fn store(&mut self, key: Key, entry: Entry) {
        if let Some(table) = self {
            table.store(key, entry);
        }
    }

    #[inline]
    fn touch(&self, key: Key) {
        if let Some(table) = self {
            table.touch(key);
        }
    }

    #[inline]
    fn new_search(&mut self) {
        if let Some(table) = self {
            table.new_search();
        }
    }

    #[inline]
    fn clear(&mut self) {
        if let Some(table) = self {
            table.clear();
        }
    }

    #[inline]
    fn fill(&self) -> Option<u16> {
        self.as_ref()?.fill()
    }
}

/// Invalid size of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// 0, or more than [`HashTable::MAX_MB`].
    #[error("table of {0} MB, expected 1 to {max}", max = HashTable::MAX_MB)]
    Size(usize),
    /// The memory could not be allocated.
    #[error("no memory for a table of {0} MB")]
    Memory(usize),
}

/// Sixteen bytes: a full key, and everything else in one word.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: Key,
    /// ```text
    /// bits  0–15 move   16–31 value   32–47 depth, 1/64 ply   48–49 bound (0 = empty)   56–63 generation
    /// ```
    data: u64,
}

impl Slot {
    /// The bits of the bound.
    const BOUND: u64 = 3 << 48;

    fn new(key: Key, entry: Entry, generation: u8) -> Slot {
        let depth = entry.depth.units().clamp(0, i32::from(i16::MAX)) as u16;
        let data = u64::from(entry.best.map_or(0, Move::bits))
            | u64::from(entry.value.cp() as i16 as u16) << 16
            | u64::from(depth) << 32
            | (entry.bound as u64) << 48
            | u64::from(generation) << 56;
        Slot { key, data }
    }

    #[inline]
    fn entry(self) -> Option<Entry> {
        let bound = match self.data >> 48 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let cp = i32::from((self.data >> 16) as u16 as i16);
        let value = if cp > Value::MAX_EVAL.cp() {
            Value::mate_in((Value::MATE.cp() - cp) as u16)
        } else if cp < -Value::MAX_EVAL.cp() {
            Value::mated_in((Value::MATE.cp() + cp) as u16)
        } else {
            Value::from_cp(cp)
        };
        Some(Entry { best: Move::from_bits(self.data as u16), value, bound, depth: self.depth() })
    }

    #[inline]
    fn depth(self) -> Depth {
        Depth::from_units((self.data >> 32) as u16 as i32)
    }

    #[inline]
    fn generation(self) -> u8 {
        (self.data >> 56) as u8
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.data & Self::BOUND == 0
    }
}

/// Slots that share an index: one cache line.
const WAYS: usize = 4;

/// A transposition table of fixed size with four entries to an index (four-way, one cache line).
///
/// The whole 64-bit key is compared, so that a false hit has a probability near 2⁻⁶⁴; that costs four bytes an entry
/// against the usual 16- or 32-bit check. A new entry replaces that of its own position, else the one of least worth:
/// shallow and old ones go first, each search of age counting as eight plies.
///
/// ```
/// use komadai_core::Value;
/// use komadai_search::{Bound, Depth, Entry, HashTable, TranspositionTable};
///
/// let mut table = HashTable::new(1)?;
/// let entry = Entry { best: None, value: Value::from_cp(35), bound: Bound::Exact, depth: Depth::plies(4) };
/// table.store(0x5eed, entry);
/// assert_eq!(table.probe(0x5eed), Some(entry));
/// assert!(HashTable::new(0).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct HashTable {
    /// `[index of key][way]`
    lines: Vec<[Slot; WAYS]>,
    generation: u8,
}

impl HashTable {
    /// The largest size in megabytes (1,048,576 bytes): 1 TB.
    pub const MAX_MB: usize = 1 << 20;

    /// An empty table of so many megabytes (1,048,576 bytes each).
    ///
    /// # Errors
    ///
    /// [`TableError`] if the size is out of range or the memory cannot be allocated.
    pub fn new(megabytes: usize) -> Result<HashTable, TableError> {
        if megabytes == 0 || megabytes > Self::MAX_MB {
            return Err(TableError::Size(megabytes));
        }
        let count = (megabytes << 20) / size_of::<[Slot; WAYS]>();
        let mut lines = Vec::new();
        lines.try_reserve_exact(count).map_err(|_| TableError::Memory(megabytes))?;
        lines.resize(count, [Slot::default(); WAYS]);
        Ok(HashTable { lines, generation: 0 })
    }

    /// Number of entries that the table can hold.
    pub fn capacity(&self) -> usize {
        self.lines.len() * WAYS
    }

    /// Multiply-and-shift, so that the size need not be a power of two.
    #[inline]
    fn index(&self, key: Key) -> usize {
        ((u128::from(key) * self.lines.len() as u128) >> 64) as usize
    }

    /// What losing the slot would cost.
    fn worth(&self, slot: Slot) -> i32 {
        if slot.is_empty() {
            return i32::MIN;
        }
        let age = i32::from(self.generation.wrapping_sub(slot.generation()));
        slot.depth().units() - age * 8 * Depth::UNITS
    }
}

impl TranspositionTable for HashTable {
    #[inline]
    fn probe(&self, key: Key) -> Option<Entry> {
        self.lines[self.index(key)].iter().find(|slot| slot.key == key)?.entry()
    }

    #[inline]
    fn store(&mut self, key: Key, entry: Entry) {
        let index = self.index(key);
        let way = match self.lines[index].iter().position(|slot| slot.key == key) {
            Some(way) => way,
            None => (0..WAYS).min_by_key(|&way| self.worth(self.lines[index][way])).unwrap_or(0),
        };
        let old = self.lines[index][way];
        let mut entry = entry;
        if old.key == key && entry.best.is_none() {
            entry.best = old.entry().and_then(|old| old.best);
        }
        self.lines[index][way] = Slot::new(key, entry, self.generation);
    }

    /// Reads a byte of the line and does nothing with it: the processor fetches the line while the search looks for
    /// checks. (A prefetch instruction would be `unsafe`.)
    #[inline]
    fn touch(&self, key: Key) {
        core::hint::black_box(self.lines[self.index(key)][0].data as u8);
    }

    fn new_search(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    fn clear(&mut self) {
        self.lines.fill([Slot::default(); WAYS]);
        self.generation = 0;
    }

    /// From a sample of the first thousand slots.
    fn fill(&self) -> Option<u16> {
        let sample = self.lines.iter().flatten().take(1000);
        Some(sample.filter(|slot| !slot.is_empty() && slot.generation() == self.generation).count() as u16)
    }
}

impl core::fmt::Debug for HashTable {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("HashTable")
            .field("capacity", &self.capacity())
            .field("generation", &self.generation)
            .finish_non_exhaustive()
    }
}
