//! Answers that wait, and what comes meanwhile.

use crate::session::Session;

#[test]
fn no_answer_in_infinite_or_ponder_before_it_is_asked_for() {
    let session = Session::ready();
    // Mate in one is found at once, and still has to wait.
    session.say("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1");
    session.say("go infinite");
    assert!(session.silent());
    session.say("stop");
    assert_eq!(session.best_move(), "G*5b");
    session.say("position startpos");
    for (go, hit) in
        [("go ponder btime 1000 wtime 1000 byoyomi 100", "ponderhit"), ("go ponder", "ponderhit byoyomi 100")]
    {
        session.say(go);
        assert!(session.silent());
        session.say(hit);
        session.best_move();
    }
    session.say("go ponder");
    session.say("stop");
    session.best_move();
    session.say("stop");
    assert!(session.end().is_empty());
}

#[test]
fn games_end_while_it_thinks_and_the_next_begins() {
    let session = Session::ready();
    session.say("position startpos");
    session.say("go btime 600000 wtime 600000");
    session.say("gameover draw");
    session.best_move();
    session.say("isready");
    assert_eq!(session.hear(), "readyok");
    session.say("usinewgame");
    session.say("position startpos moves 7g7f 7g7f");
    assert!(session.hear().starts_with("info string usi, word 5"));
    session.say("nonsense");
    assert!(session.hear().starts_with("info string"));
    session.say("go infinite");
    session.say("quit");
    let last = session.end();
    assert_eq!(last.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
}

#[test]
fn isready_is_answered_while_it_thinks_and_ends_nothing() {
    let session = Session::ready();
    session.say("position startpos");
    for go in ["go infinite", "go ponder btime 1000 wtime 1000"] {
        session.say(go);
        session.say("isready");
        let lines = session.until("readyok");
        assert!(lines.iter().all(|line| line.starts_with("info") || line == "readyok"), "{go}: {lines:#?}");
        assert!(session.silent(), "{go}");
        session.say("stop");
        session.best_move();
    }
    assert!(session.end().is_empty());
}

#[test]
fn the_end_of_the_input_ends_the_engine() {
    let session = Session::ready();
    session.say("go infinite");
    assert!(session.end().last().unwrap().starts_with("bestmove"));
}

#[test]
fn a_go_while_another_is_worked_on_answers_both_in_order() {
    let session = Session::ready();
    session.say("position startpos");
    session.say("go infinite");
    session.say("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1");
    session.say("go nodes 1000");
    assert_ne!(session.best_move(), "G*5b");
    assert_eq!(session.best_move(), "G*5b");
    assert!(session.end().is_empty());
}
