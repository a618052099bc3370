//! Clusters of entries; the high bits of a board select its cluster.

use komadai_core::Key;

use super::{FACTOR, Sizes, TableError, reserved};

/// An entry of a cluster; void if its generation is not that of its table.
pub(crate) trait ClusterEntry: Copy {
    /// An entry of no table's generation.
    const EMPTY: Self;

    /// Clusters in the beginning, or up to four times as many.
    const ABOUT: usize;

    /// Its generation.
    fn generation(&self) -> u16;

    /// The key that selects the cluster of a board.
    fn key(board: Key) -> Key {
        board
    }
}

/// Entries in which one board may be kept.
pub(crate) const SLOTS: usize = 8;

/// Entries and their boards. The boards stand in the first cache line, since most look-ups find nothing and then need no more.
#[derive(Clone)]
#[repr(align(64))]
pub(crate) struct Cluster<E> {
    pub(crate) boards: [Key; SLOTS],
    pub(crate) entries: [E; SLOTS],
}

impl<E: ClusterEntry> Cluster<E> {
    const EMPTY: Self = Cluster { boards: [0; SLOTS], entries: [E::EMPTY; SLOTS] };

    /// The entries of a board that are not void.
    #[inline]
    pub(crate) fn of(&self, board: Key, generation: u16) -> impl Iterator<Item = &E> {
        let places = self.boards.iter().enumerate().filter(move |&(_, &other)| other == board);
        places.map(|(i, _)| &self.entries[i]).filter(move |entry| entry.generation() == generation)
    }
}

/// A table of clusters.
#[derive(Clone)]
pub(crate) struct Clusters<E> {
    all: Vec<Cluster<E>>,
    sizes: Sizes,
    used: usize,
    /// Entries of another generation are void; no table has generation 0.
    pub(crate) generation: u16,
}

impl<E: ClusterEntry> Clusters<E> {
    /// Clusters for about `bytes` bytes, one at least.
    pub(crate) fn new(bytes: usize) -> Result<Self, TableError> {
        let sizes = Sizes::new((bytes / size_of::<Cluster<E>>()).max(1), E::ABOUT);
        let mut all = reserved(sizes.most)?;
        all.resize(sizes.fewest, Cluster::EMPTY);
        Ok(Clusters { all, sizes, used: 0, generation: 1 })
    }

    /// A single cluster, which takes hardly any memory.
    pub(crate) fn one() -> Self {
        let sizes = Sizes { fewest: 1, most: 1 };
        Clusters { all: vec![Cluster::EMPTY], sizes, used: 0, generation: 1 }
    }

    /// Begins a generation: all entries are void, and the table is small again.
    pub(crate) fn clear(&mut self) {
        self.all.truncate(self.sizes.fewest);
        self.used = 0;
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.all.fill(Cluster::EMPTY);
            self.generation = 1;
        }
    }

    #[inline]
    fn index(&self, board: Key) -> usize {
        ((u128::from(E::key(board)) * self.all.len() as u128) >> 64) as usize
    }

    /// The cluster of a board.
    #[inline]
    pub(crate) fn of(&self, board: Key) -> &Cluster<E> {
        &self.all[self.index(board)]
    }

    /// The cluster of a board, to be changed. A caller that fills a free slot calls [`Clusters::filled`].
    #[inline]
    pub(crate) fn of_mut(&mut self, board: Key) -> &mut Cluster<E> {
        let index = self.index(board);
        &mut self.all[index]
    }

    /// Counts an entry in a slot that was free, and widens the table if three eighths of all slots are taken: by then few clusters have
    /// lost an entry.
    #[inline]
    pub(crate) fn filled(&mut self) {
        self.used += 1;
        if self.used > self.all.len() * SLOTS / 8 * 3 && self.all.len() < self.sizes.most {
            self.widen();
        }
    }

    /// Makes `FACTOR` clusters of each, from the last to the first: the new clusters of one lie at its place or behind it.
    #[cold]
    fn widen(&mut self) {
        let (old, generation) = (self.all.len(), self.generation);
        self.all.resize(old * FACTOR, Cluster::EMPTY);
        for from in (0..old).rev() {
            let Cluster { boards, entries } = std::mem::replace(&mut self.all[from], Cluster::EMPTY);
            for slot in (0..SLOTS).filter(|&slot| entries[slot].generation() == generation) {
                let cluster = self.of_mut(boards[slot]);
                debug_assert!(cluster.entries[slot].generation() != generation, "the slot is free");
                (cluster.boards[slot], cluster.entries[slot]) = (boards[slot], entries[slot]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::rng::SplitMix64;

    /// Entries that are their generation and nothing else.
    impl ClusterEntry for u16 {
        const EMPTY: u16 = 0;
        const ABOUT: usize = 16;

        fn generation(&self) -> u16 {
            *self
        }
    }

    fn add(table: &mut Clusters<u16>, key: Key) -> bool {
        let generation = table.generation;
        let cluster = table.of_mut(key);
        let free = cluster.entries.iter().position(|&of| of != generation);
        let Some(free) = free else { return false };
        (cluster.boards[free], cluster.entries[free]) = (key, generation);
        table.filled();
        true
    }

    #[test]
    fn entries_are_found_after_every_widening_and_void_ones_are_left_behind() {
        let mut table: Clusters<u16> = Clusters::new(1 << 20).unwrap();
        let fewest = table.all.len();
        // The last generation is followed by the first.
        for generation in [1, 2, u16::MAX, 1] {
            table.generation = generation;
            let mut rng = SplitMix64::new(generation.into());
            let keys: Vec<Key> = (0..3_000).map(|i| rng.next_u64() >> (i % 3)).collect();
            let there: Vec<bool> = keys.iter().map(|&key| add(&mut table, key)).collect();
            let len = table.all.len();
            assert!(len > fewest && len <= table.sizes.most, "{len}");
            for (&key, &there) in keys.iter().zip(&there) {
                assert_eq!(table.of(key).of(key, generation).next().is_some(), there, "{key:x}");
            }
            let all = table.all.iter().flat_map(|cluster| &cluster.entries).filter(|&&of| of == generation);
            assert_eq!(all.count(), there.iter().filter(|there| **there).count());
            table.clear();
            assert_eq!((table.all.len(), table.generation), (fewest, generation.checked_add(1).unwrap_or(1)));
        }
    }

    #[test]
    fn the_largest_size_is_within_what_was_granted() {
        for bytes in [1, 100, 10_000, 1 << 20, 3_333_333] {
            let table: Clusters<u16> = Clusters::new(bytes).unwrap();
            let one = size_of::<Cluster<u16>>();
            assert!(table.all.capacity() * one <= bytes.max(one), "{bytes}");
            assert!(table.sizes.most * 20 >= bytes / one * 19, "{bytes}");
        }
    }
}
