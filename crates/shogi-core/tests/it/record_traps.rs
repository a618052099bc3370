//! What people report to the authors of record readers, one test each.
#![cfg(all(feature = "jkf", feature = "shift-jis"))]

use std::time::Duration;

use komadai_core::game::{ClockTime, EndKind, Game, GameResult};
use komadai_core::notation::encoding::{Encoding, encode_shift_jis};
use komadai_core::notation::record::{At, Format, RecordError, WriteError, read, write};
use komadai_core::notation::{csa, ki2, kif, usi_record};
use komadai_core::{Color, Position};

fn usi(game: &Game) -> String {
    game.moves().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn clock(spent: u64, total: u64) -> ClockTime {
    ClockTime { spent: Duration::from_secs(spent), total: Some(Duration::from_secs(total)) }
}

// ---- encodings and formats ----

#[test]
fn a_kif_in_utf_8_is_read_though_it_says_shift_jis() {
    let text = "#KIF version=2.0 encoding=Shift_JIS\r\n手合割：平手\r\n   1 ７六歩(77)\r\n";
    let record = read(text.as_bytes(), Some(Format::Kif)).unwrap();
    assert_eq!((record.encoding, record.format), (Encoding::Utf8, Format::Kif));
    assert_eq!(usi(&record.games[0]), "7g7f");
}

#[test]
fn a_kif_in_shift_jis_is_read_though_it_says_utf_8() {
    let text = "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n先手：①②髙﨑\n   1 ７六歩(77)\n";
    let record = read(&encode_shift_jis(text).unwrap(), None).unwrap();
    assert_eq!(record.encoding, Encoding::ShiftJis);
    assert_eq!(record.games[0].black(), Some("①②髙﨑"));
}

#[test]
fn signs_that_shift_jis_lacks_are_named_with_their_place() {
    let error = encode_shift_jis("手合割：平手\n☗７六歩").unwrap_err();
    assert_eq!((error.at, error.character), (At { line: 2, column: 1 }, '☗'));
    assert!(encode_shift_jis(&write(&kif::read("1 ７六歩(77)").unwrap(), Format::Ki2).unwrap()).is_ok());
}

#[test]
fn the_content_tells_the_format_whatever_the_file_is_called() {
    let cases = [
        ("position startpos moves 7g7f\n", Format::Usi),
        ("startpos moves 7g7f resign", Format::Usi),
        ("sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f", Format::Usi),
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n", Format::Sfen),
        ("'a comment\nV2.2\nPI\n+\n+7776FU\n", Format::Csa),
        ("\u{feff}N+a\nPI\n+\n", Format::Csa),
        ("先手：a\n後手：b\n1 ７六歩(77)\n", Format::Kif),
        ("先手：a\n後手：b\n▲７六歩\n", Format::Ki2),
        ("先手：a\n後手：b\n☗７六歩\n", Format::Ki2),
        (" {\"moves\": [{}]}", Format::Jkf),
    ];
    for (text, format) in cases {
        for hint in [None, Some(Format::Csa), Some(Format::Kif), Some(Format::Jkf)] {
            assert_eq!(read(text.as_bytes(), hint).unwrap().format, format, "{text}");
        }
    }
    let headers = "先手：a\n後手：b\n手合割：平手\n";
    assert_eq!(read(headers.as_bytes(), Some(Format::Ki2)).unwrap().format, Format::Ki2);
    assert_eq!(read(headers.as_bytes(), None).unwrap().format, Format::Kif);
    let error = read(b"\nhello\n", None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 1: found \"hello\", expected a record in USI, SFEN, CSA, KIF, KI2 or JKF"
    );
    assert!(read(b"", None).is_err());
}

#[test]
fn a_text_cut_off_within_a_character_is_read_up_to_there() {
    let text = "手合割：平手\n   1 ７六歩(77)\n*好手";
    let bytes = text.as_bytes();
    let record = read(&bytes[..bytes.len() - 1], None).unwrap();
    assert_eq!(record.games[0].nodes[0].comments, ["好"]);
    let bytes = encode_shift_jis(text).unwrap();
    let record = read(&bytes[..bytes.len() - 1], None).unwrap();
    assert_eq!(record.games[0].nodes[0].comments, ["好"]);
}

// ---- KIF ----

#[test]
fn half_width_digits_and_old_names_of_pieces_are_read() {
    let text = "手合割：平手\n1 76歩(77)\n2 ３4歩(33)\n3 58王(59)\n4 ５二玉（５１）\n5 22角成(88)\n6 同銀(31)\n7 33角打(00)\n8 同 銀(22)\n";
    let game = kif::read(text).unwrap();
    assert_eq!(usi(&game), "7g7f 3c3d 5i5h 5a5b 8h2b+ 3a2b B*3c 2b3c");
}

#[test]
fn dragons_and_promoted_pieces_go_by_all_their_names() {
    let board = "後手の持駒：なし\n+---------------------------+\n| 龍 ・ ・ ・v玉 ・ ・ ・ 竜|一\n| ・ 杏 ・ ・ ・ ・ ・ 圭 ・|二\n\
                 | ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n\
                 | ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
                 | ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：歩十八 金 銀二　\n後手番\n";
    let game =
        kif::read(&format!("{board}1 ４二玉(51)\n2 31竜(11)\n3 ５三王(42)\n4 ７二成香(82)\n")).unwrap();
    assert_eq!(usi(&game), "5a4b 1a3a 4b5c 8b7b");
    assert_eq!(game.start.to_string(), "+R3k3+R/1+L5+N1/9/9/9/9/9/9/9 w G2S18P 1");
    assert_eq!(game.start.king(Color::Black), None);
}

#[test]
fn several_comment_lines_belong_to_the_move_above_them() {
    let text = "手合割：平手\n*KEY：value\n手数----指手---------消費時間--\n*before\n1 ７六歩(77)\n*one\n*two\n&mark\n2 ３四歩(33)\n*\n*three\n";
    let game = kif::read(text).unwrap();
    assert_eq!(game.comments, ["KEY：value", "before"]);
    assert!(game.headers.is_empty());
    assert_eq!(game.nodes[0].comments, ["one", "two", "&mark"]);
    assert_eq!(game.nodes[1].comments, ["", "three"]);
}

#[test]
fn times_are_read_with_totals_and_without_and_without_a_move() {
    let text = "1 ７六歩(77)   ( 0:16/00:01:56)+\n2 ３四歩(33) (00:14 / 00:00:14)\n3 ２六歩(27) (0:4/0:0:4)\n\
                4 ８四歩(83) ( 1:02:03/)\n5                ( 0:05/00:00:09)\n";
    let game = kif::read(text).unwrap();
    let times: Vec<_> = game.main_line().map(|node| node.time).collect();
    let no_total = ClockTime { spent: Duration::from_secs(3723), total: None };
    assert_eq!(times, [clock(16, 116), clock(14, 14), clock(4, 4), no_total].map(Some));
    let ending = game.ending.as_ref().unwrap();
    assert_eq!((&ending.kind, ending.time), (&EndKind::Interrupted, Some(clock(5, 9))));
    let error = kif::read("1 ７六歩(77) ( 0:99999999999/)\n").unwrap_err();
    assert_eq!(error.at(), At { line: 1, column: 13 });
}

#[test]
fn a_variation_of_a_variation_may_begin_with_the_same_square() {
    let text = "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n変化：3手\n3 ２二角成(88)\n4 同　銀(31)\n\n変化：4手\n4 同　飛(82)\n*here\n変化：1手\n1 ２六歩(27)\n";
    let game = kif::read(text).unwrap();
    assert_eq!(usi(&game), "7g7f 3c3d 2g2f");
    let lines: Vec<_> = game
        .variations
        .iter()
        .map(|line| {
            (
                line.of,
                line.ply,
                line.nodes.iter().map(|node| node.mv.to_string()).collect::<Vec<_>>().join(" "),
            )
        })
        .collect();
    let expected = [(None, 2, "8h2b+ 3a2b"), (Some(0), 3, "8b2b"), (None, 0, "2g2f")];
    assert_eq!(lines, expected.map(|(of, ply, moves)| (of, ply, moves.to_string())));
    assert_eq!(game.variations[1].nodes[0].comments, ["here"]);
}

#[test]
fn what_is_wrong_in_a_variation_is_told_and_kept_as_comments() {
    let text = "1 ７六歩(77)\n2 ３四歩(33)\n変化：2手\n2 ８四歩(83)\n3 ５五角打\n4 ３四歩(33)\n変化：9手\n9 ２六歩(27)\n変化：1手\n1 ２六歩(27)\n";
    let record = read(text.as_bytes(), None).unwrap();
    let game = &record.games[0];
    assert_eq!(usi(game), "7g7f 3c3d");
    assert_eq!(record.warnings.iter().map(|warning| warning.at().line).collect::<Vec<_>>(), [5, 7]);
    assert_eq!(game.variations.len(), 2);
    let node = &game.variations[0].nodes[0];
    assert_eq!(node.comments, ["4 ３四歩(33)", "変化：9手", "9 ２六歩(27)"]);
    // The same in the main line is an error of the record.
    let error = kif::read("1 ７六歩(77)\n2 ５五角打\n3 ２六歩(27)\n").unwrap_err();
    assert_eq!(error.at(), At { line: 2, column: 3 });
    assert!(matches!(error, RecordError::Move { .. }), "{error}");
}

#[test]
fn an_unknown_final_word_ends_the_record() {
    let game = kif::read("1 ７六歩(77)\n2 封じ手 ( 0:10/00:00:10)\nまで1手で封じ手\n").unwrap();
    let ending = game.ending.as_ref().unwrap();
    assert_eq!((&ending.kind, ending.result), (&EndKind::Other("封じ手".into()), GameResult::Unknown));
    assert_eq!(ending.time, Some(clock(10, 10)));
    // If moves follow, it was a remark.
    let game = kif::read("1 ７六歩(77)\n2 封じ手\n*why\n2 ３四歩(33)\n").unwrap();
    assert_eq!(usi(&game), "7g7f 3c3d");
    assert_eq!(game.nodes[0].comments, ["封じ手", "why"]);
    // After a word that is known they are wrong.
    assert_eq!(kif::read("1 ７六歩(77)\n2 投了\n3 ２六歩(27)\n").unwrap_err().at().line, 3);
}

#[test]
fn every_standard_handicap_is_read_and_written() {
    let names = [
        "平手",
        "香落ち",
        "右香落ち",
        "角落ち",
        "飛車落ち",
        "飛香落ち",
        "二枚落ち",
        "三枚落ち",
        "四枚落ち",
        "五枚落ち",
        "左五枚落ち",
        "六枚落ち",
        "左七枚落ち",
        "右七枚落ち",
        "八枚落ち",
        "十枚落ち",
    ];
    for name in names {
        let game = kif::read(&format!("手合割：{name}　　\n上手：a\n下手：b\n")).unwrap();
        let side = if name == "平手" { Color::Black } else { Color::White };
        assert_eq!(game.start.side_to_move(), side, "{name}");
        assert_eq!((game.black(), game.white()), (Some("b"), Some("a")));
        for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf, Format::Usi] {
            let text = write(&game, format).unwrap();
            assert_eq!(read(text.as_bytes(), None).unwrap().games[0].start, game.start, "{name} {text}");
        }
        if name != "三枚落ち" {
            assert!(kif::write(&game).unwrap().contains(&format!("手合割：{name}\n")));
        }
    }
    let game = kif::read("手合割：2枚落ち\n").unwrap();
    assert_eq!(game.start.to_string(), "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    let error = kif::read("手合割：十九枚落ち\n1 ７六歩(77)\n").unwrap_err();
    assert_eq!(error.at(), At { line: 1, column: 5 });
}

#[test]
fn a_record_may_begin_in_the_middle_of_a_game() {
    let game = kif::read("1 ７六歩(77)\n").unwrap();
    let middle: Position =
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2".parse().unwrap();
    assert_eq!(game.final_position(), middle);
    let text = kif::write(&Game::new(middle.clone())).unwrap();
    assert!(text.contains("手数＝1\n後手番\n"), "{text}");
    assert_eq!(kif::read(&text).unwrap().start, middle);
}

// ---- fouls ----

#[test]
fn a_last_move_against_the_rules_is_read_if_the_record_says_so() {
    // 二歩, in the words of each format.
    let records = [
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ５五飛打\n6 反則勝ち\nまで5手で後手の反則勝ち\n",
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ５五飛打\n*反則\n",
        "▲７六歩 △３四歩 ▲２二角成 △同　銀 ▲５五飛打\nまで5手で後手の反則勝ち\n",
        "PI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0055HI\nT3\n%ILLEGAL_MOVE\n",
        "PI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0055HI\n%+ILLEGAL_ACTION\n",
        "startpos moves 7g7f 3c3d 8h2b+ 3a2b R*5e illegal_b",
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
        }
    }
}

#[test]
fn a_move_against_the_rules_is_an_error_if_the_record_does_not_say_so() {
    for (text, line, column) in [
        ("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ５五飛打\n4 投了\n", 4, 3),
        ("手合割：平手\n▲７六歩 △３四歩\n▲２五歩\n", 3, 1),
        ("PI\n+\n+7776FU,T1,-3334FU,T2\n+2725FU\n%TORYO\n", 4, 1),
        ("PI\n+\n+7776FU,T1,-3335FU,T2\n", 3, 12),
        ("\nstartpos moves 7g7f 7g7f\n", 2, 21),
        (
            "{\"moves\": [{},\n {\"move\": {\"from\": {\"x\": 7, \"y\": 7}, \"to\": {\"x\": 7, \"y\": 5}, \"piece\": \"FU\"}}]}",
            2,
            11,
        ),
    ] {
        let error = read(text.as_bytes(), None).unwrap_err();
        assert_eq!(error.at(), At { line, column }, "{text}: {error}");
    }
}

// ---- KI2 ----

/// The position with the pieces of a diagram, Black to move.
fn pos(sfen: &str) -> Position {
    sfen.parse().expect("an SFEN")
}

#[test]
fn sideways_is_not_read_as_straight() {
    // Golds on 4h (beside 5h), 5i (straight behind it) and 6i.
    let pos = pos("4k4/9/9/9/9/9/9/5G3/3GG3K b - 1");
    let read = |words: &str| ki2::read_move(words, &pos, None).map(|mv| mv.to_string());
    assert_eq!(read("▲５八金寄").unwrap(), "4h5h");
    assert_eq!(read("▲５八金直").unwrap(), "5i5h");
    assert_eq!(read("▲５八金左").unwrap(), "6i5h");
    assert_eq!(read("５八金左上").unwrap(), "6i5h");
    let error = read("▲５八金上").unwrap_err().to_string();
    assert!(error.contains("words that tell") && error.contains("line 1, column 1"), "{error}");
    assert!(read("▲５八銀").unwrap_err().to_string().contains("銀"));
}

#[test]
fn the_fewest_words_of_the_association_are_written() {
    // Position, move, words: the examples that its page draws, as far as they differ.
    let cases = [
        ("4k4/2G6/G8/9/9/9/9/9/4K4 b - 1", "9c8b", "▲８二金上"),
        ("4k4/2G6/G8/9/9/9/9/9/4K4 b - 1", "7b8b", "▲８二金寄"),
        ("k8/4G4/9/4G4/9/9/9/9/K8 b - 1", "5b5c", "▲５三金引"),
        ("k8/4G4/9/4G4/9/9/9/9/K8 b - 1", "5d5c", "▲５三金上"),
        ("k8/9/9/9/4G4/9/9/9/K8 b G 1", "G*5d", "▲５四金打"),
        ("k8/9/9/9/4G4/9/9/9/K8 b G 1", "5e5d", "▲５四金"),
        ("k8/9/G1G6/9/9/9/9/9/K8 b - 1", "9c8b", "▲８二金左"),
        ("k8/9/G1G6/9/9/9/9/9/K8 b - 1", "7c8b", "▲８二金右"),
        ("k8/9/9/9/9/9/9/9/K2GG4 b - 1", "6i5h", "▲５八金左"),
        ("k8/9/9/9/9/9/9/9/K2GG4 b - 1", "5i5h", "▲５八金直"),
        ("k8/9/9/9/9/9/9/9/K2S1S3 b - 1", "4i5h", "▲５八銀右"),
        ("k8/9/9/9/9/9/3S1S3/9/K3SS3 b - 1", "4g5h", "▲５八銀右引"),
        ("k8/9/9/9/9/9/3S1S3/9/K3SS3 b - 1", "5i5h", "▲５八銀直"),
        ("k8/9/9/9/9/9/3S1S3/9/K3SS3 b - 1", "6g5h", "▲５八銀左"),
        ("k8/9/9/9/9/9/9/9/K1+P6 b - 1", "7i7h", "▲７八と"),
        ("8k/+R8/9/1+R7/9/9/9/9/8K b - 1", "9b8b", "▲８二龍寄"),
        ("8k/+R8/9/1+R7/9/9/9/9/8K b - 1", "8d8b", "▲８二龍上"),
        ("k8/9/9/9/4+R4/9/1+R7/9/8K b - 1", "5e6f", "▲６六龍"),
        ("4k4/9/9/9/9/9/9/+R7+R/4K4 b - 1", "9h8h", "▲８八龍左"),
        ("4k4/9/9/9/9/9/9/+R7+R/4K4 b - 1", "1h8h", "▲８八龍右"),
        ("8k/9/9/9/9/9/9/8+B/K6+B1 b - 1", "1h1g", "▲１七馬"),
        ("+B+B6k/9/9/9/9/9/9/9/K8 b - 1", "9a8b", "▲８二馬左"),
        ("+B+B6k/9/9/9/9/9/9/9/K8 b - 1", "8a8b", "▲８二馬右"),
        ("k8/9/9/9/9/9/9/8B/8K b - 1", "1h4e", "▲４五角"),
        ("k8/9/9/9/8N/9/9/9/8K b - 1", "1e2c+", "▲２三桂成"),
        ("k8/9/9/9/8N/9/9/9/8K b - 1", "1e2c", "▲２三桂不成"),
        ("k8/9/9/9/9/9/9/9/8K w s 1", "S*5e", "△５五銀"),
        ("k8/9/9/3g1g3/9/9/9/9/8K w - 1", "6d5e", "△５五金右"),
        ("k8/9/9/3g1g3/9/9/9/9/8K w - 1", "4d5e", "△５五金左"),
    ];
    for (sfen, mv, words) in cases {
        let (pos, mv) = (pos(sfen), mv.parse().unwrap());
        assert!(pos.is_legal(mv), "{sfen} {mv}");
        assert_eq!(ki2::move_words(&pos, mv, None).as_deref(), Some(words), "{sfen} {mv}");
        assert_eq!(ki2::read_move(words, &pos, None), Ok(mv), "{sfen} {words}");
    }
}

#[test]
fn marks_of_all_kinds_and_moves_without_blanks_are_read() {
    for text in [
        "▲７六歩△３四歩▲２二角成△同銀",
        "☗７六歩 ☖３四歩 ☗２二角成 ☖同　銀",
        "▼７六歩　▽３四歩　▼２二角成　▽同 銀\n",
    ] {
        assert_eq!(usi(&ki2::read(text).unwrap()), "7g7f 3c3d 8h2b+ 3a2b", "{text}");
    }
    assert_eq!(ki2::read("▲７六歩 ▲２六歩").unwrap_err().at(), At { line: 1, column: 6 });
}

#[test]
fn the_closing_line_of_ki2_is_the_ending() {
    for (line, kind, result) in [
        ("まで2手で後手の勝ち", EndKind::Resign, GameResult::WhiteWins),
        ("まで2手で時間切れにより後手の勝ち", EndKind::TimeUp, GameResult::WhiteWins),
        ("まで2手で千日手", EndKind::Repetition, GameResult::Draw),
        ("まで2手で持将棋", EndKind::Impasse, GameResult::Draw),
        ("まで2手で中断", EndKind::Interrupted, GameResult::Unknown),
        ("まで2手詰", EndKind::Mate, GameResult::WhiteWins),
        ("まで2手で先手の反則負け", EndKind::IllegalMove(Color::Black), GameResult::WhiteWins),
        ("まで2手で後手の反則勝ち", EndKind::IllegalMove(Color::Black), GameResult::WhiteWins),
        ("まで2手で入玉により先手の勝ち", EndKind::Declaration, GameResult::BlackWins),
        ("まで2手で棋戦規定により先手の勝ち", EndKind::Other("棋戦規定".into()), GameResult::BlackWins),
    ] {
        let game = ki2::read(&format!("▲７六歩 △３四歩\n{line}\n")).unwrap();
        let ending = game.ending.as_ref().unwrap();
        assert_eq!((&ending.kind, ending.result), (&kind, result), "{line}");
        assert_eq!(ki2::read(&ki2::write(&game).unwrap()).unwrap(), game, "{line}");
    }
}

// ---- CSA ----

#[test]
fn csa_3_is_read_with_its_headers_and_times() {
    let text = "'CSA encoding=UTF-8\nV3.0\nN+甲\nN-乙\n$EVENT:対局\n$TIME:300+10+0\n$MAX_MOVES:256\n$UNKNOWN:x:y\nPI\n+\n\
                '*before\n+7776FU\nT1.250\n'** 35 -3334FU\n'for people\n-3334FU\nT0.5\n%MAX_MOVES\nT2\n'*last\n";
    let games = csa::read(text).unwrap();
    let game = &games[0];
    assert_eq!((game.black(), game.white()), (Some("甲"), Some("乙")));
    assert_eq!(game.header("棋戦"), Some("対局"));
    assert_eq!(game.header("TIME"), Some("300+10+0"));
    assert_eq!(game.header("UNKNOWN"), Some("x:y"));
    assert_eq!(game.comments, ["before"]);
    assert_eq!(game.nodes[0].comments, ["* 35 -3334FU", "for people"]);
    let spent: Vec<_> =
        game.main_line().filter_map(|node| node.time).map(|time| time.spent.as_millis()).collect();
    assert_eq!(spent, [1250, 500]);
    let ending = game.ending.as_ref().unwrap();
    assert_eq!((&ending.kind, game.result()), (&EndKind::MaxMoves, GameResult::Draw));
    assert_eq!(ending.comments, ["last"]);
    let text = csa::write(game, csa::Version::V3_0).unwrap();
    assert!(text.starts_with("'CSA encoding=UTF-8\nV3.0\n") && text.contains("'** 35 -3334FU\n"), "{text}");
    assert_eq!(csa::read(&text).unwrap(), games);
    assert!(csa::write(game, csa::Version::V2_2).unwrap().contains("\nT1\n"));
}

#[test]
fn several_games_in_a_csa_file_are_kept_apart() {
    let text = "V2.2\nN+a\nPI\n+\n+7776FU,T1,-3334FU,T2\n%TORYO\n/\nN+b\nPI82HI22KA\n-\n-5142OU\n%CHUDAN\n/\nP-11OU\nP+13FU00KI\nP-00AL\n+\n";
    let games = csa::read(text).unwrap();
    assert_eq!(games.len(), 3);
    assert_eq!(games.iter().map(|game| game.black().unwrap_or("")).collect::<Vec<_>>(), ["a", "b", ""]);
    assert_eq!(games[0].result(), GameResult::WhiteWins);
    assert_eq!(games[1].start.to_string(), "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    assert_eq!(games[2].start.to_string(), "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
}

#[test]
fn a_csa_file_cut_off_in_its_last_line_is_read_up_to_there() {
    for end in ["-", "-3", "-33", "-3334", "-3334F", "T", "%", "V2"] {
        let text = format!("PI\n+\n+7776FU\n{end}");
        match csa::read(&text) {
            Ok(games) => assert_eq!(usi(&games[0]), "7g7f", "{text}"),
            Err(error) => assert_eq!(end, "-", "{error}"),
        }
    }
    // A line that somebody finished is wrong.
    assert_eq!(csa::read("PI\n+\n+7776FU\n-3334\n").unwrap_err().at(), At { line: 4, column: 6 });
}

#[test]
fn final_words_of_csa_are_read_even_unknown_ones() {
    for (word, result) in [
        ("TORYO", "b"),
        ("TIME_UP", "b"),
        ("TSUMI", "b"),
        ("ILLEGAL_MOVE", "b"),
        ("+ILLEGAL_ACTION", "w"),
        ("-ILLEGAL_ACTION", "b"),
        ("KACHI", "w"),
        ("SENNICHITE", "d"),
        ("JISHOGI", "d"),
        ("HIKIWAKE", "d"),
        ("CHUDAN", "?"),
        ("MATTA", "?"),
        ("FUZUMI", "?"),
        ("ERROR", "?"),
        ("SOMETHING_NEW", "?"),
    ] {
        let game = &csa::read(&format!("PI\n+\n+7776FU\n%{word}\n")).unwrap()[0];
        assert_eq!(game.result().to_string(), result, "{word}");
        // White's foul at White's turn has a word of its own, which is written instead.
        let written = if word == "-ILLEGAL_ACTION" { "ILLEGAL_MOVE" } else { word };
        assert!(write(game, Format::Csa).unwrap().ends_with(&format!("%{written}\n")));
    }
}

// ---- USI and JKF ----

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
    assert_eq!(usi_record::read("startpos moves 7g7f 3c3z").unwrap_err().at(), At { line: 1, column: 21 });
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
    let error = read(b"{\"moves\": [{}, 3]}", None).unwrap_err();
    assert_eq!(error.at().line, 1);
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

// ---- hostile input ----

#[test]
fn long_and_deep_records_take_linear_time() {
    // Ten thousand variations, each leaving the one before after its first move.
    let mut kif = String::from("1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n4 ４四歩(43)\n5 ９六歩(97)\n");
    let shuffle = ["４八銀(39)", "４二銀(31)", "３九銀(48)", "３一銀(42)"];
    for number in 5..10_005 {
        let mv = |number: usize| format!("{number} {}\n", shuffle[(number - 5) % 4]);
        kif = kif + &format!("変化：{number}手\n") + &mv(number) + &mv(number + 1);
    }
    let record = read(kif.as_bytes(), None).unwrap();
    let game = &record.games[0];
    assert_eq!((game.variations.len(), record.warnings.len()), (10_000, 0));
    assert_eq!(game.variations[9_999].of, Some(9_998));
    assert_eq!(&kif::read(&kif::write(game).unwrap()).unwrap(), game);
    assert!(matches!(write(game, Format::Jkf), Err(WriteError::TooDeep { .. })));
    let nested: String = (0..100_000).map(|_| "{\"moves\":[{\"forks\":[[").collect();
    assert!(read(nested.as_bytes(), None).is_err());
    let marks = "▲".repeat(100_000);
    assert!(read(marks.as_bytes(), Some(Format::Ki2)).is_err());
    let commas = format!("PI\n+\n{}", ",".repeat(300_000));
    assert!(read(commas.as_bytes(), None).is_ok());
}
