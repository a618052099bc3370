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
//! Standard output has a line for each problem in the order of the input, fields separated by tabs, and then a summary without tabs. A run
//! with `--out` can be broken off at any time and started again with the same arguments: it goes on where it was. (`--kif FILE.kif` names a
//! new file each time.)
//!
//! `komadai_lab::mate` does the run itself: the solver, further questions about a mate, the line of a problem. `summary.rs` writes the
//! table at the end.
//!
//! The exit status is 0; 1 if a verdict or an exact length contradicts the label of its problem, if the checker refuses a certificate, or
//! if a file of a folder could not be read; 2 if options or files cannot be used.

mod summary;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use clap::Parser;
use komadai_lab::mate::{MateAnswer, MateRun, MateWorker, prepare_folder};
use komadai_lab::{KeptAnswers, MateProblem, MateProblems, ProblemSource, ask_in_order, forget_fallen};
use komadai_report::{Failure, exit_status};

/// Solves mate problems and says what they cost.
#[derive(Parser)]
#[command(
    name = "solve_tsume",
    // Kanji are wider than `clap` takes them for.
    max_term_width = 90,
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
    run: MateRun,
    #[command(flatten)]
    kept: KeptAnswers,
}

fn main() -> ExitCode {
    let ended = run(&Options::parse());
    exit_status("solve_tsume", ended.map(|fine| ExitCode::from(u8::from(!fine))))
}

/// Returns whether every file was read, every verdict is checked and none contradicts a label.
fn run(Options { source, run, kept }: &Options) -> Result<bool, Failure> {
    let MateProblems { problems, refused } = source.read(&BUILT_IN)?;
    for error in &refused {
        komadai_report::tell(format_args!("solve_tsume: {error}"));
    }
    let folders = [
        ("--certificate", &run.certificates, "kmdc"),
        ("--kif", &run.questions.records, "kif"),
        ("--html", &run.pages, "html"),
    ];
    for (option, folder, extension) in folders {
        if let Some(folder) = folder {
            prepare_folder(option, folder, extension, &problems)?;
        }
    }
    let kept = kept.open("solve-tsume")?;
    let described = run.describe()?;
    let question = |problem: &MateProblem| format!("{described}; {:?}: {}", problem.name, problem.pos);
    let is_there = |problem: &MateProblem, answer: &MateAnswer| answer.has_files(&problem.name, run);
    forget_fallen(kept.as_ref(), &problems, question, is_there)?;
    let workers = run.threads.workers_of(problems.len(), || MateWorker::new(run));
    let workers = workers.map_err(|error| format!("--hash-mb: {error}"))?;
    let stop: Vec<_> = workers.iter().map(MateWorker::stop_flag).collect();
    let solve = |worker: &mut MateWorker, problem: &MateProblem| {
        worker.solve(problem).map_err(|error| format!("{}: {error}", problem.name))
    };
    let mut out = io::stdout();
    let answers =
        ask_in_order(kept.as_ref(), "problems", &problems, question, workers, solve, |i, answer| {
            let printed =
                writeln!(out, "{}", answer.write(&problems[i].name, run)).and_then(|()| out.flush());
            if printed.is_err() {
                // Answers that nobody reads are not worth finishing.
                for flag in &stop {
                    flag.store(true, Ordering::SeqCst);
                }
            }
            Ok(printed?)
        })?;
    let mut out = out.lock();
    let agrees = summary::write(&mut out, &problems, &answers, run)?;
    if !refused.is_empty() {
        writeln!(out, "Files that could not be read: {}", refused.len())?;
    }
    refused.iter().try_for_each(|error| writeln!(out, "  {error}"))?;
    out.flush()?;
    Ok(agrees && refused.is_empty())
}

/// Built-in problems: mates of all lengths, no-mates, and positions that solvers got wrong.
const BUILT_IN: [&str; 3] = [
    include_str!("../../data/tsume/mates.sfen"),
    include_str!("../../data/tsume/nextmoves.sfen"),
    include_str!("../../data/tsume/issue_regressions.sfen"),
];
