//! [`Lines`]: the memory of a table, in cache lines of atomic words that any thread may read and write.

use core::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::slot::Slot;

/// Slots of a cache line.
pub(super) const WAYS: usize = 4;
/// Words of a cache line: 64 bytes.
const WORDS: usize = 2 * WAYS;

/// The words of a cache line.
type Words = [AtomicU64; WORDS];

/// Lines for each thread to clear, if there are that many: 64 MB take a few milliseconds.
const LINES_A_THREAD: usize = 1 << 20;

/// Bytes of the smallest memory that asks for large pages.
const LARGE: usize = 16 << 20;

/// Memory in cache lines of [`WAYS`] slots each.
///
/// Loads and stores are relaxed: on today's processors they are plain moves, at no extra cost.
pub(super) struct Lines {
    words: Vec<AtomicU64>,
    /// The first word that begins a cache line.
    start: usize,
}

komadai_core::debug_by_sizes!(Lines {}[words]);

impl Lines {
    /// So many lines of empty slots; `None` if there is no memory.
    ///
    /// The memory comes zeroed from the operating system, page by page when it is first used. A large table is available at once,
    /// and on machines with several memory nodes its pages lie near the threads that use them first.
    ///
    /// A search probes places all over its table, but a processor keeps only the addresses of some thousand pages at hand: with
    /// pages of 4 KB a table of 64 MB has 16,384. Pages of 2 MB, requested from Linux, save a sixth of the time of a search. Such a
    /// page is zeroed as a whole when it is first used, so that small tables, which are often made anew, stay with small ones.
    pub(super) fn zeroed(len: usize) -> Option<Lines> {
        let count = len.checked_mul(WORDS)?.checked_add(WORDS - 1)?;
        // Tried first, since `vec!` would abort on failure.
        Vec::<u64>::new().try_reserve_exact(count).ok()?;
        let words = vec![0; count];
        if size_of_val(&*words) >= LARGE {
            kevy_madvise::advise_hugepage(words.as_ptr().cast(), size_of_val(&*words));
        }
        // The same memory under another type: collecting in place copies nothing.
        let mut words: Vec<AtomicU64> = words.into_iter().map(AtomicU64::new).collect();
        let start = words.as_ptr().align_offset(size_of::<Words>()).min(WORDS - 1);
        words.truncate(start + len * WORDS);
        Some(Lines { words, start })
    }

    #[inline]
    fn words(&self) -> &[Words] {
        self.words[self.start..].as_chunks().0
    }

    /// Number of lines.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.words().len()
    }

    /// One line.
    #[inline]
    pub(super) fn line(&self, index: usize) -> Line<'_> {
        Line(&self.words()[index])
    }

    /// Empties all slots, on several threads if there are many.
    pub(super) fn clear(&self) {
        let lines = self.words();
        let wanted = lines.len() / LINES_A_THREAD;
        let threads =
            if wanted < 2 { 1 } else { wanted.min(thread::available_parallelism().map_or(1, usize::from)) };
        let zero = |lines: &[Words]| lines.iter().flatten().for_each(|word| word.store(0, Ordering::Relaxed));
        let (first, rest) = lines.split_at(lines.len() / threads);
        thread::scope(|scope| {
            for part in rest.chunks(first.len().max(1)) {
                scope.spawn(move || zero(part));
            }
            zero(first);
        });
    }
}

/// The slots of one cache line.
#[derive(Clone, Copy)]
pub(super) struct Line<'a>(&'a Words);

impl Line<'_> {
    /// What one slot holds now.
    #[inline]
    pub(super) fn load(self, way: usize) -> Slot {
        let check = self.0[2 * way].load(Ordering::Relaxed);
        Slot { check, data: self.0[2 * way + 1].load(Ordering::Relaxed) }
    }

    /// Fills one slot.
    #[inline]
    pub(super) fn store(self, way: usize, slot: Slot) {
        self.0[2 * way].store(slot.check, Ordering::Relaxed);
        self.0[2 * way + 1].store(slot.data, Ordering::Relaxed);
    }

    /// Makes the processor fetch the line, without waiting.
    #[inline]
    pub(super) fn prefetch(self) {
        branches::prefetch_read_data::<_, 0>(self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cache_lines() {
        for len in [1, 3, 16_384, 1 << 19] {
            let lines = Lines::zeroed(len).unwrap();
            let words = lines.words();
            assert_eq!((words.as_ptr() as usize % 64, size_of_val(&words[0]), words.len()), (0, 64, len));
            assert!(words.iter().flatten().all(|word| word.load(Ordering::Relaxed) == 0));
        }
        assert!(Lines::zeroed(usize::MAX / 8).is_none());
    }

    /// More lines than one thread clears.
    #[test]
    fn all_lines_are_cleared() {
        let lines = Lines::zeroed(2 * LINES_A_THREAD + 5).unwrap();
        let full = Slot { check: 1, data: u64::MAX };
        let places = [0, 1, lines.len() / 2, lines.len() - 1];
        for index in places {
            (0..WAYS).for_each(|way| lines.line(index).store(way, full));
        }
        lines.clear();
        for index in places {
            assert!((0..WAYS).all(|way| lines.line(index).load(way).is_empty()));
        }
    }
}
