//! Single places with linear probing.
//!
//! An entry stands between the place its board points to and the next empty place. A byte beside each place tells most boards apart, so a
//! look-up that finds nothing seldom reads an entry.

use komadai_core::Key;

use super::{FACTOR, Sizes, TableError, reserved};

/// What a place holds.
pub(crate) trait Placed: Copy {
    /// What stands in an empty place.
    const EMPTY: Self;

    /// The board that determines where it stands.
    fn board(&self) -> Key;
}

/// Places of a whole table in the beginning, or up to four times as many: 128 to 512 KiB of entries of 32 bytes.
pub(crate) const ABOUT: usize = 4_096;

/// Tag of an empty place; a taken one has 1 to 127.
const EMPTY: u8 = 0;
/// Set in a tag while its entry still has to move to its new place.
const PENDING: u8 = 0x80;

/// Places, empty or taken; at least one is always empty.
#[derive(Clone)]
pub(crate) struct Places<E> {
    tags: Vec<u8>,
    entries: Vec<E>,
    sizes: Sizes,
    used: usize,
}

impl<E: Placed> Places<E> {
    /// Places for about `bytes` bytes, at least 64. In the beginning there are `about` of them (at least 16), or up to four times as
    /// many.
    pub(crate) fn new(bytes: usize, about: usize) -> Result<Places<E>, TableError> {
        let sizes = Sizes::new((bytes / (size_of::<E>() + 1)).max(64), about.max(16));
        let (tags, entries) = (reserved(sizes.most)?, reserved(sizes.most)?);
        let mut places = Places { tags, entries, sizes, used: 0 };
        places.clear();
        Ok(places)
    }

    /// Empties every place and makes the table small again.
    pub(crate) fn clear(&mut self) {
        self.tags.clear();
        self.tags.resize(self.sizes.fewest, EMPTY);
        self.entries.truncate(self.sizes.fewest);
        self.entries.resize(self.sizes.fewest, E::EMPTY);
        self.used = 0;
    }

    /// How many places there are now.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    #[inline]
    fn home(&self, board: Key) -> usize {
        ((u128::from(board) * self.tags.len() as u128) >> 64) as usize
    }

    #[inline]
    fn after(&self, place: usize) -> usize {
        if place + 1 == self.tags.len() { 0 } else { place + 1 }
    }

    /// The next place at or behind `place` that holds this board; if an empty place comes first, that one as an error.
    #[inline]
    fn next(&self, board: Key, mut place: usize) -> Result<usize, usize> {
        let tag = tag(board);
        loop {
            let found = self.tags[place];
            if found == EMPTY {
                return Err(place);
            }
            if found == tag && self.entries[place].board() == board {
                return Ok(place);
            }
            place = self.after(place);
        }
    }

    /// All entries of a board.
    #[inline]
    pub(crate) fn of(&self, board: Key) -> impl Iterator<Item = &E> {
        let mut place = self.home(board);
        std::iter::from_fn(move || {
            let found = self.next(board, place).ok()?;
            place = self.after(found);
            Some(&self.entries[found])
        })
    }

    /// Calls `change` with the entries of a board until it returns `true`; returns whether it did.
    #[inline]
    pub(crate) fn change(&mut self, board: Key, mut change: impl FnMut(&mut E) -> bool) -> bool {
        let mut place = self.home(board);
        while let Ok(found) = self.next(board, place) {
            if change(&mut self.entries[found]) {
                return true;
            }
            place = self.after(found);
        }
        false
    }

    /// Adds an entry; widens the table if half of it is taken and more was granted. Returns whether the table is full, so that entries
    /// have to go.
    #[inline]
    pub(crate) fn add(&mut self, entry: E) -> bool {
        let mut place = self.home(entry.board());
        while self.tags[place] != EMPTY {
            place = self.after(place);
        }
        self.tags[place] = tag(entry.board());
        self.entries[place] = entry;
        self.used += 1;
        let len = self.len();
        if self.used > len / 2 && len < self.sizes.most {
            self.widen();
        }
        self.used > self.len() / 8 * 7
    }

    #[cold]
    fn widen(&mut self) {
        let len = self.len() * FACTOR;
        self.tags.resize(len, EMPTY);
        self.entries.resize(len, E::EMPTY);
        self.settle();
    }

    /// All entries.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &E> {
        self.tags.iter().zip(&self.entries).filter(|(tag, _)| **tag != EMPTY).map(|(_, entry)| entry)
    }

    /// Keeps the entries for which `keep` holds.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(&E) -> bool) {
        for (tag, entry) in self.tags.iter_mut().zip(&self.entries) {
            if *tag != EMPTY && !keep(entry) {
                *tag = EMPTY;
                self.used -= 1;
            }
        }
        self.settle();
    }

    /// Moves every entry to a place where look-ups find it, whatever has changed before.
    ///
    /// An entry that has not been moved yet gives way to one that is being moved, and is moved next. So none that has found
    /// its place stands behind one that will leave.
    fn settle(&mut self) {
        for tag in self.tags.iter_mut().filter(|tag| **tag != EMPTY) {
            *tag |= PENDING;
        }
        for from in 0..self.len() {
            while self.tags[from] & PENDING != 0 {
                let board = self.entries[from].board();
                let mut place = self.home(board);
                while self.tags[place] != EMPTY && self.tags[place] & PENDING == 0 {
                    place = self.after(place);
                }
                let free = self.tags[place] == EMPTY;
                self.entries.swap(from, place);
                self.tags[place] = tag(board);
                if free {
                    self.tags[from] = EMPTY;
                }
            }
        }
    }
}

/// Taken from the low bits: the high ones determine where a board stands.
#[inline]
fn tag(board: Key) -> u8 {
    (board as u8 & !PENDING).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::rng::SplitMix64;

    /// A board, and a number that tells its entries apart.
    type Numbered = (Key, u32);

    impl Placed for Numbered {
        const EMPTY: Numbered = (0, 0);

        fn board(&self) -> Key {
            self.0
        }
    }

    fn places(bytes: usize) -> Places<Numbered> {
        Places::new(bytes, ABOUT).unwrap()
    }

    /// Boards that crowd together at both ends of the table, the last one with runs across its end.
    fn boards(count: u32) -> Vec<Key> {
        let mut rng = SplitMix64::new(3);
        let of = |i: u32, random: Key| match i % 4 {
            0 => random >> 40,
            1 => !(random >> 24),
            _ => random,
        };
        (0..count).map(|i| of(i, rng.next_u64())).collect()
    }

    fn numbers(places: &Places<Numbered>, board: Key) -> Vec<u32> {
        let mut numbers: Vec<u32> = places.of(board).map(|entry| entry.1).collect();
        numbers.sort_unstable();
        numbers
    }

    #[test]
    fn every_entry_is_found_however_wide_the_table_has_become() {
        let mut places = places(1 << 21);
        let boards = boards(30_000);
        let mut lens = vec![places.len()];
        for (i, &board) in boards.iter().enumerate() {
            assert!(!places.add((board, i as u32)), "not full");
            assert!(!places.add((board, !(i as u32))), "not full");
            if places.len() != lens[lens.len() - 1] {
                lens.push(places.len());
                for (j, &board) in boards.iter().enumerate().take(i + 1) {
                    assert_eq!(numbers(&places, board), [j as u32, !(j as u32)], "{board:x}");
                }
            }
        }
        assert_eq!(lens.len(), 3, "{lens:?}");
        assert!(lens.windows(2).all(|two| two[1] == 4 * two[0]));
        assert_eq!((places.iter().count(), places.used), (60_000, 60_000));
        places.clear();
        assert_eq!((places.len(), places.iter().count()), (lens[0], 0));
        assert!(boards.iter().all(|&board| places.of(board).next().is_none()));
    }

    #[test]
    fn a_full_table_says_so_and_takes_no_more_than_it_was_granted() {
        for bytes in [1, 5_000, 200_000, 3_000_000] {
            let mut places = places(bytes);
            let capacity = places.entries.capacity() * (size_of::<Numbered>() + 1);
            assert!(capacity <= bytes.max(64 * 17), "{bytes}: {capacity}");
            let mut rng = SplitMix64::new(4);
            while !places.add((rng.next_u64(), 0)) {}
            assert_eq!(places.len(), places.sizes.most);
            assert!(places.used < places.len() && places.len() <= places.entries.capacity());
        }
    }
}
