//! An engine of all parts, and sessions with it.

use std::io::BufReader;
use std::thread;
use std::time::Duration;

use komadai_core::{Move, Position, Tracked};
use komadai_eval::Material;
use komadai_search::{Book, Engine, HashTable, Limits, Progress, Report, Searcher};
use komadai_tsume::{Solver, Verdict};
use komadai_usi::{
    Button, Check, Combo, EngineResult, MateLine, MateLineSolver, MateQuestion, Opening, OpeningBook,
    Options, Program, Text, serve, standard,
};

use crate::session::Session;

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
            "search" => return Ok(Box::new(Silent(|_, _: &Limits| panic!("on purpose")))),
            _ => {}
        }
        notes.push("engine made".to_owned());
        let table = HashTable::new(options.number(standard::HASH) as usize)?;
        let mut engine = Searcher::new(Material::default()).table(table);
        if options.choice(FAIL) == "mute" {
            let mute = move |board, limits: &Limits| engine.search_game(board, limits, &mut |_| {});
            return Ok(Box::new(Silent(mute)));
        }
        Ok(Box::new(engine))
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

/// A search, written as a closure, that tells nothing of its iterations.
struct Silent<F>(F);

impl<F: FnMut(Tracked, &Limits) -> Report> Engine for Silent<F> {
    fn search_game(&mut self, board: Tracked, limits: &Limits, _: &mut dyn FnMut(&Progress<'_>)) -> Report {
        (self.0)(board, limits)
    }

    fn clear(&mut self) {}
}

impl Session {
    pub(crate) fn begin() -> Session {
        Session::with(Sample::default())
    }

    pub(crate) fn with(program: Sample) -> Session {
        Session::of(|from_user, out| {
            let engine = thread::spawn(move || serve(BufReader::new(from_user), out, program));
            Box::new(|| engine.join().unwrap().unwrap())
        })
    }

    pub(crate) fn ready() -> Session {
        Session::begin().made_ready()
    }

    pub(crate) fn made_ready(self) -> Session {
        self.say_all(&["setoption name USI_Hash value 1", "isready"]);
        assert_eq!(self.until("readyok"), ["info string engine made", "readyok"]);
        self
    }

    /// Says lines and hears the next one.
    pub(crate) fn hear_after(&self, lines: &[&str]) -> String {
        self.say_all(lines);
        self.hear()
    }

    /// Says lines, of which the last is a `go`: the best move.
    pub(crate) fn best_move(&self, lines: &[&str]) -> String {
        self.search(lines).last().unwrap().split(' ').nth(1).unwrap().to_owned()
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
}
