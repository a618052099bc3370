//! Options: offered, checked, and acted upon.

use std::thread;

use crate::session::Session;

#[test]
fn options_of_every_type_are_offered_with_their_defaults() {
    let session = Session::begin();
    session.say_all(&["setoption name USI_Hash value 8", "usi"]);
    // Four threads for each that the machine runs at once, 64 at least.
    let most_threads = 64.max(4 * thread::available_parallelism().map_or(1, usize::from));
    assert_eq!(
        session.until("usiok"),
        [
            "id name Sample",
            "id author Nobody",
            "option name NodesLimit type spin default 0 min 0 max 9223372036854775807",
            "option name DepthLimit type spin default 0 min 0 max 1000",
            "option name ResignValue type spin default 99999 min 0 max 99999",
            "option name MaxMovesToDraw type spin default 0 min 0 max 60000",
            "option name NetworkDelay type spin default 120 min 0 max 10000",
            "option name MinimumThinkingTime type spin default 0 min 0 max 100000",
            "option name SlowMover type spin default 100 min 1 max 1000",
            "option name USI_Ponder type check default true",
            "option name USI_Hash type spin default 64 min 1 max 65536",
            "option name MultiPV type spin default 1 min 1 max 593",
            "option name MateNodes type spin default 10000 min 0 max 9223372036854775807",
            &*format!("option name Threads type spin default 1 min 1 max {most_threads}"),
            "option name Fail type combo default never var never var make var search var mute",
            "option name Style type combo default normal var solid var normal",
            "option name Quiet type check default false",
            "option name Title type string default <empty>",
            "option name Clear type button",
            "usiok",
        ]
    );
}

#[test]
fn values_that_make_no_sense_are_refused_and_unknown_names_passed_over() {
    let session = Session::begin();
    for (line, answer) in [
        ("setoption name Unknown_Thing value 3", None),
        ("setoption name USI_Hash value", Some(r#"USI_Hash: found "", expected a number from 1 to 65536"#)),
        (
            "setoption name USI_Hash value 0",
            Some(r#"USI_Hash: found "0", expected a number from 1 to 65536"#),
        ),
        (
            "setoption name USI_Hash value 99999999999999999999",
            Some(r#"USI_Hash: found "99999999999999999999", expected a number from 1 to 65536"#),
        ),
        ("setoption name Quiet value maybe", Some(r#"Quiet: found "maybe", expected true or false"#)),
        ("setoption name Style value wild", Some(r#"Style: found "wild", expected one of solid, normal"#)),
        ("setoption name Quiet value true", None),
        ("setoption name Style value solid", None),
        ("setoption", Some(r#"usi, word 2: found "", expected name"#)),
        ("setoption name Title value 駒台 の 上", None),
        ("setoption name Clear", Some(r#"cleared, title "駒台 の 上""#)),
        ("setoption name Title value \u{3000}駒台", None),
        ("setoption name Clear", Some(r#"cleared, title "\u{3000}駒台""#)),
        ("setoption name Title value 駒台 の 上", None),
        ("setoption name Clear value", Some(r#"cleared, title "駒台 の 上""#)),
        ("setoption name Title value <empty>", None),
        ("setoption name Clear", Some(r#"cleared, title """#)),
    ] {
        session.say(line);
        if let Some(answer) = answer {
            assert_eq!(session.hear(), format!("info string {answer}"), "{line}");
        }
    }
}

#[test]
fn the_engine_is_made_anew_for_an_option_it_is_made_of_and_for_no_other() {
    let session = Session::ready();
    let made = |option: &str| {
        session.say_all(&[option, "isready"]);
        session.until("readyok").contains(&"info string engine made".to_owned())
    };
    assert!(!made("setoption name USI_Hash value 1"), "the value it had");
    assert!(made("setoption name USI_Hash value 2"));
    assert!(!made("setoption name USI_Hash value +02"), "the same number");
    assert!(!made("setoption name USI_Hash value 0"), "refused");
    assert!(!made("setoption name NodesLimit value 100"));
    assert!(!made("setoption name MultiPV value 2"));
    // While it searches: after its answer.
    session.say("go infinite");
    for option in ["NodesLimit value 2000", "USI_Hash value 3", "MultiPV value 3"] {
        session.say(&format!("setoption name {option}"));
    }
    assert!(session.silent());
    session.best_move(&["stop"]);
    let lines = session.ask(&["go depth 2"]);
    let has = |lines: &[String], number: &str| lines.iter().any(|line| line.contains(number));
    assert!(
        lines[0] == "info string engine made" && has(&lines, " multipv 3 ") && !has(&lines, " multipv 4 ")
    );
    // Another number of lines is for the next search, by the same engine.
    let lines = session.ask(&["setoption name MultiPV value 4", "go depth 2"]);
    assert!(lines[0] != "info string engine made" && has(&lines, " multipv 4 "), "{lines:#?}");
}

#[test]
fn an_engine_that_cannot_be_made_or_panics_resigns_and_is_tried_again() {
    let session = Session::ready();
    session.say_all(&["setoption name Fail value make", "isready"]);
    assert_eq!(session.until("readyok"), ["info string error no engine today", "readyok"]);
    assert_eq!(session.ask(&["go nodes 100"]), ["info string error no engine today", "bestmove resign"]);
    // On a busy machine the search is reported on before it panics.
    let lines = session.ask(&["setoption name Fail value search", "go nodes 100"]);
    assert_eq!(lines[lines.len() - 2..], ["info string error the search panicked", "bestmove resign"]);
    assert_ne!(session.best_move(&["setoption name Fail value never", "go nodes 100"]), "resign");
}
