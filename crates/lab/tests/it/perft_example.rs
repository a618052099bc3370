//! The example `perft` from outside.

use std::path::Path;

use crate::example::{file, run};

/// A file of its own with these lines.
fn suite(name: &str, content: &str) -> String {
    file(Path::new(env!("CARGO_TARGET_TMPDIR")), name, content)
}

#[test]
fn divide_prints_sorted_moves_and_their_sum() {
    let run = run("perft", &["2"]);
    assert_eq!(run.status, 0, "{}", run.err);
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
fn the_table_of_the_repository_passes() {
    let run = run("perft", &["--suite", "data/perft/perft.epd", "--max-nodes", "100000"]);
    assert_eq!(run.status, 0, "{}", run.out);
    let last = run.out.lines().last().unwrap();
    let passed: u32 = last.split(' ').next().unwrap().parse().unwrap();
    assert!(passed > 80 && last.ends_with("passed, 0 failed"), "{last}");
}

#[test]
fn only_a_limit_that_was_asked_for_skips_counts() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let file = suite("large.epd", &format!("{start};D1 30;D5 19861490\n"));
    let all = run("perft", &["--suite", &file]);
    assert_eq!(all.status, 0, "{}", all.err);
    assert!(all.out.ends_with("2 passed, 0 failed\n") && !all.out.contains("skipped"), "{}", all.out);

    let some = run("perft", &["--suite", &file, "--max-nodes", "1000"]);
    assert_eq!(some.status, 0, "{}", some.err);
    assert!(some.out.ends_with("1 counts above 1000 skipped\n1 passed, 0 failed\n"), "{}", some.out);

    let none = run("perft", &["--suite", &file, "--max-nodes", "1"]);
    assert_eq!(none.status, 2, "{}", none.out);
    assert!(none.err.contains("no count to check up to 1 nodes"), "{}", none.err);
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

#[test]
fn whatever_is_wrong_is_explained_with_status_2() {
    let empty = suite("empty.epd", "# nothing\n");
    for (words, explanation) in [
        (&[] as &[&str], "DEPTH"),
        (&["0"], "0 is not in 1..=20"),
        (&["3", "--sfen", "x"], "--sfen \"x\": sfen, column 1"),
        (&["--suite", "no-such-file"], "no-such-file: "),
        (&["--suite", &empty], "no count to check"),
        (&["2", "--suite", "data/perft/perft.epd"], "cannot be used with"),
    ] {
        let run = run("perft", words);
        assert_eq!(run.status, 2, "{words:?}: {}", run.out);
        assert!(run.err.contains(explanation), "{words:?}: {}", run.err);
    }
}
