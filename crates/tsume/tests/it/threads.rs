//! Several threads on one problem: the same answers, limits that hold, an end that reaches all threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use crate::common::{
    self, GENERATED, HARD, MATES, NEXTMOVES, NOMATES, Problem, REGRESSIONS, ZUKO_MUSO, assert_shown, odds,
    position, problem, problems, with,
};
use komadai_tsume::{DependenceTable, DfpnHeuristic, MateNode, Nagai, Numbers, Odds, Solver, Twin, Verdict};

const SHORT: [&str; 2] = [MATES, NEXTMOVES];
/// Long mates, no-mates with repetitions, positions that solvers have been wrong about.
const LONG: [&str; 3] = [ZUKO_MUSO, NOMATES, REGRESSIONS];

/// Solves every problem of the files with tables of so many kilobytes and returns how many were decided.
pub(crate) fn decided(files: &[&str], threads: usize, kilobytes: usize, nodes: u64) -> usize {
    let builder = Solver::builder().hash_bytes(kilobytes << 10).nodes(nodes);
    let mut solver = builder.build_threads(threads).expect("there is memory");
    common::decided(&mut solver, files.iter().flat_map(|text| problems(text)))
}

#[test]
fn every_short_mate_is_found_by_any_number_of_threads() {
    for threads in [1, 2, 4] {
        assert_eq!(decided(&SHORT, threads, 16_384, 1_000_000), 197, "{threads} threads");
    }
}

/// The number decided within so many nodes differs a little from run to run.
#[test]
fn hard_problems_are_answered_as_by_one_thread() {
    let alone = decided(&LONG, 1, 16_384, 5_000);
    let together = decided(&LONG, 3, 16_384, 8_000);
    assert!(together + 3 >= alone && alone > 15, "three threads: {together}, one: {alone}");
}

#[test]
fn small_tables_make_answers_rarer_and_not_wrong() {
    for (threads, kilobytes, least) in [(2, 1_024, 11), (3, 64, 3)] {
        let together = decided(&LONG, threads, kilobytes, 5_000);
        assert!(together >= least, "{kilobytes} KB: {together}");
    }
}

/// Without trees, which would catch a wrong no-mate.
#[test]
fn no_mate_is_never_said_of_a_mate() {
    let mut said = 0;
    let builders =
        [with(odds(), DependenceTable::default()), with(odds(), Twin::default()), with(odds(), Nagai)];
    let mut solvers = builders.map(|builder| {
        let builder = builder.hash_mb(16).nodes(3_000).show_no_mates(false);
        builder.build_threads(3).expect("there is memory")
    });
    for problem in LONG.iter().flat_map(|text| problems(text)) {
        for verdict in solvers.each_mut().map(|solver| solver.solve(&mut problem.pos.clone()).verdict) {
            said += usize::from(verdict == Verdict::NoMate);
            let wrong = verdict.mates().map(|mates| if mates { "nomate" } else { "mate" });
            assert_ne!(Some(&*problem.label), wrong, "{}", problem.name);
        }
    }
    assert!(said > 2, "{said}");
}

/// A no-mate that rests on a repetition is found by a second search from the root, to which the threads come with nodes of the first.
#[test]
fn what_takes_two_searches_is_decided_by_several_threads() {
    let builder = with(odds(), Nagai).hash_mb(16).nodes(100_000);
    let mut solver = builder.build_threads(2).expect("there is memory");
    let mut is_decided =
        |problem: &Problem| solver.solve(&mut problem.pos.clone()).verdict == Verdict::NoMate;
    let found = problems(GENERATED).iter().step_by(26).filter(|problem| is_decided(problem)).count();
    assert!(found > 1, "{found}");
}

#[test]
fn one_thread_is_the_same_with_and_without_the_option() {
    let builder = Solver::builder().hash_mb(1).nodes(20_000);
    let mut plain = builder.clone().build().expect("there is memory");
    let mut one = builder.build_threads(0).expect("there is memory");
    for problem in problems(REGRESSIONS) {
        let (a, b) = (plain.solve(&mut problem.pos.clone()), one.solve(&mut problem.pos.clone()));
        assert_eq!((a.verdict, a.nodes), (b.verdict, b.nodes), "{}", problem.name);
    }
}

/// Each thread may enter one node beyond the limit of all; all of it is used.
#[test]
fn limit_of_nodes_is_that_of_all_threads() {
    for threads in [2, 5] {
        let mut solver = Solver::builder().hash_mb(4).build_threads(threads).expect("there is memory");
        for limit in [1, 1_000, 1_001, 5_000, 60_000] {
            let solution = solver.solve_within(&mut position(HARD), limit);
            assert_eq!(solution.verdict, Verdict::Unknown);
            let most = limit + threads as u64;
            assert!((limit..=most).contains(&solution.nodes), "{} of {limit}", solution.nodes);
            assert_eq!(solution.rebuild_nodes, 0);
        }
    }
}

#[test]
fn a_flag_stops_all_threads() {
    let stop = Arc::new(AtomicBool::new(false));
    let builder = Solver::builder().hash_mb(4).nodes(u64::MAX).stop(Arc::clone(&stop));
    let mut solver = builder.build_threads(3).expect("there is memory");
    let verdict = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            stop.store(true, Ordering::Relaxed);
        });
        solver.solve(&mut position(HARD)).verdict
    });
    assert_eq!(verdict, Verdict::Unknown);
    stop.store(false, Ordering::Relaxed);
    let mate = &problems(MATES)[0];
    assert_shown(mate, &solver.solve(&mut mate.pos.clone()));
}

#[test]
fn a_search_that_is_asked_again_goes_on_where_it_stopped() {
    let problem = problem(ZUKO_MUSO, "zuko011");
    let mut solver = Solver::builder().hash_mb(16).nodes(3_000).build_threads(2).expect("there is memory");
    for _ in 0..200 {
        let solution = solver.solve(&mut problem.pos.clone());
        if solution.verdict != Verdict::Unknown {
            return assert_shown(&problem, &solution);
        }
    }
    panic!("not solved in two hundred pieces");
}

/// A heuristic with a bug that appears after a while, in any of the threads.
struct Breaks(AtomicU32);

impl DfpnHeuristic for Breaks {
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        assert!(self.0.fetch_add(1, Ordering::Relaxed) != 20_000, "broken on purpose");
        Odds::default().initial(at)
    }
}

#[test]
fn a_panic_in_one_thread_ends_the_others() {
    let breaks = Breaks(AtomicU32::default());
    let builder = with(&breaks, DependenceTable::default()).hash_mb(4).nodes(u64::MAX);
    let mut solver = builder.build_threads(3).expect("there is memory");
    let solve = move || solver.solve(&mut position(HARD)).verdict;
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(solve)).expect_err("it is broken");
    assert_eq!(panicked.downcast_ref::<&str>(), Some(&"broken on purpose"));
}
