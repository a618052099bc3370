//! [`ParallelSearcher`]: one position searched on several threads that share a table.

use core::cmp::Reverse;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Instant;

use komadai_core::{Tracked, Value};

use crate::consultation::{Vote, tally};
use crate::engine::contract::Engine;
use crate::engine::crew::Crew;
use crate::engine::pulse::Pulse;
use crate::ensemble::vote;
use crate::limits::Limits;
use crate::report::{OnProgress, Progress, Report};
use crate::table::HashTable;

/// Most threads of a searcher.
const MOST_THREADS: usize = 1_024;
/// Time between two looks of the calling thread at clock and flag.
const BETWEEN_LOOKS: Duration = Duration::from_millis(1);
/// If somebody waits for the answer, workers have this long after the end to hand in what they found. On two processors
/// it takes about this long to tell 64 threads one after the other.
const PATIENCE: Duration = Duration::from_millis(10);

/// Several searchers on the same position, each on a thread of its own, which share one [`HashTable`] (lazy SMP).
///
/// Every thread searches from the root, deeper and deeper, as if it were alone; what it finds reaches the others
/// through the table. That alone makes the first thread faster. The threads are not made to differ on purpose: the
/// table answers each at other moments, and so their trees soon differ. Memories of moves and evaluations are each
/// thread's own.
/// The threads are started once and wait between searches. The first worker obeys the limits and reports progress; the
/// helpers stop when it ends. A limit of nodes is divided among the workers: if it ends the first worker, the helpers
/// go on to the end of their shares, so that it holds for the sum. [`Report::nodes`] and [`Progress::nodes`] are sums.
/// If the workers end with different moves, those that searched as deep as the first one vote as in [`tally`], and the
/// report is that of the deepest of the winners.
///
/// The calling thread does not search: it watches [`Limits::time`] and [`Limits::stop`] and sleeps in between, so that
/// the system wakes it soon however many others are busy. Under such limits the report is made ten milliseconds after
/// the end from what the workers have handed in, once one of them has finished the last iteration whose progress was
/// reported. The next search waits for those that come later.
///
/// Every thread has memories of its own, some megabytes. More threads than the machine runs at once only take time from each
/// other.
///
/// With one thread it is the searcher alone, node by node. With more, results depend on how the threads happen to run:
/// experiments use one.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::{Engine, HashTable, Limits, ParallelSearcher, Settings, TableError, modern_with};
///
/// // Two threads and sixteen megabytes of table between them.
/// let mut searcher = ParallelSearcher::new(2, HashTable::new(16)?, |table| {
///     Ok::<_, TableError>(modern_with(&Settings::default(), Material::default(), table))
/// })?;
/// let report = searcher.search(&Position::startpos(), &Limits::depth(5));
/// assert!(report.best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ParallelSearcher<V> {
    /// A thread for each worker, or none for one worker alone. Dropped first, so that threads end before what they send to.
    crew: Crew,
    /// The first one leads; never empty. `None`: it is at work on its thread.
    workers: Vec<Option<V>>,
    /// How many threads the machine runs at once.
    processors: usize,
    /// The channel by which workers come back and tell what they found.
    home: (Sender<Message<V>>, Receiver<Message<V>>),
}

komadai_core::debug_by_sizes!(ParallelSearcher<V> {} [workers]);

/// What the calling thread hears of a worker.
enum Message<V> {
    /// The first worker has finished an iteration: depth, reached depth, nodes of all, time, fill and moves. The other
    /// fields of this report mean nothing.
    Told(Report),
    /// A worker is back, with its report if it has searched, or with its panic.
    Back { index: usize, worker: V, done: thread::Result<Option<Report>> },
}

impl<V: Engine + Send + 'static> ParallelSearcher<V> {
    /// A searcher on so many threads, 1 to 1,024, fewer if the system does not give so many; numbers outside the range
    /// are clamped. `make` is called for each with its handle to the table; only the first worker clears the table and
    /// tells it of new searches.
    ///
    /// # Errors
    ///
    /// The first error of `make`.
    pub fn new<F>(
        threads: usize,
        table: HashTable,
        mut make: impl FnMut(HashTable) -> Result<V, F>,
    ) -> Result<Self, F> {
        let crew = Crew::of(if threads > 1 { threads.min(MOST_THREADS) } else { 0 });
        let shared: Vec<HashTable> = (1..crew.len()).map(|_| table.helper()).collect();
        let workers: Result<_, F> =
            core::iter::once(table).chain(shared).map(|table| make(table).map(Some)).collect();
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Ok(ParallelSearcher { crew, workers: workers?, processors, home: mpsc::channel() })
    }

    /// Runs a task with a worker on its thread; the worker comes back with a message.
    fn send<F>(&mut self, index: usize, task: F)
    where
        F: FnOnce(&mut V, &Sender<Message<V>>) -> Option<Report> + Send + 'static,
    {
        let Some(mut worker) = self.workers[index].take() else { unreachable!("worker {index} is at home") };
        let home = self.home.0.clone();
        self.crew.give(index, move || {
            let done = panic::catch_unwind(AssertUnwindSafe(|| task(&mut worker, &home)));
            let _ = home.send(Message::Back { index, worker, done });
        });
    }

    /// Takes a worker back. Goes on with its panic, if it has panicked.
    fn welcome(&mut self, index: usize, worker: V, done: thread::Result<Option<Report>>) -> Option<Report> {
        self.workers[index] = Some(worker);
        done.unwrap_or_else(|panicked| panic::resume_unwind(panicked))
    }

    /// Waits for all that are still at work, which have been told to end.
    fn gather(&mut self) {
        while self.workers.iter().any(Option::is_none) {
            if let Ok(Message::Back { index, worker, done }) = self.home.1.recv() {
                self.welcome(index, worker, done);
            }
        }
    }
}

impl<V: Engine + Send + 'static> Engine for ParallelSearcher<V> {
    fn search_game(&mut self, board: Tracked, limits: &Limits, progress: OnProgress<'_>) -> Report {
        if let [Some(alone)] = &mut self.workers[..] {
            return alone.search_game(board, limits, progress);
        }
        self.gather();
        let threads = self.workers.len();
        let call = Call::of(limits, threads > self.processors);
        let (begun, share) = (call.begun, limits.nodes.map(|nodes| nodes / threads as u64));
        let (own, pulse) = (call.first(share, threads), Arc::clone(&call.pulse));
        let of_first = own.nodes;
        let position = board.clone();
        self.send(0, move |first, home| {
            let mut tell = |own: &Progress<'_>| {
                let Progress { depth, reached, elapsed, fill, .. } = *own;
                let (nodes, moves) = (own.nodes + pulse.nodes(), own.lines.to_vec());
                let told = Report { depth, reached, nodes, elapsed, fill, moves, ..Report::default() };
                let _ = home.send(Message::Told(told));
            };
            // The time counts from the call, not from when the system gave this thread a processor.
            let gone = begun.elapsed();
            let rest = |time: Option<Duration>| time.map(|time| time.saturating_sub(gone));
            let own = Limits { time: rest(own.time), soft_time: rest(own.soft_time), ..own };
            Some(first.search_game(position, &own, &mut tell))
        });
        for index in 1..threads {
            let (board, own) = (board.clone(), call.helper(share));
            self.send(index, move |helper, _| Some(helper.search_game(board, &own, &mut |_| {})));
        }
        let mut reports: Vec<(usize, Report)> = Vec::with_capacity(threads);
        let (mut depth, mut nodes, mut over) = (1, 0, None);
        while reports.len() < threads {
            let enough = || reports.iter().any(|(_, report)| report.depth >= depth);
            if call.is_awaited() && over.is_some_and(|at: Instant| at.elapsed() >= PATIENCE) && enough() {
                break;
            }
            let wait = if call.is_awaited() { BETWEEN_LOOKS } else { Duration::MAX };
            match self.home.1.recv_timeout(wait) {
                Ok(Message::Told(told)) => {
                    (depth, nodes) = (told.depth, told.nodes);
                    progress(&told.progress(&told.moves));
                }
                Ok(Message::Back { index, worker, done }) => {
                    let report = self.welcome(index, worker, done);
                    // The first worker has searched its share of the nodes; the others may have had less time for theirs.
                    let goes_on =
                        report.as_ref().zip(of_first).is_some_and(|(own, share)| own.nodes >= share);
                    if index == 0 && !goes_on {
                        call.end();
                    }
                    reports.extend(report.map(|report| (index, report)));
                }
                Err(_) => {}
            }
            if call.look() {
                over.get_or_insert_with(Instant::now);
            }
        }
        Report { elapsed: begun.elapsed(), ..together(reports, nodes) }
    }

    fn clear(&mut self) {
        if let [Some(alone)] = &mut self.workers[..] {
            return alone.clear();
        }
        self.gather();
        for index in 0..self.workers.len() {
            self.send(index, |worker, _| {
                worker.clear();
                None
            });
        }
        self.gather();
    }
}

/// A search as the calling thread sees it. Dropping it, also in a panic, tells all workers to end.
struct Call<'a> {
    limits: &'a Limits,
    begun: Instant,
    /// Ends the first worker, which otherwise obeys the limits of time by itself.
    stop_first: Arc<AtomicBool>,
    /// Ends the helpers.
    stop_helpers: Arc<AtomicBool>,
    /// Nodes of the helpers so far.
    pulse: Arc<Pulse>,
}

impl Call<'_> {
    fn of(limits: &Limits, crowded: bool) -> Call<'_> {
        let pulse = Arc::new(Pulse::part_of(limits.pulse.clone(), crowded));
        let (stop_first, stop_helpers) = (Arc::default(), Arc::default());
        Call { limits, begun: Instant::now(), stop_first, stop_helpers, pulse }
    }

    /// The limits of the first of so many workers, if each other one gets `share` nodes.
    fn first(&self, share: Option<u64>, threads: usize) -> Limits {
        let rest = |(all, share): (u64, u64)| all - (threads as u64 - 1) * share;
        let stop = Some(Arc::clone(&self.stop_first));
        Limits { nodes: self.limits.nodes.zip(share).map(rest), stop, ..self.limits.clone() }
    }

    /// The limits of a helper, without time.
    fn helper(&self, nodes: Option<u64>) -> Limits {
        Limits {
            nodes,
            depth: self.limits.depth,
            draw_after: self.limits.draw_after,
            lines: self.limits.lines,
            stop: Some(Arc::clone(&self.stop_helpers)),
            root_moves: self.limits.root_moves.clone(),
            pulse: Some(Arc::clone(&self.pulse)),
            ..Limits::none()
        }
    }

    /// Whether somebody waits for the answer: there is a clock, or a flag to stop the search.
    fn is_awaited(&self) -> bool {
        let Limits { time, soft_time, stop, ponder, .. } = self.limits;
        time.is_some() || soft_time.is_some() || stop.is_some() || ponder.is_some()
    }

    /// Looks at clock and flag and tells the workers; returns whether the search is over.
    fn look(&self) -> bool {
        if self.limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            self.end();
        }
        let deadline = match &self.limits.ponder {
            None => self.limits.time.and_then(|time| self.begun.checked_add(time)),
            Some(ponder) => ponder.seen().and_then(|hit| hit.at.checked_add(hit.time?)),
        };
        // The first worker ends by itself, once it has looked at any move at all.
        if deadline.is_some_and(|deadline| deadline <= Instant::now()) {
            self.stop_helpers.store(true, Ordering::Relaxed);
        }
        self.stop_helpers.load(Ordering::Relaxed)
    }

    /// Tells all workers to end.
    fn end(&self) {
        self.stop_first.store(true, Ordering::Relaxed);
        self.stop_helpers.store(true, Ordering::Relaxed);
    }
}

impl Drop for Call<'_> {
    fn drop(&mut self) {
        self.end();
    }
}

/// Makes one report of those that have come, each with the number of its worker; `nodes` and `reached` are those of
/// all. `told` nodes have been reported already.
fn together(mut reports: Vec<(usize, Report)>, told: u64) -> Report {
    reports.sort_unstable_by_key(|&(index, _)| index);
    let led = reports.first().is_some_and(|&(index, _)| index == 0);
    let mut reports: Vec<Report> = reports.into_iter().map(|(_, report)| report).collect();
    let nodes = reports.iter().map(|report| report.nodes).sum::<u64>().max(told);
    let reached = reports.iter().map(|report| report.reached).max().unwrap_or(0);
    let report = reports.swap_remove(chosen(&reports, led));
    Report { reached, nodes, ..report }
}

/// The index of the report to use: the shortest mate, else the majority of those as deep as the first, or as the
/// deepest if the first worker's report is not among them.
fn chosen(reports: &[Report], led: bool) -> usize {
    // An interrupted iteration counts less than a finished one: its other moves and lines are not searched yet.
    let depth = |report: &Report| (report.depth, report.moves.first().map_or(0, |root| root.depth));
    let least = reports.iter().map(depth).take(if led { 1 } else { usize::MAX }).max().unwrap_or_default();
    // A worker that has searched no move has no vote.
    let least = least.max((0, 1));
    let voters = || reports.iter().enumerate().filter(|(_, report)| depth(report) >= least);
    let found = |report: &Report| report.moves.first().map(|root| root.value);
    let mates = reports.iter().enumerate().filter_map(|(index, report)| Some((index, found(report)?)));
    let mates = mates.filter(|(_, value)| *value > Value::MAX_EVAL && *value <= Value::MATE);
    if let Some((index, _)) = mates.min_by_key(|&(index, value)| (Reverse(value), index)) {
        return index;
    }
    let votes: Vec<Vote> = voters().filter_map(|(_, report)| vote(report)).collect();
    let Some(winner) = tally(&votes).first().map(|tally| tally.mv) else { return 0 };
    let winners = voters().filter(|(_, report)| report.best == Some(winner));
    winners.min_by_key(|&(index, report)| (Reverse(depth(report)), index)).map_or(0, |(index, _)| index)
}
