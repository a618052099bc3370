//! USI records and JSON Kifu Format.

use komadai_core::Position;
use komadai_core::game::{Game, GameResult};
use komadai_notation::record::{At, Format, RecordError, read, write};
use komadai_notation::usi_record;

use super::usi;

#[test]
fn final_words_of_usi_records_are_read() {
    for (word, result) in [
        ("resign", "b"),
        ("timeout", "b"),
        ("win", "w"),
        ("rep_draw", "d"),
        ("draw", "d"),
        ("break", "?"),
        ("new_word", "?"),
    ] {
        let text = format!("startpos moves 7g7f {word}");
        let game = &usi_record::read(&text).unwrap()[0];
        assert_eq!((game.nodes.len(), game.result().to_string().as_str()), (1, result), "{word}");
        assert_eq!(usi_record::write(game).unwrap(), format!("position {text}\n"));
    }
    for no_move in ["3c3z", "３c3d", "３四歩"] {
        let text = format!("startpos moves 7g7f {no_move}");
        assert_eq!(usi_record::read(&text).unwrap_err().at(), At { line: 1, column: 21 }, "{text}");
    }
    assert_eq!(usi_record::read("position sfen 9/9/9 b - 1").unwrap_err().at(), At { line: 1, column: 20 });
}

#[test]
fn jkf_is_read_without_origins_targets_and_colours() {
    let text = r#"{"header": {"先手": "a"}, "moves": [{"comments": ["c"]},
        {"move": {"piece": "FU", "to": {"x": 7, "y": 6}}},
        {"move": {"piece": "FU", "to": {"x": 3, "y": 4}, "color": 1}, "time": {"now": {"m": 1, "s": 2}}},
        {"move": {"piece": "KA", "to": {"x": 2, "y": 2}, "promote": true},
         "forks": [[{"move": {"piece": "FU", "to": {"x": 2, "y": 6}}}], [{"move": {"piece": "XX", "to": {"x": 2, "y": 6}}}]]},
        {"move": {"piece": "GI", "same": true}},
        {"move": {"piece": "KI", "to": {"x": 5, "y": 8}, "relative": "L"}},
        {"special": "TORYO"}]}"#;
    let record = read(text.as_bytes(), None).unwrap();
    let game = &record.games[0];
    assert_eq!(usi(game), "7g7f 3c3d 8h2b+ 3a2b 6i5h");
    assert_eq!(game.comments, ["c"]);
    assert_eq!(game.nodes[1].time.unwrap().spent.as_secs(), 62);
    assert_eq!((game.variations[0].ply, game.variations.len()), (2, 2));
    assert_eq!(game.result(), GameResult::BlackWins);
    assert_eq!(record.warnings.iter().map(RecordError::at).collect::<Vec<_>>(), [At { line: 5, column: 83 }]);
    // Columns count characters, after kanji too.
    for (text, line, column, found) in [
        ("{\"moves\": [{}, 3]}", 1, 16, "\"3]}\""),
        ("{\"header\":{\"先手\":\"太郎\"},\"moves\":[x]}", 1, 32, "\"x]}\""),
        ("{\"header\":{},\n \"後手\":三,\"moves\":[]}", 2, 7, "\"三,"),
    ] {
        let error = read(text.as_bytes(), None).unwrap_err();
        assert!(error.at() == At { line, column } && error.to_string().contains(found), "{error}");
    }
}

#[test]
fn what_a_jkf_does_not_have_may_be_null() {
    // Wherever the published schema allows it.
    let text = r#"{"header": {}, "initial": null, "moves": [{"comments": null, "move": null},
        {"comments": null, "time": null, "special": null, "forks": null, "move":
        {"piece": "FU", "to": {"x": 7, "y": 6}, "color": 0, "from": null, "same": null, "promote": null, "capture": null, "relative": null}}]}"#;
    let game = &read(text.as_bytes(), None).unwrap().games[0];
    assert_eq!(
        (usi(game).as_str(), &game.nodes[0].comments, game.variations.len()),
        ("7g7f", &Vec::new(), 0)
    );
}

#[test]
fn a_board_of_jkf_is_nine_files_of_nine_squares_and_two_hands() {
    let file = |cells: &str| format!("[{cells}]");
    let empty = ["{}"; 9].join(",");
    let text = |first: &str, hands: &str| {
        let files = [vec![file(first)], vec![file(&empty); 8]].concat().join(",");
        format!(
            "{{\"initial\": {{\"preset\": \"OTHER\",\n \"data\": {{\"color\": 0, \"board\": [{files}], \"hands\": [{hands}]}}}}, \"moves\": [{{}}]}}"
        )
    };
    let cell = |cell: &str| empty.replacen("{}", cell, 1);
    let read = |text: &str| read(text.as_bytes(), None).map(|record| record.games[0].start.to_string());
    let king = cell("{\"color\": 1, \"kind\": \"OU\"}");
    for hands in ["{\"KI\": 1}, {}", "{\"KI\": 1, \"OU\": 0, \"TO\": 0}, {\"FU\": 0}"] {
        assert_eq!(read(&text(&king, hands)).unwrap(), "8k/9/9/9/9/9/9/9/9 b G 1");
    }
    for (first, hands, expected) in [
        (cell("{\"kind\": \"OU\"}"), "", "a color and a kind for each piece"),
        (cell("{\"color\": 1}"), "", "a color and a kind for each piece"),
        (format!("{empty},{{}}"), "", "nine files of nine squares"),
        (empty.clone(), "{}, {}, {\"KI\": 1}", "the hands of two players"),
    ] {
        let error = read(&text(&first, hands)).unwrap_err().to_string();
        assert!(error.starts_with("line 2, column 10: ") && error.ends_with(expected), "{error}");
    }
}

#[test]
fn a_hand_made_game_with_an_illegal_move_is_not_written() {
    let mut game = Game::new(Position::startpos());
    game.nodes.push("7g7e".parse::<komadai_core::Move>().unwrap().into());
    for format in Format::ALL {
        assert!(write(&game, format).is_err(), "{format}");
    }
    assert_eq!(game.final_position(), Position::startpos());
}
