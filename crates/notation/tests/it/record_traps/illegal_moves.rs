//! Records that end with an illegal move.

use komadai_core::Color;
use komadai_core::game::{EndKind, GameResult};
use komadai_notation::record::{At, Format, read, write};

use super::usi;

#[test]
fn a_last_move_against_the_rules_is_read_if_the_record_says_so() {
    // 二歩, in the words of each format.
    let records = [
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ５五飛打\n6 反則勝ち\nまで5手で後手の反則勝ち\n",
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ５五飛打\n*反則\n",
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ５五飛打\n*飛車がないのに打った反則\n6 反則勝ち\nまで5手で後手の反則勝ち\n",
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ５五飛打\n*反則では？\n6 投了\n",
        "▲７六歩 △３四歩 ▲２二角成 △同　銀 ▲５五飛打\nまで5手で後手の反則勝ち\n",
        "PI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0055HI\nT3\n%ILLEGAL_MOVE\n",
        "PI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0055HI\n%+ILLEGAL_ACTION\n",
        "startpos moves 7g7f 3c3d 8h2b+ 3a2b R*5e illegal_b",
        // As json-kifu-format writes the first one.
        r#"{"header":{},"moves":[{},{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}},
        {"move":{"color":1,"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}},
        {"move":{"color":0,"from":{"x":8,"y":8},"to":{"x":2,"y":2},"piece":"KA","promote":true}},
        {"move":{"color":1,"from":{"x":3,"y":1},"to":{"x":2,"y":2},"piece":"GI"}},
        {"move":{"color":0,"to":{"x":5,"y":5},"piece":"HI","relative":"H"}},{"special":"ILLEGAL_ACTION"}]}"#,
    ];
    for text in records {
        let game = &read(text.as_bytes(), None).unwrap_or_else(|error| panic!("{text}: {error}")).games[0];
        assert_eq!(usi(game), "7g7f 3c3d 8h2b+ 3a2b", "{text}");
        let ending = game.ending.as_ref().unwrap();
        assert_eq!(ending.kind, EndKind::IllegalMove(Color::Black), "{text}");
        assert_eq!(ending.illegal.unwrap().to_string(), "R*5e");
        assert_eq!(game.result(), GameResult::WhiteWins);
        for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf, Format::Usi] {
            let text = write(game, format).unwrap();
            let back = &read(text.as_bytes(), None).unwrap().games[0];
            assert_eq!(back.ending.as_ref().unwrap().illegal, ending.illegal, "{text}");
            assert_eq!(back.result(), game.result(), "{text}");
            // By CSA `ILLEGAL_MOVE` is a foul of the player to move, who after a foul that stands there is the other one.
            assert!(!text.contains("ILLEGAL") || text.contains("+ILLEGAL_ACTION"), "{text}");
        }
    }
}

#[test]
fn a_second_pawn_on_a_file_needs_no_word_for_a_drop() {
    let moves = "▲２六歩 △８四歩 ▲２五歩 △８五歩 ▲２四歩 △同　歩 ▲同　飛 △２三歩 ▲５五歩";
    let text = format!("{moves}\nまで9手で後手の反則勝ち\n");
    let game = &read(text.as_bytes(), None).unwrap().games[0];
    assert_eq!(game.ending.as_ref().unwrap().illegal.unwrap().to_string(), "P*5e");
}

#[test]
fn the_time_of_a_foul_is_not_that_of_the_word_behind_it() {
    for text in [
        "PI\n+\n+7776FU\nT1\n-0024FU\nT7\n%-ILLEGAL_ACTION\nT2\n",
        "1 ７六歩(77)\n2 ２四歩打 ( 0:07/00:00:07)\n3 反則勝ち ( 0:02/00:00:02)\n",
    ] {
        let game = &read(text.as_bytes(), None).unwrap().games[0];
        let time = game.ending.as_ref().unwrap().time.unwrap();
        assert_eq!(time.spent.as_secs(), 7, "{text}");
    }
}

#[test]
fn a_move_against_the_rules_is_an_error_if_the_record_does_not_say_so() {
    for (text, line, column) in [
        ("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ５五飛打\n4 投了\n", 4, 3),
        ("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ５五飛打\n", 4, 3),
        ("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ５五飛打\nまで3手で先手の勝ち\n", 4, 3),
        ("手合割：平手\n▲７六歩 △３四歩 ▲５五飛打\n", 2, 11),
        ("手合割：平手\n▲７六歩 △３四歩\n▲２五歩\n", 3, 1),
        ("PI\n+\n+7776FU,T1,-3334FU,T2\n+2725FU\n%TORYO\n", 4, 1),
        ("PI\n+\n+7776FU,T1,-3335FU,T2\n", 3, 12),
        ("\nstartpos moves 7g7f 7g7f\n", 2, 21),
        (
            "{\"moves\": [{},\n {\"move\": {\"from\": {\"x\": 7, \"y\": 7}, \"to\": {\"x\": 7, \"y\": 5}, \"piece\": \"FU\"}}]}",
            2,
            11,
        ),
        // A comment does not end a game that goes on.
        ("1 ７六歩(77)\n2 ３四歩(33)\n3 ５五飛打\n*反則\n4 ８四歩(83)\n", 3, 3),
        ("PI\n+\n+7776FU\n-3335FU\n'反則\n+2726FU\n", 4, 1),
    ] {
        let error = read(text.as_bytes(), None).unwrap_err();
        assert_eq!(error.at(), At { line, column }, "{text}: {error}");
    }
}
