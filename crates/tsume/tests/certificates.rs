//! Certificates of the committed problems: written by the solver, read by the checker.

mod common;

use std::time::{Duration, Instant};

use common::problems;
use komadai_tsume::checker::{self, Claim};
use komadai_tsume::{Solver, Verdict};

const FILES: [&str; 4] = [
    include_str!("../../../data/tsume/mates.sfen"),
    include_str!("../../../data/tsume/nextmoves.sfen"),
    include_str!("../../../data/tsume/issue_regressions.sfen"),
    include_str!("../../../data/tsume/nomates.sfen"),
];

#[test]
fn certificates_of_the_committed_problems_are_accepted() {
    let mut solver = Solver::builder().hash_mb(16).nodes(300_000).build();
    let (mut mates, mut no_mates, mut white) = (0, 0, 0);
    for problem in FILES.into_iter().flat_map(problems) {
        let solution = solver.solve(&mut problem.pos.clone());
        let Some(tree) = solution.tree else {
            assert_eq!(solution.verdict, Verdict::Unknown, "{}", problem.name);
            continue;
        };
        let mut bytes = Vec::new();
        tree.write_certificate(&mut bytes).unwrap();
        let checked = checker::check(&bytes[..]).unwrap_or_else(|error| panic!("{}: {error}", problem.name));
        let sfen = problem.pos.to_string();
        assert_eq!(Some(checked.sfen.as_str()), sfen.rsplit_once(' ').map(|(head, _)| head));
        white += usize::from(sfen.contains(" w "));
        if let Verdict::Mate { line } = solution.verdict {
            assert_eq!(checked.claim, Claim::Mate, "{}", problem.name);
            assert!(line.len() as u32 <= checked.plies, "{}", problem.name);
            assert_eq!(Some(checked.plies), tree.plies(tree.root()));
            mates += 1;
        } else {
            assert_eq!(checked.claim, Claim::NoMate, "{}", problem.name);
            no_mates += 1;
        }
    }
    assert!(mates > 190 && no_mates > 1 && white > 20, "{mates} {no_mates} {white}");
}

/// Prints, for each problem with a tree, what it cost to find, to show, to write and to check.
#[test]
#[ignore = "minutes: KOMADAI_TSUME=FILE.sfen [KOMADAI_NODES=N] [KOMADAI_HASH=MB] cargo test --release -p komadai-tsume --test certificates -- --ignored --nocapture"]
fn certificates_of_a_file_are_accepted() {
    let variable = |name: &str, default: usize| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
    };
    let file = std::env::var("KOMADAI_TSUME").expect("KOMADAI_TSUME names a file of problems");
    let text = std::fs::read_to_string(file).expect("a problem file is UTF-8");
    let nodes = variable("KOMADAI_NODES", 2_000_000) as u64;
    let mut solver = Solver::builder().hash_mb(variable("KOMADAI_HASH", 256)).nodes(nodes).build();
    println!("name claim nodes rebuild tree branches records references bytes plies line solving checking");
    let (mut solving, mut checking) = (Duration::ZERO, Duration::ZERO);
    for problem in problems(&text) {
        solver.clear();
        let start = Instant::now();
        let solution = solver.solve(&mut problem.pos.clone());
        let solved = start.elapsed();
        let Some(tree) = solution.tree else {
            // Short of the limit somebody gave up: a proof that did not come out.
            println!("{} unknown {} {}", problem.name, solution.nodes, solution.rebuild_nodes);
            continue;
        };
        let mut bytes = Vec::new();
        tree.write_certificate(&mut bytes).unwrap();
        let start = Instant::now();
        let checked = checker::check(&bytes[..]).unwrap_or_else(|error| panic!("{}: {error}", problem.name));
        let took = start.elapsed();
        (solving, checking) = (solving + solved, checking + took);
        println!(
            "{} {:?} {} {} {} {} {} {} {} {} {} {:.4} {:.4}",
            problem.name,
            checked.claim,
            solution.nodes - solution.rebuild_nodes,
            solution.rebuild_nodes,
            tree.len(),
            tree.branch_count(),
            checked.records,
            checked.references,
            bytes.len(),
            checked.plies,
            tree.line().len(),
            solved.as_secs_f64(),
            took.as_secs_f64(),
        );
    }
    println!("solving {solving:.2?}, checking {checking:.2?}");
}
