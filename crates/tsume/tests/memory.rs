//! Whether a solver takes the memory it was given, and not more.
#![cfg(target_os = "linux")]

use std::fs::read_to_string;

use komadai_core::Position;
use komadai_tsume::{CyclePolicy, LeanOn, Nagai, Solver, Twin};

/// Nobody will solve this while a table fills: a king in the open, who can interpose with everything.
const HARD: &str = "9/9/9/9/4k4/9/9/9/4R4 b RB4Pb4g4s4n4l14p 1";

/// Resident memory of this process, in bytes.
fn resident() -> usize {
    let status = read_to_string("/proc/self/status").expect("Linux tells about processes");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("their resident memory is told");
    let kilobytes = line.split_whitespace().nth(1).and_then(|count| count.parse::<usize>().ok());
    kilobytes.expect("it is told in kilobytes") << 10
}

/// Searches until the table has been full, and says by how much the process has grown meanwhile, in bytes.
fn growth<C: CyclePolicy>(cycles: C, megabytes: usize) -> usize {
    let before = resident();
    // An entry takes 32 bytes, and every position entered leaves one.
    let nodes = (megabytes as u64) << 15;
    let mut solver = Solver::builder().hash_mb(megabytes).cycles(cycles).nodes(nodes).build();
    let mut pos: Position = HARD.parse().expect("the position is one");
    let solution = solver.solve(&mut pos);
    assert!(solution.nodes >= nodes, "solved in {} positions", solution.nodes);
    resident().saturating_sub(before)
}

/// At most five hundredths more than what was asked for, and room for moves.
fn assert_within<C: CyclePolicy>(cycles: C, name: &str, megabytes: usize) {
    let growth = growth(cycles, megabytes);
    let (asked, grown) = (megabytes << 20, growth as f64 / f64::from(1 << 20));
    println!("{name}: asked for {megabytes} MB, grew by {grown:.1} MB");
    assert!(growth <= asked + asked / 20 + (1 << 20), "{name}: asked for {megabytes} MB, grew by {grown:.1} MB");
    assert!(growth >= asked / 2, "{name}: asked for {megabytes} MB, grew by {grown:.1} MB");
}

#[test]
fn tables_take_what_they_were_given() {
    assert_within(LeanOn::default(), "LeanOn", 16);
    assert_within(Twin::default(), "Twin", 16);
    assert_within(Nagai, "Nagai", 16);
}

#[test]
#[ignore = "minutes: cargo test --release -p komadai-tsume --test memory -- --ignored --nocapture --test-threads 1"]
fn large_tables_take_what_they_were_given() {
    for megabytes in [64, 300, 1_000] {
        assert_within(LeanOn::default(), "LeanOn", megabytes);
    }
}

/// Prints what a tree takes on top.
#[test]
#[ignore = "minutes: KOMADAI_SFEN='POSITION' [KOMADAI_HASH=MB] [KOMADAI_NODES=N] cargo test --release -p komadai-tsume --test memory tree -- --ignored --nocapture"]
fn tree_of_a_long_problem_comes_on_top() {
    let number = |name: &str, default: usize| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
    };
    let sfen = std::env::var("KOMADAI_SFEN").expect("KOMADAI_SFEN is a position");
    let mut pos: Position = sfen.parse().expect("KOMADAI_SFEN is a position");
    let before = resident();
    let megabytes = number("KOMADAI_HASH", 256);
    let mut solver = Solver::builder().hash_mb(megabytes).nodes(number("KOMADAI_NODES", 100_000_000) as u64).build();
    let built = resident();
    let solution = solver.solve(&mut pos);
    let after = resident();
    let tree = solution.tree.expect("the problem can be solved within the limit");
    println!(
        "asked for {megabytes} MB: {} MB with the tables, {} MB with the tree; {} nodes, {} branches; {} positions searched, {} of them for the tree",
        (built - before) >> 20,
        (after - before) >> 20,
        tree.len(),
        tree.branch_count(),
        solution.nodes,
        solution.rebuild_nodes
    );
}
