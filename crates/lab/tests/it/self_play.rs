//! The experiment `self-play` from outside: its tables, its files, resuming after an interrupt, how it refuses.

use crate::aids::{Folder, number, ran, words_of};
use crate::example::Run;
use komadai::notation::{evaluations, record};

/// Words of a match of quick games.
fn words(pairs: u32, more: &str) -> String {
    format!("self-play --pairs {pairs} --nodes 200 --move-limit 80 --hash-mb 1 --out @ {more}")
}

/// A match of quick games in a folder of its own.
fn quick(name: &str, pairs: u32, more: &str) -> (Run, Folder) {
    ran(name, &words(pairs, more))
}

#[test]
fn table_and_files_tell_the_same_match() {
    let (run, here) = quick("self-play-quick", 3, "");
    // Games can be read, begin as their pair does, and say who has won; the first player has Black in the first of a pair.
    let records = record::read(&here.read_bytes("games.usi"), None).expect("a record").games;
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
    let ours = words_of(&run.out, "ours, by pairs");
    assert_eq!(ours[3..7], [6, won, drawn, lost].map(|n| n.to_string()));
    // Null move is not part of the thesis's match.
    assert!(!run.out.contains("thesis") && !here.read("self-play.svg").contains("thesis"), "{}", run.out);
    // The processor time of one thread is known, that of several is not.
    let equal = "Both would work as long as each other";
    let (several, _) = quick("self-play-threads", 1, "--threads-a 2");
    assert!(run.out.contains(equal) && !several.out.contains(equal), "{}", several.out);

    // All files are listed below an empty line, in their order.
    let path = |file: &str| here.path(file).display().to_string();
    let first = format!("\n\nTable        {}\nJournal      {}\n", path("score.csv"), path("self-play.tsv"));
    let last = format!("\nTable        {}\nFigure       {}\n", path("self-play.csv"), path("self-play.svg"));
    assert!(run.out.contains(&first) && run.out.ends_with(&last), "{}", run.out);

    // The course has one row per pair, and the last one is the table's.
    let course = here.rows("self-play.csv");
    assert_eq!((course.len(), course[2][0].as_str()), (3, "6"));
    let share = (won as f64 + drawn as f64 / 2.0) / 6.0;
    assert!((number(&course[2][6]) - share).abs() < 1e-12);
}

#[test]
fn the_built_in_evaluation_plays_better_than_material_at_equal_nodes() {
    let more = "--a modern --b modern --eval default --against-eval material --nodes 500 --resign-cp 2000";
    let words = format!("self-play {more} --pairs 8 --hash-mb 1 --threads 2 --out @");
    let (_, here) = ran("self-play-default", &words);
    let course = here.rows("self-play.csv");
    assert!(number(&course[7][6]) > 0.6, "{course:?}");
}

#[test]
fn the_thesis_stands_beside_the_match_of_contextbest_alone() {
    let (run, here) = quick("self-play-thesis", 2, "--a bare+context --b bare");
    let thesis = run.out.lines().find(|line| line.contains("thesis")).expect("the thesis's row");
    assert!(thesis.contains("171") && thesis.contains("129") && thesis.contains("+51.3 [+9.9, +94.0]"));
    assert!(here.read("self-play.svg").contains("+51.3, Contextbest in the thesis"));
}

#[test]
fn a_match_that_was_killed_goes_on_to_the_same_end_on_any_number_of_threads() {
    // Everything that must not depend on threads and interrupts: the course and the games.
    let lasting = |here: &Folder| ["self-play.csv", "games.usi"].map(|name| here.read(name));
    let (_, whole) = quick("self-play-whole", 4, "--nodes-b 400");

    let (broken, line) = (Folder::new("self-play-broken"), words(4, "--nodes-b 400 --threads 2"));
    let lines =
        || std::fs::read_to_string(broken.path("self-play.tsv")).map_or(0, |journal| journal.lines().count());
    broken.kill(&line, || lines() >= 3);
    let played = lines() - 1;
    assert!(played >= 2, "killed after {played} of 8 games");

    // As if the power had failed in the middle of a line; then once more, with nothing left to play.
    let journal = broken.read("self-play.tsv");
    broken.file("self-play.tsv", &journal[..journal.len() - 7]);
    for known in [played - 1, 8] {
        let rest = broken.run(&line).done();
        assert!(rest.err.contains(&format!("{known} of 8 games are played already")), "{}", rest.err);
        assert_eq!(lasting(&broken), lasting(&whole));
    }
}

#[test]
fn a_test_ends_the_match_once_it_knows() {
    let quick = "--pairs 60 --nodes 1000 --nodes-b 5 --move-limit 300 --hash-mb 1 --out @";
    let (run, here) = ran("self-play-sprt", &format!("self-play --b bare --sprt 0,400 {quick}"));
    // A long line is broken where a terminal ends; a blank line follows.
    let said = run.out.split("Test of ").nth(1).and_then(|said| said.split("\n\n").next());
    assert!(said.is_some_and(|said| said.contains("accepted") && said.contains("leans")), "{said:?}");
    assert!(here.read("games.usi").lines().count() < 120);
}

#[test]
fn engines_that_vote_play_and_go_on_as_searches_do() {
    let here = Folder::new("self-play-votes");
    let depth = |pairs: u32| {
        let voting = "--a consultation-4-150-3 --b ensemble-4-150-3 --eval default";
        let quick = "--depth 1 --move-limit 60 --hash-mb 1 --out @";
        here.run(&format!("self-play {voting} --pairs {pairs} {quick}")).done()
    };
    let one = depth(1).out;
    assert!(one.starts_with("consultation-4-150-3 (1 MB, default, "), "{one}");
    let said = ") with 1 plies against ensemble-4-150-3 (1 MB, default, ";
    assert!(one.split_whitespace().collect::<Vec<_>>().join(" ").contains(said), "{one}");
    let two = depth(2);
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
    let here = Folder::new("self-play-usi");
    let dies = format!("{FAKE} dies");
    for (player, pairs, there) in [(FAKE, 1, ""), (FAKE, 2, "2 of 4 games"), (&dies, 1, "")] {
        let run = here.run(&words(pairs, &format!("--threads 2 --b \"{player}\""))).done();
        assert!(run.err.contains(there), "{}", run.err);
        // Long lines are folded.
        let out = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
        for said in ["2 games were lost by a fault:", "(exit status: 3), expected bestmove"] {
            assert_eq!(out.contains(said), player == dies, "{out}");
        }
        let games = (2 * pairs).to_string();
        assert_eq!(words_of(&run.out, "ours, by games")[3..5], [&games, &games]);
    }
    // With only wins, Elo has no place in a figure.
    assert!(!here.has("self-play.svg"));
    // The first player has White in the second game of a pair, and never came to move there.
    for name in ["games.kif", "games.csa", "games.usi"] {
        let games = record::read(&here.read_bytes(name), None).expect("records").games;
        let scores = |game| evaluations::read(game).iter().flatten().count();
        let scored: Vec<usize> = games.iter().map(scores).collect();
        assert_eq!(scored, if name == "games.usi" { [0, 0] } else { [1, 0] }, "{name}");
    }
    for (words, explanation) in [
        (format!("--b \"{FAKE} Levle=3\""), "expected one that Fake offers: Level, Style, Book"),
        (format!("--b \"{FAKE}\" --against-eval material"), "--against-eval: found the program"),
        (format!("--a \"{FAKE}\" --threads-a 2"), "--threads-a: found the program"),
    ] {
        here.run(&format!("self-play {words}")).refused(&words, explanation);
    }
}
