//! Parallel search: alone it is the searcher, together it keeps the limits, finds mates, and ends whatever happens.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::collections::HashSet;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Barrier, Mutex};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use komadai_core::{Tracked, Value};
use komadai_search::{
    Bound, DepthPolicy, Engine, ForwardPruning, HashTable, Limits, MoveMemory, NearBest, ParallelSearcher,
    Progress, Report, SearchParts, Searcher, TableError, modern,
};

use crate::behaviour::{MATES, assert_line};
use crate::common::{FINE, Full, Material, POSITIONS, full, position};

fn parallel(threads: usize) -> ParallelSearcher<Full> {
    let table = HashTable::new(4).unwrap();
    ParallelSearcher::new(threads, table, |table| Ok::<_, Infallible>(full().table(table))).unwrap()
}

fn search(engine: &mut dyn Engine, sfen: &str, limits: &Limits) -> Report {
    engine.search_game(Tracked::new(position(sfen)), limits, &mut |_| {})
}

/// All that does not depend on the clock.
fn untimed(report: Report) -> Report {
    Report { elapsed: Duration::ZERO, ..report }
}

type Modern<D, P, M> = Searcher<SearchParts<Material, D, P, M, HashTable>>;

fn modern_with(
    table: HashTable,
) -> Result<Modern<impl DepthPolicy, impl ForwardPruning, impl MoveMemory>, TableError> {
    Ok(modern(FINE, 1)?.table(table).multi_pv(2).unwrap())
}

#[test]
fn one_thread_is_the_searcher_alone() {
    let mut alone = modern_with(HashTable::new(1).unwrap()).unwrap();
    for threads in [0, 1] {
        let table = HashTable::new(1).unwrap();
        let mut parallel = ParallelSearcher::new(threads, table, modern_with).unwrap();
        assert_eq!(parallel.threads(), 1);
        for limits in [Limits::nodes(20_000), Limits::depth(5)] {
            for (name, sfen) in POSITIONS {
                let (mut one, mut other) = (Vec::new(), Vec::new());
                let note = |list: &mut Vec<_>, progress: &Progress<'_>| {
                    list.push((progress.depth, progress.nodes, progress.fill, progress.lines.to_vec()));
                };
                let board = Tracked::new(position(sfen));
                let want = alone.search_game(board.clone(), &limits, &mut |seen| note(&mut one, seen));
                let got = parallel.search_game(board, &limits, &mut |seen| note(&mut other, seen));
                assert_eq!(untimed(got), untimed(want), "{name}");
                assert_eq!(one, other, "{name}");
            }
        }
        // A new engine's search again.
        alone.clear();
        parallel.clear();
    }
}

#[test]
fn mates_are_found_and_lines_are_legal_on_any_number_of_threads() {
    for threads in 1..=4 {
        let mut engine = parallel(threads);
        for (sfen, distance) in MATES {
            let report = search(&mut engine, sfen, &Limits::depth(5));
            assert_eq!(report.value.mate_distance(), Some(distance), "{threads}: {sfen}");
            assert_line(&position(sfen), &report);
        }
        for (name, sfen) in POSITIONS {
            let report = search(&mut engine, sfen, &Limits::depth(6));
            assert!(position(sfen).is_legal(report.best.unwrap()), "{threads}: {name}");
            assert_line(&position(sfen), &report);
            assert!(report.depth <= 6, "{threads}: {name}");
        }
    }
}

#[test]
fn a_limit_of_nodes_holds_for_the_sum() {
    for threads in 1..=4 {
        let mut engine = parallel(threads);
        for nodes in [0, 1, 3, 1_000, 30_001] {
            let mut last = 0;
            let board = Tracked::new(position(POSITIONS[1].1));
            let report = engine.search_game(board, &Limits::nodes(nodes), &mut |seen| {
                assert!(seen.nodes >= last && seen.nodes <= nodes);
                last = seen.nodes;
            });
            assert!(report.nodes <= nodes && report.nodes >= last, "{threads}: {} of {nodes}", report.nodes);
            assert!(report.nodes >= nodes / threads as u64, "{threads}: the first one has its share");
            let known = report.moves.iter().map(|root| root.nodes).sum::<u64>();
            assert!(known <= report.nodes, "{threads}: {known} of {}", report.nodes);
        }
    }
}

#[test]
fn time_and_flag_end_the_search() {
    let mut engine = parallel(3);
    let sfen = POSITIONS[1].1;
    let stop = Arc::new(AtomicBool::new(true));
    let report = search(&mut engine, sfen, &Limits::none().stopped_by(Arc::clone(&stop)));
    // How many nodes the helpers get before the first worker sees the flag is up to the system's scheduler.
    assert!(report.best.is_some(), "stopped before it began");
    stop.store(false, Ordering::Relaxed);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(30));
            stop.store(true, Ordering::Relaxed);
        });
        search(&mut engine, sfen, &Limits::none().stopped_by(Arc::clone(&stop)));
    });
    for limits in [
        Limits::time(Duration::from_millis(20)),
        Limits { soft_time: Some(Duration::from_millis(5)), ..Limits::none() },
    ] {
        let begun = Instant::now();
        search(&mut engine, sfen, &limits);
        assert!(begun.elapsed() < Duration::from_secs(20), "{limits:?}");
    }
}

#[test]
fn several_lines_are_exact_and_distinct() {
    let table = HashTable::new(4).unwrap();
    let make = |table| full().table(table).multi_pv(3);
    let mut engine = ParallelSearcher::new(3, table, make).unwrap();
    for (name, sfen) in POSITIONS {
        let board = Tracked::new(position(sfen));
        let report = engine.search_game(board, &Limits::depth(5), &mut |seen| {
            assert_eq!(seen.lines.len(), 3.min(position(sfen).legal_moves().len()), "{name}");
        });
        let exact = report.moves.iter().take(3).filter(|root| root.bound == Bound::Exact);
        assert_eq!(exact.count(), 3.min(report.moves.len()), "{name}");
        assert_eq!(report.best, Some(report.moves[0].mv));
        let mut moves: Vec<_> = report.moves.iter().map(|root| root.mv).collect();
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves.len(), report.moves.len(), "{name}: each root move once");
    }
    // A choice among them is that of the worker whose report it is.
    let make = |table| full().table(table).choice(NearBest::new(Value::from_cp(50), 4, 7));
    let table = HashTable::new(1).unwrap();
    let mut engine = ParallelSearcher::new(2, table, |table| Ok::<_, Infallible>(make(table))).unwrap();
    let report = search(&mut engine, POSITIONS[0].1, &Limits::depth(4));
    let chosen = report.moves.iter().find(|root| Some(root.mv) == report.best).unwrap();
    assert_eq!((report.value, &report.pv), (chosen.value, &chosen.pv));
}

#[test]
fn without_a_legal_move_there_is_none() {
    // White is mated.
    let report = search(&mut parallel(3), "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", &Limits::none());
    assert_eq!((report.best, report.nodes, report.value), (None, 0, Value::mated_in(0)));
    assert!(report.moves.is_empty());
}

/// An engine that panics in its first search if it is the one that was to.
struct Fragile {
    inner: Full,
    panics: bool,
    searches: Arc<AtomicUsize>,
}

impl Engine for Fragile {
    fn search_game(
        &mut self,
        board: Tracked,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Report {
        self.searches.fetch_add(1, Ordering::Relaxed);
        assert!(!core::mem::take(&mut self.panics), "as it was to");
        self.inner.search_game(board, limits, progress)
    }

    fn clear(&mut self) {
        self.inner.clear();
    }
}

#[test]
fn a_panic_of_one_worker_ends_the_search_with_that_panic() {
    for who in 0..3 {
        let (searches, mut made) = (Arc::new(AtomicUsize::new(0)), 0);
        let make = |table| {
            made += 1;
            let inner = full().table(table);
            Ok::<_, Infallible>(Fragile { inner, panics: made == who + 1, searches: Arc::clone(&searches) })
        };
        let mut engine = ParallelSearcher::new(3, HashTable::new(1).unwrap(), make).unwrap();
        // The others know no end but this one.
        let panicked =
            catch_unwind(AssertUnwindSafe(|| search(&mut engine, POSITIONS[1].1, &Limits::none())));
        assert!(panicked.is_err(), "worker {who}");
        assert!(search(&mut engine, POSITIONS[1].1, &Limits::depth(3)).best.is_some(), "and goes on");
        assert_eq!(searches.load(Ordering::Relaxed), 6);
    }
}

/// An engine that notes on which threads it searches, and is done when all are.
struct Traced {
    inner: Full,
    seen: Arc<Mutex<HashSet<ThreadId>>>,
    all: Arc<Barrier>,
}

impl Engine for Traced {
    fn search_game(
        &mut self,
        board: Tracked,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Report {
        self.seen.lock().unwrap().insert(thread::current().id());
        let report = self.inner.search_game(board, limits, progress);
        self.all.wait();
        report
    }

    fn clear(&mut self) {
        self.inner.clear();
    }
}

#[test]
fn all_threads_work_in_every_search_and_the_calling_one_does_not() {
    let (seen, all): (Arc<Mutex<HashSet<_>>>, _) = (Arc::default(), Arc::new(Barrier::new(4)));
    let make = |table| {
        let (inner, seen, all) = (full().table(table), Arc::clone(&seen), Arc::clone(&all));
        Ok::<_, Infallible>(Traced { inner, seen, all })
    };
    let mut engine = ParallelSearcher::new(4, HashTable::new(1).unwrap(), make).unwrap();
    for _ in 0..3 {
        let report = search(&mut engine, POSITIONS[1].1, &Limits::nodes(20_000));
        assert_eq!(report.nodes, 20_000, "a quarter of each");
        engine.clear();
    }
    let seen = seen.lock().unwrap();
    assert_eq!(seen.len(), 4, "started once");
    assert!(!seen.contains(&thread::current().id()));
}

/// An engine that goes on after its end until it is let go, or one that ends the search after a few plies.
enum Scripted {
    Stuck(Full, Receiver<()>, Arc<AtomicBool>),
    Ending(Full, Arc<AtomicBool>),
}

impl Engine for Scripted {
    fn search_game(
        &mut self,
        board: Tracked,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Report {
        match self {
            Scripted::Stuck(inner, let_go, went_on) => {
                // Not for ever if the test fails.
                let _ = let_go.recv_timeout(Duration::from_secs(30));
                went_on.store(true, Ordering::Relaxed);
                inner.search_game(board, limits, progress)
            }
            Scripted::Ending(inner, stop) => {
                let report = inner.search_game(board, &Limits::depth(2), progress);
                stop.store(true, Ordering::Relaxed);
                report
            }
        }
    }

    fn clear(&mut self) {}
}

#[test]
fn the_answer_waits_for_no_worker_that_is_late() {
    for stuck in 0..2 {
        let (let_go, waits) = mpsc::channel();
        let (stop, went_on): (Arc<AtomicBool>, Arc<AtomicBool>) = Default::default();
        let (mut waits, mut made) = (Some(waits), 0);
        let make = |table| {
            made += 1;
            let inner = full().table(table);
            Ok::<_, Infallible>(match waits.take_if(|_| made == stuck + 1) {
                Some(waits) => Scripted::Stuck(inner, waits, Arc::clone(&went_on)),
                None => Scripted::Ending(inner, Arc::clone(&stop)),
            })
        };
        let mut engine = ParallelSearcher::new(2, HashTable::new(1).unwrap(), make).unwrap();
        let limits = Limits::none().stopped_by(Arc::clone(&stop));
        let report = search(&mut engine, POSITIONS[1].1, &limits);
        assert_eq!(report.depth, 2, "worker {stuck}");
        assert_line(&position(POSITIONS[1].1), &report);
        assert!(!went_on.load(Ordering::Relaxed), "worker {stuck}");
        // The next search waits for it, and has it search again.
        (0..2).for_each(|_| let_go.send(()).unwrap());
        let report = search(&mut engine, POSITIONS[1].1, &Limits::depth(3));
        assert!(report.depth >= 2 && went_on.load(Ordering::Relaxed), "worker {stuck}");
    }
}

#[test]
fn what_cannot_be_made_is_an_error() {
    let table = HashTable::new(1).unwrap();
    let made = ParallelSearcher::new(2, table, |table| full().table(table).multi_pv(0));
    assert_eq!(made.unwrap_err().to_string(), "MultiPV 0, expected 1 or more");
}
