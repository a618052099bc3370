//! Sessions of the engine: any lines, in any order, ended at any moment. Every `go` gets one answer, legal on the board
//! that it was asked about, and the engine ends.

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use komadai::notation::usi::{Command, GameLine, Go};
use komadai::random;
use komadai::rng::SplitMix64;
use komadai::{Move, Position};

use crate::cases;
use crate::cases::{number, once_in, one};
use crate::child::{code, limited, wait};
use crate::damage::damage;
use crate::example::{folder, program};
use crate::sandbox::Sandbox;

/// After its last line the engine ends in so long.
const LEAVE: Duration = Duration::from_secs(120);

/// The longest line that the engine reads.
const LONGEST: usize = 1 << 20;

#[test]
#[ignore = "a script of abuse; see the head of tests/abuse/main.rs"]
fn usi() {
    let logs = folder("abuse-usi");
    let sandbox = Sandbox::new("usi-files", 0);
    cases::run("usi", |rng, thread| {
        let lines = session(rng);
        fs::write(logs.join(format!("{thread}.usi")), lines.concat()).unwrap();
        let said = play(rng, &lines, &sandbox);
        sandbox.unchanged()?;
        said.and_then(|said| judge(&lines, &said)).map_err(|reason| {
            let shown = |line: &Vec<u8>| String::from_utf8_lossy(&line[..line.len().min(200)]).into_owned();
            format!("{reason}\nafter the lines\n{}", lines.iter().map(shown).collect::<String>())
        })
    });
}

/// The lines of a session with their ends.
fn session(rng: &mut SplitMix64) -> Vec<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = Vec::new();
    if !once_in(rng, 4) {
        lines.extend(["usi", "setoption name USI_Hash value 1", "isready", "usinewgame"].map(Vec::from));
    }
    for _ in 0..rng.below(14) {
        let mut line = line(rng).into_bytes();
        if once_in(rng, 8) {
            damage(rng, &mut line, b"position startpos moves 7g7f\xff\xfe");
            line.retain(|&byte| byte != b'\n');
        }
        if once_in(rng, 60) {
            let word = *one(rng, &[&b" 7g7f"[..], b"x", b" go", b" searchmoves 7g7f", b"\0"]);
            line.extend(word.repeat((LONGEST + 5) / word.len()));
        }
        lines.push(line);
    }
    if once_in(rng, 6) && !lines.is_empty() {
        let last = lines.len() as u64;
        lines.swap(rng.below(last) as usize, rng.below(last) as usize);
    }
    let end = *one(rng, &[&b"\n"[..], b"\r\n"]);
    for line in &mut lines {
        line.extend(end);
    }
    match rng.below(4) {
        0 => lines.push(b"quit\n".to_vec()),
        1 => lines.extend([b"quit\n".to_vec(), b"go infinite\n".to_vec()]),
        // The last line without an end.
        2 => drop(lines.last_mut().map(Vec::pop)),
        _ => {}
    }
    lines
}

fn line(rng: &mut SplitMix64) -> String {
    const PLAIN: [&str; 14] = [
        "usi",
        "isready",
        "usinewgame",
        "stop",
        "stop",
        "ponderhit",
        "ponderhit btime 10 wtime 10 byoyomi 0",
        "gameover win",
        "gameover",
        "",
        "   ",
        "go",
        "debug on",
        "register later",
    ];
    match rng.below(8) {
        0..=2 => go(rng),
        3 | 4 => position(rng),
        5 | 6 => option(rng),
        _ => (*one(rng, &PLAIN)).to_owned(),
    }
}

fn go(rng: &mut SplitMix64) -> String {
    const LIMITS: [&str; 12] = [
        "nodes",
        "depth",
        "movetime",
        "btime",
        "wtime",
        "byoyomi",
        "binc",
        "winc",
        "mate",
        "movestogo",
        "rtime",
        "perft",
    ];
    const WORDS: [&str; 8] = [
        "infinite",
        "ponder",
        "mate infinite",
        "searchmoves 7g7f 2g2f",
        "searchmoves 9i9h",
        "searchmoves",
        "nodes 0",
        "mate",
    ];
    let mut words = vec!["go".to_owned()];
    for _ in 0..rng.below(4) {
        words.push(match rng.below(3) {
            0 => (*one(rng, &WORDS)).to_owned(),
            // Small ones more often, so that something is answered before the end.
            1 => format!("{} {}", one(rng, &LIMITS), rng.below(300)),
            _ => format!("{} {}", one(rng, &LIMITS), number(rng)),
        });
    }
    words.join(" ")
}

/// A position, which may have no king, no move, a wrong move, or be none.
fn position(rng: &mut SplitMix64) -> String {
    const WRONG: [&str; 8] = [
        "position",
        "position sfen",
        "position startpos moves",
        "position startpos 7g7f",
        "position sfen 9/9/9/9/9/9/9/9/9 b - 1",
        "position sfen 4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
        "position sfen 8k/9/8K/9/9/9/9/9/9 w - 1 moves 1a1b",
        "position sfen lnsgkgsnl/9/9 b - 1",
    ];
    match rng.below(6) {
        0 => (*one(rng, &WRONG)).to_owned(),
        1 => format!("position sfen {}", random::placement(rng).unwrap_or_else(Position::startpos)),
        2 => {
            format!("position sfen {} {} - {}", "8k/9/9/9/4R4/9/9/9/4K4", one(rng, &["b", "w"]), number(rng))
        }
        _ => {
            let (mut moves, mut pos) = (Vec::new(), Position::startpos());
            let plies = if once_in(rng, 10) { 700 } else { 60 };
            for _ in 0..rng.below(plies) {
                let Some(mv) = random::legal_move(rng, &pos) else { break };
                moves.push(mv.to_string());
                pos.do_move(mv);
            }
            if once_in(rng, 4) {
                let at = rng.below(moves.len() as u64 + 1) as usize;
                moves.insert(
                    at,
                    (*one(rng, &["7g7f", "5e5e", "P*5e", "7g", "0000", "７六歩", "resign", "moves"]))
                        .to_owned(),
                );
            }
            format!("position startpos moves {}", moves.join(" "))
        }
    }
}

fn option(rng: &mut SplitMix64) -> String {
    const NAMES: [&str; 19] = [
        "USI_Hash",
        "USI_Hash",
        "MultiPV",
        "NodesLimit",
        "DepthLimit",
        "ResignValue",
        "MaxMovesToDraw",
        "NetworkDelay",
        "MinimumThinkingTime",
        "SlowMover",
        "MateNodes",
        "MateSearchNodes",
        "Threads",
        "Consultation",
        "ConsultationNoise",
        "BookFile",
        "EvalFile",
        "USI_Ponder",
        "No such option",
    ];
    const VALUES: [&str; 24] = [
        "1",
        "0",
        "true",
        "false",
        "off",
        "4",
        "16",
        "65536",
        "10000",
        "1024",
        "593",
        "99999",
        "<empty>",
        "default",
        "material",
        "book.kmd",
        "pairs.kmd",
        "bytes.bin",
        "folder",
        "spread.kmd",
        "loop",
        "game.kif",
        "/dev/null",
        "",
    ];
    // A thousand threads take more memory than the engine is given here.
    const THREADS: [&str; 8] = ["1", "2", "3", "32", "0", "-1", "1025", "18446744073709551616"];
    let name = *one(rng, &NAMES);
    let value = match rng.below(2) {
        _ if name == "Threads" => (*one(rng, &THREADS)).to_owned(),
        0 => number(rng),
        _ => (*one(rng, &VALUES)).to_owned(),
    };
    format!("setoption name {name} value {value}")
}

/// Says the lines, some with a pause after them, and returns what the engine said.
fn play(rng: &mut SplitMix64, lines: &[Vec<u8>], sandbox: &Sandbox) -> Result<Vec<String>, String> {
    let mut command = limited(&program("usi_engine"));
    command.current_dir(&sandbox.here);
    let mut engine =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let out = gather(engine.stdout.take().unwrap());
    let err = gather(engine.stderr.take().unwrap());
    let mut input = engine.stdin.take().unwrap();
    for line in lines {
        // After `quit` there may be nobody who reads.
        if input.write_all(line).and_then(|()| input.flush()).is_err() {
            break;
        }
        if once_in(rng, 3) {
            thread::sleep(Duration::from_millis(rng.below(120)));
        }
    }
    drop(input);
    let ended = end(&mut engine);
    let (out, err) = (out.recv().unwrap(), err.recv().unwrap());
    let err = String::from_utf8_lossy(&err).into_owned();
    code(ended?, &err)
        .and_then(|code| if code == 0 { Ok(()) } else { Err(format!("exit status {code}: {err}")) })?;
    if err.contains("panicked") {
        return Err(err);
    }
    let text = String::from_utf8(out).map_err(|error| format!("said bytes that are not UTF-8: {error}"))?;
    match text.lines().find(|line| line.contains("panicked")) {
        Some(line) => Err(line.to_owned()),
        None => Ok(text.lines().map(str::to_owned).collect()),
    }
}

fn end(engine: &mut Child) -> Result<std::process::ExitStatus, String> {
    wait(engine, LEAVE).ok_or_else(|| {
        engine.kill().unwrap();
        engine.wait().unwrap();
        format!("is still there {LEAVE:?} after its last line")
    })
}

/// Reads to the end in a thread.
fn gather(mut from: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.read_to_end(&mut bytes);
        sender.send(bytes)
    });
    receiver
}

/// What a `go` may be answered with.
struct Asked {
    /// `None` if no board could be read.
    board: Option<GameLine>,
    go: Option<Go>,
    mate: bool,
}

/// How the lines of an engine begin.
const KNOWN: [&str; 7] = ["id ", "option ", "info ", "usiok", "readyok", "bestmove ", "checkmate "];

/// Compares the answers with the questions.
fn judge(lines: &[Vec<u8>], said: &[String]) -> Result<(), String> {
    let (asked, [usi, ready]) = questions(lines);
    let count = |word: &str| said.iter().filter(|line| *line == word).count();
    if (count("usiok"), count("readyok")) != (usi, ready) {
        return Err(format!(
            "{usi} usi and {ready} isready, found {} and {}",
            count("usiok"),
            count("readyok")
        ));
    }
    if let Some(line) = said.iter().find(|line| !KNOWN.iter().any(|word| line.starts_with(word))) {
        return Err(format!("said what no user understands: {line:?}"));
    }
    let answers: Vec<&String> =
        said.iter().filter(|line| line.starts_with("bestmove ") || line.starts_with("checkmate ")).collect();
    if answers.len() != asked.len() {
        return Err(format!("{} times go, {} answers: {answers:?}", asked.len(), answers.len()));
    }
    asked.iter().zip(answers).try_for_each(|(asked, answer)| fits(asked, answer))
}

/// Every `go` of the lines; how often `usi` and `isready` were said.
fn questions(lines: &[Vec<u8>]) -> (Vec<Asked>, [usize; 2]) {
    let (mut asked, mut plain) = (Vec::new(), [0; 2]);
    let mut board = Some(GameLine::default());
    for line in lines {
        let readable = line.len() <= LONGEST && std::str::from_utf8(line).is_ok();
        let text = String::from_utf8_lossy(&line[..line.len().min(LONGEST)]);
        match text.split_ascii_whitespace().next() {
            Some("go") => {
                let go = if readable { Go::parse(&text).ok() } else { None };
                let named = || text.split_ascii_whitespace().any(|word| word == "mate");
                let mate = go.as_ref().map_or_else(named, |go| go.mate.is_some());
                asked.push(Asked { board: board.clone(), go, mate });
            }
            Some("position") => board = GameLine::parse_prefix(&text),
            Some("usi") if readable => plain[0] += 1,
            Some("isready") if readable => plain[1] += 1,
            Some("quit") if readable && Command::parse(&text) == Ok(Command::Quit) => break,
            _ => {}
        }
    }
    (asked, plain)
}

fn fits(Asked { board, go, mate }: &Asked, answer: &str) -> Result<(), String> {
    let words: Vec<&str> = answer.split(' ').collect();
    let wrong = || Err(format!("{answer} on {board:?}, asked by {go:?}"));
    if (words[0] == "checkmate") != *mate {
        return wrong();
    }
    let mut moves = words[1..].iter().filter(|word| **word != "ponder").map(|word| word.parse::<Move>());
    match (board, words[1]) {
        (_, "timeout" | "nomate") if *mate => Ok(()),
        (_, "resign") | (Some(_), "win") if !*mate => Ok(()),
        (Some(board), _) => {
            let mut board = board.tracked();
            // Moves that are not legal are no wish.
            let wishes: Vec<Move> = go.as_ref().map_or_else(Vec::new, |go| {
                go.search_moves.iter().copied().filter(|&mv| board.position().is_legal(mv)).collect()
            });
            let legal = moves.all(|mv| {
                mv.is_ok_and(|mv| {
                    let legal = board.position().is_legal(mv);
                    if legal {
                        board.do_move(mv);
                    }
                    legal
                })
            });
            let first = words[1].parse::<Move>();
            let wanted = wishes.is_empty() || first.is_ok_and(|mv| wishes.contains(&mv));
            if legal && wanted { Ok(()) } else { wrong() }
        }
        (None, _) => wrong(),
    }
}
