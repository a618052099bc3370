//! Input that no program should send.

use komadai_core::Move;
use komadai_core::notation::usi::GameLine;
use komadai_core::rng::SplitMix64;

use crate::session::Session;

#[test]
fn lines_that_cannot_be_read_are_told_and_a_go_among_them_is_answered() {
    let session = Session::ready();
    session.send(b"position startpos moves \xff\xfe\n");
    assert_eq!(session.hear(), "info string the line is not UTF-8");
    assert!(session.hear().starts_with("info string going on from lnsgkgsnl/"));
    session.say("setoption name NodesLimit value 100");
    session.send(b"go nodes \xff\n");
    assert_eq!(session.hear(), "info string the line is not UTF-8");
    session.best_move(&[]);
    let mut long = b"position startpos moves".to_vec();
    for _ in 0..100_000 {
        long.extend(b" 2h3h 8b7b 3h2h 7b8b");
    }
    long.push(b'\n');
    session.send(&long);
    assert_eq!(session.hear(), "info string the line has more than 1048576 bytes");
    assert!(session.hear().starts_with("info string going on from lnsgkgsnl/"));
    session.send(b"\n \r\n\0\n");
    assert!(session.hear().starts_with("info string usi, word 1"));
    // Files and programs of Windows may begin with a byte order mark.
    assert_eq!(session.hear_after(&["\u{feff}isready"]), "readyok");
}

/// Whatever the board of an earlier `position` was, no answer is for it.
#[test]
fn a_wrong_position_is_answered_from_as_far_as_it_can_be_read() {
    let session = Session::ready();
    // The only legal move is one of White.
    session.say("position sfen 4k4/4P4/4G4/9/9/9/9/9/4K4 w - 1");
    for (wrong, message) in
        [("7g7f 9i9a 2g2f", "9i9a is not legal"), ("7g7f nonsense", "expected a USI move")]
    {
        let told = session.hear_after(&[&format!("position startpos moves {wrong}")]);
        assert!(told.contains(message), "{told}");
        let board = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";
        assert_eq!(session.hear(), format!("info string going on from {board}"));
        let answer = session.best_move(&["go nodes 50"]);
        let mv = answer.parse().expect("a move");
        assert!(board.parse::<komadai_core::Position>().expect("a position").is_legal(mv), "{answer}");
    }
    session.hear_after(&["position sfen 9/9/x b - 1 moves 7g7f"]);
    assert!(session.hear().starts_with("info string no position"));
    assert_eq!(session.best_move(&["go nodes 50"]), "resign");
    assert_eq!(session.hear_after(&["go mate 100"]), "checkmate timeout");
    assert_ne!(session.best_move(&["position startpos", "go nodes 50"]), "resign");
}

#[test]
fn any_order_of_commands_damaged_or_not_gets_a_legal_answer_for_each_go() {
    let words = [
        "usi",
        "isready",
        "usinewgame",
        "stop",
        "ponderhit",
        "ponderhit byoyomi 1",
        "gameover win",
        "nonsense",
        "position startpos",
        "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
        "position sfen 9/9/9/9/4k4/9/9/9/9 b - 1",
        "position sfen 9/9/9/9/4K4/9/9/9/9 b - 1",
        "position startpos moves 9i9a",
        "setoption name USI_Hash value 2",
        "setoption name MultiPV value 2",
        "setoption name NodesLimit value 50",
        "setoption name MateNodes value 100",
        "setoption name Clear",
        "go nodes 20",
        "go depth 1",
        "go",
        "go infinite",
        "go ponder",
        "go mate 1",
        "go movetime 1",
        "go byoyomi -5",
        "go depth",
    ];
    let mut rng = SplitMix64::new(5);
    for _ in 0..20 {
        let session = Session::begin();
        session.say_all(&["setoption name USI_Hash value 1", "setoption name NodesLimit value 200"]);
        // The board of each `go`, where there is one.
        let (mut asked, mut board) = (Vec::new(), Some(GameLine::default()));
        for _ in 0..30 {
            let mut line = words[rng.below(words.len() as u64) as usize].as_bytes().to_vec();
            if rng.below(8) == 0 {
                let at = rng.below(line.len() as u64) as usize;
                line[at] = b"\xff\0 9+"[rng.below(5) as usize];
            }
            let text = String::from_utf8_lossy(&line);
            match text.split_ascii_whitespace().next() {
                Some("go") => asked.push(board.clone()),
                Some("position") => board = GameLine::parse_prefix(&text),
                _ => {}
            }
            session.send(&[&line, &b"\n"[..]].concat());
        }
        let said = session.end();
        let is_answer = |line: &&String| line.starts_with("bestmove") || line.starts_with("checkmate");
        let answers: Vec<&String> = said.iter().filter(is_answer).collect();
        assert_eq!(answers.len(), asked.len(), "{said:#?}");
        for (answer, board) in answers.into_iter().zip(asked) {
            if let Some(Ok(mv)) = answer.split(' ').nth(1).map(str::parse::<Move>) {
                assert!(board.is_some_and(|board| board.position().is_legal(mv)), "{answer}: {said:#?}");
            }
        }
    }
}
