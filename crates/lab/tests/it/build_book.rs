//! The example `build_book` from outside: what it counts, saves, compares, how it refuses.

use std::path::{Path, PathBuf};

use crate::example::{file, folder, run, text};

/// Black wins twice after 7g7f 3c3d 2g2f, White twice after 7g7f 8c8d, Black once after 2g2f.
const GAMES: &str = "#ID\tSTART\tMOVES\tRESULT\n\
    a\tstartpos\t7g7f 3c3d 2g2f\tb\textra\n\
    b\tstartpos\t7g7f 3c3d 2g2f 8c8d\tb\n\
    c\tstartpos\t7g7f 8c8d\tw\n\
    d\tstartpos\t7g7f 8c8d 2g2f\tw\n\
    e\tstartpos\t2g2f\tb\n\
    f\tstartpos\t9g9f\td\n\
    h\tsfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\t5a5b\tw\n";

fn games(folder: &Path) -> PathBuf {
    let path = folder.join("games.tsv");
    std::fs::write(&path, GAMES).expect("a file of its own");
    path
}

fn first_row(out: &str) -> Vec<&str> {
    out.lines().nth(2).expect("a row of the summary").split_whitespace().collect()
}

#[test]
fn positions_and_moves_are_those_that_won_twice() {
    let folder = folder("book-small");
    let run = run("build_book", &["--games", text(&games(&folder)), "--out", text(&folder)]).done();
    // The start (Black won three games), after 7g7f (White two), after 7g7f 3c3d (Black two).
    assert_eq!(first_row(&run.out), ["3", "5", "4", "7", "70,000"], "{}", run.out);
    let mut rows: Vec<String> = std::fs::read_to_string(folder.join("book.csv"))
        .expect("the example wrote it")
        .lines()
        .skip(1)
        .map(|line| line.split_once(',').expect("more than one column").1.to_owned())
        .collect();
    rows.sort();
    assert_eq!(rows, ["2g2f,1,1", "2g2f,2,2", "3c3d,0,2", "7g7f,2,4", "8c8d,2,2"]);
    assert!(
        run.out.contains("\n7g7f       2 of 4       50 %\n  8c8d       2 of 2      100 %\n"),
        "{}",
        run.out
    );
    assert!(std::fs::read_to_string(folder.join("book.svg")).expect("a board").contains("rgb(213,94,0)"));
}

#[test]
fn a_saved_book_is_the_same_when_loaded() {
    let folder = folder("book-saved");
    let file = folder.join("book.kmd");
    let made = folder.join("made");
    let loaded = folder.join("loaded");
    let run_made = run("build_book", &["--save", text(&file), "--out", text(&made)]).done();
    let run_loaded = run("build_book", &["--load", text(&file), "--out", text(&loaded)]).done();
    let csv = |folder: &Path| std::fs::read_to_string(folder.join("book.csv")).expect("the example wrote it");
    assert_eq!(csv(&made), csv(&loaded));
    assert_eq!(first_row(&run_made.out), first_row(&run_loaded.out));
    assert!(csv(&made).lines().count() > 10);

    let mut bytes = std::fs::read(&file).expect("the saved book");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).expect("a file of its own");
    let run = run("build_book", &["--load", text(&file), "--out", text(&loaded)]);
    assert_eq!(run.status, 2, "{}", run.out);
    assert!(run.err.contains("checksum"), "{}", run.err);
}

#[test]
fn comparing_a_book_counts_overlap_and_agreement() {
    let folder = folder("book-compared");
    let other = folder.join("other.tsv");
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    let after = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -";
    let far = "lnsgkgsnl/1r5b1/ppppppppp/9/9/P8/1PPPPPPPP/1B5R1/LNSGKGSNL w -";
    let text_of_other = format!(
        "#comment\n{start}\t5\t5\t2g2f:1:3:2 7g7f:9:9:1\n{after}\t3\t2\t3c3d:1:1:7 8c8d:1:3:2\n{far}\t1\t1\t3c3d:1:1:1\n"
    );
    std::fs::write(&other, text_of_other).expect("a file of its own");
    let words = ["--games", text(&games(&folder)), "--compare", text(&other), "--out", text(&folder)]
        .map(str::to_owned);
    let run = run("build_book", &words.each_ref().map(String::as_str)).done();
    let row = |name: &str| {
        let line = run
            .out
            .lines()
            .find(|line| line.trim_start().starts_with(name))
            .unwrap_or_else(|| panic!("{name}"));
        line.split_whitespace().rev().take(2).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row("positions of ours, in theirs"), ["66.7", "2"]);
    assert_eq!(row("positions of theirs, in ours"), ["66.7", "2"]);
    // 7g7f at the start in both; then 8c8d here, 3c3d there.
    assert_eq!(row("same move won most"), ["50.0", "1"]);
    assert_eq!(row("moves in both")[0], "4");
    // Ours: 2g2f 1 of 1, 7g7f 2 of 4, 3c3d 0 of 2, 8c8d 2 of 2; theirs 3/5, 9/10, 7/8, 2/5 of who plays them.
    let csv = std::fs::read_to_string(folder.join("win_rates.csv")).expect("the example wrote it");
    let of_all: Vec<&str> = csv.lines().nth(1).expect("a row").split(',').collect();
    let number = |column: usize| of_all[column].parse::<f64>().expect("a number");
    assert_eq!(of_all[..3], ["1 games or more", "4", "5"], "{csv}");
    assert!(number(4) <= number(3) && number(3) <= number(5) && number(7) <= number(6), "{csv}");
    assert!((number(3) + 0.830_678).abs() < 1e-6 && number(6) <= number(8), "{csv}");
}

#[test]
fn a_db_for_other_engines_is_written_and_read_back() {
    let folder = folder("book-db");
    let (db, model, again) = (folder.join("book.DB"), folder.join("back.kmd"), folder.join("again.db"));
    let out = ["--out", text(&folder)];
    let ran = |words: &[&str]| {
        let run = run("build_book", &[words, &out].concat()).done();
        run.out
    };
    ran(&["--games", text(&games(&folder)), "--save", text(&db)]);
    // Wins as counts, what never won left out; the position after 7g7f 3c3d is reached by way of one in the book.
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let after_two = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
    let after_one = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";
    let expected = format!(
        "#YANEURAOU-DB2016 1.00\nsfen {after_two}\n2g2f none 0 32 2\nsfen {after_one}\n8c8d none 0 32 2\n\
         sfen {start}\n7g7f 8c8d 0 32 2\n2g2f none 0 32 1\n"
    );
    assert_eq!(std::fs::read_to_string(&db).expect("the saved book"), expected);

    let loaded = ran(&["--load", text(&db), "--save", text(&model)]);
    assert_eq!(first_row(&loaded), ["3", "4", "4", "7", "70,000"], "{loaded}");
    assert!(loaded.contains("\nLoaded       counts of the file stand for wins and games\n"), "{loaded}");
    let from_model = ran(&["--load", text(&model), "--save", text(&again)]);
    assert_eq!(first_row(&from_model), first_row(&loaded));
    assert_eq!(std::fs::read_to_string(&again).expect("the saved book"), expected);

    // Beside itself a book is the same; without results there are no win rates.
    for (ours, other) in [(&db, &db), (&db, &model), (&model, &db), (&model, &model)] {
        let compared = ran(&["--load", text(ours), "--compare", text(other)]);
        let row = compared.lines().find_map(|line| line.trim_start().strip_prefix("same move won most"));
        let row: Vec<&str> = row.expect("a row").split_whitespace().collect();
        assert_eq!(row, ["3", "100.0"], "{compared}");
        assert_eq!(compared.contains("Win rates"), ours == &model && other == &model, "{compared}");
    }
}

#[test]
fn values_of_a_db_decide_which_moves_win() {
    let folder = folder("book-near");
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    let saved = folder.join("saved.db");
    // Up to 30 centipawns behind the best move a move counts.
    for (value, won) in [("-31", "9"), ("-30", "12")] {
        let moves = format!("7g7f none 0 20 9\r\n2g2f none {value} 20 3\r\n");
        let db = format!("#YANEURAOU-DB2016 1.00\r\nsfen {start}\r\n{moves}");
        let db = file(&folder, "values.db", &db);
        let words = ["--load", &db, "--save", text(&saved), "--out", text(&folder)];
        let run = run("build_book", &words);
        assert_eq!((run.status, first_row(&run.out)[3]), (0, won), "{}{}", run.err, run.out);
        // A .db stays what it is.
        let expected = format!("#YANEURAOU-DB2016 1.00\nsfen {start} 1\n{}", moves.replace('\r', ""));
        assert_eq!(std::fs::read_to_string(&saved).expect("the saved book"), expected);
    }
}

#[test]
fn a_book_as_text_becomes_a_db() {
    let folder = folder("book-text");
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    let lost = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -";
    let text_book = format!("{start}\t5\t5\t2g2f:1:3:2 7g7f:9:9:1 9g9f:0:0:4\n{lost}\t1\t0\t3c3d:1:1:0\n");
    let text_book = file(&folder, "other.tsv", &text_book);
    let db = folder.join("other.db");
    let run = run("build_book", &["--load", &text_book, "--save", text(&db), "--out", text(&folder)]).done();
    assert!(
        run.out.contains("\nLoaded       1 positions without a move that won are left out\n"),
        "{}",
        run.out
    );
    let expected = format!("#YANEURAOU-DB2016 1.00\nsfen {start} 1\n7g7f none 0 32 9\n2g2f none 0 32 3\n");
    assert_eq!(std::fs::read_to_string(&db).expect("the saved book"), expected);
}

#[test]
fn faults_of_a_db_are_refused_or_left_out() {
    let folder = folder("book-faults");
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let bad = "7g7e none 0 32 9\n".repeat(12);
    let db =
        file(&folder, "faults.db", &format!("#YANEURAOU-DB2016 1.00\nsfen {start}\n{bad}2g2f none 0 32 3\n"));
    let with =
        |words: &[&str]| run("build_book", &[&["--load", &db, "--out", text(&folder)], words].concat());
    let strict = with(&[]);
    assert_eq!(strict.status, 2, "{}", strict.out);
    assert!(
        strict.err.contains(
            "faults.db: line 3, column 1: found \"7g7e none 0 32 9\", expected a move that is legal"
        )
    );
    let lenient = with(&["--lenient"]);
    assert_eq!(
        (lenient.status, first_row(&lenient.out)[..2].to_vec()),
        (0, vec!["1", "1"]),
        "{}",
        lenient.err
    );
    assert_eq!(lenient.err.matches("faults.db: left out: line ").count(), 10, "{}", lenient.err);
    assert!(lenient.err.contains("faults.db: 2 more faults\n"), "{}", lenient.err);
}
