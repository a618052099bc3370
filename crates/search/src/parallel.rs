//! [`ParallelSearcher`]: one position searched on several threads that share a table.

use core::cmp::Reverse;
use core::sync::atomic::{AtomicBool, Ordering};
use std::panic;
use std::sync::Arc;
use std::thread;

use komadai_core::{Tracked, Value};

use crate::consultation::{Vote, tally};
use crate::engine::Engine;
use crate::limits::Limits;
use crate::pulse::Pulse;
use crate::report::{Progress, Report};
use crate::table::HashTable;

/// Several searchers on the same position, each on a thread of its own, which share one [`HashTable`] (lazy SMP).
///
/// Every thread searches from the root, deeper and deeper, as if it were alone; what it finds reaches the others through
/// the table. That alone makes the first thread faster. No difference between the threads is made on purpose: the table
/// answers each at other moments, and so their trees soon differ. Memories of moves and evaluations are each thread's own.
///
/// The first worker obeys the limits and reports progress; the helpers stop when it ends. A limit of nodes is
/// divided among the workers, and holds for their sum. [`Report::nodes`] and [`Progress::nodes`] are sums. If the workers
/// end with different moves, those that searched as deep as the first one vote as in [`tally`], and the report is that of
/// the deepest of the winners.
///
/// With one thread it is the searcher alone, node by node. With more, results depend on how the threads happen to run:
/// experiments use one.
///
/// ```
/// use komadai_core::{Position, Tracked};
/// use komadai_eval::Material;
/// use komadai_search::{Engine, HashTable, Limits, ParallelSearcher, modern};
///
/// // Two threads and sixteen megabytes of table between them; modern's own table is replaced.
/// let mut searcher = ParallelSearcher::new(2, HashTable::new(16)?, |table| {
///     modern(Material::default(), 1).map(|searcher| searcher.table(table))
/// })?;
/// let board = Tracked::new(Position::startpos());
/// let report = searcher.search_game(board, &Limits::depth(5), &mut |_| {});
/// assert!(report.best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ParallelSearcher<V> {
    /// The first one leads; never empty.
    workers: Vec<V>,
}

komadai_core::debug_by_sizes!(ParallelSearcher<V> {} [workers]);

impl<V: Engine + Send> ParallelSearcher<V> {
    /// A searcher on so many threads (0 counts as 1). `make` is called for each with its handle of the table, which is
    /// cleared, and told of new searches, by the first worker alone.
    ///
    /// # Errors
    ///
    /// The first error of `make`.
    pub fn new<F>(
        threads: usize,
        table: HashTable,
        mut make: impl FnMut(HashTable) -> Result<V, F>,
    ) -> Result<Self, F> {
        let shared: Vec<HashTable> = (1..threads).map(|_| table.share()).collect();
        let workers: Result<_, F> = core::iter::once(table).chain(shared).map(&mut make).collect();
        Ok(ParallelSearcher { workers: workers? })
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.workers.len()
    }
}

impl<V: Engine + Send> Engine for ParallelSearcher<V> {
    fn search_game(
        &mut self,
        board: Tracked,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Report {
        let threads = self.workers.len() as u64;
        let Some((first, helpers)) = self.workers.split_first_mut() else {
            unreachable!("there is a worker")
        };
        if helpers.is_empty() {
            return first.search_game(board, limits, progress);
        }
        let others = Helpers::of(limits);
        let share = limits.nodes.map(|nodes| nodes / threads);
        thread::scope(|scope| {
            let ended = SetAtEnd(&others.stop);
            let mut running = Vec::with_capacity(helpers.len());
            for helper in helpers {
                let (board, limits) = (board.clone(), others.limits(share, limits));
                let search = move || helper.search_game(board, &limits, &mut |_| {});
                // Where the system has no more threads to give, those that there are go on.
                running.extend(thread::Builder::new().spawn_scoped(scope, search).ok());
            }
            let rest = limits.nodes.map(|nodes| nodes - (threads - 1) * (nodes / threads));
            let limits = Limits { nodes: rest, ..limits.clone() };
            let report = first.search_game(board, &limits, &mut |own| {
                progress(&Progress { nodes: own.nodes + others.pulse.nodes(), ..*own });
            });
            drop(ended);
            let mut reports = vec![report];
            for helper in running {
                reports.push(helper.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked)));
            }
            together(reports)
        })
    }

    fn clear(&mut self) {
        self.workers.iter_mut().for_each(Engine::clear);
    }
}

/// What the first worker and its helpers have in common during a search.
struct Helpers {
    stop: Arc<AtomicBool>,
    /// Nodes of the helpers so far.
    pulse: Arc<Pulse>,
}

impl Helpers {
    fn of(limits: &Limits) -> Helpers {
        Helpers { stop: Arc::default(), pulse: Arc::new(Pulse::part_of(limits.pulse.clone())) }
    }

    /// The limits of a helper: time is the first worker's business.
    fn limits(&self, nodes: Option<u64>, limits: &Limits) -> Limits {
        Limits {
            nodes,
            depth: limits.depth,
            draw_after: limits.draw_after,
            stop: Some(Arc::clone(&self.stop)),
            root_moves: limits.root_moves.clone(),
            pulse: Some(Arc::clone(&self.pulse)),
            ..Limits::none()
        }
    }
}

/// Sets a flag when it is dropped, in a panic as well, so that no helper runs on.
struct SetAtEnd<'a>(&'a AtomicBool);

impl Drop for SetAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// One report of several, the first worker's first; `nodes` and `reached` are those of all.
fn together(mut reports: Vec<Report>) -> Report {
    let nodes = reports.iter().map(|report| report.nodes).sum();
    let reached = reports.iter().map(|report| report.reached).max().unwrap_or(0);
    let (elapsed, fill) = (reports[0].elapsed, reports[0].fill);
    let report = reports.swap_remove(chosen(&reports));
    Report { reached, nodes, elapsed, fill, ..report }
}

/// The index of the report to go by: the shortest mate, else the majority of those as deep as the first.
fn chosen(reports: &[Report]) -> usize {
    let depth = |report: &Report| report.moves.first().map_or(0, |root| root.depth);
    let least = reports.first().map_or(0, depth);
    let voters = || reports.iter().enumerate().filter(|(_, report)| depth(report) >= least);
    let best = |report: &Report| report.moves.first().map(|root| Vote { mv: root.mv, value: root.value });
    let mates = reports.iter().enumerate().filter_map(|(index, report)| Some((index, best(report)?.value)));
    let mates = mates.filter(|(_, value)| *value > Value::MAX_EVAL && *value <= Value::MATE);
    if let Some((index, _)) = mates.min_by_key(|&(index, value)| (Reverse(value), index)) {
        return index;
    }
    let votes: Vec<Vote> = voters().filter_map(|(_, report)| best(report)).collect();
    let Some(winner) = tally(&votes).first().map(|tally| tally.mv) else { return 0 };
    let winners = voters().filter(|(_, report)| best(report).is_some_and(|vote| vote.mv == winner));
    winners.min_by_key(|&(index, report)| (Reverse(depth(report)), index)).map_or(0, |(index, _)| index)
}
