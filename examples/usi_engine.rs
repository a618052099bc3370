//! A complete USI engine: load it in any shogi program, or let it play itself.
//!
//! ```sh
//! cargo build --release --example usi_engine
//! printf 'usi\nisready\nposition startpos\ngo nodes 100000\n' | target/release/examples/usi_engine
//! ```
//!
//! | option | default | meaning |
//! |---|--:|---|
//! | `USI_Hash` | 64 | MB of table, for the search and for the mate solver each |
//! | `USI_Ponder` | true | whether a move to ponder on is named |
//! | `MultiPV` | 1 | lines of play |
//! | `NodesLimit`, `DepthLimit` | 0 | nodes, iterations per move; 0: no limit |
//! | `BookFile` | none | a book whose moves are played without a search: one saved by the example `build_book`, drawn by wins, or a `.db` of `YaneuraOu` and others, drawn by values and counts; a new session may draw other moves |
//! | `BookEvalDiff` | 30 | centipawns by which a drawn move of a `.db` may be worse than the best of its position |
//! | `EvalFile` | `<empty>` | the evaluation: a model file of pairs or `nn.bin`, `material`, or empty for the model of the package |
//! | `FV_SCALE` | 16 | divisor of the output of a network in `EvalFile`, as its author says: often 16, 20 or 24 |
//! | `MateNodes` | 10000 | nodes of the mate solver before each search, on top of the search's own; a mate it proves is played; 0: off |
//! | `MateSearchNodes` | 0 | nodes of the mate solver at each node of the search with some depth left; 0: off |
//! | `ResignValue` | 99999 | resigns at this value or worse; 99999: never |
//! | `MaxMovesToDraw` | 0 | the game is drawn after this many moves; 0: never |
//! | `NetworkDelay` | 120 | ms kept back from each move |
//! | `MinimumThinkingTime` | 0 | least usual time of a move in ms, if the clock has as much |
//! | `SlowMover` | 100 | per cent of the usual share of the main time that a move gets |
//! | `Threads` | 1 | threads of the search, which share the table, at most 64 or four for each processor; with one, a count of nodes means the same every time |
//! | `Consultation` | off | 4, 8, 16: this many virtual engines in one tree vote on the move [R12], instead of the search; on one thread, one line, without `MateSearchNodes` |
//! | `ConsultationNoise` | 50 | standard deviation of their noise, in centipawns |
//!
//! Book, `MateNodes` and declarations are not used in analysis (`go infinite`) or with `searchmoves`. The recipe of the search is at the end.

use std::error::Error;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use komadai::eval::network;
use komadai::evaluation::{Choice, Evaluation};
use komadai::notation::book_db::BookReader;
use komadai::search::{
    BrotherBest, Consultation, HashTable, History, MateSearch, Noise, ParallelSearcher, RatedBook, Searcher,
    Settings, load_book, modern_with,
};
use komadai::tsume::Solver;
use komadai::usi::standard::{self, HASH, MULTI_PV};
use komadai::usi::{
    Combo, EngineResult, MateLineSolver, MateQuestion, Opening, OpeningBook, Options, Program, Remark, Spin,
    Text,
};
use komadai::{Evaluator, Move, Position, Trust, Value, default_reliability, usi_solver};

const BOOK_FILE: Text = Text::file("BookFile", "").live();
const BOOK_EVAL_DIFF: Spin = Spin::new("BookEvalDiff", RatedBook::NEAR as i64, 0, 99_999).live();
const EVAL_FILE: Text = Text::file("EvalFile", "");
const FV_SCALE: Spin = Spin::new("FV_SCALE", network::FV_SCALE as i64, 1, 128);
const MATE_SEARCH_NODES: Spin = Spin::new("MateSearchNodes", 0, 0, 10_000);
const CONSULTATION: Combo = Combo::new("Consultation", "off", &["off", "4", "8", "16"]);
const CONSULTATION_NOISE: Spin = Spin::new("ConsultationNoise", 50, 0, 5_000);

const HELP: &str = "A USI engine: it reads commands from standard input and answers on standard output.

Register this file in a shogi program (in ShogiHome: Manage Engines, Add), or type commands:
usi             its name and its options
isready         gets ready
position startpos moves 7g7f
go byoyomi 3000
quit
";

fn main() -> ExitCode {
    let done = if std::env::args_os().any(|word| word == "--help" || word == "-h") {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("standard output: {error}"));
        io::stdout().write_all(HELP.as_bytes()).map_err(named)
    } else {
        komadai::usi::serve(io::BufReader::new(io::stdin()), io::stdout(), Komadai::new())
    };
    match done {
        // A reader that is gone has read enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let _ = writeln!(io::stderr(), "usi_engine: {error}");
            ExitCode::from(2)
        }
        _ => ExitCode::SUCCESS,
    }
}

struct Komadai {
    opening: Opening,
    /// Read when first needed, and again when another file is named.
    eval: Option<Evaluation>,
}

impl Komadai {
    /// Many users start an engine for every game: what it draws from a book depends on the time of the start.
    fn new() -> Komadai {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let opening = Opening { game: now.as_nanos() as u64, ..Opening::default() };
        Komadai { opening, eval: None }
    }
}

impl Program for Komadai {
    fn name(&self) -> String {
        format!("Komadai {}", env!("CARGO_PKG_VERSION"))
    }

    fn author(&self) -> String {
        "The Komadai developers".to_owned()
    }

    fn options(&self) -> Options {
        Options::standard()
            .with(HASH)
            .with(MULTI_PV)
            .with(standard::MATE_NODES)
            .with(MATE_SEARCH_NODES)
            .with(standard::threads())
            .with(CONSULTATION)
            .with(CONSULTATION_NOISE)
            .with(BOOK_FILE)
            .with(BOOK_EVAL_DIFF)
            .with(EVAL_FILE)
            .with(FV_SCALE)
    }

    fn engine(&mut self, options: &Options, notes: &mut Vec<String>) -> EngineResult {
        let eval = self.eval.get_or_insert_with(|| match options.path(EVAL_FILE).map(str::parse) {
            None => Evaluation::default(),
            Some(Ok(eval)) => Evaluation::with_fv_scale(eval, options.number(FV_SCALE) as i32),
            Some(Err(error)) => {
                notes.push(format!("error EvalFile: {error}; evaluating by {}", Evaluation::default()));
                Evaluation::default()
            }
        });
        let mut hash_mb = options.number(HASH) as usize;
        loop {
            match searcher(eval, hash_mb, options) {
                Err(error) if hash_mb > 1 => {
                    hash_mb /= 2;
                    notes.push(format!("{error}; trying {hash_mb} MB"));
                }
                done => return done,
            }
        }
    }

    fn option_set(&mut self, name: &str, options: &Options, notes: &mut Vec<String>) {
        if name == EVAL_FILE.name || name == FV_SCALE.name {
            self.eval = None;
        } else if name == BOOK_FILE.name {
            let book = options
                .path(BOOK_FILE)
                .map_or_else(|| Ok(OpeningBook::default()), |file| open_book(file, notes));
            self.opening.book = book.unwrap_or_else(|error| {
                notes.push(format!("error BookFile: {error}; playing without a book"));
                OpeningBook::default()
            });
        } else if name == BOOK_EVAL_DIFF.name {
            self.opening.near = options.number(BOOK_EVAL_DIFF) as i32;
        }
    }

    fn new_game(&mut self) {
        self.opening.new_game();
    }

    fn book_move(&mut self, pos: &Position) -> Option<(Move, String)> {
        self.opening.draw(pos)
    }

    /// How far the value can be trusted, if it is from the evaluation and the search for which the reliability model was made.
    fn remark(&self, options: &Options) -> Option<Remark> {
        let is_scaled = options.path(EVAL_FILE).is_some() && options.number(FV_SCALE) != FV_SCALE.default;
        if is_scaled {
            return None;
        }
        let evaluation = options.path(EVAL_FILE).unwrap_or("default").to_owned();
        default_reliability::of(&evaluation)?;
        Some(Box::new(move |pos, report| {
            let trust = Trust::of_package(&evaluation, pos, report)?;
            Some(format!("score {}; {trust}", report.value.cp()))
        }))
    }

    fn mate_solver(&mut self, options: &Options, asked: MateQuestion) -> Option<MateLineSolver> {
        Some(usi_solver::df_pn(asked, options.number(HASH) as usize))
    }
}

fn open_book(file: &str, notes: &mut Vec<String>) -> Result<OpeningBook, String> {
    if Path::new(file).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("db")) {
        return open_db(file, notes);
    }
    load_book(file).map(|(book, _)| OpeningBook::Won(book)).map_err(|error| error.to_string())
}

/// A book in the form of `YaneuraOu`; faulty lines and columns are left out and reported.
fn open_db(file: &str, notes: &mut Vec<String>) -> Result<OpeningBook, String> {
    let input = File::open(file).map_err(|error| format!("{file}: {error}"))?;
    let (mut faults, mut first) = (0, None);
    let entries = BookReader::new(io::BufReader::new(input)).filter_map(|part| {
        part.map_err(|fault| {
            faults += 1;
            first.get_or_insert(fault);
        })
        .ok()
    });
    let book = RatedBook::new(entries);
    match first {
        Some(fault) if book.is_empty() => return Err(format!("{file}: {fault}")),
        Some(fault) => notes.push(format!("BookFile {file}: faults left out: {faults}; the first: {fault}")),
        None if book.is_empty() => return Err(format!("{file}: no position, expected at least one")),
        None => {}
    }
    Ok(OpeningBook::Rated(book))
}

fn searcher(eval: &Evaluation, hash_mb: usize, options: &Options) -> EngineResult {
    // Material alone has no plan: at even material it would repeat moves rather than try something.
    let cp = if matches!(eval.choice(), Choice::Material(_)) { -50 } else { 0 };
    let draw = Value::from_cp(cp);
    match options.choice(CONSULTATION) {
        "4" => return consultation::<4>(eval, hash_mb, options, draw),
        "8" => return consultation::<8>(eval, hash_mb, options, draw),
        "16" => return consultation::<16>(eval, hash_mb, options, draw),
        _ => {}
    }
    // Material, the quickest of all, has a search of its own; the others share one.
    match eval.choice() {
        Choice::Material(material) => recipe(material, hash_mb, options, draw),
        _ => recipe(eval, hash_mb, options, draw),
    }
}

/// The recipe: change it here, and the engine plays with another search.
fn recipe<E>(eval: &E, hash_mb: usize, options: &Options, draw: Value) -> EngineResult
where
    E: Evaluator<State: Send> + Clone + Send + 'static,
{
    let threads = options.number(standard::threads()) as usize;
    // A mate solver at the nodes of the search, if requested.
    let nodes = options.number(MATE_SEARCH_NODES) as u64;
    let mate_search = (nodes > 0).then(|| MateSearch { nodes, ..MateSearch::default() });
    // The search of each thread, with its handle to the table.
    let searcher = |table| -> Result<_, Box<dyn Error>> {
        let solver = Solver::builder().hash_mb(hash_mb.min(4)).show_no_mates(false);
        let solver = mate_search.map(|_| solver.build()).transpose()?;
        let searcher = modern_with(&Settings::default(), eval.clone(), table).draw_value(draw);
        Ok(searcher.mate_solver(solver).add_pruning(mate_search))
    };
    Ok(Box::new(ParallelSearcher::new(threads, HashTable::new(hash_mb)?, searcher)?))
}

/// Solo consultation by `N` virtual engines.
fn consultation<const N: usize>(
    eval: &Evaluation,
    hash_mb: usize,
    options: &Options,
    draw: Value,
) -> EngineResult {
    let noise =
        Noise { sigma: Value::from_cp(options.number(CONSULTATION_NOISE) as i32), ..Noise::default() };
    let one = Searcher::new(eval.clone())
        .memory((BrotherBest::default(), History::default()))
        .must_promote(true)
        .draw_value(draw);
    Ok(Box::new(Consultation::<_, N, _>::of(one).noise(noise).table(hash_mb)?))
}
