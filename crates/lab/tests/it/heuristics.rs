//! The experiment `heuristics` from outside: its tables, its journal, threads.

use std::sync::LazyLock;

use crate::aids::{Folder, number, ran, timeless};
use crate::example::Run;

/// A table without the numbers of the clock: the time per node.
fn lasting(here: &Folder, table: &str) -> Vec<Vec<String>> {
    timeless(&here.read(&format!("{table}.csv")))
}

/// One quick run for all tests that only look at it.
static SHARED: LazyLock<(Run, Folder)> = LazyLock::new(|| {
    let words = "--tables combined,killers,audit,tree --rows null,brother --positions 2 --depths 2,3 --nodes 100 \
                 --cap 2000 --claims 3 --hash-mb 1 --seed 7 --out @";
    ran("heuristics-quick", &format!("heuristics {words}"))
});

#[test]
fn every_table_has_the_rows_asked_for() {
    let (run, here) = &*SHARED;
    let names = |table: &str| -> Vec<String> {
        lasting(here, table).into_iter().skip(1).map(|mut row| row.swap_remove(0)).collect()
    };
    assert_eq!(names("combined"), ["brother", "null"]);
    let killers = ["brother, alone", "brother, on history", "brother, on continuation history"];
    assert_eq!(names("killers"), killers);
    for by in ["late move pruning", "reduction"] {
        assert!(names("audit").iter().any(|name| name == by), "{by}");
    }
    run.says(&["combined.csv", "killers.csv", "audit.csv", "tree.csv"]);
}

#[test]
fn the_prunings_of_any_search_are_audited() {
    let words = "--tables audit --positions 2 --depths 3 --cap 3000 --claims 2 --watch bare+null --out @";
    let (audited, here) = ran("heuristics-watch", &format!("heuristics {words}"));
    audited.says(&["bare+null"]);
    let rows = here.rows("audit.csv");
    assert!(!rows.is_empty() && rows.iter().all(|row| row[0] == "null move"), "{rows:?}");
}

#[test]
fn ratios_and_claims_are_of_the_right_kind() {
    let here = &SHARED.1;
    for table in ["combined", "killers"] {
        for row in &lasting(here, table)[1..] {
            let within = |cells: &[String], low, high| {
                let mut numbers = cells.iter().map(|cell| number(cell));
                assert!(numbers.all(|number| (low..=high).contains(&number)), "{table}: {row:?}");
            };
            within(&row[1..3], 0.1, 10.0);
            within(&row[4..6], 50.0, 100.0);
            within(&row[6..], 0.0, 100.0);
        }
    }
    for row in here.rows("audit.csv") {
        let [asked, share] = [4, 5].map(|column| number(&row[column]));
        // Three of each kind at each of two positions, or fewer if fewer were made.
        assert!((0.0..=6.0).contains(&asked) && (0.0..=100.0).contains(&share), "{row:?}");
        let wrong = share * asked / 100.0;
        assert!((wrong - wrong.round()).abs() < 1e-6, "{row:?}");
        assert_eq!(wrong > 0.5, !row[7].is_empty(), "{row:?}");
        if !row[3].is_empty() {
            assert!(asked + number(&row[8]) <= number(&row[3]), "{row:?}");
        }
    }
}

/// The test `kept` checks that an answer is reused if the question is the same.
#[test]
fn a_question_says_what_decides_the_answer() {
    let told = SHARED.1.read("heuristics.tsv");
    let searches: Vec<&str> = told.lines().filter(|line| line.starts_with("nodes, time ")).collect();
    assert!(!searches.is_empty(), "{told}");
    assert!(searches.iter().all(|line| line.contains(" depths 2,3 cap 2000 choice 100 table 1 MB; ")));
    // What a name stands for may change, so every search has its number.
    assert!(told.lines().skip(1).all(|line| line.contains("(material, ")), "{told}");
}

#[test]
fn a_position_that_is_not_reached_counts_with_the_cap_and_a_suite_of_ones_own_is_the_one() {
    let here = Folder::new("heuristics-cap");
    let built_in = include_str!("../../../../data/positions/midgame.tsv").lines();
    let two: Vec<&str> = built_in.filter(|line| !line.starts_with('#')).take(2).collect();
    here.file("own.tsv", two.join("\n"));
    let words = "--tables combined --rows null --depths 2,30 --cap 3000 --nodes 100 --hash-mb 1";
    here.run(&format!("heuristics {words} --suite @own.tsv --out @")).done();
    let row = &here.rows("combined.csv")[0];
    assert_eq!((row[2].as_str(), row[3].as_str()), ("1 [1, 1]", "2 / 2"), "{row:?}");
}

#[test]
fn every_number_of_threads_has_a_row_and_the_first_is_the_measure() {
    let words = "--tables threads --threads 2 --depths 4 --positions 2 --hash-mb 1 --out @";
    let (run, here) = ran("heuristics-threads-table", &format!("heuristics {words}"));
    run.says(&["Threads: 2 positions to depth 4, modern, material, 1 MB"]);
    let ratios = here.rows("threads-ratios.csv");
    assert_eq!((ratios.len(), ratios[0][1].as_str()), (2, "1 [1, 1]"));
}
