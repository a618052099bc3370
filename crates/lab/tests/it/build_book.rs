//! The example `build_book` from outside: what it counts and saves, how it refuses.

use crate::aids::Folder;

/// Black wins twice after 7g7f 3c3d 2g2f, White twice after 7g7f 8c8d, Black once after 2g2f.
const GAMES: &str = "#ID\tSTART\tMOVES\tRESULT\n\
    a\tstartpos\t7g7f 3c3d 2g2f\tb\textra\n\
    b\tstartpos\t7g7f 3c3d 2g2f 8c8d\tb\n\
    c\tstartpos\t7g7f 8c8d\tw\n\
    d\tstartpos\t7g7f 8c8d 2g2f\tw\n\
    e\tstartpos\t2g2f\tb\n\
    f\tstartpos\t9g9f\td\n\
    h\tsfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\t5a5b\tw\n";

/// The start, and the position after 7g7f.
const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
const AFTER: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -";

/// How a `.db` begins.
const HEAD: &str = "#YANEURAOU-DB2016 1.00\n";

/// A folder with the games.
fn folder(name: &str) -> Folder {
    let here = Folder::new(name);
    here.file("games.tsv", GAMES);
    here
}

fn first_row(out: &str) -> Vec<&str> {
    out.lines().nth(2).expect("a row of the summary").split_whitespace().collect()
}

#[test]
fn positions_and_moves_are_those_that_won_twice() {
    let here = folder("book-small");
    let run = here.run("build_book --games @games.tsv --out @").done();
    // The start (Black won three games), after 7g7f (White two), after 7g7f 3c3d (Black two).
    assert_eq!(first_row(&run.out), ["3", "5", "4", "7", "70,000"], "{}", run.out);
    let mut rows: Vec<String> = here.rows("book.csv").iter().map(|row| row[1..].join(",")).collect();
    rows.sort();
    assert_eq!(rows, ["2g2f,1,1", "2g2f,2,2", "3c3d,0,2", "7g7f,2,4", "8c8d,2,2"]);
    let tree = "\n7g7f       2 of 4       50 %\n  8c8d       2 of 2      100 %\n";
    assert!(run.out.contains(tree), "{}", run.out);
    assert!(here.read("book.svg").contains("rgb(213,94,0)"));
}

#[test]
fn a_db_for_other_engines_is_written_and_read_back() {
    let here = folder("book-db");
    let ran = |words: &str| here.run(&format!("build_book {words} --out @")).done().out;
    ran("--games @games.tsv --save @book.DB");
    // Wins as counts, without moves that never won; the position after 7g7f 3c3d is reached by way of one in the book.
    let after_two = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
    let expected = format!(
        "{HEAD}sfen {after_two}\n2g2f none 0 32 2\nsfen {AFTER} 2\n8c8d none 0 32 2\n\
         sfen {START} 1\n7g7f 8c8d 0 32 2\n2g2f none 0 32 1\n"
    );
    assert_eq!(here.read("book.DB"), expected);

    let loaded = ran("--load @book.DB --save @back.kmd");
    assert_eq!(first_row(&loaded), ["3", "4", "4", "7", "70,000"], "{loaded}");
    assert!(loaded.contains("\nLoaded       counts of the file stand for wins and games\n"), "{loaded}");
    let moves = here.rows("book.csv");
    let from_model = ran("--load @back.kmd --save @again.db");
    assert_eq!(first_row(&from_model), first_row(&loaded));
    assert_eq!((here.read("again.db"), here.rows("book.csv")), (expected, moves));
}

#[test]
fn values_of_a_db_decide_which_moves_win_and_the_largest_counts_are_added_up() {
    let here = folder("book-near");
    // A move counts up to 30 centipawns behind the best one.
    for (value, won) in [("-31", "4,294,967,295"), ("-30", "8,589,934,590")] {
        // Two moves to the same square.
        let moves = format!("5i5h none 0 20 4294967295\n4i5h none {value} 20 4294967295\n");
        here.file("values.db", format!("{HEAD}sfen {START}\n{moves}").replace('\n', "\r\n"));
        let run = here.run("build_book --load @values.db --save @saved.db --out @").done();
        assert_eq!(first_row(&run.out)[3], won, "{}", run.out);
        // A .db stays as it is.
        assert_eq!(here.read("saved.db"), format!("{HEAD}sfen {START} 1\n{moves}"));
    }
}

#[test]
fn faults_of_a_db_are_refused_or_left_out() {
    let here = folder("book-faults");
    let bad = "7g7e none 0 32 9\n".repeat(12);
    here.file("faults.db", format!("{HEAD}sfen {START} 1\n{bad}2g2f none 0 32 3\n"));
    let first = "faults.db: line 3, column 1: found \"7g7e none 0 32 9\", expected a move that is legal";
    here.run("build_book --load @faults.db --out @").refused(&"faults", first);
    let lenient = here.run("build_book --load @faults.db --lenient --out @").done();
    assert_eq!(first_row(&lenient.out)[..2], ["1", "1"], "{}", lenient.out);
    assert_eq!(lenient.err.matches("faults.db: left out: line ").count(), 10, "{}", lenient.err);
    assert!(lenient.err.contains("faults.db: 2 more faults\n"), "{}", lenient.err);
}
