//! A user with an engine: lines go in, lines come out, in a thread of their own.

use std::io::{self, BufRead, BufReader, PipeWriter, Write};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use komadai_core::{Move, Position, Tracked};
use komadai_eval::Material;
use komadai_search::{Book, Engine, HashTable, Limits, Progress, Report, Searcher};
use komadai_tsume::{Solver, Verdict};
use komadai_usi::{
    Button, Check, Combo, EngineResult, MateLine, MateLineSolver, MateQuestion, Opening, OpeningBook,
    Options, Program, Text, serve, standard,
};

/// Not honoured by anything; each type once.
pub(crate) const STYLE: Combo = Combo::new("Style", "normal", &["solid", "normal"]).live();
pub(crate) const QUIET: Check = Check::new("Quiet", false).live();
pub(crate) const TITLE: Text = Text::new("Title", "").live();
pub(crate) const CLEAR: Button = Button::new("Clear").live();
/// Makes the engine fail: `make` when it is made, `search` while it searches; `mute`: it tells nothing of its iterations.
pub(crate) const FAIL: Combo = Combo::new("Fail", "never", &["never", "make", "search", "mute"]);

/// An engine of all parts: a plain search counting material, a book, and df-pn for mates.
#[derive(Default)]
pub(crate) struct Sample {
    pub(crate) opening: Opening,
    pub(crate) without_solver: bool,
}

impl Sample {
    pub(crate) fn with_book(book: Book) -> Sample {
        let mut sample = Sample::default();
        sample.opening.book = OpeningBook::Won(book);
        sample
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
        let table = HashTable::new(options.number(standard::HASH) as usize)?;
        let engine = Searcher::new(Material::default()).table(table);
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

    fn mate_solver(&mut self, _: &Options, question: MateQuestion) -> Option<MateLineSolver> {
        if self.without_solver {
            return None;
        }
        let builder = Solver::builder().hash_mb(1).shortest(1).stop(question.stop);
        let mut solver = builder.build().expect("there is memory");
        Some(Box::new(move |pos, nodes| {
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

pub(crate) struct Session {
    input: Option<PipeWriter>,
    output: Receiver<String>,
    engine: Option<JoinHandle<io::Result<()>>>,
}

/// Longer than any answer takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

impl Session {
    pub(crate) fn begin() -> Session {
        Session::with(Sample::default())
    }

    pub(crate) fn with(program: Sample) -> Session {
        let (from_user, input) = io::pipe().unwrap();
        let (from_engine, out) = io::pipe().unwrap();
        let (sender, output) = mpsc::channel();
        let engine = thread::spawn(move || serve(BufReader::new(from_user), out, program));
        thread::spawn(move || {
            let mut lines = BufReader::new(from_engine).lines().map_while(Result::ok);
            lines.try_for_each(|line| sender.send(line))
        });
        Session { input: Some(input), output, engine: Some(engine) }
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
        self.input.as_ref().unwrap().write_all(bytes).unwrap();
    }

    /// Says lines, of which the last is a `go`, and hears everything up to the answer.
    pub(crate) fn ask(&self, lines: &[&str]) -> Vec<String> {
        self.say_all(lines);
        self.until("bestmove")
    }

    fn say_all(&self, lines: &[&str]) {
        for line in lines {
            self.say(line);
        }
    }

    /// Says lines and hears the next one.
    pub(crate) fn hear_after(&self, lines: &[&str]) -> String {
        self.say_all(lines);
        self.hear()
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

    /// Says lines and hears the answer to a `go`; the line before it must begin its `pv` with the best move.
    pub(crate) fn best_move(&self, lines: &[&str]) -> String {
        let lines = self.ask(lines);
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
        while let Ok(line) = self.output.recv_timeout(Duration::from_millis(100)) {
            if !line.starts_with("info") {
                return false;
            }
        }
        true
    }

    /// Ends the input; what the engine still says.
    pub(crate) fn end(mut self) -> Vec<String> {
        self.rest()
    }

    fn rest(&mut self) -> Vec<String> {
        self.input = None;
        let Some(engine) = self.engine.take() else { return Vec::new() };
        engine.join().unwrap().unwrap();
        self.output.iter().collect()
    }
}

/// Nothing is said that the test has not heard.
impl Drop for Session {
    fn drop(&mut self) {
        if !thread::panicking() {
            assert_eq!(self.rest(), [""; 0]);
        }
    }
}
