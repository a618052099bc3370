//! [`Lines`]: the memory of a table, in cache lines of atomic words that any thread may read and write.

use core::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::slot::Slot;

/// Slots of a cache line.
pub(super) const WAYS: usize = 4;
/// Words of a cache line: 64 bytes.
const WORDS: usize = 2 * WAYS;

/// Words that each thread clears, if there are so many: 64 MB take a few milliseconds.
const WORDS_A_THREAD: usize = 1 << 23;

/// Memory in cache lines of [`WAYS`] slots each.
///
/// Loads and stores are relaxed: on today's processors they are plain moves, and cost nothing for being atomic.
pub(super) struct Lines {
    words: Vec<AtomicU64>,
    /// The first word that begins a cache line.
    start: usize,
    len: usize,
}

impl Lines {
    /// So many lines of empty slots; `None` if there is no memory.
    ///
    /// The memory comes zeroed from the operating system, page by page when it is first used. A large table is there at
    /// once, and on machines with several memory nodes its pages lie near the threads that use them first.
    pub(super) fn zeroed(len: usize) -> Option<Lines> {
        let count = len.checked_mul(WORDS)?.checked_add(WORDS - 1)?;
        // Asked first, since `vec!` would abort instead of saying no.
        Vec::<u64>::new().try_reserve_exact(count).ok()?;
        // The same memory under another type: collecting in place leaves nothing to do.
        let words: Vec<AtomicU64> = vec![0; count].into_iter().map(AtomicU64::new).collect();
        let start = words.as_ptr().align_offset(WORDS * size_of::<u64>()).min(WORDS - 1);
        Some(Lines { words, start, len })
    }

    /// Number of lines.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// One line.
    #[inline]
    pub(super) fn line(&self, index: usize) -> Line<'_> {
        let words = self.words.get(self.start + index * WORDS..).and_then(|words| words.first_chunk());
        Line(words.unwrap_or_else(|| unreachable!("line {index} of {}", self.len)))
    }

    /// Empties all slots, on several threads if there are many.
    pub(super) fn clear(&self) {
        let wanted = self.words.len() / WORDS_A_THREAD;
        let threads =
            if wanted < 2 { 1 } else { wanted.min(thread::available_parallelism().map_or(1, usize::from)) };
        let zero = |words: &[AtomicU64]| words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        let (first, rest) = self.words.split_at(self.words.len() / threads);
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
pub(super) struct Line<'a>(&'a [AtomicU64; WORDS]);

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

    /// Has the processor fetch the line: reads a word of it and does nothing with it.
    #[inline]
    pub(super) fn touch(self) {
        core::hint::black_box(self.0[0].load(Ordering::Relaxed) as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cache_lines() {
        for len in [1, 3, 16_384] {
            let lines = Lines::zeroed(len).unwrap();
            for index in [0, len - 1] {
                let line = lines.line(index);
                assert_eq!((line.0.as_ptr() as usize % 64, size_of_val(line.0)), (0, 64));
            }
        }
        assert!(Lines::zeroed(usize::MAX / 8).is_none());
    }

    /// More words than one thread clears.
    #[test]
    fn all_lines_are_cleared() {
        let lines = Lines::zeroed(2 * WORDS_A_THREAD / WORDS + 5).unwrap();
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
