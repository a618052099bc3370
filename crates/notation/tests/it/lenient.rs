//! What is left of records with faults.
#![cfg(feature = "jkf")]

use crate::several_games::GAMES;
use komadai_core::game::Game;
use komadai_notation::record::{Format, Record, read, read_lenient, write};

/// What is left of a text that the strict reader refuses with the same first fault.
fn left_of(text: &str) -> Record {
    let refused = read(text.as_bytes(), None).expect_err("the text has a fault");
    let record = read_lenient(text.as_bytes(), None).expect("something is left");
    assert_eq!(record.faults[0], refused);
    record
}

#[test]
fn kif_ends_before_the_fault_and_earlier_variations_are_read() {
    let text = "手合割：平手\n   1 ７六歩(77)\n*評価値=30\n   2 ３四歩(33)\n   3 ７六歩(77)\n*評価値=99\n   4 ８四歩(83)\n\
                まで4手で後手の勝ち\n\n変化：4手\n   4 ４四歩(43)\n*遠い\n\n変化：2手\n*近い\n   2 ８四歩(83)\n   3 ２六歩(27)\n";
    let record = left_of(text);
    let game = &record.games[0];
    assert_eq!(game.moves(), ["7g7f", "3c3d"].map(|mv| mv.parse().unwrap()));
    assert_eq!((record.faults.len(), record.faults[0].at().line, record.faults[0].at().column), (1, 5, 6));
    assert!(game.ending.is_none());
    // Comments of omitted moves do not go to other moves.
    assert_eq!(game.nodes[0].comments, ["評価値=30"]);
    assert!(game.nodes[1].comments.is_empty(), "{:?}", game.nodes[1].comments);
    let [variation] = &game.variations[..] else { panic!("{:?}", game.variations) };
    assert_eq!((variation.ply, variation.nodes.len(), variation.comments.len()), (1, 2, 1));
    // The variation of a move that is no longer there is reported.
    assert_eq!(record.warnings.len(), 1);
    assert_eq!(record.warnings[0].at().line, 10);
}

#[test]
fn games_end_before_their_faults_and_the_others_are_whole() {
    /// A text; of each game its moves, whether it has an ending, and its variations; the places of the faults.
    type Case<'a> = (&'a str, &'a [(usize, bool, usize)], &'a [(usize, usize)]);
    const CSA: &str = "PI\n+\n+7776FU\n-3334FU\n%TORYO\n";
    let csa = format!("{CSA}/\nPI\n+\n+7776FU\n-7776FU\n+2726FU\n%TORYO\n/\nPI99\n+\n/\n{CSA}");
    let usi =
        "startpos moves 7g7f 3c3d resign\nstartpos moves 7g7f 7g7f 3c3d\nsfen 9/9 b - 1\nstartpos moves 2g2f";
    let json = r#"{"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},
{"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"},
 "forks":[[{"move":{"from":{"x":8,"y":3},"to":{"x":8,"y":4},"piece":"FU"}}]]},
{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},{"special":"TORYO"}]}"#;
    let kif = [GAMES[1], &GAMES[0].replace("３四歩(33)", "３五歩(33)"), GAMES[1]].concat();
    let good = write(&left_of(&kif).games[0], Format::Jkf).expect("a game without a fault");
    let jsons = [&*good, &*good.replace("\"y\":6", "\"y\":5"), &*good].concat();
    // Where JSON ends, nothing more can be read.
    let ended = [&good, "{\"moves\": oops}\n", &good].concat();
    let cases: [Case<'_>; 8] = [
        (&kif, &[(2, false, 0), (1, false, 1), (2, false, 0)], &[(12, 6)]),
        (&jsons, &[(2, false, 0), (1, false, 0), (2, false, 0)], &[(2, 134)]),
        (&ended, &[(2, false, 0)], &[(2, 11)]),
        ("   1 ７六歩(77)\n   2 ７六歩(77)\n\n変化：2手\n   2 ８四歩(83)\n", &[(1, false, 1)], &[(2, 6)]),
        ("#KI2 version=2.0\n▲７六歩 △３四歩 ▲７六歩 △８四歩 ▲２六歩\n", &[(2, false, 0)], &[(2, 11)]),
        (&csa, &[(2, true, 0), (1, false, 0), (2, true, 0)], &[(10, 1), (14, 5)]),
        (usi, &[(2, true, 0), (1, false, 0), (1, false, 0)], &[(2, 21), (3, 9)]),
        (json, &[(2, false, 1)], &[(4, 9)]),
    ];
    for (text, games, faults) in cases {
        let record = left_of(text);
        let left = |game: &Game| (game.nodes.len(), game.ending.is_some(), game.variations.len());
        assert_eq!(record.games.iter().map(left).collect::<Vec<_>>(), games, "{text}");
        let places = record.faults.iter().map(|fault| (fault.at().line, fault.at().column));
        assert_eq!(places.collect::<Vec<_>>(), faults, "{text}");
    }
}

#[test]
fn nothing_is_left_of_a_start_position_with_a_fault() {
    for text in ["sfen 9/9 b - 1", "P1-XX\n+\n+7776FU\n", "{\"moves\":[{}"] {
        let refused = read(text.as_bytes(), None).unwrap_err();
        assert_eq!(read_lenient(text.as_bytes(), None).unwrap_err(), refused, "{text}");
    }
}

/// A record without a fault is read as always; one with a fault at a random place loses no move before it.
#[test]
fn a_fault_costs_no_move_before_it() {
    let line = "startpos moves 7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 5i6h 5a6b";
    let game = read(line.as_bytes(), None).unwrap().games.remove(0);
    for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Usi, Format::Jkf] {
        let text = write(&game, format).unwrap();
        let whole = read_lenient(text.as_bytes(), None).unwrap();
        assert_eq!(whole, read(text.as_bytes(), None).unwrap(), "{format}");
        assert!(whole.faults.is_empty());
    }
    let text = write(&game, Format::Kif).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.iter().position(|line| line.trim_start().starts_with("1 ")).unwrap();
    for fault in 0..8 {
        let mut lines = lines.clone();
        lines[first + fault] = "   9 なし";
        // A meaningless word ends a line; a move after it is the fault.
        lines.insert(first + fault, "   9 ９九王(11)");
        let record = left_of(&lines.join("\n"));
        assert_eq!(record.games[0].moves(), game.moves()[..fault]);
    }
}
