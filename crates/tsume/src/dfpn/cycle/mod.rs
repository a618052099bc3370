//! Cycle policies: what becomes of no-mates that depend on a repetition, the graph-history interaction (GHI) problem
//! of paper 003.
//!
//! | policy | a no-mate that depends on positions of its path |
//! |---|---|
//! | [`DependenceTable`] | serves every path that passes them, and every path once they are no mates |
//! | [`Twin`] | serves its own path; on others its refutation is replayed (paper 003, section 3) |
//! | [`Nagai`] | is not kept; repetitions count only when nothing else is left (after paper 003, section 2.2) |
//! | [`NagaiLiteral`] | the same to the letter: the search waits until its numbers have grown to the limit |
//! | [`Ignore`] | serves all paths, wrongly: demonstrates the problem |

mod any;
mod dependence_table;
mod nagai;
mod twin;

pub use any::AnyCyclePolicy;
pub use dependence_table::DependenceTable;
pub use nagai::{Nagai, NagaiLiteral};
pub use twin::Twin;

use komadai_core::{Hand, Key, Move};

use super::dependence::Dependence;
use super::path::{Depth, Path};
use super::table::{Known, Table};
use crate::number::Numbers;
use crate::widening::TableError;

/// A no-mate that depends on positions of the current path: what [`CyclePolicy::record`] receives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DependentNoMate {
    /// The positions it depends on; never [`Dependence::NONE`].
    pub dependence: Dependence,
    /// Disproof pieces (反証駒): the most the attacker may hold for it to stay true. The hand it was found under has no more.
    pub most: Hand,
    /// The refuting reply where the defender moves; `None` where the attacker does.
    pub reply: Option<Move>,
    /// Number of positions searched for it, at least 1.
    pub work: u32,
}

/// What a policy knows of a position on the current path: the answer of [`CyclePolicy::recall`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CycleRecall {
    /// Nothing of use.
    Nothing,
    /// No mate on the current path.
    NoMate {
        /// What the no-mate depends on, on the current path. With [`Dependence::NONE`] it goes into the transposition table.
        dependence: Dependence,
        /// The most the attacker may hold; it must cover the hand of the position.
        most: Hand,
    },
    /// No mate on some other path: the search replays the refutation on this one (Kawano simulation), by
    /// [`CyclePolicy::reply`].
    Elsewhere,
}

/// Number, success and cost of Kawano simulations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Simulations {
    /// Simulations begun.
    pub tried: u64,
    /// Simulations that showed a no-mate.
    pub succeeded: u64,
    /// Positions visited by all of them; not among the nodes of the search.
    pub nodes: u64,
}

impl Simulations {
    /// Adds those of another search.
    pub(crate) fn add(&mut self, other: Simulations) {
        self.tried += other.tried;
        self.succeeded += other.succeeded;
        self.nodes += other.nodes;
    }
}

/// For which paths a no-mate is kept: the answer of [`CyclePolicy::record`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CycleKeep {
    /// For some paths; the policy keeps it, or nothing does. The table only learns that the position is open.
    PathDependent,
    /// For all paths: the transposition table keeps it as a plain no-mate. Wrong unless it is true without its
    /// dependence.
    PathIndependent,
}

/// State of the search when a policy is called: the current path, and the no-mates that hold on every path.
#[derive(Clone, Copy)]
pub struct SearchContext<'a> {
    pub(super) path: &'a Path,
    pub(super) table: &'a Table,
}

komadai_core::debug_by_sizes!(SearchContext<'a> {} [path]);

impl SearchContext<'_> {
    /// Hash code of the path from the root to the parent of the position in question.
    #[inline]
    pub fn path_code(&self) -> u64 {
        self.path.code()
    }

    /// Number of positions on the path; the root has depth 1, the parent of the position in question this depth.
    #[inline]
    pub fn depth(&self) -> u16 {
        self.path.len() as Depth
    }

    /// Board key (side to move included) and attacker's hand of the position at a depth of the path.
    ///
    /// # Panics
    ///
    /// If `depth` is 0 or larger than [`SearchContext::depth`].
    #[inline]
    pub fn at(&self, depth: u16) -> (Key, Hand) {
        self.path.at(depth)
    }

    /// Greatest depth at which the path has this board and an attacker's hand that covers this one.
    #[inline]
    pub fn depth_of(&self, at: (Key, Hand)) -> Option<u16> {
        self.path.repeated(at).map(|(_, depth): (Hand, Depth)| depth)
    }

    /// Whether the transposition table knows a position as no mate on every path.
    #[inline]
    pub fn is_no_mate(&self, at: (Key, Hand)) -> bool {
        matches!(self.table.look_up(at), Known::Disproved { .. })
    }
}

/// Socket for the treatment of repetitions.
///
/// A search is sound if [`CyclePolicy::recall`] never answers `NoMate` for a position that is mate without a repetition of the current
/// path, and [`CyclePolicy::record`] never `PathIndependent` for such a position. Only [`CyclePolicy::record`] is required; with it
/// alone, nothing is kept.
///
/// ```
/// use komadai_core::{Hand, Key, Position};
/// use komadai_tsume::{CycleKeep, CyclePolicy, DependentNoMate, SearchContext, Solver, Verdict};
///
/// /// Counts no-mates that depend on a repetition, and keeps none.
/// #[derive(Default)]
/// struct Forgetful(u32);
///
/// impl CyclePolicy for Forgetful {
///     fn record(&mut self, _: &SearchContext<'_>, _: (Key, Hand), _: &DependentNoMate) -> CycleKeep {
///         self.0 += 1;
///         CycleKeep::PathDependent
///     }
/// }
///
/// let mut pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// let mut solver = Solver::builder().hash_mb(1).cycles(Forgetful::default()).build()?;
/// assert!(matches!(solver.solve(&mut pos).verdict, Verdict::Mate { .. }));
/// assert_eq!(solver.cycles().0, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait CyclePolicy {
    /// Allocates about `bytes` bytes (an eighth of the solver's memory, divided among its threads), and forgets everything. Called once,
    /// before the first search. By default, nothing is allocated.
    ///
    /// # Errors
    ///
    /// [`TableError`] if there is no memory of that size.
    fn resize(&mut self, bytes: usize) -> Result<(), TableError> {
        let _ = bytes;
        Ok(())
    }

    /// Begins a new problem: what has been kept belongs to another root and must not be used again.
    fn new_search(&mut self) {}

    /// Numbers of a repetition while it does not count as no mate, clamped as by [`Numbers::open`]; `None`, the default, if it counts.
    /// `limit` is the proof number up to which the position above it, the root or an inner one, is searched; `entered` are the limits
    /// under which the repeated position was entered.
    fn repetition(&self, limit: u32, entered: Numbers) -> Option<Numbers> {
        let _ = (limit, entered);
        None
    }

    /// Limits of the root's proof number, searched one after the other; [`Numbers::INFINITE`] alone by default.
    fn root_limits(&self) -> &[u32] {
        &[Numbers::INFINITE]
    }

    /// What is known of a position that was just reached and does not stand on the path; nothing by default. A position is given by its
    /// board, the side to move included, and the attacker's hand.
    fn recall(&mut self, context: &SearchContext<'_>, at: (Key, Hand)) -> CycleRecall {
        let _ = (context, at);
        CycleRecall::Nothing
    }

    /// Receives a position that was just left as a no-mate that depends on the path above it.
    fn record(&mut self, context: &SearchContext<'_>, at: (Key, Hand), found: &DependentNoMate) -> CycleKeep;

    /// The reply that refuted the attack in a position where the defender moves, on whatever path; none by default. Needed
    /// for [`CycleRecall::Elsewhere`].
    fn reply(&self, at: (Key, Hand)) -> Option<Move> {
        let _ = at;
        None
    }
}

/// Keeps every no-mate as one that holds on all paths. **Gives wrong answers**: mates are called no-mates (paper 003,
/// Fig. 1). For demonstrations only.
///
/// A solver that builds a tree for every no-mate catches them, so turn that off to see them.
///
/// ```
/// use komadai_tsume::{Ignore, Solver};
///
/// let solver = Solver::builder().hash_mb(1).cycles(Ignore).show_no_mates(false).build()?;
/// # Ok::<(), komadai_tsume::TableError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Ignore;

impl CyclePolicy for Ignore {
    fn record(&mut self, _: &SearchContext<'_>, _: (Key, Hand), _: &DependentNoMate) -> CycleKeep {
        CycleKeep::PathIndependent
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
            path.push((board, Hand::EMPTY));
        }
        path
    }

    /// What a policy that learnt of H on A B E says of it on another path, with this table.
    fn recalled<P: CyclePolicy>(mut policy: P, table: &Table, on: &[Key]) -> CycleRecall {
        policy.resize(1 << 12).unwrap();
        policy.new_search();
        let first = path(&[A, B, E]);
        let found =
            DependentNoMate { dependence: Dependence::on(3), most: Hand::EMPTY, reply: None, work: 1 };
        let context = SearchContext { path: &first, table };
        assert_eq!(policy.record(&context, (H, Hand::EMPTY), &found), CycleKeep::PathDependent);
        policy.recall(&SearchContext { path: &path(on), table }, (H, Hand::EMPTY))
    }

    /// The least depth that a no-mate depends on, if the policy calls it one.
    fn least(recall: CycleRecall) -> Option<u16> {
        match recall {
            CycleRecall::NoMate { dependence, .. } => Some(dependence.least()),
            CycleRecall::Nothing | CycleRecall::Elsewhere => None,
        }
    }

    #[test]
    fn no_mate_by_repetition_is_remembered_where_it_was_found_and_is_none_where_nothing_repeats() {
        let (table, there, elsewhere) = (Table::new(1 << 12).unwrap(), [A, B, E], [A, C, F]);
        assert_eq!(least(recalled(DependenceTable::default(), &table, &there)), Some(3));
        assert_eq!(least(recalled(Twin::default(), &table, &there)), Some(3));
        assert_eq!(recalled(DependenceTable::default(), &table, &elsewhere), CycleRecall::Nothing);
        assert_eq!(recalled(Twin::default(), &table, &elsewhere), CycleRecall::Elsewhere);
        assert_eq!(recalled(Nagai, &table, &elsewhere), CycleRecall::Nothing);
        assert_eq!(recalled(NagaiLiteral, &table, &elsewhere), CycleRecall::Nothing);
    }

    #[test]
    fn dependent_no_mate_serves_paths_through_its_dependence_and_all_once_that_is_no_mate() {
        let mut table = Table::new(1 << 12).unwrap();
        assert_eq!(least(recalled(DependenceTable::default(), &table, &[A, C, F, B, E])), Some(5));
        table.store((E, Hand::EMPTY), Known::Disproved { most: Hand::EMPTY }, 1);
        assert_eq!(least(recalled(DependenceTable::default(), &table, &[A, C, F])), Some(Depth::MAX));
    }
}
