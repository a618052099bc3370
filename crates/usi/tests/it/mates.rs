//! `go mate`, and the question for a mate before each search.

use komadai_core::{Move, Tracked};

use crate::sample::Sample;
use crate::session::Session;

#[test]
fn mate_questions_get_checkmate_answers_only() {
    let session = Session::ready();
    for (sfen, answer) in [
        ("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "checkmate G*5b"),
        ("8k/9/9/9/9/9/9/9/9 b P 1", "checkmate nomate"),
    ] {
        session.say(&format!("position sfen {sfen}"));
        for go in ["go mate infinite", "go mate 10000", "go mate"] {
            assert_eq!(session.hear_after(&[go]), answer, "{go}");
        }
    }
}

#[test]
fn a_mate_question_ends_with_its_time_or_with_stop() {
    let session = Session::ready();
    // Much to look at, and no mate in a moment: rooks, bishops and golds in hand against a king in the open.
    let answer = session.hear_after(&["position sfen 9/9/9/4k4/9/9/9/9/4K4 b 2R2B4G4S4N4L 1", "go mate 1"]);
    assert!(answer.starts_with("checkmate "), "{answer}");
    assert!(session.hear_after(&["go mate infinite", "stop"]).starts_with("checkmate "));
}

#[test]
fn a_mate_question_with_a_wrong_time_is_told_and_answered_as_one() {
    let session = Session::ready();
    session.say("position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    for wrong in ["abc", "99999999999999999999999"] {
        session.say(&format!("go mate {wrong}"));
        let told = format!("info string usi, word 3: found {wrong:?}, expected a time in milliseconds");
        assert_eq!(session.hear(), told);
        assert_eq!(session.hear(), "checkmate timeout");
    }
}

#[test]
fn without_a_solver_mate_questions_are_not_implemented() {
    let session = Session::with(Sample { without_solver: true, ..Sample::default() }).made_ready();
    assert_eq!(session.hear_after(&["go mate infinite"]), "checkmate notimplemented");
    let lines = session.ask(&[&format!("position sfen {MATE_IN_THREE}"), "go nodes 2000"]);
    assert!(lines.iter().all(|line| !line.contains("proved")));
}

/// Mate in three by checks: one gold drives the king back, the other mates.
const MATE_IN_THREE: &str = "7nl/7k1/9/7P1/9/9/9/9/4K4 b 2G 1";

#[test]
fn a_mate_proved_before_the_search_is_played_and_said() {
    let session = Session::ready();
    let lines = session.ask(&[&format!("position sfen {MATE_IN_THREE}"), "go byoyomi 5000"]);
    let said = lines[0].strip_prefix("info string mate in ").expect("it says so");
    let plies: usize = said.split(' ').next().unwrap().parse().unwrap();
    let pv = lines[1].strip_prefix(&format!("info depth {plies} score mate {plies} pv ")).expect("a line");
    let mut board = Tracked::new(MATE_IN_THREE.parse().unwrap());
    for mv in pv.split(' ') {
        let mv = mv.parse().unwrap();
        assert!(board.position().is_legal(mv), "{pv}");
        board.do_move(mv);
    }
    assert!(board.in_check() && !board.position().has_legal_move(), "{pv}");
    let moves: Vec<&str> = pv.split(' ').collect();
    assert_eq!((lines.len(), moves.len()), (3, plies));
    let reply = moves.get(1).map_or_else(String::new, |reply| format!(" ponder {reply}"));
    assert_eq!(lines[2], format!("bestmove {}{reply}", moves[0]));

    let proves = |lines: &[&str]| session.ask(lines).iter().any(|line| line.contains("proved"));
    // Not in analysis, not without nodes.
    session.say("go infinite");
    session.until("info depth 1 ");
    assert!(!proves(&["stop"]));
    assert!(!proves(&["setoption name MateNodes value 0", "go nodes 2000"]));
    // A mate after the last move of the game is none.
    session.say("setoption name MateNodes value 10000");
    for (limit, is_proved) in [(plies - 1, false), (plies, true)] {
        let limit = format!("setoption name MaxMovesToDraw value {limit}");
        assert_eq!(proves(&[&limit, "go nodes 2000"]), is_proved, "{limit}");
    }
    // No move to ponder on where none is wanted.
    let lines = session.ask(&["setoption name USI_Ponder value false", "go nodes 2000"]);
    assert_eq!(lines[2], format!("bestmove {}", moves[0]));
}

#[test]
fn a_mate_that_begins_by_going_back_to_an_earlier_position_is_left_to_the_search() {
    let session = Session::ready();
    let start = "position sfen 7k1/9/9/4+R4/9/9/9/9/4K4 b G 1";
    let lines = session.ask(&[start, "go nodes 2000"]);
    let pv = lines[1].split(" pv ").nth(1).expect("a mate");
    assert!(lines[0].contains("proved"), "{lines:#?}");
    let line: Vec<Move> = pv.split(' ').map(|mv| mv.parse().unwrap()).collect();
    // The first check and the answer to it, and both go back.
    let back = |mv: Move| Move::normal(mv.to(), mv.from().unwrap());
    let there_and_back = [line[0], line[1], back(line[0]), back(line[1])].map(|mv| mv.to_string()).join(" ");
    let lines = session.ask(&[&format!("{start} moves {there_and_back}"), "go nodes 2000"]);
    assert!(lines.iter().all(|line| !line.contains("proved") && !line.contains("usi, word")), "{lines:#?}");
}
