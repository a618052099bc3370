//! What is left of records with faults.
#![cfg(feature = "jkf")]

use komadai_core::game::Game;
use komadai_notation::record::{Format, Record, read, read_lenient, write};

/// The moves of a game in USI.
fn moves(game: &Game) -> Vec<String> {
    game.moves().iter().map(ToString::to_string).collect()
}

/// What is left of a text that is refused otherwise, with the same first fault.
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
    assert_eq!(moves(game), ["7g7f", "3c3d"]);
    assert_eq!((record.faults.len(), record.faults[0].at().line, record.faults[0].at().column), (1, 5, 6));
    assert!(game.ending.is_none());
    // Comments of what was left out do not go to other moves.
    assert_eq!(game.nodes[0].comments, ["評価値=30"]);
    assert!(game.nodes[1].comments.is_empty(), "{:?}", game.nodes[1].comments);
    let [variation] = &game.variations[..] else { panic!("{:?}", game.variations) };
    assert_eq!((variation.ply, variation.nodes.len(), variation.comments.len()), (1, 2, 1));
    // The variation of a move that is not there any more is told.
    assert_eq!(record.warnings.len(), 1);
    assert_eq!(record.warnings[0].at().line, 10);
}

#[test]
fn an_illegal_last_move_before_variations_costs_itself_alone() {
    let text = "   1 ７六歩(77)\n   2 ７六歩(77)\n\n変化：2手\n   2 ８四歩(83)\n";
    let record = left_of(text);
    assert_eq!(moves(&record.games[0]), ["7g7f"]);
    assert_eq!(record.games[0].variations[0].nodes.len(), 1);
}

#[test]
fn ki2_ends_within_the_line() {
    let record = left_of("#KI2 version=2.0\n▲７六歩 △３四歩 ▲７六歩 △８四歩 ▲２六歩\n");
    assert_eq!(moves(&record.games[0]), ["7g7f", "3c3d"]);
    assert_eq!(record.faults[0].at().column, 11);
}

#[test]
fn of_several_games_in_csa_the_others_are_whole() {
    let game = "PI\n+\n+7776FU\n-3334FU\n%TORYO\n";
    let record =
        left_of(&format!("{game}/\nPI\n+\n+7776FU\n-7776FU\n+2726FU\n%TORYO\n/\nPI99\n+\n/\n{game}"));
    let read: Vec<usize> = record.games.iter().map(|game| game.nodes.len()).collect();
    assert_eq!(read, [2, 1, 2]);
    let ended: Vec<bool> = record.games.iter().map(|game| game.ending.is_some()).collect();
    assert_eq!(ended, [true, false, true]);
    let lines: Vec<usize> = record.faults.iter().map(|fault| fault.at().line).collect();
    assert_eq!(lines, [10, 14]);
}

#[test]
fn of_several_lines_in_usi_each_is_read_by_itself() {
    let record = left_of(
        "startpos moves 7g7f 3c3d resign\nstartpos moves 7g7f 7g7f 3c3d\nsfen 9/9 b - 1\nstartpos moves 2g2f",
    );
    let read: Vec<usize> = record.games.iter().map(|game| game.nodes.len()).collect();
    assert_eq!(read, [2, 1, 1]);
    let lines: Vec<usize> = record.faults.iter().map(|fault| fault.at().line).collect();
    assert_eq!(lines, [2, 3]);
}

#[test]
fn json_ends_before_the_fault_and_earlier_forks_are_read() {
    let text = r#"{"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},
{"move":{"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"},
 "forks":[[{"move":{"from":{"x":8,"y":3},"to":{"x":8,"y":4},"piece":"FU"}}]]},
{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},{"special":"TORYO"}]}"#;
    let record = left_of(text);
    let game = &record.games[0];
    assert_eq!(moves(game), ["7g7f", "3c3d"]);
    assert_eq!(record.faults[0].at().line, 4);
    assert_eq!((game.variations.len(), game.ending.is_some()), (1, false));
}

#[test]
fn nothing_is_left_of_a_start_position_with_a_fault() {
    for text in ["sfen 9/9 b - 1", "P1-XX\n+\n+7776FU\n", "{\"moves\":[{}"] {
        let refused = read(text.as_bytes(), None).unwrap_err();
        assert_eq!(read_lenient(text.as_bytes(), None).unwrap_err(), refused, "{text}");
    }
}

/// A record without a fault is read as ever, one with a fault at a random place never loses a move before it.
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
        // A word of no meaning ends a line; a move after it is the fault.
        lines.insert(first + fault, "   9 ９九王(11)");
        let record = left_of(&lines.join("\n"));
        assert_eq!(moves(&record.games[0]), moves(&game)[..fault]);
    }
}
