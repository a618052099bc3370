//! Whether a solver takes the memory it was given, and not more.
#![cfg(target_os = "linux")]

use std::fs::read_to_string;

use crate::common::HARD;
use komadai_core::Position;
use komadai_tsume::Solver;

/// Memory of this process, in bytes, without the pages of its program: the kernel reads more or fewer of these ahead.
fn resident() -> usize {
    let status = read_to_string("/proc/self/status").expect("Linux tells about processes");
    let line =
        status.lines().find(|line| line.starts_with("RssAnon:")).expect("their resident memory is told");
    let kilobytes = line.split_whitespace().nth(1).and_then(|count| count.parse::<usize>().ok());
    kilobytes.expect("it is told in kilobytes") << 10
}

/// Searches until the table has been full. The process may grow by five hundredths more than the requested memory, plus a quarter of a
/// megabyte for moves, stacks and the like.
fn assert_within(megabytes: usize, threads: usize) {
    let before = resident();
    // An entry takes 32 bytes, and every position entered leaves one.
    let nodes = (megabytes as u64) << 15;
    let builder = Solver::builder().hash_mb(megabytes).nodes(nodes);
    let mut solver = builder.build_threads(threads).expect("there is memory");
    let mut pos: Position = HARD.parse().expect("the position is one");
    let solution = solver.solve(&mut pos);
    assert!(solution.nodes >= nodes, "solved in {} positions", solution.nodes);
    let growth = resident().saturating_sub(before);
    let (asked, grown) = (megabytes << 20, growth as f64 / f64::from(1 << 20));
    println!("asked for {megabytes} MB for {threads} threads, grew by {grown:.1} MB");
    assert!(growth <= asked + asked / 20 + (1 << 18), "asked for {megabytes} MB, grew by {grown:.1} MB");
    assert!(growth >= asked / 2, "asked for {megabytes} MB, grew by {grown:.1} MB");
}

/// Only one test measures in a process, since memory that another frees may be used again.
#[test]
fn solvers_take_what_they_were_given_in_processes_of_their_own() {
    let program = std::env::current_exe().expect("a test knows where it is");
    for threads in ["one", "two"] {
        let name = format!("memory::of_{threads}");
        let words = [&*name, "--exact", "--ignored", "--nocapture"];
        let run = std::process::Command::new(&program).args(words).output().expect("a test can be run again");
        let said = String::from_utf8_lossy(&run.stdout) + String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success() && said.contains("1 passed"), "{said}");
    }
}

#[test]
#[ignore = "by itself: cargo test -p komadai-tsume --test it memory::of_one -- --ignored --nocapture"]
fn of_one() {
    assert_within(4, 1);
}

#[test]
#[ignore = "by itself: cargo test -p komadai-tsume --test it memory::of_two -- --ignored --nocapture"]
fn of_two() {
    assert_within(4, 2);
}

#[test]
#[ignore = "minutes: cargo test --release -p komadai-tsume --test it memory::large -- --ignored --nocapture"]
fn large_solvers_take_what_they_were_given() {
    // The problem is solved before a table of 900 MB is full.
    for megabytes in [64, 300, 600] {
        assert_within(megabytes, 1);
        assert_within(megabytes, 2);
    }
}
