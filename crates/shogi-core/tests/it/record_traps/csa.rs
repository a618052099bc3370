//! CSA: versions, several games a file, final words.

use komadai_core::game::{EndKind, GameResult};
use komadai_core::notation::csa;
use komadai_core::notation::record::{At, Format, write};

use super::usi;

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
