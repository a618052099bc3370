//! Clusters of entries, to which boards are sent by their high bits.

use komadai_core::Key;

use super::{FACTOR, Sizes, TableError, reserved};

/// A cluster that can be split when the table widens.
pub(crate) trait Cluster: Clone {
    /// A cluster without entries.
    const EMPTY: Self;

    /// Whether there is an entry of this generation in a slot; if so, the key it was sent by.
    fn key(&self, slot: usize, generation: u32) -> Option<Key>;

    /// Puts the entry of a slot of `self` into the same slot of `other`, which is free.
    fn hand_over(&self, slot: usize, other: &mut Self);
}

/// A table of clusters of `SLOTS` entries.
#[derive(Clone)]
pub(crate) struct Clusters<T, const SLOTS: usize> {
    all: Vec<T>,
    sizes: Sizes,
    used: usize,
}

impl<T: Cluster, const SLOTS: usize> Clusters<T, SLOTS> {
    /// Clusters for about `bytes` bytes, one at least, of which so many or up to four times as many are there in the beginning.
    pub(crate) fn new(bytes: usize, about: usize) -> Result<Self, TableError> {
        let sizes = Sizes::new((bytes / size_of::<T>()).max(1), about);
        let mut all = reserved(sizes.most)?;
        all.resize(sizes.fewest, T::EMPTY);
        Ok(Clusters { all, sizes, used: 0 })
    }

    /// A single cluster, which takes no memory worth a question.
    pub(crate) fn one() -> Self {
        Clusters { all: vec![T::EMPTY], sizes: Sizes { fewest: 1, most: 1 }, used: 0 }
    }

    /// Makes the table small again. Its entries must be void by their generation from now on.
    pub(crate) fn void(&mut self) {
        self.all.truncate(self.sizes.fewest);
        self.used = 0;
    }

    /// Empties every cluster.
    pub(crate) fn clear(&mut self) {
        self.void();
        self.all.fill(T::EMPTY);
    }

    #[inline]
    fn index(&self, key: Key) -> usize {
        ((u128::from(key) * self.all.len() as u128) >> 64) as usize
    }

    /// The cluster of a key.
    #[inline]
    pub(crate) fn of(&self, key: Key) -> &T {
        &self.all[self.index(key)]
    }

    /// The cluster of a key, to be changed. Who fills a free slot says so by [`Clusters::filled`].
    #[inline]
    pub(crate) fn of_mut(&mut self, key: Key) -> &mut T {
        let index = self.index(key);
        &mut self.all[index]
    }

    /// Counts an entry in a slot that was free, and widens the table if three eighths of all slots are taken: then few clusters
    /// have lost any.
    #[inline]
    pub(crate) fn filled(&mut self, generation: u32) {
        self.used += 1;
        if self.used > self.all.len() * SLOTS / 8 * 3 && self.all.len() < self.sizes.most {
            self.widen(generation);
        }
    }

    /// Makes `FACTOR` clusters of each, from the last to the first: those of a cluster lie at its place or behind it.
    #[cold]
    fn widen(&mut self, generation: u32) {
        let old = self.all.len();
        self.all.resize(old * FACTOR, T::EMPTY);
        for from in (0..old).rev() {
            let cluster = std::mem::replace(&mut self.all[from], T::EMPTY);
            for slot in 0..SLOTS {
                if let Some(key) = cluster.key(slot, generation) {
                    cluster.hand_over(slot, self.of_mut(key));
                }
            }
        }
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::rng::SplitMix64;

    /// Two keys with the generation each belongs to.
    #[derive(Clone, Debug)]
    struct Two([(Key, u32); 2]);

    impl Cluster for Two {
        const EMPTY: Two = Two([(0, 0); 2]);

        fn key(&self, slot: usize, generation: u32) -> Option<Key> {
            let (key, of) = self.0[slot];
            (of == generation).then_some(key)
        }

        fn hand_over(&self, slot: usize, other: &mut Self) {
            assert_eq!(other.0[slot].1, 0, "the slot is free");
            other.0[slot] = self.0[slot];
        }
    }

    fn add(table: &mut Clusters<Two, 2>, key: Key, generation: u32) -> bool {
        let free = table.of(key).0.iter().position(|entry| entry.1 != generation);
        let Some(free) = free else { return false };
        table.of_mut(key).0[free] = (key, generation);
        table.filled(generation);
        true
    }

    #[test]
    fn entries_are_found_after_every_widening_and_void_ones_are_left_behind() {
        let mut table: Clusters<Two, 2> = Clusters::new(1 << 18, 16).unwrap();
        let fewest = table.len();
        for generation in 1..4 {
            let mut rng = SplitMix64::new(generation.into());
            let keys: Vec<Key> = (0..3_000).map(|i| rng.next_u64() >> (i % 3)).collect();
            let there: Vec<bool> = keys.iter().map(|&key| add(&mut table, key, generation)).collect();
            assert!(table.len() > fewest && table.len() <= table.sizes.most, "{}", table.len());
            for (&key, &there) in keys.iter().zip(&there) {
                assert_eq!(table.of(key).0.contains(&(key, generation)), there, "{key:x}");
            }
            let all: usize =
                table.all.iter().map(|two| two.0.iter().filter(|e| e.1 == generation).count()).sum();
            assert_eq!(all, there.iter().filter(|there| **there).count());
            table.void();
            assert_eq!(table.len(), fewest);
        }
    }

    #[test]
    fn the_largest_size_is_within_what_was_granted() {
        for bytes in [1, 100, 10_000, 1 << 20, 3_333_333] {
            let table: Clusters<Two, 2> = Clusters::new(bytes, 16).unwrap();
            assert!(table.all.capacity() * size_of::<Two>() <= bytes.max(size_of::<Two>()), "{bytes}");
            assert!(table.sizes.most * 20 >= bytes / size_of::<Two>() * 19, "{bytes}");
        }
    }
}
