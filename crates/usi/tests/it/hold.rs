//! Answers that wait, and what comes meanwhile.

use crate::session::Session;

#[test]
fn no_answer_in_infinite_or_ponder_before_it_is_asked_for() {
    let session = Session::ready();
    // Mate in one is found at once, and still has to wait.
    session.say_all(&["position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1", "go infinite"]);
    session.until("info depth 1 ");
    assert!(session.silent());
    assert_eq!(session.best_move(&["stop"]), "G*5b");
    session.say("position startpos");
    for (go, hit) in [
        ("go ponder btime 1000 wtime 1000 byoyomi 100", "ponderhit"),
        ("go ponder", "ponderhit byoyomi 100"),
        ("go ponder btime 1000 wtime 1000 byoyomi 100", "ponderhit btime 900 x wtime 900 byoyomi 100"),
    ] {
        session.say(go);
        assert!(session.silent());
        session.best_move(&[hit]);
    }
    // The clock is that of the side whose move is thought of, whatever `position` has come since.
    session.say("go ponder btime 100 wtime 36000000");
    session.best_move(&["position startpos moves 7g7f", "ponderhit"]);
    session.say("position startpos");
    session.best_move(&["go ponder", "stop"]);
    let lines = session.ask(&["go nodes 5000"]);
    assert!(
        lines.last().is_some_and(|line| line.contains(" ponder ")),
        "the next one to ponder on: {lines:#?}"
    );
    session.say("stop");
}

#[test]
fn games_end_while_it_thinks_and_the_next_begins() {
    let session = Session::ready();
    session.best_move(&["position startpos", "go btime 600000 wtime 600000", "gameover draw"]);
    assert_eq!(session.hear_after(&["isready"]), "readyok");
    session.say_all(&["usinewgame", "go infinite", "quit"]);
    let last = session.end();
    assert_eq!(last.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
}

#[test]
fn isready_is_answered_while_it_thinks_and_ends_nothing() {
    let session = Session::ready();
    session.say("position startpos");
    for go in ["go infinite", "go ponder btime 1000 wtime 1000"] {
        session.say_all(&[go, "isready"]);
        let lines = session.until("readyok");
        assert!(lines.iter().all(|line| line.starts_with("info") || line == "readyok"), "{go}: {lines:#?}");
        assert!(session.silent(), "{go}");
        session.best_move(&["stop"]);
    }
}

#[test]
fn words_of_go_that_cannot_be_read_are_told_and_the_others_hold() {
    let session = Session::ready();
    session.say("position startpos");
    for go in ["go infinite depth x", "go ponder btime abc wtime 1000"] {
        assert!(session.hear_after(&[go]).starts_with("info string usi, word 4"), "{go}");
        assert!(session.silent(), "{go}");
        session.best_move(&["stop"]);
    }
    assert!(session.hear_after(&["go searchmoves 7g7f 9z9z depth 2"]).starts_with("info string usi, word 4"));
    assert_eq!(session.best_move(&[]), "7g7f");
    assert!(session.hear_after(&["go node 100 depth 1"]).starts_with("info string usi, word 2"));
    session.best_move(&[]);
}

#[test]
fn at_the_end_of_the_input_a_search_with_limits_comes_to_its_end() {
    let session = Session::ready();
    session.say_all(&["position startpos", "go nodes 30000"]);
    let lines = session.end();
    let nodes = |line: &String| line.split_once(" nodes ")?.1.split(' ').next()?.parse::<u64>().ok();
    assert!(lines.iter().filter_map(nodes).max() > Some(10_000), "{lines:#?}");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove")), "{lines:#?}");
}

#[test]
fn commands_of_a_file_wait_for_searches_with_limits_unless_told_to_stop() {
    let session = Session::ready();
    let mate = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
    session.say_all(&[
        "position startpos",
        "go nodes 30000",
        mate,
        "go nodes 1000",
        "usinewgame",
        "go depth 1",
    ]);
    let nodes = |line: &String| line.split_once(" nodes ")?.1.split(' ').next()?.parse::<u64>().ok();
    let first = session.until("bestmove");
    assert!(first.iter().filter_map(nodes).max() > Some(10_000), "{first:#?}");
    assert_eq!([session.best_move(&[]), session.best_move(&[])], ["G*5b", "G*5b"]);
    // Time does not pass while another is waited for.
    session.say_all(&["position startpos", "go movetime 500", "go movetime 500"]);
    session.best_move(&[]);
    assert!(session.until("bestmove").iter().filter_map(nodes).max() > Some(1_000));
    // Without `stop` this would take for ever.
    session.say_all(&["position startpos", "go nodes 9000000000000", "go depth 99", "go depth 98", "stop"]);
    for _ in 0..3 {
        session.best_move(&[]);
        session.say("stop");
    }
    session.say_all(&["go depth 2", "go nodes 9000000000000", "quit"]);
    assert_eq!(session.end().iter().filter(|line| line.starts_with("bestmove")).count(), 2);
}

#[test]
fn a_go_while_another_is_worked_on_answers_both_in_order() {
    let session = Session::ready();
    assert_ne!(
        session.best_move(&[
            "position startpos",
            "go infinite",
            "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1",
            "go nodes 1000"
        ]),
        "G*5b"
    );
    assert_eq!(session.best_move(&[]), "G*5b");
}
