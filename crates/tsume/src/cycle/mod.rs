//! What becomes of no-mates that lean on a repetition: the graph-history interaction (GHI) problem of paper 003.
//!
//! | policy | a no-mate that leans on positions of its path |
//! |---|---|
//! | [`LeanOn`](crate::LeanOn) | serves every path that passes them, and every path once they are no mate |
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

#[cfg(test)]
mod tests {
    //! Paper 003, Fig. 1, with a key for each letter. In A, E and F the attacker moves; G is mated, D escapes. A mates by
    //! C F H E G. But a search may first come to H on A B E, where the defender repeats by going back to E; B is no
    //! mate because of D, and E is left before G is looked at. If H is then called a no-mate on A C F as well, so
    //! is A.
    //!
    //! ```text
    //!       A
    //!      / \
    //!     B   C
    //!    / \   \
    //!   D   E   F
    //!      / \ /
    //!     G   H   and from H back to E
    //! ```

    use super::*;
    use komadai_core::rng::mix;

    const A: Key = mix(1);
    const B: Key = mix(2);
    const C: Key = mix(3);
    const E: Key = mix(5);
    const F: Key = mix(6);
    const H: Key = mix(8);

    fn path(positions: &[Key]) -> Path {
        let mut path = Path::new();
        for &board in positions {
            path.push(board, Hand::EMPTY);
        }
        path
    }

    /// What a policy that learnt of H on A B E says of it on another path, where the table knows what it knows.
    fn recalled<P: CyclePolicy>(mut policy: P, table: &Table, on: &[Key]) -> Recall {
        policy.resize(1 << 12);
        policy.new_search();
        let first = path(&[A, B, E]);
        let found = Leaning { lean: Lean::on(3), most: Hand::EMPTY, reply: None, work: 1 };
        let now = Circumstances { path: &first, table };
        assert_eq!(policy.record(&now, H, Hand::EMPTY, &found), Keep::Aside);
        policy.recall(&Circumstances { path: &path(on), table }, H, Hand::EMPTY)
    }

    /// The least depth that a no-mate leans on, if the policy takes it for one.
    fn least(recall: Recall) -> Option<u16> {
        match recall {
            Recall::NoMate { lean, .. } => Some(lean.least()),
            Recall::Nothing | Recall::Elsewhere => None,
        }
    }

    #[test]
    fn no_mate_by_repetition_is_none_where_nothing_repeats() {
        let table = Table::new(1 << 12);
        assert!(matches!(recalled(LeanOn::default(), &table, &[A, C, F]), Recall::Nothing));
        assert!(matches!(recalled(Twin::default(), &table, &[A, C, F]), Recall::Elsewhere));
        assert!(matches!(recalled(Nagai, &table, &[A, C, F]), Recall::Nothing));
    }

    #[test]
    fn no_mate_by_repetition_is_remembered_where_it_was_found() {
        let table = Table::new(1 << 12);
        assert_eq!(least(recalled(LeanOn::default(), &table, &[A, B, E])), Some(3));
        assert_eq!(least(recalled(Twin::default(), &table, &[A, B, E])), Some(3));
    }

    #[test]
    fn leaning_no_mate_serves_any_path_through_what_it_leans_on() {
        let table = Table::new(1 << 12);
        assert_eq!(least(recalled(LeanOn::default(), &table, &[A, C, F, B, E])), Some(5));
    }

    #[test]
    fn leaning_no_mate_serves_all_paths_once_what_it_leans_on_is_no_mate() {
        let mut table = Table::new(1 << 12);
        table.store_disproof(E, Hand::EMPTY, 1);
        assert_eq!(least(recalled(LeanOn::default(), &table, &[A, C, F])), Some(Depth::MAX));
    }

    #[test]
    fn without_a_treatment_the_no_mate_is_kept_for_all_paths() {
        let (first, table) = (path(&[A, B, E]), Table::new(1 << 12));
        let found = Leaning { lean: Lean::on(3), most: Hand::EMPTY, reply: None, work: 1 };
        let now = Circumstances { path: &first, table: &table };
        assert_eq!(Ignore.record(&now, H, Hand::EMPTY, &found), Keep::Everywhere);
    }
}
