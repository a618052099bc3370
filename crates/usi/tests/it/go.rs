//! Every form of `go` that wants a move.

use komadai_core::Position;
use komadai_core::notation::usi::GameLine;

use crate::session::Session;

#[test]
fn every_form_of_go_gets_one_legal_answer() {
    let session = Session::ready();
    session.say("usinewgame");
    let mut game = "position startpos moves".to_owned();
    for go in [
        "go nodes 500",
        "go depth 3",
        "go byoyomi 100",
        "go btime 1000 wtime 1000 byoyomi 50",
        "go btime 2000 wtime 2000 binc 50 winc 60",
        "go movetime 50",
        "go btime 0 wtime 0 byoyomi 100",
        "go btime",
    ] {
        let best = session.best_move(&[&game, go]);
        game = format!("{game} {best}");
        assert!(GameLine::parse(&game).is_ok(), "{go}: {game}");
    }
}

#[test]
fn a_mated_side_resigns_and_a_king_that_has_entered_declares() {
    let session = Session::ready();
    let mated = "position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 1";
    assert_eq!(session.ask(&[mated, "go byoyomi 100"]), ["bestmove resign"]);
    // Ten small pieces in the zone, both rooks and bishops in hand: 38 points.
    let sfen = "+P+P+PK+P+P+P+P1/+P+P+P6/9/9/9/9/9/9/4k4 b 2R2B4G4S 1";
    assert!(sfen.parse::<Position>().is_ok());
    assert_eq!(session.ask(&[&format!("position sfen {sfen}"), "go byoyomi 100"]), ["bestmove win"]);
    // Analysis is of moves.
    assert_ne!(session.best_move(&["go infinite depth 1", "stop"]), "win");
    assert_eq!(session.best_move(&["go depth 1 searchmoves R*5e"]), "R*5e");
}

#[test]
fn a_side_far_behind_resigns_at_the_value_it_was_told() {
    let session = Session::ready();
    // Black has a king, White everything.
    assert_ne!(
        session.best_move(&["position sfen 2sgkgs2/1r5b1/ppppppppp/9/9/9/9/9/4K4 b - 1", "go depth 2"]),
        "resign"
    );
    assert_eq!(session.best_move(&["setoption name ResignValue value 1000", "go depth 2"]), "resign");
}

#[test]
fn lines_of_play_are_numbered_with_multi_pv_and_limits_are_honoured() {
    let session = Session::ready();
    session.say_all(&["setoption name MultiPV value 3", "setoption name NodesLimit value 2000", "isready"]);
    session.until("readyok");
    let lines = session.ask(&["position startpos", "go"]);
    for number in 1..=3 {
        assert!(lines.iter().any(|line| line.contains(&format!(" multipv {number} score "))), "{lines:#?}");
    }
    // The last words: every line of play once, the best one last.
    let last = lines.iter().filter(|line| line.contains(" nodes 2000 ") && line.contains(" pv "));
    let mut numbers: Vec<&str> =
        last.filter_map(|line| line.split(" multipv ").nth(1)).map(|rest| &rest[..1]).collect();
    assert_eq!(numbers.pop(), Some("1"), "{lines:#?}");
    numbers.sort_unstable();
    assert_eq!(numbers, ["2", "3"], "{lines:#?}");
    // The limits of a go go before those of the options.
    let lines = session.ask(&["setoption name DepthLimit value 1", "go nodes 1500 depth 60"]);
    assert!(lines[lines.len() - 2].contains(" nodes 1500 "), "{lines:#?}");
    let lines = session.ask(&["go"]);
    assert!(lines[lines.len() - 2].starts_with("info depth 1 "), "{lines:#?}");
    session.end();
}

#[test]
fn the_same_go_gets_the_same_lines_in_every_new_game() {
    let session = Session::ready();
    let ask = |begin| {
        session.say_all(&[begin, "position startpos moves 7g7f 3c3d", "go nodes 3000"]);
        let timeless = |line: String| -> String {
            let words: Vec<&str> = line.split(' ').collect();
            let kept = |i: &usize| !["time", "nps"].contains(&words[i.saturating_sub(1)]);
            (0..words.len()).filter(kept).map(|i| words[i]).collect::<Vec<_>>().join(" ")
        };
        session.until("bestmove").into_iter().map(timeless).collect::<Vec<_>>()
    };
    let first = ask("usinewgame");
    assert!(first.len() > 2);
    assert_eq!(ask("usinewgame"), first);
    // Before a game programs wait for `readyok`: forgetting takes its time there.
    let ready = ask("isready");
    assert_eq!((ready[0].as_str(), &ready[1..]), ("readyok", &first[..]));
}

#[test]
fn a_search_that_is_silent_for_a_second_says_where_it_is() {
    let session = Session::ready();
    session.say_all(&["setoption name Fail value mute", "isready"]);
    session.until("readyok");
    let lines = session.ask(&["position startpos", "go movetime 2200"]);
    let word =
        |line: &&String| line.contains(" nps ") && line.contains(" currmove ") && !line.contains(" pv ");
    let words: Vec<&String> = lines.iter().filter(word).collect();
    assert_eq!(words.len(), 2, "one for each second: {lines:#?}");
    assert!(!words.iter().any(|line| line.contains(" nodes 0 ")), "{words:#?}");
}

#[test]
fn only_the_moves_that_were_named_are_searched() {
    let session = Session::ready();
    let best = session.best_move(&["position startpos", "go nodes 2000 searchmoves 1i1h 9i9h"]);
    assert!(["1i1h", "9i9h"].contains(&best.as_str()), "{best}");
    // What was found out then does not stand for the whole position.
    assert!(!["1i1h", "9i9h"].contains(&session.best_move(&["go depth 3"]).as_str()));
    // Moves that are not legal are named and passed over.
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    session.say("go searchmoves 1g1e 7g7f 9g9e depth 2");
    let told = format!("info string searchmoves: not legal in {start}: 1g1e 9g9e; searching the others");
    assert_eq!(session.hear(), told);
    assert_eq!(session.best_move(&[]), "7g7f");
    session.say("go searchmoves 1g1e depth 2");
    let told = format!("info string searchmoves: not legal in {start}: 1g1e; searching all legal moves");
    assert_eq!(session.hear(), told);
    assert_ne!(session.best_move(&[]), "1g1e");
    // A move that is named is searched, even one that the search by itself leaves out as needless.
    assert_eq!(
        session.best_move(&["position sfen 4k4/9/9/4P4/9/9/9/9/4K4 b - 1", "go searchmoves 5d5c depth 2"]),
        "5d5c"
    );
}

#[test]
fn no_nodes_or_plies_are_one_iteration_and_move_numbers_may_be_large() {
    let session = Session::ready();
    session.say("setoption name MateNodes value 0");
    session.say("position sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G2r2b2g4s4n4l18p 70000");
    for go in ["go nodes 0", "go depth 0"] {
        let lines = session.ask(&[go]);
        assert!(lines[lines.len() - 2].contains("info depth 1 "), "{go}: {lines:#?}");
        assert!(lines.last().unwrap().starts_with("bestmove G*5b"), "{go}: {lines:#?}");
    }
}
