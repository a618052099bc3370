//! CSA: versions, several games per file, final words.

use komadai_core::Color;
use komadai_core::game::{EndKind, Game, GameResult};
use komadai_notation::record::{At, Format, read, write};
use komadai_notation::{csa, evaluations};

use super::usi;

fn milliseconds(game: &Game) -> Vec<u128> {
    game.nodes.iter().filter_map(|node| node.time).map(|time| time.spent.as_millis()).collect()
}

#[test]
fn csa_3_is_read_with_its_headers_and_times() {
    let text = "'CSA encoding=UTF-8\nV3.0\nN+甲\nN-乙\n$EVENT:対局\n$TIME:300+10+0\n$MAX_MOVES:256\n$UNKNOWN:x:y\nPI\n+\n\
                '*before\n+7776FU\nT1.250\n'** 35 -3334FU\n'for people\n-3334FU\nT0.5\n%MAX_MOVES\nT2\n'*last\n";
    let games = csa::read(text).unwrap();
    let game = &games[0];
    assert_eq!((game.black(), game.white()), (Some("甲"), Some("乙")));
    assert_eq!(game.header("棋戦"), Some("対局"));
    assert_eq!((game.header("持ち時間"), game.header("最大手数")), (Some("300+10+0"), Some("256")));
    assert_eq!(game.header("UNKNOWN"), Some("x:y"));
    assert_eq!(game.comments, ["before"]);
    assert_eq!(game.nodes[0].comments, ["* 35 -3334FU", "for people"]);
    assert_eq!(milliseconds(game), [1250, 500]);
    let ending = game.ending.as_ref().unwrap();
    assert_eq!((&ending.kind, game.result()), (&EndKind::MaxMoves, GameResult::Draw));
    assert_eq!(ending.comments, ["last"]);
    let text = csa::write(game, csa::Version::V3_0).unwrap();
    assert!(text.starts_with("'CSA encoding=UTF-8\nV3.0\n") && text.contains("'** 35 -3334FU\n"), "{text}");
    assert_eq!(csa::read(&text).unwrap(), games);
    assert!(csa::write(game, csa::Version::V2_2).unwrap().contains("\nT1\n"));
}

#[test]
fn time_limits_go_from_version_to_version_where_nothing_is_lost() {
    for (read, in_2, in_3) in [
        ("$TIME_LIMIT:00:25+00", "$TIME_LIMIT:00:25+00", "$TIME:1500+0+0"),
        ("$TIME:5400+30+0", "$TIME_LIMIT:01:30+30", "$TIME:5400+30+0"),
        // An increment, half a minute, a fraction, a text.
        ("$TIME:600+0+5", "$TIME:600+0+5", "$TIME:600+0+5"),
        ("$TIME:30+10+0", "$TIME:30+10+0", "$TIME:30+10+0"),
        ("$TIME:0.5+0.25+0.125", "$TIME:0.5+0.25+0.125", "$TIME:0.5+0.25+0.125"),
        ("$TIME_LIMIT:10 minutes", "$TIME_LIMIT:10 minutes", "$TIME_LIMIT:10 minutes"),
        ("$TIME+:300+0+2", "$TIME+:300+0+2", "$TIME+:300+0+2"),
    ] {
        let game = &csa::read(&format!("{read}\nPI\n+\n")).unwrap()[0];
        for (version, expected) in [(csa::Version::V2_2, in_2), (csa::Version::V3_0, in_3)] {
            let text = csa::write(game, version).unwrap();
            assert!(text.lines().any(|line| line == expected), "{read} in {version:?}:\n{text}");
            assert_eq!(csa::write(&csa::read(&text).unwrap()[0], version).unwrap(), text);
        }
    }
}

#[test]
fn notes_of_version_3_have_lines_also_after_the_first_game() {
    let text = "V3.0\n$NOTE:one\\ntwo\\\\n\nPI\n+\n/\n$NOTE:a\\\\b\nPI\n+\n";
    let games = csa::read(text).unwrap();
    assert_eq!(games[0].header("備考"), Some("one\ntwo\\n"));
    assert_eq!(games[1].header("備考"), Some("a\\b"));
    let written = csa::write(&games[0], csa::Version::V3_0).unwrap();
    assert!(written.contains("$NOTE:one\\ntwo\\\\n\n"), "{written}");
    // Version 2.2 has no such lines, and its notes are taken as they are.
    assert!(csa::write(&games[0], csa::Version::V2_2).unwrap().contains("$NOTE:one two\\n\n"));
    assert_eq!(csa::read("V2.2\n$NOTE:C:\\new\nPI\n+\n").unwrap()[0].header("備考"), Some("C:\\new"));
}

#[test]
fn milliseconds_are_read_with_one_to_three_digits_and_cut_by_formats_without_them() {
    let text = "V3.0\nPI\n+\n+7776FU\nT0.6\n-3334FU\nT1.\n+2726FU\nT0.65\n-8384FU\nT2.0049\n+2625FU\nT0.75\n";
    let game = &csa::read(text).unwrap()[0];
    assert_eq!(milliseconds(game), [600, 1000, 650, 2004, 750]);
    let times = |text: &str| text.lines().filter(|line| line.starts_with('T')).collect::<Vec<_>>().join(" ");
    assert_eq!(times(&csa::write(game, csa::Version::V3_0).unwrap()), "T0.600 T1 T0.650 T2.004 T0.750");
    assert_eq!(times(&csa::write(game, csa::Version::V2_2).unwrap()), "T0 T1 T0 T2 T0");
    // Totals are cut after adding up: 600 + 650 + 750 milliseconds are two seconds.
    let kif = write(game, Format::Kif).unwrap();
    assert!(kif.contains("( 0:00/00:00:02)"), "{kif}");
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
fn a_board_of_csa_is_nine_ranks_of_nine_squares_each_once() {
    let empty = " * ".repeat(9);
    let board = |second: &str| {
        let rank = |rank: usize| format!("P{rank}{}\n", if rank == 2 { second } else { &empty });
        (1..=9).map(rank).collect::<String>()
    };
    let start = |text: &str| csa::read(text).map(|games| games[0].start.to_string());
    // The blank at the end of a line is lost easily.
    for second in ["-HI *  *  *  *  *  *  * +UM", "-HI *  *  *  *  *  *  * +UM  "] {
        assert_eq!(start(&format!("{}+\n", board(second))).unwrap(), "9/r7+B/9/9/9/9/9/9/9 b - 1");
    }
    assert_eq!(start(&format!("{}+\n", board(empty.trim_end()))).unwrap(), "9/9/9/9/9/9/9/9/9 b - 1");
    let faults = [
        (board(" *  *  * -HI"), 2, 15, "nine squares such as +FU or ' * '"),
        (board(" *  *  *  *  *  *  *  *  *  * "), 2, 30, "the end of the rank"),
        (board(" *  *  *  *  *  *  *  * -HI-HI"), 2, 30, "the end of the rank"),
        (board(" *  *  * *  *  *  *  *  * "), 2, 12, "nine squares such as +FU or ' * '"),
        (board(" *          *  *  *  *  *  * "), 2, 6, "nine squares such as +FU or ' * '"),
        (board(&empty).replace("P3", "P2"), 3, 3, "P2 once"),
        (board(&empty).replace(&format!("P9{empty}\n"), ""), 10, 1, "nine ranks, P1 to P9"),
        (board("-HI *  *  *  *  *  *  *  * ") + "P+92HI", 10, 3, "an empty square for this piece"),
        (board(&empty) + "P+00FU00TO", 10, 7, "a piece that can be in hand"),
    ];
    for (text, line, column, expected) in faults {
        let text = format!("{text}\n+\n");
        let error = csa::read(&text).expect_err(expected);
        assert!(error.at() == At { line, column } && error.to_string().ends_with(expected), "{error}");
    }
}

#[test]
fn evaluations_of_other_formats_are_written_as_on_floodgate() {
    let kif = "1 ７六歩(77)\n**解析 0 候補1 評価値 43 読み筋 △３四歩(33) ▲２二角成(88) △同　銀(31)\n2 ３四歩(33)\n\
               *#評価値=-12\n3 ２二角成(88)\n*#詰み=先手勝ち:5手\n**解析 0 候補1 評価値 +詰 5 読み筋 △９九玉(51)\n4 同 銀(31)\n*a remark\n** 5\n**解析 0 候補1 評価値 7\n";
    let game = read(kif.as_bytes(), None).unwrap().games.remove(0);
    let csa = write(&game, Format::Csa).unwrap();
    let servers: Vec<&str> = csa.lines().filter(|line| line.starts_with("'** ")).collect();
    assert_eq!(servers, ["'** 43 -3334FU +8822UM -3122GI", "'** -12", "'** 100000", "'** 5", "'** 7"]);
    // What is read back is what was there, a mate with its length, and nothing is added a second time.
    let back = csa::read(&csa).unwrap().remove(0);
    let scores = |game: &Game| -> Vec<_> {
        evaluations::read(game).into_iter().map(|found| found.map(|found| found.score)).collect()
    };
    assert_eq!(scores(&back), scores(&game));
    assert_eq!(write(&back, Format::Csa).unwrap(), csa);
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
    // A wrong line that is complete is an error.
    assert_eq!(csa::read("PI\n+\n+7776FU\n-3334\n").unwrap_err().at(), At { line: 4, column: 6 });
}

#[test]
fn the_summary_of_a_server_tells_how_a_game_ended() {
    let black_lost = EndKind::IllegalMove(Color::Black);
    let white_lost = EndKind::IllegalMove(Color::White);
    for (end, kind) in [
        ("'summary:time up:a lose:b win\n", Some(EndKind::TimeUp)),
        ("'summary:sennichite:a draw:b draw\n'$END_TIME:2020/01/01 00:00:00\n", Some(EndKind::Repetition)),
        ("'summary:max_moves:a draw:b draw\n", Some(EndKind::MaxMoves)),
        ("'summary:oute_sennichite:a win:b lose\n", Some(white_lost)),
        ("'ILLEGAL_MOVE(+0055HI)\n'summary:illegal move:a lose:b win\n", Some(black_lost.clone())),
        // A declaration that the server refused, and one that it did not.
        ("%KACHI\n'summary:illegal kachi:a lose:b win\n", Some(black_lost)),
        ("%KACHI\n'summary:kachi:a win:b lose\n", Some(EndKind::Declaration)),
        ("%TORYO\n'summary:toryo:a lose:b win\n", Some(EndKind::Resign)),
        ("%TORYO\n'summary:abnormal:a lose:b win\n", Some(EndKind::Resign)),
        // No summary of such a server, and one that a move follows.
        ("'summary:a draw\n", None),
        ("'summary:time up:a win:b lose\n", None),
        ("'summary:sennichite:a draw:b draw\n+2726FU\n-8384FU\n", None),
    ] {
        let text = format!("N+a\nN-b\nPI\n+\n+7776FU\n-3334FU\n{end}");
        let game = &csa::read(&text).unwrap()[0];
        assert_eq!(game.ending.as_ref().map(|ending| &ending.kind), kind.as_ref(), "{end}");
        let back = &csa::read(&write(game, Format::Csa).unwrap()).unwrap()[0];
        assert_eq!(
            back.result(),
            kind.map_or(GameResult::Unknown, |kind| kind.result(Color::Black)),
            "{end}"
        );
    }
}

#[test]
fn final_words_of_csa_are_read_even_unknown_ones() {
    for (result, words) in [
        ("b", "TORYO TIME_UP TSUMI ILLEGAL_MOVE -ILLEGAL_ACTION"),
        ("w", "+ILLEGAL_ACTION KACHI"),
        ("d", "SENNICHITE JISHOGI HIKIWAKE"),
        ("?", "CHUDAN MATTA FUZUMI ERROR SOMETHING_NEW"),
    ] {
        for word in words.split(' ') {
            let game = &csa::read(&format!("PI\n+\n+7776FU\n%{word}\n")).unwrap()[0];
            assert_eq!(game.result().to_string(), result, "{word}");
            // White's foul at White's turn has a word of its own, which is written instead.
            let written = if word == "-ILLEGAL_ACTION" { "ILLEGAL_MOVE" } else { word };
            assert!(write(game, Format::Csa).unwrap().ends_with(&format!("%{written}\n")));
        }
    }
}
