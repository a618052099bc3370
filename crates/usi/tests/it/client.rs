//! The client with engines that behave and engines that do not.

use std::time::{Duration, Instant};

use komadai_core::{Position, Value};
use komadai_search::Limits;
use komadai_usi::{Answer, Client, ClientError, EngineCommand, Reply};

/// Patience with engines that will not answer, and with those that will.
const SHORT: Duration = Duration::from_secs(1);
const LONG: Duration = Duration::from_secs(30);

/// The engine of `fake_engine.sh` with this fault.
fn start(fault: &str, patience: Duration) -> Result<Client, ClientError> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fake_engine.sh");
    let command: EngineCommand = format!("sh \"{script}\" {fault}").parse().expect("a command");
    Client::start(&command, patience)
}

fn ask(fault: &str, patience: Duration, limits: &Limits) -> Result<Reply, ClientError> {
    let mut engine = start(fault, patience)?;
    engine.new_game()?;
    engine.search(&Position::startpos(), &[], limits)
}

#[test]
fn an_answer_comes_with_what_was_told_before() {
    let reply = ask("late", LONG, &Limits::time(Duration::from_millis(300))).unwrap();
    let mv = |text: &str| text.parse().unwrap();
    assert_eq!((reply.answer, reply.value), (Answer::Move(mv("7g7f")), Some(Value::from_cp(55))));
    assert_eq!((reply.pv, reply.depth, reply.nodes), (vec![mv("7g7f"), mv("3c3d")], 3, 40));
    assert!(reply.elapsed >= Duration::from_millis(400) && !reply.stopped);
    // Whatever the case of its letters, an option is set by the name that the engine offers.
    for option in ["Level=3", "level=3"] {
        assert_eq!(ask(option, LONG, &Limits::nodes(1)).unwrap().answer, Answer::Resign);
    }
    assert_eq!(ask("wins", LONG, &Limits::nodes(1)).unwrap().answer, Answer::Win);
}

#[test]
fn faults_are_told_as_what_they_are() {
    let faults = [
        ("dies", "ended (exit status: 3), expected bestmove"),
        ("hangs", "no bestmove within 2001 ms"),
        ("babbles", "found \"bestmove 7g7\", expected bestmove and a move, resign or win"),
        ("mute", "no readyok within 1000 ms"),
        ("Levle=3", "found the option \"Levle\", expected one that Fake offers: Level, Style, Book"),
        ("level=10", "found \"10\" for the option Level of Fake, expected a number from 0 to 9"),
        ("Level=all", "found \"all\" for the option Level of Fake, expected a number from 0 to 9"),
        ("Style=odd", "found \"odd\" for the option Style of Fake, expected one of Calm, Very Wild"),
        ("Book=1", "found \"1\" for the option Book of Fake, expected true or false"),
    ];
    let check = |(fault, told): (&str, &str)| {
        let error = ask(fault, SHORT, &Limits { time: Some(Duration::from_millis(1)), ..Limits::nodes(1) });
        assert_eq!(error.unwrap_err().to_string(), told, "{fault}");
    };
    // All at once, for most of the time is waiting.
    std::thread::scope(|scope| {
        for fault in faults {
            scope.spawn(move || check(fault));
        }
    });
    let missing: EngineCommand = "no-such-engine A=1".parse().unwrap();
    let error = Client::start(&missing, SHORT).unwrap_err().to_string();
    assert!(error.starts_with("\"no-such-engine\" cannot be started: "), "{error}");
    for text in ["", "  ", "\"gps", "gps\nquit"] {
        let error = text.parse::<EngineCommand>().unwrap_err().to_string();
        assert!(error.starts_with(&format!("found {text:?}, expected the command of an engine")), "{error}");
    }
}

#[test]
fn an_engine_that_waits_for_stop_answers_and_one_that_stays_is_ended() {
    let reply = ask("waits", SHORT, &Limits::time(Duration::from_millis(1))).unwrap();
    assert!(reply.stopped && reply.answer == Answer::Move("7g7f".parse().unwrap()));
    let begun = Instant::now();
    drop(start("stays", SHORT).unwrap());
    assert!(begun.elapsed() < Duration::from_secs(30));
}
