//! Several games in one text: each format gives back what was written, and none joins two games.

use komadai_core::game::Game;
use komadai_notation::record::{Format, read, read_lenient, write};
use komadai_notation::{jkf, ki2, kif};

pub(crate) const GAMES: [&str; 5] = [
    "先手：甲\n後手：乙\n手合割：平手\n手数----指手---------消費時間--\n*序\n   1 ７六歩(77)   ( 0:01/00:00:01)\n*手合割：平手\n   2 ３四歩(33)\n   3 投了\nまで2手で後手の勝ち\n\n変化：2手\n   2 ８四歩(83)\n",
    "手合割：香落ち\n手数----指手---------消費時間--\n   1 ３四歩(33)\n   2 ７六歩(77)\n",
    "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：金\n先手番\n手数----指手---------消費時間--\n   1 ５二金打\n",
    // Nobody moved.
    "先手：丙\n後手：丁\n手合割：平手\n手数----指手---------消費時間--\n",
    "先手：戊\n手合割：平手\n手数----指手---------消費時間--\nまで0手で中断\n",
];

fn games() -> Vec<Game> {
    GAMES.iter().flat_map(|text| kif::read(text).expect("a game in KIF")).collect()
}

#[test]
fn games_behind_each_other_are_read_as_they_were_written() {
    for format in [Format::Kif, Format::Ki2, Format::Jkf] {
        let texts: Vec<String> = games().iter().map(|game| write(game, format).unwrap()).collect();
        for order in [[0, 1, 2], [2, 0, 1], [1, 1, 0], [2, 2, 2], [3, 0, 3], [4, 3, 4], [3, 3, 1]] {
            let joined: String = order.map(|i| texts[i].as_str()).concat();
            let record =
                read(joined.as_bytes(), Some(format)).unwrap_or_else(|error| panic!("{error}\n{joined}"));
            assert!(record.warnings.is_empty(), "{:?}", record.warnings);
            let back: Vec<String> = record.games.iter().map(|game| write(game, format).unwrap()).collect();
            assert_eq!(back, order.map(|i| texts[i].clone()), "{format} {order:?}");
        }
    }
}

#[test]
fn files_of_other_programs_join_games_without_a_mark() {
    // A remark before a head belongs to the next game, and a comment is no head.
    let marked = GAMES.map(|text| format!("\u{feff}{text}")).concat();
    for joined in [GAMES.concat(), marked, GAMES.join("\n# 次\n")] {
        let record = read(joined.as_bytes(), None).unwrap();
        assert_eq!(record.games, games());
    }
}

#[test]
fn a_remark_before_the_first_line_of_ki2_is_no_game() {
    let game = "#KI2 version=2.0\n手合割：平手\n\n▲７六歩 △３四歩\n";
    let read = |text: &str| ki2::read(text).unwrap();
    let found = read(&format!("# my collection\n{game} # 次\n\n{game}"));
    assert_eq!(found, [read(game), read(game)].concat());
    assert_eq!(found.len(), 2);
}

#[test]
fn a_second_game_without_a_head_is_not_read_on_as_the_first() {
    let text = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   1 ２六歩(27)\n   2 ８四歩(83)\n";
    let error = read(text.as_bytes(), None).unwrap_err();
    assert_eq!(error.at().line, 4, "{error}");
    assert!(error.to_string().contains("move 3, or the head of another game"), "{error}");
    let record = read_lenient(text.as_bytes(), None).unwrap();
    assert_eq!((record.games[0].moves().len(), record.faults.len()), (2, 1));
}

#[test]
fn nothing_is_no_game() {
    assert!(jkf::read("").is_err() && jkf::read(" \n").is_err() && kif::read("").is_err());
}

#[test]
fn hands_are_read_however_they_are_headed_and_never_passed_over() {
    let game = |key: &str, files: &str| {
        GAMES[2].replace("先手の持駒", key).replace("  ９ ８ ７ ６ ５ ４ ３ ２ １", files)
    };
    let files = "  9 8 7 6 5 4 3 2 1";
    let expected = kif::read(GAMES[2]).unwrap();
    for key in
        ["▲先手の持駒", "☗先手の持駒", "先手の持ち駒", "攻方の持駒", "攻め方の持駒", "先手持駒", "☗持駒"]
    {
        assert_eq!(kif::read(&game(key, files)).unwrap(), expected, "{key}");
    }
    let turned = GAMES[2].replace("先手番", "盤面回転\n先手番");
    assert_eq!(kif::read(&turned).unwrap(), expected);
    let error = kif::read(&game("持駒", files)).unwrap_err().to_string();
    assert!(error.contains("expected 先手の持駒 or 後手の持駒"), "{error}");
}

#[test]
fn a_second_move_on_a_line_is_not_passed_over() {
    for more in ["2 ３四歩(33)", "△３四歩", "2 △３四歩"] {
        for time in ["", " ( 0:01/00:00:01)"] {
            let error =
                kif::read(&format!("手合割：平手\n1 ７六歩(77){time} {more}\n")).unwrap_err().to_string();
            assert!(error.contains("expected the end of the line"), "{error}");
        }
    }
    // What is not a move is skipped as before; and `9 8` may begin a move or the files over a board.
    let more = ["( 0:01/00:00:01)+", "150 30", "(好手)", "(  :  /  :  :  )"]
        .map(|more| format!("1 ７六歩(77) {more}"));
    for line in more.iter().map(String::as_str).chain(["9 7六歩(77)"]) {
        assert_eq!(kif::read(&format!("手合割：平手\n{line}\n")).unwrap().len(), 1, "{line}");
    }
    let moves = kif::read("手合割：平手\n8 ７六歩(77)\n9 8四歩(83)\n").unwrap();
    assert_eq!(moves[0].moves().len(), 2);
}
