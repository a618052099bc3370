//! Lines of USI: what real programs write is read, anything else is refused with its place.

use std::time::Duration;

use komadai_core::Position;
use komadai_core::notation::usi::{Clock, Command, GameLine, GameOver, Go, MateTime};

fn go(line: &str) -> Go {
    Go::parse(line).unwrap()
}

#[test]
fn position_lines_of_real_programs_are_read() {
    for (line, moves) in [
        ("position startpos", 0),
        ("position startpos moves", 0),
        ("  position   startpos\tmoves 7g7f   3c3d \r\n", 2),
        ("startpos moves 7g7f", 1),
        ("position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7f", 1),
        // Lance handicap; the number is missing.
        ("position sfen lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - moves 3c3d", 1),
        // No attacking king; hands in an order of their own; any number.
        ("position sfen 7nl/5B1k1/6Ppp/5+R3/9/9/9/9/9 b P2pgGs3S 250", 0),
        ("sfen 4k4/9/9/9/9/9/9/9/4K4 b - 0", 0),
        ("4k4/9/9/9/9/9/9/9/4K4 b - 1 moves 5i5h 5a5b", 2),
    ] {
        let game = GameLine::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(game.moves().len(), moves, "{line}");
        assert_eq!(GameLine::parse(&game.to_string()).as_ref(), Ok(&game), "{line}");
    }
}

#[test]
fn the_position_now_has_its_past() {
    let shuffle = "2h3h 8b7b 3h2h 7b8b ".repeat(3);
    let game = GameLine::parse(&format!("position startpos moves {shuffle}")).unwrap();
    assert!(game.position().same_position(&Position::startpos()));
    assert_eq!(game.tracked().repetition().map(|repetition| repetition.count), Some(4));
}

#[test]
fn errors_name_the_word() {
    for (line, word) in [
        ("", 1),
        ("hello", 1),
        ("position", 2),
        ("position sfen", 3),
        ("position moves 7g7f", 2),
        ("position startpos 7g7f", 3),
        ("position startpos moves 7g7f 7g7f", 5),
        ("position startpos moves 7g7f resign", 5),
        ("position sfen 9/9 b - 1", 3),
        ("position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 7g7e", 8),
        ("go btime", 3),
        ("go node 100", 2),
        ("go depth 3 perft 2", 4),
        ("go btime soon", 3),
        ("go nodes -1", 3),
        ("go nodes 18446744073709551616", 3),
        ("go depth 99999999999999999999999", 3),
        ("go movetime 99999999999999999999999", 3),
        ("go btime 100 wtime -99999999999999999999999", 5),
        ("go mate 99999999999999999999999", 3),
        ("go mate abc", 3),
        ("go searchmoves 7g7f 2g2x 1g1f", 4),
        ("go infinite searchmoves abc", 4),
        ("setoption USI_Hash 16", 2),
        ("setoption name", 3),
        ("setoption name value 3", 3),
    ] {
        let error = Command::parse(line).unwrap_err().to_string();
        assert!(error.contains(&format!("word {word}: ")), "{line}: {error}");
    }
}

#[test]
fn go_may_lack_any_part() {
    let ms = Duration::from_millis;
    assert_eq!(go("go"), Go::default());
    assert_eq!(go("go byoyomi 100").clock, Clock { byoyomi: ms(100), ..Clock::default() });
    let full = go("go btime 1000 wtime 2000 binc 10 winc 20");
    assert_eq!(full.clock, Clock { left: [ms(1000), ms(2000)], increment: [ms(10), ms(20)], byoyomi: ms(0) });
    assert!(go("go infinite").infinite && go("go ponder").ponder);
    let ponder = go("go ponder btime 60000 wtime 50000 byoyomi 1000");
    assert!(ponder.ponder && ponder.clock.left[1] == ms(50_000));
    assert_eq!((go("go nodes 5000").nodes, go("go depth 7").depth), (Some(5000), Some(7)));
    assert_eq!(go("go movetime 250").movetime, Some(ms(250)));
    assert_eq!(go("go mate infinite").mate, Some(MateTime::Infinite));
    assert_eq!(go("go mate").mate, Some(MateTime::Infinite));
    assert_eq!(go("go mate 10000").mate, Some(MateTime::Within(ms(10_000))));
    assert_eq!(go("go btime -50 wtime 0").clock, Clock::default());
    assert_eq!(go("go nodes 18446744073709551615").nodes, Some(u64::MAX));
    let some = go("go searchmoves 7g7f P*2c depth 2");
    let mv = |text: &str| text.parse().unwrap();
    assert_eq!((some.search_moves, some.depth), ([mv("7g7f"), mv("P*2c")].into(), Some(2)));
    assert_eq!(go("go depth 2 searchmoves").search_moves, []);
}

#[test]
fn commands_are_told_apart() {
    let option = |line: &str| match Command::parse(line) {
        Ok(Command::SetOption { name, value }) => (name, value),
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(option("setoption name USI_Hash value 256"), ("USI_Hash".into(), "256".into()));
    assert_eq!(option("setoption name BookFile value"), ("BookFile".into(), String::new()));
    assert_eq!(option("setoption name Clear"), ("Clear".into(), String::new()));
    assert_eq!(option("setoption name Two Words value a b"), ("Two Words".into(), "a b".into()));
    // A blank that is not ASCII is a letter of a name or of a value.
    let wide = option("\tsetoption  name 定跡\u{3000} value \u{3000}駒 台\u{3000} \r\n");
    assert_eq!(wide, ("定跡\u{3000}".into(), "\u{3000}駒 台\u{3000}".into()));
    assert_eq!(Command::parse("usi\r\n"), Ok(Command::Usi));
    assert_eq!(Command::parse("gameover win"), Ok(Command::GameOver(GameOver::Win)));
    let Ok(Command::PonderHit(clock)) = Command::parse("ponderhit btime 900 wtime 800") else { panic!() };
    assert_eq!(clock.left[0], Duration::from_millis(900));
}
