//! The example `thread_speedup` from outside: a row for each number of threads, and how it refuses.

use crate::example::run;

#[test]
fn every_number_of_threads_has_a_row_and_the_first_is_the_measure() {
    let quick =
        ["--threads", "1,2", "--depth", "4", "--positions", "2", "--hash-mb", "1", "--eval", "material"];
    let run = run("thread_speedup", &quick);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.starts_with("2 positions to depth 4, modern, material, 1 MB\n"), "{}", run.out);
    let row = |threads: &str| {
        let row = run.out.lines().rev().find(|line| line.split_whitespace().next() == Some(threads));
        row.unwrap_or_else(|| panic!("no row of {threads} threads in\n{}", run.out)).to_owned()
    };
    assert!(row("1").trim_end().ends_with("1.00 [1.00, 1.00]"), "{}", row("1"));
    assert!(row("2").contains('['));
}

#[test]
fn whatever_is_wrong_is_explained_with_status_2() {
    for (words, part) in [
        (["--threads", "0"], "0 is not in 1..=1024"),
        (["--recipe", "modern+nul"], "found \"nul\""),
        (["--hash-mb", "0"], "0 is not in 1.."),
    ] {
        let run = run("thread_speedup", &words);
        assert_eq!(run.status, 2, "{words:?}");
        assert!(run.err.contains(part), "{}", run.err);
    }
}
