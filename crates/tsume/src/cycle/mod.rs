//! What becomes of no-mates that lean on a repetition: the graph-history interaction (GHI) problem of paper 003.
//!
//! | policy | a no-mate that leans on positions of its path |
//! |---|---|
//! | [`Lean`](crate::LeanOn) | serves every path that passes them, and every path once they are no mate |
//! | [`Twin`](crate::Twin) | serves its own path; on others its refutation is replayed (paper 003, section 3) |
//! | [`Nagai`](crate::Nagai) | is not kept; repetitions count only when nothing else is left (paper 003, section 2.2) |
//! | [`Ignore`](crate::Ignore) | serves all paths, wrongly: shows what the problem is |

mod ignore;
mod lean_on;
mod nagai;
mod twin;

pub use ignore::Ignore;
pub use lean_on::LeanOn;
pub use nagai::Nagai;
pub use twin::Twin;

use komadai_core::{Hand, Key, Move};

use crate::Numbers;
use crate::lean::Lean;
use crate::path::{Depth, Path};
use crate::table::{Known, Table};

/// A no-mate that leans on positions of the current path.
#[derive(Clone, Copy, Debug)]
pub struct Leaning {
    /// What it leans on.
    pub lean: Lean,
    /// The most the attacker may hold for it to stay true (反証駒).
    pub most: Hand,
    /// The reply that refutes, where the defender moves.
    pub reply: Option<Move>,
    /// Positions searched for it.
    pub work: u32,
}

/// What a policy remembers of a position.
#[derive(Clone, Copy, Debug)]
pub enum Recall {
    /// Nothing of use.
    Nothing,
    /// No mate on the current path.
    NoMate {
        /// What that leans on now.
        lean: Lean,
        /// The most the attacker may hold.
        most: Hand,
    },
    /// No mate on some other path: worth a replay of its refutation on this one (Kawano simulation).
    Elsewhere,
}

/// Whom a no-mate is kept for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The policy sees to it.
    Aside,
    /// All paths: into the transposition table with it.
    Everywhere,
}

/// What a policy may ask of a search under way.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances<'a> {
    pub(crate) path: &'a Path,
    pub(crate) table: &'a Table,
}

impl Circumstances<'_> {
    /// A code of the path from the root to the position that is asked about, the position itself left out.
    #[inline]
    pub fn path_code(&self) -> u64 {
        self.path.code()
    }

    /// The position at a depth of the path: its board with side to move, and the attacker's hand.
    #[inline]
    pub fn at(&self, depth: u16) -> (Key, Hand) {
        self.path.at(depth)
    }

    /// The depth at which a position stands on the path, under the same or a larger hand of the attacker.
    #[inline]
    pub fn depth_of(&self, board: Key, hand: Hand) -> Option<u16> {
        self.path.repeated(board, hand).map(|(_, depth): (Hand, Depth)| depth)
    }

    /// Whether a position is known to be no mate on every path.
    #[inline]
    pub fn is_no_mate(&self, board: Key, hand: Hand) -> bool {
        matches!(self.table.look_up(board, hand), Known::Disproved { .. })
    }
}

/// The socket for the treatment of repetitions. Results are sound if [`CyclePolicy::recall`] never says `NoMate` of
/// a position that is mate without coming back to the path.
pub trait CyclePolicy {
    /// Takes about `bytes` bytes of memory for what it keeps, and forgets everything.
    fn resize(&mut self, bytes: usize);

    /// A new problem begins: what is kept belongs to another root.
    fn new_search(&mut self);

    /// Whether a repetition counts as no mate where the proof number is searched up to `limit`. Otherwise it gets
    /// the largest number that is still open.
    fn repetition_counts(&self, limit: u32) -> bool {
        let _ = limit;
        true
    }

    /// The thresholds of the proof number the root is searched with, one after the other.
    fn root_limits(&self) -> &'static [u32] {
        &[Numbers::INFINITE]
    }

    /// What is known of a position that was just reached and is not on the path.
    fn recall(&mut self, now: &Circumstances<'_>, board: Key, hand: Hand) -> Recall;

    /// A position has been left as no mate that leans on the path above it.
    fn record(&mut self, now: &Circumstances<'_>, board: Key, hand: Hand, found: &Leaning) -> Keep;

    /// The reply that refuted the attack in a position where the defender moves, on whatever path.
    fn reply(&self, board: Key, hand: Hand) -> Option<Move> {
        let _ = (board, hand);
        None
    }
}
