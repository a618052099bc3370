//! The example engine talks USI as users of shogi software do: a scripted session, event by event.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use komadai::artifact::Provenance;
use komadai::learn::save_book;
use komadai::notation::usi::GameLine;
use komadai::search::{Book, BookMove, BookPosition, Limits};
use komadai::{Move, Position, Tracked};

#[path = "../examples/usi_engine/engine.rs"]
mod engine;
#[path = "../examples/usi_engine/mate.rs"]
mod mate;
#[path = "../examples/usi_engine/opening.rs"]
mod opening;
#[path = "../examples/usi_engine/options.rs"]
mod options;
#[path = "../examples/usi_engine/thinker.rs"]
mod thinker;
#[path = "../examples/usi_engine/time.rs"]
mod time;

/// Input that comes from the test.
struct Pipe(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            // A closed channel is the end of the input.
            self.1 = self.0.recv().unwrap_or_default();
        }
        let count = self.1.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

/// Output that goes to the test, line by line.
struct Lines(Sender<String>, Vec<u8>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.1)).map_err(io::Error::other)?;
                let _ = self.0.send(line);
            } else {
                self.1.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A user with an engine.
struct Session {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    engine: JoinHandle<io::Result<()>>,
}

/// Longer than any answer takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

impl Session {
    fn begin() -> Session {
        let (input, from_user) = mpsc::channel();
        let (to_user, output) = mpsc::channel();
        let engine = thread::spawn(move || {
            engine::run(BufReader::new(Pipe(from_user, Vec::new())), Lines(to_user, Vec::new()))
        });
        Session { input: Some(input), output, engine }
    }

    fn ready() -> Session {
        let session = Session::begin();
        session.say("setoption name USI_Hash value 1");
        session.say("isready");
        session.until("readyok");
        session
    }

    fn say(&self, line: &str) {
        self.input.as_ref().unwrap().send(format!("{line}\r\n").into_bytes()).unwrap();
    }

    fn hear(&self) -> String {
        self.output.recv_timeout(PATIENCE).expect("the engine answers")
    }

    /// Lines up to and with the first that begins so.
    fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.hear());
            if lines.last().is_some_and(|line| line.starts_with(beginning)) {
                return lines;
            }
        }
    }

    /// The answer to a `go`, whose line before it must begin its `pv` with the best move.
    fn best_move(&self) -> String {
        let lines = self.until("bestmove");
        let best = lines.last().unwrap().split(' ').nth(1).unwrap().to_owned();
        if best != "resign" && best != "win" {
            let info = &lines[lines.len() - 2];
            let pv = info.split(" pv ").nth(1).unwrap_or_else(|| panic!("no pv in {info}"));
            assert_eq!(pv.split(' ').next(), Some(&*best), "{info}");
        }
        best
    }

    /// Whether nothing but `info` comes for a while.
    fn silent(&self) -> bool {
        while let Ok(line) = self.output.recv_timeout(Duration::from_millis(150)) {
            if !line.starts_with("info") {
                return false;
            }
        }
        true
    }

    fn end(mut self) -> Vec<String> {
        self.input = None;
        self.engine.join().unwrap().unwrap();
        self.output.try_iter().collect()
    }
}

#[test]
fn it_introduces_itself_in_ascii_with_options_without_blanks() {
    let session = Session::begin();
    session.say("usi");
    let lines = session.until("usiok");
    assert!(lines.iter().all(|line| line.is_ascii()));
    assert!(lines[0].starts_with("id name ") && lines[1].starts_with("id author "));
    for line in lines.iter().filter(|line| line.starts_with("option")) {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!((words[1], words[3], words[5]), ("name", "type", "default"), "{line}");
    }
    session.say("setoption name Unknown_Thing value 3");
    session.say("setoption name USI_Hash value");
    assert!(session.hear().starts_with("info string USI_Hash"));
    assert!(session.end().is_empty());
}

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
        session.say(&game);
        session.say(go);
        let best = session.best_move();
        game = format!("{game} {best}");
        assert!(GameLine::parse(&game).is_ok(), "{go}: {game}");
    }
    assert!(session.end().is_empty(), "one answer each");
}

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
fn mate_questions_get_checkmate_answers_only() {
    let session = Session::ready();
    for (sfen, answer) in [
        ("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "checkmate G*5b"),
        ("8k/9/9/9/9/9/9/9/9 b P 1", "checkmate nomate"),
    ] {
        session.say(&format!("position sfen {sfen}"));
        for go in ["go mate infinite", "go mate 10000", "go mate"] {
            session.say(go);
            assert_eq!(session.hear(), answer, "{go}");
        }
    }
    assert!(session.end().is_empty());
}

#[test]
fn a_mated_side_resigns_and_a_king_that_has_entered_declares() {
    let session = Session::ready();
    session.say("position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w 2r2b3g4s4n4l17p 1");
    session.say("go byoyomi 100");
    assert_eq!(session.until("bestmove").last().unwrap(), "bestmove resign");
    // Ten small pieces in the zone, both rooks and bishops in hand: 38 points.
    let sfen = "+P+P+PK+P+P+P+P1/+P+P+P6/9/9/9/9/9/9/4k4 b 2R2B4G4S 1";
    assert!(sfen.parse::<Position>().is_ok());
    session.say(&format!("position sfen {sfen}"));
    session.say("go byoyomi 100");
    assert_eq!(session.hear(), "bestmove win");
    assert!(session.end().is_empty());
}

#[test]
fn lines_of_play_are_numbered_with_multi_pv_and_limits_are_honoured() {
    let session = Session::ready();
    session.say("setoption name MultiPV value 3");
    session.say("setoption name NodesLimit value 2000");
    session.say("isready");
    session.until("readyok");
    session.say("position startpos");
    session.say("go");
    let lines = session.until("bestmove");
    for number in 1..=3 {
        assert!(lines.iter().any(|line| line.contains(&format!(" multipv {number} score "))), "{lines:#?}");
    }
    assert!(lines[lines.len() - 2].contains(" nodes 2000 "));
    session.end();
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
    session.say("isready");
    let lines = session.until("readyok");
    assert!(lines.iter().any(|line| line.starts_with("bestmove")));
    session.say("go infinite");
    session.say("quit");
    let last = session.end();
    assert_eq!(last.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
}

#[test]
fn the_end_of_the_input_ends_the_engine() {
    let session = Session::ready();
    session.say("go infinite");
    assert!(session.end().last().unwrap().starts_with("bestmove"));
}

#[test]
fn time_is_never_more_than_there_is() {
    use komadai::Color;
    use komadai::notation::usi::Go;
    let ms = Duration::from_millis;
    for (line, most) in [
        ("go byoyomi 100", 75),
        ("go byoyomi 10000", 9_880),
        ("go btime 1000 wtime 0 byoyomi 0", 880),
        ("go btime 0 wtime 9999999 binc 2000", 1_880),
        ("go btime 60000 wtime 60000 binc 1000 winc 1000", 59_880),
        ("go movetime 1000", 880),
    ] {
        let budget = time::budget(&Go::parse(line).unwrap(), Color::Black, ms(120)).unwrap();
        assert!(budget.soft <= budget.hard && budget.hard <= ms(most), "{line}: {budget:?}");
        assert!(budget.hard >= ms(most) / 20, "{line}: {budget:?}");
    }
    for line in ["go infinite", "go ponder", "go nodes 5", "go depth 5"] {
        assert_eq!(time::budget(&Go::parse(line).unwrap(), Color::Black, ms(120)), None, "{line}");
    }
}

/// A book of the start position: 7g7f and 2g2f won as often, 9g9f never.
fn book(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let known = |mv: &str, wins, games| BookMove { mv: mv.parse().unwrap(), wins, games };
    let moves = vec![known("7g7f", 3, 5), known("2g2f", 3, 4), known("9g9f", 0, 6)];
    let sfen = BookPosition::text_of(&Position::startpos());
    let book = Book::new([BookPosition { sfen, moves }]).unwrap();
    save_book(&book, &Provenance::default(), &path).unwrap();
    path
}

#[test]
fn book_moves_are_drawn_without_a_search_and_the_same_in_the_same_game() {
    let path = book("usi-engine-book.kmd");
    // The line before the answer, and the answer, of so many games.
    let play = |games: usize| -> Vec<[String; 2]> {
        let session = Session::ready();
        session.say(&format!("setoption name BookFile value {}", path.display()));
        let mut answers = Vec::new();
        for _ in 0..games {
            session.say("usinewgame");
            session.say("position startpos");
            let mut game: Vec<[String; 2]> = Vec::new();
            for go in ["go byoyomi 1000", "go nodes 1000"] {
                session.say(go);
                game.push([session.hear(), session.hear()]);
            }
            assert_eq!(game[0], game[1], "the same position in the same game");
            answers.extend(game.pop());
        }
        assert!(session.end().is_empty());
        answers
    };
    let answers = play(12);
    for [info, answer] in &answers {
        let known = match answer.as_str() {
            "bestmove 7g7f" => "info string book: 7g7f won 3 of 5 games",
            "bestmove 2g2f" => "info string book: 2g2f won 3 of 4 games",
            other => panic!("{other}"),
        };
        assert_eq!(info, known);
    }
    assert!(answers.iter().any(|answer| answer != &answers[0]), "twelve games, one opening");
    assert_eq!(play(12), answers, "another session is the same");
}

#[test]
fn without_a_book_for_it_a_position_is_searched() {
    let session = Session::ready();
    session.say(&format!("setoption name BookFile value {}", book("usi-engine-other.kmd").display()));
    // Not in the book; an analysis; no book any more.
    for (position, go) in
        [("position startpos moves 7g7f", "go nodes 500"), ("position startpos", "go infinite")]
    {
        session.say(position);
        session.say(go);
        if go == "go infinite" {
            session.until("info depth 1 ");
            session.say("stop");
        }
        session.best_move();
    }
    // A book's answer to a move to ponder on waits like any other.
    session.say("go ponder");
    assert!(session.silent());
    session.say("ponderhit byoyomi 100");
    session.until("bestmove");
    session.say("setoption name BookFile value <empty>");
    session.say("go nodes 500");
    session.best_move();
    assert!(session.end().is_empty());
}

#[test]
fn a_missing_or_damaged_book_is_told_in_one_line_and_the_engine_plays_on() {
    let damaged = book("usi-engine-damaged.kmd");
    let mut bytes = std::fs::read(&damaged).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&damaged, bytes).unwrap();
    let good = book("usi-engine-good.kmd");
    let session = Session::ready();
    for (file, reason) in [("no-such-book.kmd", "(os error 2)"), (damaged.to_str().unwrap(), "checksum")] {
        // A book that was there before is gone as well: what is asked for is asked for.
        session.say(&format!("setoption name BookFile value {}", good.display()));
        session.say(&format!("setoption name BookFile value {file}"));
        let line = session.hear();
        assert!(line.starts_with(&format!("info string error BookFile {file}: ")), "{line}");
        assert!(line.contains(reason) && line.ends_with("; playing without a book"), "{line}");
        session.say("isready");
        assert_eq!(session.hear(), "readyok");
        session.say("position startpos");
        session.say("go nodes 500");
        session.best_move();
    }
    assert!(session.end().is_empty());
}

/// Mate in three by checks: one gold drives the king back, the other mates.
const MATE_IN_THREE: &str = "7nl/7k1/9/7P1/9/9/9/9/4K4 b 2G 1";

#[test]
fn a_mate_proved_before_the_search_is_played_and_said() {
    let session = Session::ready();
    session.say(&format!("position sfen {MATE_IN_THREE}"));
    session.say("go byoyomi 5000");
    let lines = session.until("bestmove");
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

    // Not in analysis, not without nodes.
    session.say("go infinite");
    session.until("info depth 1 ");
    session.say("stop");
    assert!(session.until("bestmove").iter().all(|line| !line.contains("proved")));
    session.say("setoption name MateNodes value 0");
    session.say("go nodes 2000");
    assert!(session.until("bestmove").iter().all(|line| !line.contains("proved")));
    // A mate after the last move of the game is none.
    session.say("setoption name MateNodes value 10000");
    session.say(&format!("setoption name MaxMovesToDraw value {}", plies - 1));
    session.say("go nodes 2000");
    assert!(session.until("bestmove").iter().all(|line| !line.contains("proved")));
    session.say(&format!("setoption name MaxMovesToDraw value {plies}"));
    session.say("go nodes 2000");
    assert!(session.until("bestmove")[0].contains("proved"));
    assert!(session.end().is_empty());
}

#[test]
fn a_mate_that_begins_by_going_back_to_an_earlier_position_is_left_to_the_search() {
    let start: Position = "7k1/9/9/4+R4/9/9/9/9/4K4 b G 1".parse().unwrap();
    let prove = |board: &Tracked, limits: &Limits| mate::at_root(board, 1, 10_000, limits);
    let mut board = Tracked::new(start);
    let line = prove(&board, &Limits::none()).expect("a mate");
    // The first check and the answer to it, and both go back.
    let back = |mv: Move| Move::normal(mv.to(), mv.from().unwrap());
    for mv in [line[0], line[1], back(line[0]), back(line[1])] {
        assert!(board.position().is_legal(mv), "{mv} after {line:?}");
        board.do_move(mv);
    }
    assert_eq!(prove(&board, &Limits::none()), None);
    // Neither without time, nor when told to stop.
    let fresh = Tracked::new("7k1/9/9/4+R4/9/9/9/9/4K4 b G 1".parse().unwrap());
    assert_eq!(prove(&fresh, &Limits::time(Duration::ZERO)), None);
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    assert_eq!(prove(&fresh, &Limits::none().stopped_by(stop)), None);
    assert_eq!(mate::at_root(&fresh, 1, 0, &Limits::none()), None);
}

#[test]
fn the_evaluation_can_be_chosen_and_a_wrong_one_leaves_the_default() {
    let session = Session::begin();
    session.say("usi");
    assert!(
        session.until("usiok").contains(&"option name EvalFile type filename default <empty>".to_owned())
    );
    session.say("setoption name USI_Hash value 1");
    let score = |eval: &str| {
        session.say(&format!("setoption name EvalFile value {eval}"));
        session.say("isready");
        let said = session.until("readyok");
        session.say("usinewgame");
        session.say("position startpos moves 7g7f 3c3d 2g2f 8c8d");
        session.say("go nodes 2000");
        let lines = session.until("bestmove");
        let score =
            lines[lines.len() - 2].split(" score ").nth(1).unwrap().split(" pv").next().unwrap().to_owned();
        (said, score)
    };
    let (said, material) = score("material");
    assert_eq!(said, ["readyok"]);
    let (said, default) = score("<empty>");
    assert_eq!(said, ["readyok"]);
    assert_ne!(default, material);
    assert_eq!(score("data/models/pairs.kmd"), (said, default.clone()));
    let (said, left) = score("no-such-file");
    assert!(said[0].starts_with("info string error EvalFile: model file no-such-file: "), "{said:?}");
    assert_eq!(left, default);
    assert!(session.end().is_empty());
}
