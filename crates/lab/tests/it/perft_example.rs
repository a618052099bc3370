//! The example `perft` from outside.

use crate::aids::Folder;
use crate::example::{read, repository};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

#[test]
fn divide_prints_sorted_moves_and_their_sum() {
    let run = Folder::new("perft-divide").run("perft 2").done();
    let lines = run.out.lines().filter_map(|line| line.split_once(": "));
    let counts: Vec<(&str, u64)> = lines.map(|(mv, n)| (mv, n.parse().unwrap())).collect();
    assert!(counts.len() == 30 && counts.is_sorted());
    assert_eq!(counts.iter().map(|(_, n)| n).sum::<u64>(), 900);
    assert!(run.out.contains("total 900"));
}

/// All of them: a step of `.ci/run`.
#[test]
fn counts_up_to_two_million_on_which_several_independent_generators_agree_are_right() {
    let here = Folder::new("perft-table");
    let is_large = |part: &str| {
        let count = part.strip_prefix('D').and_then(|part| part.split(' ').nth(1)?.parse::<u64>().ok());
        count.is_some_and(|count| count > 2_000_000)
    };
    let table = read(repository(), "data/perft/perft.epd");
    let small = table.lines().map(|line| {
        let parts = line.split(';').filter(|part| !is_large(part));
        parts.collect::<Vec<_>>().join(";") + "\n"
    });
    here.file("small.epd", small.collect::<String>());
    let run = here.run("perft --suite @small.epd").done();
    assert!(run.out.ends_with("\n110 passed, 0 failed\n"), "{}", run.out);
}

#[test]
fn every_count_of_a_suite_is_checked_and_what_is_wrong_is_told_with_its_line() {
    let here = Folder::new("perft-suites");
    here.file("right.epd", format!("{START};D1 30;D4 719731\n\n{START};D3 25470\n"));
    let run = here.run("perft --suite @right.epd").done();
    assert!(run.out.ends_with("3 passed, 0 failed\n"), "{}", run.out);

    let text = format!("# a comment\n{START};D1 30;D2 901\n\nnonsense;D1 1\n{START};D1 many\n{START}\n");
    here.file("wrong.epd", &text);
    let run = here.run("perft --suite @wrong.epd");
    assert_eq!(run.status, 1, "{}", run.err);
    run.says(&["line 2: depth 2: found 900, expected 901", "line 4: sfen, column 2"]);
    run.says(&["line 5: found \"D1 many\"", "line 6: no counts", "1 passed, 4 failed\n"]);
}
