//! Solves mate problems, one or thousands: mate, no mate, or unknown, and what it cost.
//!
//! ```sh
//! cargo run --release --example solve_tsume
//! cargo run --release --example solve_tsume -- --sfen "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
//! cargo run --release --example solve_tsume -- --file data/tsume/nextmoves.sfen --threads 2
//! cargo run --release --example solve_tsume -- --file FILE --hash-mb 300 --time-s 10 --out results.tsv
//! ```
//!
//! Standard output has a line a problem in the order of the input, fields separated by tabs, and then a summary without
//! tabs. A run with `--out` can be broken off at any time and started again with the same words: it goes on where it was.
//!
//! | file | does |
//! |---|---|
//! | `solve.rs` | one problem, solved: the part to copy into a program of your own |
//! | `parts.rs` | parts of the solver that are chosen by a word |
//! | `work.rs` | many problems on several threads, answers in the order of the input |
//! | `watch.rs` | the time limit |
//! | `mate.rs` | lengths, second solutions and records of a mate |
//! | `files.rs` | files of certificates and records |
//! | `answer.rs` `journal.rs` | the line of a problem; the file of `--out`, and taking it up again |
//! | `summary.rs` | the table at the end |
//!
//! The exit status is 0, 1 if a verdict contradicts the label of its problem or is refused by the checker, 2 if options or files cannot be used.

mod answer;
mod files;
mod journal;
mod mate;
mod parts;
mod solve;
mod summary;
mod watch;
mod work;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use komadai::lab::{Failure, MateProblem, exit_status};

use crate::journal::Journal;
use crate::parts::{Cycle, Heuristic};
use crate::solve::Recipe;

/// Solves mate problems and says what they cost.
#[derive(Parser)]
#[command(
    name = "solve_tsume",
    after_help = "Lines of FILE are NAME<TAB>SFEN<TAB>mate|nomate|unknown<TAB>PLIES, where fields may be left away \
                  from the right, or bare SFENs. Empty lines and lines that begin with # are passed over. Without \
                  --file and --sfen it solves problems from data/tsume that are built in.\n\n\
                  Lines printed are NAME, mate|nomate|unknown, PLIES, NODES, MILLISECONDS, checked|unchecked, MOVES \
                  [, EXACT] [, TRADITIONAL] [, SECOND], separated by tabs; -- where there is nothing to say. Milliseconds are those the thread has worked on \
                  the answer where the system tells (Linux), else those that have gone by; the summary says which. \
                  Nodes and milliseconds are those of the verdict alone. Checked are answers whose certificate is accepted by a checker with rules of its own.\n\n\
                  Every problem begins with empty tables, so verdicts and nodes are the same for any number of \
                  threads, as long as no limit of time strikes."
)]
struct Options {
    /// One problem.
    #[arg(long, value_name = "SFEN", conflicts_with = "file")]
    sfen: Option<String>,
    /// A file of problems.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Megabytes of tables for each thread: the memory used in all is this times the number of threads, and twice as
    /// much if lengths, second solutions or records are asked for.
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash_mb: u32,
    /// Seconds for each problem, by the clock on the wall; as many again for each question about a mate.
    #[arg(long, value_name = "T", value_parser = seconds)]
    time_s: Option<Duration>,
    /// Positions to look at for each problem, and again for each question [default: 10000000; with --time-s no limit].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Also the exact length of every mate, every interposition counted; PLIES and MOVES are then those of a shortest
    /// mate, and a column says how long it is, or between what bounds (9..13).
    #[arg(long)]
    exact: bool,
    /// Also the length as people count it, futile interpositions left out: one more column.
    #[arg(long)]
    traditional: bool,
    /// Also whether other checks mate: one more column that says sound, unsound or open, and names those checks with
    /// the number of the move, 早詰 (sooner), 余詰 (as well) or 最終手余詰 (in the place of the last move), and the length.
    #[arg(long)]
    second: bool,
    /// Writes every mate with its variations as NAME.kif into this folder, or one problem into this file: about 1000 moves
    /// each, the rest left away.
    #[arg(long, value_name = "DIR|FILE.kif")]
    kif: Option<PathBuf>,
    /// What becomes of no-mates that depend on a repetition.
    #[arg(long, value_name = "NAME", value_enum, default_value_t = Cycle::Lean)]
    cycle: Cycle,
    /// First guesses of proof and disproof numbers.
    #[arg(long, value_name = "NAME", value_enum, default_value_t = Heuristic::Odds)]
    heuristic: Heuristic,
    /// Keeps a certificate of every mate and no-mate as NAME.kmdc in this folder, or that of one problem in this file; see
    /// the example `check_certificate`.
    #[arg(long, value_name = "DIR|FILE.kmdc")]
    certificate: Option<PathBuf>,
    /// Problems to work on at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Writes every answer into this file as it comes, and takes over those that are there already.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .filter(|&seconds: &f64| seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a number of seconds above 0".to_owned())
}

fn main() -> ExitCode {
    let ended = run(&Options::parse());
    exit_status("solve_tsume", ended.map(|fine| if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }))
}

/// Whether every verdict is checked and none contradicts a label.
fn run(options: &Options) -> Result<bool, Failure> {
    let problems = read(options)?;
    let folders = [("--certificate", &options.certificate, "kmdc"), ("--kif", &options.kif, "kif")];
    for (option, folder, extension) in folders {
        if let Some(folder) = folder {
            files::prepare(option, folder, extension, &problems)?;
        }
    }
    let recipe = Recipe::new(options);
    let mut journal = match &options.out {
        Some(path) => Some(Journal::open(path, &recipe, &problems)?),
        None => None,
    };
    let answers = work::solve_all(&problems, &recipe, usize::from(options.threads), journal.as_mut())?;
    if let Some(journal) = journal {
        journal.finish(&problems, &answers)?;
    }
    let mut out = std::io::stdout().lock();
    let agrees = summary::write(&mut out, &problems, &answers, &recipe)?;
    out.flush()?;
    Ok(agrees)
}

/// Built-in problems: mates of all lengths, no-mates, and positions that solvers have been wrong about.
const BUILT_IN: [&str; 3] = [
    include_str!("../../data/tsume/mates.sfen"),
    include_str!("../../data/tsume/nextmoves.sfen"),
    include_str!("../../data/tsume/issue_regressions.sfen"),
];

fn read(options: &Options) -> Result<Vec<MateProblem>, Failure> {
    let (name, text) = match (&options.sfen, &options.file) {
        (Some(sfen), _) => ("--sfen".to_owned(), sfen.clone()),
        (None, Some(path)) => {
            let name = path.display().to_string();
            let bytes = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
            let text = String::from_utf8(bytes).map_err(|error| not_text(&name, &error))?;
            (name, text)
        }
        (None, None) => ("the built-in problems".to_owned(), BUILT_IN.concat()),
    };
    let problems = MateProblem::read_all(&text).map_err(|error| format!("{name}, {error}"))?;
    if problems.is_empty() {
        return Err(format!("{name}: no problem, expected at least one line with an SFEN").into());
    }
    Ok(problems)
}

fn not_text(name: &str, error: &std::string::FromUtf8Error) -> String {
    let text = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
    let line = text.matches('\n').count() + 1;
    let column = text.chars().rev().take_while(|&c| c != '\n').count() + 1;
    format!("{name}, line {line}, column {column}: found bytes that are not UTF-8, expected a text file")
}
