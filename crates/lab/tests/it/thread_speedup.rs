//! The example `thread_speedup` from outside: a row for each number of threads, and how it refuses.

use std::path::Path;

use crate::example::{Run, folder, read, run, text};

fn quick(folder: &Path, depth: &str) -> Run {
    let quick =
        ["--threads", "1,2", "--depth", depth, "--positions", "2", "--hash-mb", "1", "--eval", "material"];
    run("thread_speedup", &[&quick[..], &["--out", text(folder)]].concat())
}

#[test]
fn every_number_of_threads_has_a_row_and_the_first_is_the_measure() {
    let folder = folder("speedup-rows");
    let run = quick(&folder, "4");
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
fn a_run_broken_off_goes_on_and_measures_nothing_twice() {
    let folder = folder("speedup-again");
    let whole = quick(&folder, "4");
    assert_eq!(whole.status, 0, "{}", whole.err);
    let (journal, table) = (read(&folder, "thread-speedup.tsv"), read(&folder, "thread-speedup.csv"));
    assert_eq!(journal.lines().count(), 1 + 4, "{journal}");
    // With everything known, even the times are the same.
    let again = quick(&folder, "4");
    assert_eq!((again.out, again.err.as_str()), (whole.out, ""));
    assert_eq!(read(&folder, "thread-speedup.csv"), table);
    // Killed within the last line but one: two searches are made again.
    let lines: Vec<&str> = journal.lines().collect();
    let torn = lines[..3].join("\n") + "\n" + &lines[3][..40];
    std::fs::write(folder.join("thread-speedup.tsv"), &torn).expect("a journal");
    let rest = quick(&folder, "4");
    assert_eq!(rest.status, 0, "{}", rest.err);
    assert!(rest.err.starts_with("3 of 4 searches"), "{}", rest.err);
    let after = read(&folder, "thread-speedup.tsv");
    assert!(after.starts_with(&(lines[..3].join("\n") + "\n")) && after.lines().count() == 5, "{after}");
    // Another depth is another question.
    let other = quick(&folder, "3");
    assert!(other.err.starts_with("1 of 4 searches"), "{}", other.err);
    // A time that is none is told.
    std::fs::write(folder.join("thread-speedup.tsv"), journal.replacen("\t0.", "\t-0.", 1))
        .expect("a journal");
    let broken = quick(&folder, "4");
    assert!(
        broken.status == 2 && broken.err.contains("expected seconds, nodes and seconds"),
        "{}",
        broken.err
    );
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
