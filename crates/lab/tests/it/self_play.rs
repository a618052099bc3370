//! The experiment `self-play` from outside: its tables, its files, going on after an interrupt, how it refuses.

use std::path::Path;

use crate::aids::{lab, lab_killed};
use crate::example::{Run, folder, read, text};
use komadai::notation::{evaluations, record};

fn run(words: &[&str]) -> Run {
    lab(&[&["self-play"], words].concat())
}

/// Words of a match of three pairs of quick games, and more words.
fn words<'a>(out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let out = text(out);
    let quick = ["--nodes", "200", "--pairs", "3", "--move-limit", "80", "--hash-mb", "1", "--out", out];
    [&quick[..], more].concat()
}

/// The words with another value of an option.
fn with<'a>(mut words: Vec<&'a str>, option: &str, value: &'a str) -> Vec<&'a str> {
    let place = words.iter().position(|&word| word == option).expect("the option is among the words");
    words[place + 1] = value;
    words
}

/// All that must not depend on threads and interrupts: the course and the games.
fn lasting(folder: &Path) -> [String; 2] {
    ["self-play.csv", "games.usi"].map(|name| read(folder, name))
}

#[test]
fn table_and_files_tell_the_same_match() {
    let folder = folder("self-play-quick");
    let run = run(&words(&folder, &[]));
    assert_eq!(run.status, 0, "{}", run.err);
    // Games can be read, begin as their pair does, and say who has won; the first player has Black in the first of a pair.
    let records = record::read(read(&folder, "games.usi").as_bytes(), None).expect("a record").games;
    assert_eq!(records.len(), 6);
    for pair in records.chunks(2) {
        assert_eq!(pair[0].moves()[..16], pair[1].moves()[..16]);
    }
    let results: Vec<String> = records.iter().map(|game| game.result().to_string()).collect();
    let count = |black: &str, white: &str| {
        let side = |index: usize| if index.is_multiple_of(2) { black } else { white };
        results.iter().enumerate().filter(|(index, result)| *result == side(*index)).count()
    };
    let (won, drawn, lost) = (count("b", "w"), count("d", "d"), count("w", "b"));
    let row = run.out.lines().find(|line| line.contains("ours, by pairs")).expect("a row of ours");
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells[3..7], [6, won, drawn, lost].map(|n| n.to_string()));
    // Null move is no part of the thesis's match.
    assert!(!run.out.contains("thesis") && !read(&folder, "self-play.svg").contains("thesis"), "{}", run.out);

    // The course has a row a pair, and the last one is the table's.
    let course = read(&folder, "self-play.csv");
    let last: Vec<&str> = course.lines().last().expect("a row").split(',').collect();
    assert_eq!((course.lines().count(), last[0]), (4, "6"));
    let share: f64 = last[6].parse().expect("a share");
    assert!((share - (won as f64 + drawn as f64 / 2.0) / 6.0).abs() < 1e-12);
}

#[test]
fn processor_time_of_several_threads_is_not_known() {
    for (threads, known) in [("1", true), ("2", false)] {
        let run = run(&words(&folder("self-play-threads"), &["--threads-a", threads])).done();
        assert_eq!(run.out.contains("Both would work as long as each other"), known, "{}", run.out);
    }
}

#[test]
fn the_thesis_stands_beside_the_match_of_contextbest_alone() {
    let folder = folder("self-play-thesis");
    let run = run(&words(&folder, &["--a", "bare+context", "--b", "bare"]));
    assert_eq!(run.status, 0, "{}", run.err);
    let thesis = run.out.lines().find(|line| line.contains("thesis")).expect("the thesis's row");
    assert!(thesis.contains("171") && thesis.contains("129") && thesis.contains("+51.3 [+10.1, +93.9]"));
    assert!(read(&folder, "self-play.svg").contains("+51.3, Contextbest in the thesis"));
}

#[test]
fn a_match_that_was_killed_goes_on_to_the_same_end_on_any_number_of_threads() {
    let (whole, broken) = (folder("self-play-whole"), folder("self-play-broken"));
    let words = |out, threads| with(words(out, &["--nodes-b", "2000", "--threads", threads]), "--pairs", "5");
    run(&words(&whole, "1")).done();

    let lines = |folder: &Path| {
        std::fs::read_to_string(folder.join("self-play.tsv")).map_or(0, |text| text.lines().count())
    };
    lab_killed(&[&["self-play"], &words(&broken, "2")[..]].concat(), || lines(&broken) >= 3);
    let played = lines(&broken) - 1;
    assert!(played >= 2, "killed after {played} of 10 games");

    // As if the power had failed in the middle of a line; then once more, with nothing left to play.
    let journal = read(&broken, "self-play.tsv");
    std::fs::write(broken.join("self-play.tsv"), &journal[..journal.len() - 7]).expect("a file of this test");
    for known in [played - 1, 10] {
        let rest = run(&words(&broken, "2")).done();
        assert!(rest.err.contains(&format!("{known} of 10 games are played already")), "{}", rest.err);
        assert_eq!(lasting(&broken), lasting(&whole));
    }
}

#[test]
fn a_test_ends_the_match_once_it_knows() {
    let folder = folder("self-play-sprt");
    let words = words(&folder, &["--b", "bare", "--nodes-b", "5", "--sprt", "0,400"]);
    let run = run(&with(with(with(words, "--nodes", "1000"), "--pairs", "60"), "--move-limit", "300")).done();
    // A long line is broken where a terminal ends; a blank line follows.
    let said = run.out.split("Test of ").nth(1).expect("what the test says");
    assert!(said.split("\n\n").next().is_some_and(|said| said.contains("accepted")), "{said}");
    assert!(read(&folder, "games.usi").lines().count() < 120);
}

#[test]
fn engines_that_vote_play_and_go_on_as_searches_do() {
    let folder = folder("self-play-votes");
    let depth = |pairs: &'static str| {
        let out = text(&folder);
        let quick = ["--depth", "1", "--pairs", pairs, "--move-limit", "60", "--hash-mb", "1", "--out", out];
        let words = ["--a", "consultation-4-150-3", "--b", "ensemble-4-150-3", "--eval", "default"];
        run(&[&quick[..], &words[..]].concat())
    };
    let one = depth("1");
    assert_eq!(one.status, 0, "{}", one.err);
    assert!(one.out.starts_with("consultation-4-150-3 (1 MB, default, "), "{}", one.out);
    let words: Vec<&str> = one.out.split_whitespace().collect();
    let said = ") with 1 plies against ensemble-4-150-3 (1 MB, default, ";
    assert!(words.join(" ").contains(said), "{}", one.out);
    let two = depth("2");
    assert!(two.err.contains("2 of 4 games are played already"), "{}", two.err);
    // Every search reached its ply; the engines apart play more moves for it than those in one tree.
    let nodes_a_move = |start: &str| -> u64 {
        let row =
            two.out.lines().find(|line| line.trim_start().starts_with(start) && line.contains(" 1.00 "));
        let cells: Vec<&str> = row.expect("a row of effort, a ply a move").split_whitespace().collect();
        let plies = cells.iter().position(|&cell| cell == "1.00").expect("plies a move");
        cells[plies - 1].replace(',', "").parse().expect("a number")
    };
    assert!(nodes_a_move("consultation-4") < nodes_a_move("ensemble-4"), "{}", two.out);
}

/// An engine that resigns its first move, having seen itself behind.
#[cfg(unix)]
const FAKE: &str = "usi:sh crates/usi/tests/fake_engine.sh";

#[cfg(unix)]
#[test]
fn another_program_plays_goes_on_and_leaves_records_with_scores() {
    let folder = folder("self-play-usi");
    let dies = format!("{FAKE} dies");
    for (player, pairs, there) in [(FAKE, "1", None), (FAKE, "2", Some("2 of 4 games")), (&dies, "1", None)] {
        let run = run(&with(words(&folder, &["--b", player, "--threads", "2"]), "--pairs", pairs));
        assert_eq!(run.status, 0, "{}", run.err);
        assert!(there.is_none_or(|there| run.err.contains(there)), "{}", run.err);
        let fault = player == dies;
        // Long lines are folded.
        let out = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
        for said in ["2 games were lost by a fault:", "(exit status: 3), expected bestmove"] {
            assert_eq!(out.contains(said), fault, "{out}");
        }
        let row = run.out.lines().find(|line| line.contains("ours, by games")).expect("a row of ours");
        let cells: Vec<&str> = row.split_whitespace().collect();
        assert_eq!(cells[3..5], ["2", "2"].map(|n| if pairs == "2" { "4" } else { n }));
    }
    // The first player has White in the second game of a pair: it never came to move there.
    for name in ["games.kif", "games.csa", "games.usi"] {
        let games = record::read(read(&folder, name).as_bytes(), None).expect("records").games;
        let scores = |game| evaluations::read(game).iter().flatten().count();
        let scored: Vec<usize> = games.iter().map(scores).collect();
        assert_eq!(scored, if name == "games.usi" { [0, 0] } else { [1, 0] }, "{name}");
    }
    let misspelt = format!("{FAKE} Levle=3");
    for (words, explanation) in [
        (&["--b", &misspelt] as &[&str], "expected one that Fake offers: Level"),
        (&["--b", FAKE, "--against-eval", "material"], "--against-eval: found the program"),
        (&["--a", FAKE, "--threads-a", "2"], "--threads-a: found the program"),
    ] {
        run(words).refused(&words, explanation);
    }
}
