//! KIF as programs and people write it.

use std::time::Duration;

use komadai_core::game::{ClockTime, EndKind, Game, GameResult};
use komadai_core::{Color, Position};
use komadai_notation::record::{At, Format, RecordError, read, write};
use komadai_notation::{ki2, kif};

use super::{clock, one_game, usi};

#[test]
fn half_width_digits_and_old_names_of_pieces_are_read() {
    let text = "手合割：平手\n1 76歩(77)\n2 ３4歩(33)\n3 58王(59)\n4 ５二玉（５１）\n5 22角成(88)\n6 同銀(31)\n7 33角打(00)\n8 同 銀(22)\n";
    let game = one_game(text).unwrap();
    assert_eq!(usi(&game), "7g7f 3c3d 5i5h 5a5b 8h2b+ 3a2b B*3c 2b3c");
}

#[test]
fn dragons_and_promoted_pieces_go_by_all_their_names() {
    let board = "後手の持駒：なし\n+---------------------------+\n| 龍 ・ ・ ・v玉 ・ ・ ・ 竜|一\n| ・ 杏 ・ ・ ・ ・ ・ 圭 ・|二\n\
                 | ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n\
                 | ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
                 | ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：歩十八 金 銀二　\n後手番\n";
    let game = one_game(&format!("{board}1 ４二玉(51)\n2 31竜(11)\n3 ５三王(42)\n4 ７二成香(82)\n")).unwrap();
    assert_eq!(usi(&game), "5a4b 1a3a 4b5c 8b7b");
    assert_eq!(game.start.to_string(), "+R3k3+R/1+L5+N1/9/9/9/9/9/9/9 w G2S18P 1");
    assert_eq!(game.start.king(Color::Black), None);
}

#[test]
fn a_rank_of_a_drawn_board_is_nine_squares_and_a_bar() {
    let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n";
    let read = |rank: &str| {
        let text = format!("{}{rank}\n{}", empty, empty.repeat(7));
        one_game(&text).map(|game| game.start.to_string())
    };
    // A count for a run of squares, as in SFEN, left two rooks out; without blanks two names are one piece for people.
    for (rank, column, found, expected) in [
        ("| ・×9 v飛v飛|二", 4, "×9 v飛v飛|二", "a blank or v before the piece on file 8"),
        ("| ・ ・ ・ ・ ・ ・ 龍馬 ・|二", 16, "馬 ・|二", "a blank or v before the piece on file 2"),
        ("| ・ ・ ・ ・ ・ ・ ・ ・ 龍馬|二", 20, "馬|二", "| after nine squares"),
        ("| ・ ・ ・ ・ ・ ・ ・ ・ ・ 飛|二", 20, " 飛|二", "| after nine squares"),
        ("| ・ ・ ・ ・ ・ ・ ・ ・ ・", 20, "", "| after nine squares"),
        ("| ・ ・ ・ ・ ・ ・ ・ 飛|二", 18, "|二", "a blank or v before the piece on file 1"),
        ("| ・ ・ ・ ・ ・ ・ ・ ・ v|二", 19, "v|二", "a piece, or ・ for an empty square"),
        ("| ・ ・ ・ ・ ・ ・ ・ ・ ・|三", 21, "三", "二 or nothing after the bar"),
    ] {
        let Err(RecordError::Text { at, found: seen, expected: said }) = read(rank) else { panic!("{rank}") };
        assert_eq!((at, said.as_ref()), (At { line: 2, column }, expected), "{rank}");
        let found = if found.is_empty() { "the end of the line".to_owned() } else { format!("{found:?}") };
        assert_eq!(seen, found, "{rank}");
    }
    for rank in [
        "|　・　・v龍 ・ ・ ・ ・ ・ 馬|二",
        "| . .v龍 . . . . .^馬| 余白",
        "| ・ ・v龍 ・ ・ ・ ・ ・ 馬|２",
    ] {
        assert_eq!(read(rank).unwrap(), "9/2+r5+B/9/9/9/9/9/9/9 b - 1", "{rank}");
    }
}

#[test]
fn one_player_may_hold_all_that_is_left_over() {
    let rank = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n";
    let board = format!("| ・ ・ ・ ・ ・ ・ と ・v玉|一\n{}", rank.repeat(8));
    // The line of the hand may stand before the board or after it.
    for rest in ["残り全部", "残り全て", "残り"] {
        for text in [
            format!("後手の持駒：{rest}\n{board}先手の持駒：金二　歩\n"),
            format!("先手の持駒：金二　歩\n{board}後手の持駒：{rest}　\n"),
        ] {
            let start = one_game(&text).unwrap().start;
            assert_eq!(start.to_string(), "6+P1k/9/9/9/9/9/9/9/9 b 2GP2r2b2g4s4n4l16p 1", "{text}");
        }
    }
    let error = one_game(&format!("後手の持駒：残り\n{board}先手の持駒：残り\n")).unwrap_err().to_string();
    assert!(error.contains("line 11, column 7: found \"残り\", expected one player"), "{error}");
    for hand in ["残りの駒", "歩　と", "玉"] {
        let error = one_game(&format!("後手の持駒：{hand}\n{board}")).unwrap_err().to_string();
        assert!(error.contains("expected a piece in hand"), "{error}");
    }
}

#[test]
fn several_comment_lines_belong_to_the_move_above_them() {
    let text = "手合割：平手\n*KEY：value\n手数----指手---------消費時間--\n*before\n1 ７六歩(77)\n*one\n*two\n&mark\n2 ３四歩(33)\n*\n*three\n";
    let game = one_game(text).unwrap();
    assert_eq!(game.comments, ["KEY：value", "before"]);
    assert!(game.headers.is_empty());
    assert_eq!(game.nodes[0].comments, ["one", "two", "&mark"]);
    assert_eq!(game.nodes[1].comments, ["", "three"]);
}

#[test]
fn times_are_read_with_totals_and_without_and_without_a_move() {
    let text = "1 ７六歩(77)   ( 0:16/00:01:56)+\n2 ３四歩(33) (00:14 / 00:00:14)\n3 ２六歩(27) (0:4/0:0:4)\n\
                4 ８四歩(83) ( 1:02:03/)\n5                ( 0:05/00:00:09)\n";
    let game = one_game(text).unwrap();
    let times: Vec<_> = game.nodes.iter().map(|node| node.time).collect();
    let no_total = ClockTime { spent: Duration::from_secs(3723), total: None };
    assert_eq!(times, [clock(16, 116), clock(14, 14), clock(4, 4), no_total].map(Some));
    let ending = game.ending.as_ref().unwrap();
    assert_eq!((&ending.kind, ending.time), (&EndKind::Interrupted, Some(clock(5, 9))));
    let error = one_game("1 ７六歩(77) ( 0:99999999999/)\n").unwrap_err();
    assert_eq!(error.at(), At { line: 1, column: 13 });
}

#[test]
fn a_variation_of_a_variation_may_begin_with_the_same_square() {
    let text = "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n変化：3手\n3 ２二角成(88)\n4 同　銀(31)\n\n変化：4手\n4 同　飛(82)\n*here\n変化：1手\n1 ２六歩(27)\n";
    let game = one_game(text).unwrap();
    assert_eq!(usi(&game), "7g7f 3c3d 2g2f");
    let moves =
        game.variations.iter().map(|line| usi(&Game { nodes: line.nodes.clone(), ..Game::default() }));
    assert_eq!(moves.collect::<Vec<_>>(), ["8h2b+ 3a2b", "8b2b", "2g2f"]);
    let places: Vec<_> = game.variations.iter().map(|line| (line.of, line.ply)).collect();
    assert_eq!(places, [(None, 2), (Some(0), 3), (None, 0)]);
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
    let error = one_game("1 ７六歩(77)\n2 ５五角打\n3 ２六歩(27)\n").unwrap_err();
    assert_eq!(error.at(), At { line: 2, column: 3 });
    assert!(matches!(error, RecordError::Move { .. }), "{error}");
}

#[test]
fn a_gap_in_the_numbers_of_moves_is_told() {
    let text = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   5 ２六歩(27)\n   6 ８四歩(83)\n";
    let record = read(text.as_bytes(), None).unwrap();
    assert_eq!(record.games[0].moves().len(), 4);
    let told: Vec<String> = record.warnings.iter().map(ToString::to_string).collect();
    assert!(
        matches!(&told[..], [told] if told.contains("line 4") && told.contains("expected move 3")),
        "{told:?}"
    );
}

#[test]
fn a_variation_before_the_moves_is_a_header() {
    // ShogiHome has written the last one of a KI2 there.
    let game = one_game(
        "変化：26手\n手合割：香落ち\n手数----指手--\n1 ３四歩(33)\n2 ７六歩(77)\n変化：2手\n2 ２六歩(27)\n",
    )
    .unwrap();
    assert_eq!((game.header("変化"), usi(&game).as_str()), (Some("26手"), "3c3d 7g7f"));
    assert_eq!((game.start.side_to_move(), game.variations.len()), (Color::White, 1));
    assert_eq!(usi(&one_game(&kif::write(&game).unwrap()).unwrap()), "3c3d 7g7f");
}

#[test]
fn an_unknown_final_word_ends_the_record() {
    let game = one_game("1 ７六歩(77)\n2 封じ手 ( 0:10/00:00:10)\nまで1手で封じ手\n").unwrap();
    let ending = game.ending.as_ref().unwrap();
    assert_eq!((&ending.kind, ending.result), (&EndKind::Other("封じ手".into()), GameResult::Unknown));
    assert_eq!(ending.time, Some(clock(10, 10)));
    // If moves follow, it was a remark.
    let record = read("1 ７六歩(77)\n2 封じ手\n*why\n2 ３四歩(33)\n".as_bytes(), None).unwrap();
    assert!(record.warnings.is_empty(), "{:?}", record.warnings);
    let game = &record.games[0];
    assert_eq!(usi(game), "7g7f 3c3d");
    assert_eq!(game.nodes[0].comments, ["封じ手", "why"]);
    // The number of a move is not the name of a header.
    assert_eq!(one_game("1:７六歩(77)\n").unwrap_err().at(), At { line: 1, column: 1 });
    // Moves after a known word are wrong.
    assert_eq!(one_game("1 ７六歩(77)\n2 投了\n3 ２六歩(27)\n").unwrap_err().at().line, 3);
}

#[test]
fn a_winner_is_believed_whoever_is_to_move() {
    for (moves, winner) in
        [("", "先手"), ("", "後手"), ("   1 ７六歩(77)\n", "後手"), ("   1 ７六歩(77)\n", "先手")]
    {
        let text = format!("手合割：平手\n{moves}まで{}手で{winner}の勝ち\n", moves.lines().count());
        let mut game = one_game(&text).unwrap();
        for _ in 0..2 {
            let color = if winner == "先手" { Color::Black } else { Color::White };
            let told = game.ending.as_ref().and_then(|ending| ending.result.winner());
            assert_eq!(told, Some(color), "{text}{game:?}");
            game = one_game(&kif::write(&game).unwrap()).unwrap();
        }
    }
    // In place of a move the words mean what they mean in a closing line, also where the format has no final words.
    for (words, kind) in [
        ("後手の勝ち", EndKind::Resign),
        (",後手の勝ち", EndKind::Other(",".into())),
        ("時間切れにより後手の勝ち", EndKind::TimeUp),
    ] {
        let mut game = one_game(&format!("手合割：平手\n   1 {words}\n")).unwrap();
        for _ in 0..2 {
            let told = game.ending.as_ref().map(|ending| (&ending.kind, ending.result));
            assert_eq!(told, Some((&kind, GameResult::win(Color::White))), "{words}");
            game = one_game(&ki2::write(&game).unwrap()).unwrap();
        }
    }
}

#[test]
fn every_standard_handicap_is_read_and_written() {
    let names = "平手 香落ち 右香落ち 角落ち 飛車落ち 飛香落ち 二枚落ち 三枚落ち 四枚落ち 五枚落ち 左五枚落ち 六枚落ち 左七枚落ち \
                 右七枚落ち 八枚落ち 十枚落ち";
    for name in names.split(' ') {
        let game = one_game(&format!("手合割：{name}　　\n上手：a\n下手：b\n")).unwrap();
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
    // A single missing lance is the left one, as in JKF.
    let game = one_game("手合割：三枚落ち\n").unwrap();
    assert_eq!(game.start.to_string(), "lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    let game = one_game("手合割：2枚落ち\n").unwrap();
    assert_eq!(game.start.to_string(), "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    let error = one_game("手合割：十九枚落ち\n1 ７六歩(77)\n").unwrap_err();
    assert_eq!(error.at(), At { line: 1, column: 5 });
}

#[test]
fn a_record_may_begin_in_the_middle_of_a_game() {
    let game = one_game("1 ７六歩(77)\n").unwrap();
    let middle: Position =
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2".parse().unwrap();
    assert_eq!(game.final_position(), middle);
    let text = kif::write(&Game::new(middle.clone())).unwrap();
    assert!(text.contains("手数＝1\n後手番\n"), "{text}");
    assert_eq!(one_game(&text).unwrap().start, middle);
    for number in ["手数=1", "手数＝１", "手数＝１　▲７六歩　まで"] {
        let text = text.replace("手数＝1", number);
        assert_eq!(one_game(&text).unwrap().start, middle, "{text}");
    }
}
