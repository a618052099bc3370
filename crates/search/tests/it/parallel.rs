//! Parallel search: with one thread it is the searcher; with more it keeps the limits, finds mates, and always ends.

use std::collections::HashSet;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use komadai_core::{Tracked, Value};
use komadai_search::{
    Bound, Depth, Engine, Ensemble, Entry, HashTable, Limits, NearBest, ParallelSearcher, Progress, Report,
    Searcher, Settings, Sockets, TranspositionTable, modern_with,
};

use crate::behaviour::{MATES, assert_line};
use crate::common::{AnyEngine, FINE, POSITIONS, by, full, position, table};

pub(crate) fn worker(table: HashTable) -> Searcher<impl Sockets + Send> {
    modern_with(&Settings::default(), FINE, table)
}

/// So many workers, made by their numbers from 0 and their handles of the table.
pub(crate) fn workers(
    threads: usize,
    mut make: impl FnMut(usize, HashTable) -> AnyEngine<'static>,
) -> ParallelSearcher<AnyEngine<'static>> {
    let mut made = 0;
    let make = |table| {
        made += 1;
        Ok::<_, Infallible>(make(made - 1, table))
    };
    ParallelSearcher::new(threads, table(), make).unwrap()
}

fn parallel(threads: usize) -> ParallelSearcher<AnyEngine<'static>> {
    workers(threads, |_, table| Box::new(worker(table)))
}

fn search(engine: &mut dyn Engine, sfen: &str, limits: &Limits) -> Report {
    engine.search(&position(sfen), limits)
}

#[test]
fn one_thread_is_the_searcher_alone_and_a_cleared_one_is_new() {
    let mut alone = worker(table());
    for threads in [0, 1] {
        let mut parallel = workers(threads, |_, table| Box::new(worker(table)));
        for limits in [Limits::nodes(20_000), Limits { lines: 2, ..Limits::depth(5) }] {
            for (name, sfen) in POSITIONS {
                let (mut one, mut other) = (Vec::new(), Vec::new());
                let note = |list: &mut Vec<_>, progress: &Progress<'_>| {
                    list.push((progress.depth, progress.nodes, progress.fill, progress.lines.to_vec()));
                };
                let board = Tracked::new(position(sfen));
                let want = alone.search_game(board.clone(), &limits, &mut |seen| note(&mut one, seen));
                let got = parallel.search_game(board, &limits, &mut |seen| note(&mut other, seen));
                assert_eq!(Report { elapsed: want.elapsed, ..got }, want, "{name}");
                assert_eq!(one, other, "{name}");
            }
        }
        // Then as the next one, which is new.
        alone.clear();
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
    for threads in [1, 3] {
        let mut engine = parallel(threads);
        let sfen = POSITIONS[1].1;
        let stop = Arc::new(AtomicBool::new(true));
        let limits = Limits { stop: Some(Arc::clone(&stop)), ..Limits::none() };
        let report = search(&mut engine, sfen, &limits);
        // The system's scheduler decides how many nodes the helpers get before the first worker sees the flag.
        assert!(report.best.is_some(), "stopped before it began");
        stop.store(false, Ordering::Relaxed);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(30));
                stop.store(true, Ordering::Relaxed);
            });
            let report = search(&mut engine, sfen, &limits);
            assert!(report.best.is_some(), "stopped while it ran");
        });
        for limits in [
            Limits::time(Duration::from_millis(20)),
            Limits { soft_time: Some(Duration::from_millis(5)), ..Limits::none() },
        ] {
            let begun = Instant::now();
            let report = search(&mut engine, sfen, &limits);
            assert!(report.best.is_some() && begun.elapsed() < Duration::from_secs(20), "{limits:?}");
        }
    }
}

#[test]
fn several_lines_are_exact_and_distinct() {
    let mut engine = workers(3, |_, table| Box::new(worker(table)));
    for (name, sfen) in POSITIONS {
        let board = Tracked::new(position(sfen));
        let report = engine.search_game(board, &Limits { lines: 3, ..Limits::depth(5) }, &mut |seen| {
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
    // A choice among them is made by the worker whose report it is.
    let choosing = |table| worker(table).choice(NearBest::new(Value::from_cp(50), 4, 7));
    let mut engine = workers(2, |_, table| Box::new(choosing(table)));
    let report = search(&mut engine, POSITIONS[0].1, &Limits::depth(4));
    let chosen = report.moves.iter().find(|root| Some(root.mv) == report.best).unwrap();
    assert_eq!((report.value, &report.pv), (chosen.value, &chosen.pv));
}

#[test]
fn without_a_legal_move_there_is_none() {
    for threads in [1, 3] {
        // White is mated.
        let report = search(&mut parallel(threads), "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", &Limits::none());
        assert_eq!((report.best, report.nodes, report.value), (None, 0, Value::mated_in(0)));
        assert!(report.pv.is_empty() && report.moves.is_empty());
    }
}

#[test]
fn a_panic_of_one_worker_ends_the_search_with_that_panic() {
    for who in 0..3 {
        let searches = Arc::new(AtomicUsize::new(0));
        let mut engine = workers(3, |number, table| {
            let (mut panics, searches, mut inner) = (number == who, Arc::clone(&searches), worker(table));
            by(move |board, limits, progress| {
                searches.fetch_add(1, Ordering::Relaxed);
                assert!(!core::mem::take(&mut panics), "as it was to");
                inner.search_game(board, limits, progress)
            })
        });
        // Nothing else ends the others.
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
    let mut engine = workers(4, |_, table| {
        let (seen, all, mut inner) = (Arc::clone(&seen), Arc::clone(&all), worker(table));
        by(move |board, limits, progress| {
            seen.lock().unwrap().insert(thread::current().id());
            let report = inner.search_game(board, limits, progress);
            all.wait();
            report
        })
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
        let mut engine = workers(2, |number, table| {
            let (waits, mut inner) = (waits.take_if(|_| number == stuck), worker(table));
            let (stop, went_on) = (Arc::clone(&stop), Arc::clone(&went_on));
            by(move |board, limits, progress| {
                let Some(waits) = &waits else {
                    // The other one ends the search after a few plies.
                    let report = inner.search_game(board, &Limits::depth(2), progress);
                    stop.store(true, Ordering::Relaxed);
                    return report;
                };
                // It begins late, though not for ever if the test fails.
                let _ = waits.recv_timeout(Duration::from_secs(30));
                went_on.store(true, Ordering::Relaxed);
                inner.search_game(board, limits, progress)
            })
        });
        let limits = Limits { stop: Some(Arc::clone(&stop)), ..Limits::none() };
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

/// The joint report of three workers that search nothing, each with one of these reports.
fn said(reports: &[Report; 3]) -> Report {
    let mut engine = workers(3, |number, _| {
        let report = reports[number].clone();
        by(move |_, _, _| report.clone())
    });
    search(&mut engine, POSITIONS[1].1, &Limits::none())
}

#[test]
fn helpers_outvote_the_first_worker_once_they_have_finished_as_deep_an_iteration() {
    let told = search(&mut full(), POSITIONS[1].1, &Limits::depth(5));
    for (finished, of_a_helper) in [(4, false), (5, true), (6, true)] {
        // Their best move is another one, as deep: they were interrupted in iteration 5, have finished it, or the next.
        let mut other = Report { depth: finished, ..told.clone() };
        other.moves.swap(0, 1);
        other.best = Some(other.moves[0].mv);
        other.moves[0].depth = finished.max(5);
        let report = said(&[told.clone(), other.clone(), other.clone()]);
        let want = if of_a_helper { &other } else { &told };
        assert_eq!((report.depth, &report.moves), (want.depth, &want.moves), "{finished}");
    }
}

#[test]
fn workers_vote_for_the_move_that_they_would_play_if_they_have_searched_any() {
    // The first move of all three is the same; two would play the second, as by a `MoveChoice`.
    let told = search(&mut full(), POSITIONS[1].1, &Limits::depth(3));
    let mut other = Report { best: Some(told.moves[1].mv), ..told.clone() };
    other.moves[1].depth = 3;
    assert_eq!(said(&[told.clone(), other.clone(), other.clone()]).best, other.best);
    let nothing = search(&mut full(), POSITIONS[1].1, &Limits::nodes(0));
    assert_ne!(nothing.best, told.best);
    assert_eq!(said(&[nothing.clone(), nothing, told.clone()]).best, told.best);
}

#[test]
fn a_forced_move_comes_early_from_every_worker_and_member() {
    let heard: Arc<Mutex<Vec<Limits>>> = Arc::default();
    let hears = |table| {
        let (heard, mut inner) = (Arc::clone(&heard), worker(table));
        by(move |board, limits, progress| {
            heard.lock().unwrap().push(limits.clone());
            inner.search_game(board, &Limits::depth(1), progress)
        })
    };
    let limits = Limits { forced_early: true, ..Limits::time(Duration::from_secs(3)) };
    search(&mut workers(2, |_, table| hears(table)), POSITIONS[1].1, &limits);
    search(&mut Ensemble::of(2, |_| hears(table())), POSITIONS[1].1, &limits);
    let heard = heard.lock().unwrap();
    // A helper is ended with the first worker and has no time of its own.
    let timed = heard.iter().filter(|limits| limits.time.is_some());
    assert_eq!(timed.clone().count(), 3);
    assert!(timed.clone().all(|limits| limits.forced_early), "{heard:?}");
}

#[test]
fn only_the_first_worker_begins_searches_of_the_table_and_clears_it() {
    let entry = |cp| {
        let (value, bound) = (Value::from_cp(cp), Bound::Exact);
        Entry { best: None, value, bound, depth: Depth::PLY, static_value: None }
    };
    workers(3, |number, mut table| {
        table.store(1, entry(7));
        table.new_search();
        assert_eq!(table.fill(), Some(u16::from(number > 0)), "worker {number}");
        table.clear();
        assert_eq!(table.probe(1).is_some(), number > 0, "worker {number}");
        Box::new(worker(table))
    });
}

#[test]
fn what_cannot_be_made_is_an_error() {
    assert_eq!(ParallelSearcher::<AnyEngine<'_>>::new(2, table(), |_| Err("none")).unwrap_err(), "none");
}
