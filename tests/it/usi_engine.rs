//! The example engine, run as shogi programs run it: its options, its files, its mate solver. What every engine of `komadai::usi` does is
//! tested in that crate.

use std::io::Write;
use std::process::{Command, Stdio};

use komadai::Position;
use komadai::artifact::Provenance;
use komadai::notation::record;
use komadai::search::{Book, BookMove, BookPosition, save_book};

use crate::example::{Folder, program};
use crate::session::Session;

/// A session with the example engine.
impl Session {
    fn begin() -> Session {
        Session::of(|from_user, out| {
            let mut engine = Command::new(program("usi_engine"));
            engine.current_dir(env!("CARGO_MANIFEST_DIR")).stdin(from_user).stdout(out);
            let mut engine = engine.spawn().expect("the engine runs");
            Box::new(move || assert!(engine.wait().unwrap().success()))
        })
    }

    pub(crate) fn ready() -> Session {
        let session = Session::begin();
        session.say("setoption name USI_Hash value 1");
        assert_eq!(session.made_ready(), ["readyok"]);
        session
    }

    /// What it says until it is ready.
    pub(crate) fn made_ready(&self) -> Vec<String> {
        self.say("isready");
        self.until("readyok")
    }
}

#[test]
fn it_introduces_itself_in_ascii_with_options_without_blanks() {
    let session = Session::begin();
    session.say("usi");
    let lines = session.until("usiok");
    assert!(lines.iter().all(|line| line.is_ascii()));
    assert!(lines[0].starts_with("id name Komadai ") && lines[1].starts_with("id author "));
    let mut names = Vec::new();
    for line in lines.iter().filter(|line| line.starts_with("option")) {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!((words[1], words[3], words[5]), ("name", "type", "default"), "{line}");
        names.push(words[2]);
    }
    let all = "NodesLimit DepthLimit ResignValue MaxMovesToDraw NetworkDelay MinimumThinkingTime SlowMover USI_Ponder USI_Hash MultiPV \
               MateNodes MateSearchNodes Threads Consultation ConsultationNoise BookFile BookEvalDiff EvalFile FV_SCALE";
    assert_eq!(names.join(" "), all);
    session.say_all(&["setoption name Unknown_Thing value 3", "setoption name USI_Hash value"]);
    assert!(session.hear().starts_with("info string USI_Hash"));
}

#[test]
fn a_search_broken_off_in_a_wide_window_neither_resigns_nor_tells_its_edge() {
    let record = std::fs::read("data/historic/indatsu-1711.kif").unwrap();
    let game = record::read(&record, None).unwrap().games.remove(0);
    let moves: Vec<String> = game.nodes[..98].iter().map(|node| node.mv.to_string()).collect();
    let session = Session::ready();
    session.say_all(&["setoption name ResignValue value 3000", "setoption name MateNodes value 0"]);
    // The evaluation with which it happened.
    session.say("setoption name EvalFile value pairs");
    let position = format!("position sfen {} moves {}", game.start, moves.join(" "));
    for nodes in [1_000, 3_000, 4_000, 5_000, 6_000] {
        let lines = session.search(&["usinewgame", &position, &format!("go nodes {nodes}")]);
        let [.., info, _] = &lines[..] else { panic!("{lines:?}") };
        let cp = info.split(" score cp ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or("none");
        // With more nodes it is about +200.
        assert!(cp.parse().is_ok_and(|cp: i32| cp.abs() < 1_000), "{nodes}: {lines:#?}");
    }
}

/// A full disk is reported in one plain line; a reader that is gone has read enough.
#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_named() {
    let run = |out: Stdio, words: &[&str]| {
        let mut engine = Command::new(program("usi_engine"));
        engine.args(words).stdin(Stdio::piped()).stdout(out).stderr(Stdio::piped());
        let mut engine = engine.spawn().expect("the engine runs");
        // With `--help` it may have ended already.
        let _ = engine.stdin.take().unwrap().write_all(b"isready\n");
        let ended = engine.wait_with_output().unwrap();
        (ended.status.code(), String::from_utf8(ended.stderr).unwrap())
    };
    for (words, what) in
        [(&[][..], "the line \"readyok\" cannot be written"), (&["--help"], "standard output")]
    {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let told = format!("usi_engine: {what}: No space left on device (os error 28)\n");
        assert_eq!(run(full.into(), words), (Some(2), told));
    }
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    assert_eq!(run(writer.into(), &[]), (Some(0), String::new()));
}

#[test]
fn an_engine_that_is_started_anew_draws_other_moves() {
    let (here, start) = (Folder::new("usi-engine-anew"), Position::startpos());
    let moves: Vec<String> = start.legal_moves().iter().map(|mv| format!("{mv} none 0 1 1\n")).collect();
    let db = format!("#YANEURAOU-DB2016 1.00\nsfen {} 0\n{}", start.unnumbered(), moves.concat());
    here.file("all.db", db);
    let book = format!("setoption name BookFile value {}", here.path("all.db").display());
    // The same of thirty moves five times has a chance of one in 800,000.
    let drawn = [0; 5].map(|_| Session::ready().ask(&[&book, "position startpos", "go byoyomi 1000"]));
    assert!(drawn.iter().any(|answer| *answer != drawn[0]), "{drawn:?}");
}

#[test]
fn a_db_of_other_programs_is_played_by_values_and_counts() {
    let (here, start) = (Folder::new("usi-engine-db"), Position::startpos().unnumbered());
    let path = here.path("book.db");
    let db =
        |moves: &str| here.file("book.db", format!("#YANEURAOU-DB2016 1.00\r\nsfen {start} 0\r\n{moves}"));
    db("7g7f 3c3d 20 32 4\n2g2f none 51 32 9000\n9g9f\n");
    let session = Session::ready();
    let choose = || session.say(&format!("setoption name BookFile value {}", path.display()));
    let ask = || {
        session.say_all(&["position startpos", "go byoyomi 1000"]);
        [session.hear(), session.hear()]
    };
    choose();
    assert_eq!(ask(), ["info string book: 2g2f value 51 depth 32 count 9000", "bestmove 2g2f"]);
    // 7g7f is 31 behind: with the option it may be drawn, and is when 2g2f has never been chosen.
    db("7g7f 3c3d 20 32 4\n2g2f none 51 32 0\n");
    choose();
    assert_eq!(ask()[1], "bestmove 2g2f");
    session.say("setoption name BookEvalDiff value 31");
    assert_eq!(ask(), ["info string book: 7g7f value 20 depth 32 count 4", "bestmove 7g7f"]);
    session.say("setoption name BookEvalDiff value -1");
    assert!(session.hear().starts_with("info string BookEvalDiff"));
    // Faults are left out and reported.
    db("7g7e\n7g7f 3c3d x\n");
    choose();
    let told = session.hear();
    let place =
        "faults left out: 2; the first: line 3, column 1: found \"7g7e\", expected a move that is legal in ";
    assert!(told.starts_with(&format!("info string BookFile {}: {place}", path.display())), "{told}");
    assert_eq!(ask(), ["info string book: 7g7f", "bestmove 7g7f"]);
    for (content, reason) in
        [("SQLite format 3", "expected #YANEURAOU-DB2016 1.00"), ("#YANEURAOU-DB2016 1.00", "no position")]
    {
        here.file("book.db", content);
        choose();
        let told = session.hear();
        assert!(told.starts_with("info string error BookFile: ") && told.contains(reason), "{told}");
        assert!(told.ends_with("; playing without a book"), "{told}");
    }
}

#[test]
fn a_book_is_drawn_from_until_it_is_put_away_and_of_a_missing_or_damaged_one_it_is_told_in_one_line() {
    let here = Folder::new("usi-engine-book");
    let [good, damaged] = ["good.kmd", "damaged.kmd"].map(|name| here.path(name));
    // Of the start position.
    let moves = vec![BookMove { mv: "7g7f".parse().unwrap(), wins: 3, games: 5 }];
    let sfen = Position::startpos().unnumbered();
    let book = Book::new([BookPosition { sfen, moves }]).unwrap();
    save_book(&book, &Provenance::default(), &good).unwrap();
    let mut bytes = std::fs::read(&good).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    here.file("damaged.kmd", bytes);
    let session = Session::ready();
    let draw = || {
        let book = format!("setoption name BookFile value {}", good.display());
        let drawn = session.ask(&[&book, "position startpos", "go byoyomi 1000"]);
        assert!(drawn.len() == 2 && drawn[0].starts_with("info string book: "), "{drawn:?}");
    };
    for (file, reason) in [
        ("no-such-book.kmd", "(os error 2)"),
        ("no-such-book.db", "(os error 2)"),
        (damaged.to_str().unwrap(), "checksum"),
    ] {
        // The book that was there before is gone as well: the last choice counts.
        draw();
        session.say(&format!("setoption name BookFile value {file}"));
        let line = session.hear();
        assert!(line.starts_with("info string error BookFile: ") && line.contains(file), "{line}");
        assert!(line.contains(reason) && line.ends_with("; playing without a book"), "{line}");
        assert_eq!(session.made_ready(), ["readyok"]);
        session.search(&["position startpos", "go nodes 500"]);
    }
    draw();
    session.search(&["setoption name BookFile value <empty>", "go nodes 500"]);
}

#[test]
fn the_evaluation_can_be_chosen_and_a_wrong_one_leaves_the_default() {
    let session = Session::begin();
    session.say("usi");
    let offered = "option name EvalFile type filename default <empty>".to_owned();
    assert!(session.until("usiok").contains(&offered));
    session.say("setoption name USI_Hash value 1");
    let score = |eval: &str| {
        session.say(&format!("setoption name EvalFile value {eval}"));
        let said = session.made_ready();
        let position = "position startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e";
        let lines = session.search(&["usinewgame", position, "go nodes 2000"]);
        let info = &lines[lines.len() - 2];
        let score = info.split(" score ").nth(1).unwrap().split(" pv").next().unwrap().to_owned();
        (said, score)
    };
    let (said, material) = score("material");
    assert_eq!(said, ["readyok"]);
    let (said, default) = score("<empty>");
    assert_eq!(said, ["readyok"]);
    assert_ne!(default, material);
    // How far the value can be trusted is said for the evaluations for which the package has models.
    let trusted = |eval: &str| {
        session.say(&format!("setoption name EvalFile value {eval}"));
        let lines = session.search(&["position startpos moves 7g7f 3c3d 2g2f 8c8d", "go nodes 2000"]);
        let said =
            |line: &String| line.starts_with("info string score ") && line.contains("; the sign holds in ");
        lines.iter().any(said)
    };
    assert!(trusted("<empty>") && trusted("material") && !trusted("data/models/pairs.kmd"));
    assert_eq!(score("data/models/pairs.kmd"), score("pairs"));
    assert_eq!(score("<empty>"), (said, default.clone()));
    let network = score("data/models/default-nn.bin");
    assert_eq!(network.1, default);
    session.say("setoption name FV_SCALE value 48");
    assert_ne!(score("data/models/default-nn.bin"), network);
    let (said, left) = score("no-such-file");
    assert!(said[0].starts_with("info string error EvalFile: model file no-such-file: "), "{said:?}");
    assert_eq!(left, default);
}

/// Mate in three by checks: one gold drives the king back, the other mates.
const MATE_IN_THREE: &str = "7nl/7k1/9/7P1/9/9/9/9/4K4 b 2G 1";

#[test]
fn the_mate_solver_answers_before_the_search_and_for_go_mate() {
    let session = Session::ready();
    session.say_all(&[&format!("position sfen {MATE_IN_THREE}"), "go mate 10000"]);
    let answer = session.hear();
    assert!(answer.starts_with("checkmate ") && answer.split(' ').count() == 4, "{answer}");
    let lines = session.search(&["go byoyomi 5000"]);
    assert!(lines[0].starts_with("info string mate in ") && lines.len() == 3, "{lines:#?}");
    session.say_all(&["position sfen 8k/9/9/9/9/9/9/9/9 b P 1", "go mate infinite"]);
    assert_eq!(session.hear(), "checkmate nomate");
}

/// `mate11_d0706` of `data/tsume/mates.sfen`: a mate in eleven for White, who is far behind.
const MATE_IN_ELEVEN: &str = "l+P3G2l/2R6/p2pppGpk/3s2p1p/5n1P1/1S1P2PKP/PPB1PP3/4+rG3/L2+s4L w B3Ngs2p 1";

#[test]
fn inside_the_search_the_mate_solver_finds_mates_that_the_search_alone_does_not_reach() {
    let session = Session::ready();
    session.say_all(&["setoption name EvalFile value material", "setoption name MateNodes value 0"]);
    // The last line of play.
    let ask = |nodes: u32, position: &str, depth: u32| {
        session.say(&format!("setoption name MateSearchNodes value {nodes}"));
        assert_eq!(session.made_ready(), ["readyok"]);
        let (position, go) = (format!("position sfen {position}"), format!("go depth {depth}"));
        let lines = session.search(&["usinewgame", &position, &go]);
        lines[lines.len() - 2].clone()
    };
    let (alone, with) = (ask(0, MATE_IN_ELEVEN, 6), ask(200, MATE_IN_ELEVEN, 6));
    assert!(alone.contains(" score cp -"), "{alone}");
    assert!(with.contains(" score mate ") && with.contains(" pv S*3g "), "{with}");
    assert_eq!(ask(0, MATE_IN_ELEVEN, 6).split(" pv ").nth(1), alone.split(" pv ").nth(1));
    // Without a king to mate there is nothing to ask.
    ask(200, "9/9/9/9/9/9/9/9/4K4 b 2G 1", 5);
    ask(200, "4k4/9/9/9/9/9/9/9/9 b 2G 1", 5);
}

#[test]
fn virtual_engines_can_vote_instead_of_the_search() {
    let session = Session::ready();
    session.say("setoption name Consultation value 5");
    assert!(session.hear().starts_with("info string Consultation"));
    session.say_all(&["setoption name Consultation value 8", "position startpos moves 2g2f 8c8d"]);
    // The best of many noisy values is high if the noise is large.
    let score = |noise: &str| -> i32 {
        session.say(&format!("setoption name ConsultationNoise value {noise}"));
        let lines = session.search(&["go nodes 4000"]);
        // The reliability model was made for another search.
        assert!(lines.iter().all(|line| !line.contains("the sign holds")), "{lines:#?}");
        let info = &lines[lines.len() - 2];
        assert!(info.contains(" depth ") && info.contains(" nodes "), "{info}");
        let (_, cp) = info.split_once(" score cp ").expect("a score in centipawns");
        cp.split(' ').next().and_then(|cp| cp.parse().ok()).expect("a number")
    };
    assert!(score("0").abs() < 300);
    assert!(score("2000") > 600);
    assert!(score("0").abs() < 300);
}
