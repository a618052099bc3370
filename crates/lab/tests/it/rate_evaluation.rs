//! `rate-evaluation` from outside: its tables, its files, how it refuses.

use crate::aids::{Folder, number};
use crate::inspect_pairs::model_of;

const RATE: &str = "rate-evaluation --eval material --eval @one.kmd --games @games.tsv --out @";

#[test]
fn an_evaluation_that_knows_few_pairs_ranks_by_them_and_material_knows_nothing() {
    let here = Folder::new("rate-one-pair");
    // A pawn on 7f beside the bishop on 8h: the first move of a game, and of the Yagura; a pair of table 8.
    model_of(&here, "one.kmd", &[("P7f", "B8h", 50.0), ("S8h", "G7h", 20.0)]);
    here.file("games.tsv", "a\tstartpos\t7g7f 8c8d\n");
    here.run(RATE).done();

    // Two moves: the first rises, the second does nothing. 30 quiet moves each, among which material gives the middle rank.
    let last = |file: &str| here.rows(file).pop().expect("a row for all");
    let all = last("rises.csv");
    assert_eq!([0, 1, 2, 7, 9].map(|column| &*all[column]), ["all", "2", "2", "0", "50"]);
    // The moves of one game say nothing about other games.
    assert_eq!([8, 10].map(|column| &*all[column]), ["", ""], "{all:?}");
    let all = last("ranks.csv");
    let middle = (number(&all[2]) - 1.0) / 2.0;
    assert!((number(&all[6]) - middle).abs() < 1e-9, "{all:?}");
    // Rank 0 once; mirrored, the other player's pawn on 3d would be alike, but 8c8d is another move.
    assert!(number(&all[8]) < middle, "{all:?}");

    let yagura = here.rows("yagura.csv");
    assert_eq!((yagura[0][1].as_str(), yagura[0][7].as_str(), yagura.len()), ("7g7f", "0", 25));
    // Each move of the bad shapes can be played, and each was judged.
    let shapes = here.rows("shapes.csv");
    assert_eq!(shapes.len(), 32);
    assert!(shapes.iter().all(|row| row[6] == "0"), "material sees no shape");
    let gold = shapes.iter().find(|row| row[3] == "7七金").expect("a bad move of problem 2");
    assert_eq!(gold[7], "-20", "the gold leaves the silver");
    assert_eq!(here.rows("weights.csv")[0][3..], ["", "20"]);
}

#[test]
fn another_model_of_the_same_name_is_told_apart() {
    let here = Folder::new("rate-again");
    here.short_games("games.tsv", 12, 30);
    let rate = |worth: f64| {
        model_of(&here, "one.kmd", &[("P7f", "B8h", worth)]);
        (here.run(RATE).done().err, ["rises.csv", "ranks.csv"].map(|name| here.read(name)))
    };
    let (_, found) = rate(50.0);
    let (told, other) = rate(-50.0);
    assert!(told.contains("5 of 5 games"), "{told}");
    assert_ne!(other, found);
}

#[test]
fn values_go_with_scores_that_say_the_same_and_a_wrong_score_is_named() {
    let here = Folder::new("rate-scores");
    // Pieces are taken and taken back; scores are those of material before each move (after the sixth a pawn hangs), and of nobody in a
    // game that there is no line of.
    let moves = "7g7f 3c3d 8h2b+ 3a2b B*4e 5c5d 4e3d 2b3c 3d2c+ 3c2d";
    here.file("games.tsv", format!("a\tstartpos\t{moves}\nb\tstartpos\t7g7f 3c3d\n"));
    let rate = |scores: &str| {
        here.file("scores.tsv", scores);
        here.run(
            "rate-evaluation --eval material --eval default --games @games.tsv --scores @scores.tsv --out @",
        )
    };
    rate("a\t1:0 4:0 5:0 6:0 7:100 8:100 10:200\n").done();
    let rows = here.rows("scores.csv");
    assert_eq!(rows.len(), 2 * 4);
    // All seven positions of one game lie before ply 40.
    assert_eq!(rows[0][..4], ["material", "to 40", "1", "7"], "{rows:?}");
    assert_eq!(rows[0][2..], rows[3][2..], "{rows:?}");
    assert!(number(&rows[0][4]) > 0.95, "{rows:?}");
    // Two positions count as two, though they are too few for a line. The file begins with the byte order mark of some editors.
    rate("\u{feff}a\t1:0 7:100\n\n").done();
    assert_eq!(here.rows("scores.csv")[0], ["material", "to 40", "1", "2", ""]);
    for (text, said) in [
        ("a 1:0\n", "scores.tsv, line 1: found \"a 1:0\""),
        ("# c\na\t1:x\n", "scores.tsv, line 2: found \"1:x\""),
        ("a\t1:30\na\t2:0\n", "scores.tsv, line 2: found \"a\" again, expected a line a game"),
        ("c\t1:0\n", "no line for any of the 2 games"),
    ] {
        rate(text).refused(&text, said);
    }
}
