//! Parallel search: alone it is the searcher, together it keeps the limits, finds mates, and ends whatever happens.

use std::collections::HashSet;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use komadai_core::{Tracked, Value};
use komadai_search::{
    Bound, DepthPolicy, Engine, Ensemble, ForwardPruning, HashTable, Limits, MoveMemory, NearBest,
    OnProgress, ParallelSearcher, Progress, Report, SearchParts, Searcher, TableError, modern,
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
            let report = search(&mut engine, sfen, &Limits::depth(5));
            assert!(position(sfen).is_legal(report.best.unwrap()), "{threads}: {name}");
            assert_line(&position(sfen), &report);
            assert!(report.depth <= 5, "{threads}: {name}");
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
            assert_eq!(report.nodes, nodes, "{threads}: each has its share, however late it came to it");
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
            assert!(seen.lines.is_sorted_by(|a, b| a.value >= b.value), "{name}: {:?}", seen.lines);
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

/// A searcher that something is done before and after each search of.
struct Hooked {
    inner: Full,
    before: Box<dyn FnMut() + Send>,
    after: Box<dyn FnMut() + Send>,
    /// Instead of the limits given.
    limits: Option<Limits>,
}

impl Engine for Hooked {
    fn search_game(&mut self, board: Tracked, limits: &Limits, progress: OnProgress<'_>) -> Report {
        (self.before)();
        let report = self.inner.search_game(board, self.limits.as_ref().unwrap_or(limits), progress);
        (self.after)();
        report
    }

    fn clear(&mut self) {
        self.inner.clear();
    }
}

/// So many of them, made by their number from 0.
fn hooked(threads: usize, mut make: impl FnMut(usize, Full) -> Hooked) -> ParallelSearcher<Hooked> {
    let mut made = 0;
    let make = |table| {
        made += 1;
        Ok::<_, Infallible>(make(made - 1, full().table(table)))
    };
    ParallelSearcher::new(threads, HashTable::new(1).unwrap(), make).unwrap()
}

#[test]
fn a_panic_of_one_worker_ends_the_search_with_that_panic() {
    for who in 0..3 {
        let searches = Arc::new(AtomicUsize::new(0));
        let mut engine = hooked(3, |number, inner| {
            let (mut panics, searches) = (number == who, Arc::clone(&searches));
            let before = move || {
                searches.fetch_add(1, Ordering::Relaxed);
                assert!(!core::mem::take(&mut panics), "as it was to");
            };
            Hooked { inner, before: Box::new(before), after: Box::new(|| ()), limits: None }
        });
        // The others know no end but this one.
        let panicked =
            catch_unwind(AssertUnwindSafe(|| search(&mut engine, POSITIONS[1].1, &Limits::none())));
        assert!(panicked.is_err(), "worker {who}");
        assert!(search(&mut engine, POSITIONS[1].1, &Limits::depth(3)).best.is_some(), "and goes on");
        assert_eq!(searches.load(Ordering::Relaxed), 6);
    }
}

#[test]
fn all_threads_work_in_every_search_and_the_calling_one_does_not() {
    let (seen, all): (Arc<Mutex<HashSet<_>>>, _) = (Arc::default(), Arc::new(Barrier::new(4)));
    let mut engine = hooked(4, |_, inner| {
        let (seen, all) = (Arc::clone(&seen), Arc::clone(&all));
        let before = move || seen.lock().unwrap().extend([thread::current().id()]);
        let after = Box::new(move || {
            all.wait();
        });
        Hooked { inner, before: Box::new(before), after, limits: None }
    });
    for _ in 0..3 {
        let report = search(&mut engine, POSITIONS[1].1, &Limits::nodes(20_000));
        assert_eq!(report.nodes, 20_000, "a quarter of each");
        engine.clear();
    }
    let seen = seen.lock().unwrap();
    assert_eq!(seen.len(), 4, "started once");
    assert!(!seen.contains(&thread::current().id()));
}

#[test]
fn the_answer_waits_for_no_worker_that_is_late() {
    for stuck in 0..2 {
        let (let_go, waits) = mpsc::channel();
        let (stop, went_on): (Arc<AtomicBool>, Arc<AtomicBool>) = Default::default();
        let mut waits = Some(waits);
        let mut engine = hooked(2, |number, inner| {
            if let Some(waits) = waits.take_if(|_| number == stuck) {
                // It begins late, though not for ever if the test fails.
                let went_on = Arc::clone(&went_on);
                let before = move || {
                    let _ = waits.recv_timeout(Duration::from_secs(30));
                    went_on.store(true, Ordering::Relaxed);
                };
                return Hooked { inner, before: Box::new(before), after: Box::new(|| ()), limits: None };
            }
            // The other one ends the search after a few plies.
            let stop = Arc::clone(&stop);
            let after = Box::new(move || stop.store(true, Ordering::Relaxed));
            Hooked { inner, before: Box::new(|| ()), after, limits: Some(Limits::depth(2)) }
        });
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

/// Searches nothing: says this.
struct Says(Report);

impl Engine for Says {
    fn search_game(&mut self, _: Tracked, _: &Limits, _: OnProgress<'_>) -> Report {
        self.0.clone()
    }

    fn clear(&mut self) {}
}

#[test]
fn helpers_outvote_the_first_worker_once_they_have_finished_as_deep_an_iteration() {
    let mut alone = full();
    let told = alone.search_game(Tracked::new(position(POSITIONS[1].1)), &Limits::depth(5), &mut |_| {});
    for (finished, of_a_helper) in [(4, false), (5, true), (6, true)] {
        // Their best move is another one, and as deep: they were broken off in iteration 5, have finished it, or the next.
        let mut other = Report { depth: finished, ..told.clone() };
        other.moves.swap(0, 1);
        other.best = Some(other.moves[0].mv);
        other.moves[0].depth = finished.max(5);
        let mut says = [other.clone(), other.clone(), told.clone()].into_iter().rev();
        let make = |_| Ok::<_, Infallible>(Says(says.next().unwrap()));
        let mut engine = ParallelSearcher::new(3, HashTable::new(1).unwrap(), make).unwrap();
        let report = search(&mut engine, POSITIONS[1].1, &Limits::depth(5));
        let want = if of_a_helper { &other } else { &told };
        assert_eq!((report.depth, report.moves), (want.depth, want.moves.clone()), "{finished}");
    }
}

#[test]
fn workers_vote_for_the_move_that_they_would_play() {
    // The first move of all three is the same; two would play the second, as by a `MoveChoice`.
    let told = search(&mut full(), POSITIONS[1].1, &Limits::depth(3));
    let mut other = Report { best: Some(told.moves[1].mv), ..told.clone() };
    other.moves[1].depth = 3;
    let mut says = [told, other.clone(), other.clone()].into_iter();
    let make = |_| Ok::<_, Infallible>(Says(says.next().unwrap()));
    let mut engine = ParallelSearcher::new(3, HashTable::new(1).unwrap(), make).unwrap();
    assert_eq!(search(&mut engine, POSITIONS[1].1, &Limits::depth(3)).best, other.best);
}

#[test]
fn time_that_is_lost_if_unused_stays_so_for_every_worker_and_member() {
    struct Hears(Arc<Mutex<Vec<Limits>>>);
    impl Engine for Hears {
        fn search_game(&mut self, board: Tracked, limits: &Limits, progress: OnProgress<'_>) -> Report {
            self.0.lock().unwrap().push(limits.clone());
            full().search_game(board, &Limits::depth(1), progress)
        }

        fn clear(&mut self) {}
    }
    let heard = Arc::default();
    let make = |_| Ok::<_, Infallible>(Hears(Arc::clone(&heard)));
    let mut two = ParallelSearcher::new(2, HashTable::new(1).unwrap(), make).unwrap();
    let time = Duration::from_secs(3);
    let limits = Limits { soft_time: Some(time), ..Limits::time(time) };
    search(&mut two, POSITIONS[1].1, &limits);
    search(&mut Ensemble::of(2, |_| Hears(Arc::clone(&heard))), POSITIONS[1].1, &limits);
    let heard = heard.lock().unwrap();
    // A helper is ended with the first worker and has no time of its own.
    let timed = heard.iter().filter(|limits| limits.time.is_some());
    assert_eq!(timed.clone().count(), 3);
    assert!(timed.clone().all(|limits| limits.time == limits.soft_time), "{heard:?}");
}

#[test]
fn workers_that_have_searched_nothing_do_not_outvote_one_that_has() {
    let sfen = POSITIONS[1].1;
    let [nothing, told] =
        [Limits::nodes(0), Limits::depth(1)].map(|limits| search(&mut full(), sfen, &limits));
    assert_ne!(nothing.best, told.best);
    let mut says = [nothing.clone(), nothing, told.clone()].into_iter();
    let make = |_| Ok::<_, Infallible>(Says(says.next().unwrap()));
    let mut engine = ParallelSearcher::new(3, HashTable::new(1).unwrap(), make).unwrap();
    assert_eq!(search(&mut engine, sfen, &Limits::depth(1)).best, told.best);
}

#[test]
fn what_cannot_be_made_is_an_error() {
    let table = HashTable::new(1).unwrap();
    let made = ParallelSearcher::new(2, table, |table| full().table(table).multi_pv(0));
    assert_eq!(made.unwrap_err().to_string(), "MultiPV 0, expected 1 or more");
}
