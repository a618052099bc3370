//! [`Pulse`]: what a running search shows another thread, for a display.

use core::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};

use std::sync::Arc;
use std::thread;

use komadai_core::Move;

/// State of a running search that other threads may look at: nodes, iteration, the root move under search.
///
/// Searches may write to the same one, one after the other; [`Limits::pulse`](crate::Limits::pulse) hands it over. It is written as
/// often as the search looks at the clock, and nothing in a search depends on it. A consultation reports only nodes and iterations;
/// an [`Engine`](crate::Engine) of one's own leaves it at 0 nodes, and displays show nothing of it between its iterations.
///
/// ```
/// use std::sync::Arc;
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::{Limits, Pulse, Searcher};
///
/// let pulse = Arc::new(Pulse::default());
/// let limits = Limits { pulse: Some(Arc::clone(&pulse)), ..Limits::depth(3) };
/// let report = Searcher::new(Material::default()).search(&Position::startpos(), &limits);
/// assert!(pulse.nodes() <= report.nodes && pulse.depth() == 3);
/// assert!(pulse.root_move().is_some_and(|(_, number)| (1..=30).contains(&number)));
/// ```
#[derive(Debug, Default)]
pub struct Pulse {
    nodes: AtomicU64,
    depth: AtomicU32,
    /// The root move as bits, and above them its number.
    root_move: AtomicU32,
    /// One more than the fill of the table; 0: none.
    fill: AtomicU16,
    /// The pulse of a search that this one is a part of: it counts these nodes as well.
    whole: Option<Arc<Pulse>>,
    /// Whether the threads of this search are more than the machine runs at once.
    crowded: bool,
}

impl Pulse {
    /// The pulse of some of several threads; `crowded`: they are more than the machine runs at once.
    pub(crate) fn part_of(whole: Option<Arc<Pulse>>, crowded: bool) -> Pulse {
        Pulse { whole, crowded, ..Pulse::default() }
    }

    /// Nodes so far, without those of the last moment.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The current iteration, in plies; 0: none yet.
    pub fn depth(&self) -> u32 {
        self.depth.load(Ordering::Relaxed)
    }

    /// The root move under search, and its number in the list, from 1.
    pub fn root_move(&self) -> Option<(Move, u16)> {
        let both = self.root_move.load(Ordering::Relaxed);
        Move::from_bits(both as u16).map(|mv| (mv, (both >> 16) as u16))
    }

    /// How full the table was after the last iteration, per mille, if there is one.
    pub fn fill(&self) -> Option<u16> {
        self.fill.load(Ordering::Relaxed).checked_sub(1)
    }

    pub(crate) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
        if let Some(whole) = &self.whole {
            whole.add_nodes(nodes);
        }
    }

    /// Lets other threads go first if there are too many.
    pub(crate) fn give_way(&self) {
        if self.crowded {
            thread::yield_now();
        }
    }

    pub(crate) fn begin_iteration(&self, depth: u32) {
        self.depth.store(depth, Ordering::Relaxed);
    }

    pub(crate) fn begin_root_move(&self, mv: Move, index: usize) {
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX) & 0xffff;
        self.root_move.store(number << 16 | u32::from(mv.bits()), Ordering::Relaxed);
    }

    pub(crate) fn end_iteration(&self, fill: Option<u16>) {
        self.fill.store(fill.map_or(0, |fill| fill + 1), Ordering::Relaxed);
    }
}
