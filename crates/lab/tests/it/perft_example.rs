//! The example `perft` from outside.

use std::path::Path;

use crate::example::{file, run};

/// A file of its own with these lines.
fn suite(name: &str, content: &str) -> String {
    file(Path::new(env!("CARGO_TARGET_TMPDIR")), name, content)
}

#[test]
fn divide_prints_sorted_moves_and_their_sum() {
    let run = run("perft", &["2"]).done();
    let counts: Vec<(&str, u64)> = run
        .out
        .lines()
        .filter_map(|line| line.split_once(": "))
        .map(|(mv, n)| (mv, n.parse().unwrap()))
        .collect();
    assert_eq!(counts.len(), 30);
    assert!(counts.is_sorted());
    assert_eq!(counts.iter().map(|(_, n)| n).sum::<u64>(), 900);
    assert!(run.out.contains("total 900"));
}

#[test]
fn every_count_of_a_suite_is_checked() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let file = suite("right.epd", &format!("{start};D1 30;D4 719731\n\n{start};D3 25470\n"));
    let run = run("perft", &["--suite", &file]).done();
    assert!(run.out.ends_with("3 passed, 0 failed\n"), "{}", run.out);
}

#[test]
fn wrong_counts_and_bad_lines_fail_with_their_numbers() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let text = format!("# a comment\n{start};D1 30;D2 901\n\nnonsense;D1 1\n{start};D1 many\n{start}\n");
    let run = run("perft", &["--suite", &suite("wrong.epd", &text)]);
    assert_eq!(run.status, 1, "{}", run.err);
    for words in [
        "line 2: depth 2: found 900, expected 901",
        "line 4: sfen, column 2",
        "line 5: found \"D1 many\"",
        "line 6: no counts",
    ] {
        assert!(run.out.contains(words), "{words}: {}", run.out);
    }
    assert!(run.out.ends_with("1 passed, 4 failed\n"), "{}", run.out);
}
