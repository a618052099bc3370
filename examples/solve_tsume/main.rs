//! Solves mate problems, one or thousands: mate, no mate, or unknown, and what it cost.
//!
//! ```sh
//! cargo run --release --example solve_tsume
//! cargo run --release --example solve_tsume -- --sfen "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
//! cargo run --release --example solve_tsume -- --file data/tsume/nextmoves.sfen --threads 2
//! cargo run --release --example solve_tsume -- --file FOLDER --cooks --html out
//! cargo run --release --example solve_tsume -- --file FILE --hash-mb 300 --time-s 10 --out out
//! cargo run --release --example solve_tsume -- --file HARD --hash-mb 1000 --threads-per-problem 8
//! ```
//!
//! Standard output has a line a problem in the order of the input, fields separated by tabs, and then a summary without
//! tabs. A run with `--out` can be broken off at any time and started again with the same words: it goes on where it was.
//!
//! The run itself is `komadai_lab::mate`: the solver, further questions about a mate, the line of a problem. `summary.rs` is the table
//! at the end.
//!
//! The exit status is 0; 1 if a verdict or an exact length contradicts the label of its problem, if the checker refuses one, or if
//! a file of a folder could not be read; 2 if options or files cannot be used.

mod summary;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::{Args, Parser};
use komadai_lab::mate::{CycleTreatment, MateHeuristic, MateRun, MateWorker, Questions, prepare_folder};
use komadai_lab::{KeptAnswers, MateProblem, MateProblems, ProblemSource, ask_in_order};
use komadai_report::options::{HashMb, Threads};
use komadai_report::{Failure, exit_status};

/// Nodes for a problem if neither nodes nor time are limited.
const NODES: u64 = 10_000_000;

/// Help of `--hash-mb`.
const HASH_MB: &str = "Megabytes of tables for each problem that is being solved: the memory used in all is this times --threads, and \
                       twice as much if lengths, cooks or records are asked for";

/// Solves mate problems and says what they cost.
#[derive(Parser)]
#[command(
    name = "solve_tsume",
    // Kanji are wider than `clap` takes them for.
    max_term_width = 90,
    mut_arg("hash_mb", |hash_mb| hash_mb.default_value("256").help(HASH_MB)),
    after_help = "FILE may be a record of a mate problem in KIF, KI2, CSA, JKF or USI. The attacker needs no king, and the \
                  defender may hold 残り全部, all that is left over. If the record has moves that mate, their number is the recorded \
                  length, futile interpositions left out. A folder is read in the order of its file names; other files in it are \
                  passed over, and those that cannot be read are named at the end. - is standard input, and --sfen takes \
                  what a file may hold, such as a USI position.\n\n\
                  Else lines of FILE are NAME<TAB>SFEN<TAB>mate|nomate|unknown<TAB>PLIES, where fields may be left away \
                  from the right, or bare SFENs. Empty lines and lines that begin with # are passed over, but \
                  for # lengths: traditional, which says how the PLIES after it are counted (# lengths: exact goes back). Without \
                  --file and --sfen it solves problems from data/tsume that are built in.\n\n\
                  Lines printed are NAME, mate|nomate|unknown, PLIES, NODES, MILLISECONDS, checked|unchecked, MOVES, \
                  shortest|not shown to be shortest \
                  [, EXACT] [, TRADITIONAL, SOLUTION] [, COOKS] [, FUTILE] [, SHOWN], separated by tabs; -- where there is nothing to say. Milliseconds are those the thread has worked on \
                  the answer where the system tells (Linux), else those that have gone by; the summary says which. \
                  Nodes and milliseconds are those of the verdict alone. A line is the shortest where a search of everything shorter \
                  found that: after df-pn it looks at one position for each node of df-pn, and 1000 at least; with \
                  --exact 200000 before df-pn is asked, and NODES are these positions where that settles it. Checked are answers whose certificate is accepted by a checker with rules of its own.\n\n\
                  Every problem begins with empty tables, so verdicts and nodes are the same for any number of \
                  --threads, as long as no limit of time strikes; not so with --threads-per-problem."
)]
struct Options {
    #[command(flatten)]
    source: ProblemSource,
    #[command(flatten)]
    hash_mb: HashMb,
    /// Seconds for each problem, by the clock on the wall; as many again for each question about a mate.
    #[arg(long, value_name = "T", value_parser = seconds)]
    time_s: Option<Duration>,
    /// Positions to look at for each problem, and again for each question [default: 10000000; with --time-s no limit].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Also the exact length of every mate, every interposition counted; PLIES and MOVES are then those of a shortest mate where
    /// it is settled, and a column says how long it is, or between what bounds (9..13).
    #[arg(long)]
    exact: bool,
    /// Also the length as people count it, futile interpositions left out, and the solution: two more columns. The solution is
    /// the longest line that leaves the attacker no piece in hand, which can be shorter than the length; "leftovers" if every
    /// line leaves one. Only recorded lengths that are counted so are compared with them.
    #[arg(long)]
    traditional: bool,
    #[command(flatten)]
    composers: ForComposers,
    /// Writes every mate with its variations as NAME.kif into this folder, or one problem into this file: about 1000 moves
    /// each, the rest left away.
    #[arg(long, value_name = "DIR|FILE.kif")]
    kif: Option<PathBuf>,
    /// What becomes of no-mates that depend on a repetition.
    #[arg(long, value_name = "NAME", value_enum, default_value_t = CycleTreatment::Dependence)]
    cycle: CycleTreatment,
    /// First guesses of proof and disproof numbers.
    #[arg(long, value_name = "NAME", value_enum, default_value_t = MateHeuristic::FarDrops)]
    heuristic: MateHeuristic,
    /// Keeps a certificate of every mate and no-mate as NAME.kmdc in this folder, or that of one problem in this file; see
    /// the example `check_certificate`. With --exact NAME.kmdc shows a mate of just that length and NAME.lower.kmdc that no mate
    /// is shorter; one more column says what was shown: exact, lower, upper or neither.
    #[arg(long, value_name = "DIR|FILE.kmdc")]
    certificate: Option<PathBuf>,
    /// Writes the proof of every mate and no-mate as NAME.html into this folder, or that of one problem into this file: a page
    /// with a board for every move, its main line open and all else folded.
    #[arg(long, value_name = "DIR|FILE.html")]
    html: Option<PathBuf>,
    /// Positions of the attacker on a page, about: a larger proof is cut off, its main line never.
    #[arg(long, value_name = "N", default_value_t = 300, requires = "html", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    html_positions: u32,
    #[command(flatten)]
    threads: Threads,
    /// Threads at each problem, beside the --threads problems at a time: N × --threads threads in all. They share the tables of
    /// their problem. With more than one, nodes and lines differ from run to run, and milliseconds are of the wall clock.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=128))]
    threads_per_problem: u8,
    #[command(flatten)]
    kept: KeptAnswers,
}

/// What composers ask about a mate.
#[derive(Args)]
struct ForComposers {
    /// Also whether other checks mate: one more column that says sound, unsound or open, and names those checks, the worst
    /// first, with the number of the move in MOVES (with --traditional in the line that is named there), the kind, and the length. Other solutions: 早詰 (sooner), 余詰 (as well). Blemishes: 手順前後
    /// (the same moves in another order), 非限定 (other moves to the same position), 迂回 (a roundabout way), each with "back
    /// after N" moves of the line, and 最終手余詰 (in the place of the last move).
    #[arg(long)]
    cooks: bool,
    /// Also the line that counts as people count, and where interpositions in its positions are futile: one more column,
    /// MOVES and the squares after each move, such as `line 9e9d; after 1 on 2d 3d`.
    #[arg(long)]
    futile: bool,
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
    exit_status("solve_tsume", ended.map(|fine| ExitCode::from(u8::from(!fine))))
}

impl Options {
    fn run(&self) -> MateRun {
        MateRun {
            hash_mb: self.hash_mb.hash_mb,
            threads_per_problem: self.threads_per_problem,
            nodes: self.nodes.unwrap_or(if self.time_s.is_some() { u64::MAX } else { NODES }),
            time: self.time_s,
            cycle: self.cycle,
            heuristic: self.heuristic,
            questions: Questions {
                exact: self.exact,
                traditional: self.traditional,
                cooks: self.composers.cooks,
                records: self.kif.clone(),
                futile: self.composers.futile,
            },
            certificates: self.certificate.clone(),
            pages: self.html.clone(),
            page_positions: self.html_positions as usize,
        }
    }
}

/// Whether every verdict is checked and none contradicts a label.
fn run(options: &Options) -> Result<bool, Failure> {
    let MateProblems { problems, refused } = options.source.read(&BUILT_IN)?;
    for error in &refused {
        eprintln!("solve_tsume: {error}");
    }
    let folders = [
        ("--certificate", &options.certificate, "kmdc"),
        ("--kif", &options.kif, "kif"),
        ("--html", &options.html, "html"),
    ];
    for (option, folder, extension) in folders {
        if let Some(folder) = folder {
            prepare_folder(option, folder, extension, &problems)?;
        }
    }
    let run = options.run();
    let kept = options.kept.open("solve-tsume")?;
    let described = run.describe();
    let question = |problem: &MateProblem| format!("{described}; {:?}: {}", problem.name, problem.pos);
    let workers = (0..options.threads.count().min(problems.len())).map(|_| MateWorker::new(&run));
    let workers = workers.collect::<Result<Vec<_>, _>>().map_err(|error| format!("--hash-mb: {error}"))?;
    let stop: Vec<_> = workers.iter().map(MateWorker::stop_flag).collect();
    let solve = |worker: &mut MateWorker, problem: &MateProblem| {
        worker.solve(problem).map_err(|error| format!("{}: {error}", problem.name))
    };
    let mut out = io::stdout();
    let answers =
        ask_in_order(kept.as_ref(), "problems", &problems, question, workers, solve, |i, answer| {
            let printed =
                writeln!(out, "{}", answer.write(&problems[i].name, &run)).and_then(|()| out.flush());
            if printed.is_err() {
                // Answers that nobody reads are not worth finishing.
                for flag in &stop {
                    flag.store(true, Ordering::SeqCst);
                }
            }
            Ok(printed?)
        })?;
    let mut out = out.lock();
    let agrees = summary::write(&mut out, &problems, &answers, &run)?;
    summary::write_refused(&mut out, &refused)?;
    out.flush()?;
    Ok(agrees && refused.is_empty())
}

/// Built-in problems: mates of all lengths, no-mates, and positions that solvers have been wrong about.
const BUILT_IN: [&str; 3] = [
    include_str!("../../data/tsume/mates.sfen"),
    include_str!("../../data/tsume/nextmoves.sfen"),
    include_str!("../../data/tsume/issue_regressions.sfen"),
];
