//! What the threads on one problem share while they search it.
//!
//! **Virtual numbers** (Kaneko, *Parallel Depth First Proof Number Search*, AAAI 2010) keep the threads apart. All begin at the root and
//! choose by the same numbers from the same table, so by themselves they would search the same positions. A thread therefore counts
//! itself at every move of its path, and where a thread chooses, the number of a move is raised by the number of threads below it. The
//! paper counts threads at positions; moves can be counted before they are played.
//!
//! Virtual numbers only choose. Thresholds are compared with true numbers, and only true numbers are stored: when nodes were also left,
//! and their parents stored, by virtual numbers, two threads did not solve Zuko 100 (611 plies) in 1.5 million nodes, where one thread
//! needs 0.3 million. Where every other move is beyond the threshold, a thread joins the others and parts from them further down.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use komadai_core::{Key, Move};

use crate::number::add;

/// Counters of moves, found by a hash: few enough for a processor's cache, many enough that paths seldom collide by accident.
const COUNTERS: usize = 1 << 16;

/// Maximum number of nodes that a thread takes from the common store at once. With each portion it also checks whether others have
/// decided what it works on.
const MOST_PORTION: u64 = 1_024;

/// State that threads share during one search. Nothing here can make an answer wrong.
pub(crate) struct Joint {
    /// `[hash of board and move]`: threads below the move.
    below: Box<[AtomicU8]>,
    /// Nodes that no thread has taken yet.
    left: AtomicU64,
    portion: u64,
    /// Whether the search is over: decided, or a thread has panicked.
    over: AtomicBool,
}

impl Joint {
    /// The state for `threads` threads with `nodes` nodes between them.
    pub(crate) fn new(threads: usize, nodes: u64) -> Joint {
        Joint {
            below: (0..COUNTERS).map(|_| AtomicU8::new(0)).collect(),
            left: AtomicU64::new(nodes),
            portion: (nodes / (16 * threads as u64)).clamp(1, MOST_PORTION),
            over: AtomicBool::new(false),
        }
    }

    #[inline]
    fn counter(&self, board: Key, mv: Move) -> &AtomicU8 {
        let code = (board ^ u64::from(mv.bits())).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.below[(code >> 48) as usize % COUNTERS]
    }

    /// The calling thread plays a move on its path.
    #[inline]
    pub(crate) fn play(&self, board: Key, mv: Move) {
        self.counter(board, mv).fetch_add(1, Ordering::Relaxed);
    }

    /// The calling thread takes it back.
    #[inline]
    pub(crate) fn take_back(&self, board: Key, mv: Move) {
        self.counter(board, mv).fetch_sub(1, Ordering::Relaxed);
    }

    /// Number of threads below a move.
    #[inline]
    pub(crate) fn below(&self, board: Key, mv: Move) -> u32 {
        self.counter(board, mv).load(Ordering::Relaxed).into()
    }

    /// The virtual number of a move: an open number is raised by 1 for each thread below, 0 stays 0.
    #[inline]
    pub(crate) fn raised(&self, board: Key, mv: Move, number: u32) -> u32 {
        if number == 0 { 0 } else { add(number, self.below(board, mv)) }
    }

    /// Takes nodes from the common store; 0 when it is empty.
    pub(crate) fn take(&self) -> u64 {
        let take = |left: u64| Some(left - left.min(self.portion));
        let before = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        before.unwrap_or_else(|left| left).min(self.portion)
    }

    /// Whether no nodes are left.
    pub(crate) fn is_used_up(&self) -> bool {
        self.left.load(Ordering::Relaxed) == 0
    }

    /// Ends the search of all threads; returns whether the caller is the first to do so.
    pub(crate) fn end(&self) -> bool {
        !self.over.swap(true, Ordering::Relaxed)
    }

    /// Whether the search is over.
    #[inline]
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}
