//! A user with an engine: lines go in, lines come out, in a thread of their own.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use komadai_core::{Move, Position, Tracked};
use komadai_eval::Material;
use komadai_search::{Book, Engine, Limits, Progress, Report, modern};
use komadai_tsume::{Solver, Verdict};
use komadai_usi::{
    Button, Check, Combo, EngineResult, MateLine, MateLineSolver, MateQuestion, Opening, Options, Program,
    Text, serve, standard,
};

/// Not honoured by anything; each type once.
pub(crate) const STYLE: Combo = Combo::new("Style", "normal", &["solid", "normal"]).live();
pub(crate) const QUIET: Check = Check::new("Quiet", false).live();
pub(crate) const TITLE: Text = Text::new("Title", "").live();
pub(crate) const CLEAR: Button = Button::new("Clear").live();
/// Makes the engine fail: `make` when it is made, `search` while it searches; `mute`: it tells nothing of its iterations.
pub(crate) const FAIL: Combo = Combo::new("Fail", "never", &["never", "make", "search", "mute"]);

/// An engine of all parts: the modern search counting material, a book, and df-pn for mates.
#[derive(Default)]
pub(crate) struct Sample {
    pub(crate) opening: Opening,
    pub(crate) without_solver: bool,
}

impl Sample {
    pub(crate) fn with_book(book: Book) -> Sample {
        Sample { opening: Opening::new(book), ..Sample::default() }
    }
}

impl Program for Sample {
    fn name(&self) -> String {
        "Sample".to_owned()
    }

    fn author(&self) -> String {
        "Nobody".to_owned()
    }

    fn options(&self) -> Options {
        let options = Options::standard().with(standard::HASH).with(standard::MULTI_PV);
        let options = options.with(standard::MATE_NODES).with(standard::threads()).with(FAIL);
        options.with(STYLE).with(QUIET).with(TITLE).with(CLEAR)
    }

    fn engine(&mut self, options: &Options, notes: &mut Vec<String>) -> EngineResult {
        match options.choice(FAIL) {
            "make" => return Err("no engine\ntoday".into()),
            "search" => return Ok(Box::new(Panics)),
            _ => {}
        }
        notes.push("engine made".to_owned());
        let engine = modern(Material::default(), options.number(standard::HASH) as usize)?;
        if options.choice(FAIL) == "mute" {
            return Ok(Box::new(Mute(engine)));
        }
        Ok(Box::new(engine.multi_pv(options.number(standard::MULTI_PV) as usize)?))
    }

    fn option_set(&mut self, name: &str, options: &Options, notes: &mut Vec<String>) {
        if name == CLEAR.name {
            notes.push(format!("cleared, title {:?}", options.text(TITLE)));
        }
    }

    fn new_game(&mut self) {
        self.opening.new_game();
    }

    fn book_move(&mut self, pos: &Position) -> Option<(Move, String)> {
        self.opening.draw(pos)
    }

    fn mate_solver(&mut self, _: &Options, question: MateQuestion) -> Option<Box<dyn MateLineSolver + Send>> {
        if self.without_solver {
            return None;
        }
        let builder = Solver::builder().hash_mb(1).shortest(1).stop(question.stop);
        let mut solver = builder.build().expect("there is memory");
        Some(Box::new(move |pos: &mut Position, nodes| {
            let solution = solver.solve_within(pos, nodes);
            match solution.verdict {
                Verdict::Mate { line } => MateLine::Mate { line, shortest: solution.shortest },
                Verdict::NoMate => MateLine::NoMate,
                Verdict::Unknown => MateLine::Unknown,
            }
        }))
    }
}

/// A search that takes so long for its iterations that it never ends one.
struct Mute<E>(E);

impl<E: Engine> Engine for Mute<E> {
    fn search_game(&mut self, board: Tracked, limits: &Limits, _: &mut dyn FnMut(&Progress<'_>)) -> Report {
        self.0.search_game(board, limits, &mut |_| {})
    }

    fn clear(&mut self) {}
}

/// A search with a mistake in it.
struct Panics;

impl Engine for Panics {
    fn search_game(&mut self, _: Tracked, _: &Limits, _: &mut dyn FnMut(&Progress<'_>)) -> Report {
        panic!("on purpose")
    }

    fn clear(&mut self) {}
}

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

pub(crate) struct Session {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    engine: JoinHandle<io::Result<()>>,
}

/// Longer than any answer takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

impl Session {
    pub(crate) fn begin() -> Session {
        Session::with(Sample::default())
    }

    pub(crate) fn with(program: Sample) -> Session {
        let (input, from_user) = mpsc::channel();
        let (to_user, output) = mpsc::channel();
        let engine = thread::spawn(move || {
            let input = BufReader::new(Pipe(from_user, Vec::new()));
            serve(input, Lines(to_user, Vec::new()), program)
        });
        Session { input: Some(input), output, engine }
    }

    pub(crate) fn ready() -> Session {
        Session::begin().made_ready()
    }

    pub(crate) fn made_ready(self) -> Session {
        self.say("setoption name USI_Hash value 1");
        self.say("isready");
        assert_eq!(self.until("readyok"), ["info string engine made", "readyok"]);
        self
    }

    pub(crate) fn say(&self, line: &str) {
        self.send(format!("{line}\r\n").as_bytes());
    }

    pub(crate) fn send(&self, bytes: &[u8]) {
        self.input.as_ref().unwrap().send(bytes.to_vec()).unwrap();
    }

    pub(crate) fn hear(&self) -> String {
        self.output.recv_timeout(PATIENCE).expect("the engine answers")
    }

    /// Lines up to and with the first that begins so.
    pub(crate) fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.hear());
            if lines.last().is_some_and(|line| line.starts_with(beginning)) {
                return lines;
            }
        }
    }

    /// The answer to a `go`, whose line before it must begin its `pv` with the best move.
    pub(crate) fn best_move(&self) -> String {
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
    pub(crate) fn silent(&self) -> bool {
        while let Ok(line) = self.output.recv_timeout(Duration::from_millis(150)) {
            if !line.starts_with("info") {
                return false;
            }
        }
        true
    }

    /// Ends the input; what the engine still says.
    pub(crate) fn end(mut self) -> Vec<String> {
        self.input = None;
        self.engine.join().unwrap().unwrap();
        self.output.try_iter().collect()
    }
}
