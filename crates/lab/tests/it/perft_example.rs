//! The example `perft` from outside.

use crate::aids::Folder;

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

#[test]
fn every_count_of_a_suite_is_checked_and_what_is_wrong_is_told_with_its_line() {
    let here = Folder::new("perft-suites");
    here.file("right.epd", &format!("{START};D1 30;D4 719731\n\n{START};D3 25470\n"));
    let run = here.run("perft --suite @right.epd").done();
    assert!(run.out.ends_with("3 passed, 0 failed\n"), "{}", run.out);

    let text = format!("# a comment\n{START};D1 30;D2 901\n\nnonsense;D1 1\n{START};D1 many\n{START}\n");
    here.file("wrong.epd", &text);
    let run = here.run("perft --suite @wrong.epd");
    assert_eq!(run.status, 1, "{}", run.err);
    for words in [
        "line 2: depth 2: found 900, expected 901",
        "line 4: sfen, column 2",
        "line 5: found \"D1 many\"",
        "line 6: no counts",
        "1 passed, 4 failed\n",
    ] {
        assert!(run.out.contains(words), "{words}: {}", run.out);
    }
}
