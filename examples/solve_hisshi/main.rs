//! Looks for a hisshi (必至): one move without check after which the defender is mated by checks, whatever he replies.
//!
//! ```sh
//! cargo run --release --example solve_hisshi
//! cargo run --release --example solve_hisshi -- --sfen "5+B1nl/7k1/6ppp/9/9/9/9/9/9 b S2rb4g3s3n3l15p 1" --all-keys
//! cargo run --release --example solve_hisshi -- --file FILE --certificate out --out hisshi.tsv
//! ```
//!
//! Standard output has a paragraph a problem and a line of counts. A run with `--out` can be broken off at any time and started
//! again with the same words: it goes on with the next problem.
//!
//! | file | does |
//! |---|---|
//! | `row.rs` | an answer as a line of text and back |
//! | `show.rs` | an answer for people: moves in Japanese and in USI |
//!
//! It is a program of its own beside `solve_tsume`, because an answer has other parts: a key, a threat, a mate for each reply.
//!
//! The exit status is 0, 1 if a certificate is refused by the checker or a file of a folder could not be read, 2 if options or files
//! cannot be used.

mod row;
mod show;

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use komadai::learn::{Journal, JournalHeader, SavedJournal};
use komadai::tsume::{HisshiAnswer, HisshiLimits, HisshiVerdict, Solver, checker, find_hisshi};
use komadai_lab::mate::{file_of, prepare_folder};
use komadai_lab::{MateProblem, MateProblems};
use komadai_report::{Failure, Progress, exit_status, words};

use crate::row::Row;

/// Looks for a hisshi (必至): one move without check after which every reply is mated by checks.
#[derive(Parser)]
#[command(
    name = "solve_hisshi",
    after_help = "Lines of FILE are NAME<TAB>SFEN, or bare SFENs. Empty lines and lines that begin with # are passed over. Else \
                  FILE is a record of a problem: the position before its first move. Files of a folder that cannot be read are \
                  named, the others solved. The side to move attacks. Without --file and --sfen it solves the problems of data/tsume/hisshi.sfen, which \
                  are built in.\n\n\
                  Answers: hisshi (a key works), mate (there is a mate by checks, and so nothing to prepare), none (every \
                  move without check has a reply after which there is no mate by checks), unknown (the limit ended the search). \
                  Checked are answers whose certificate is accepted by a checker with rules of its own.\n\n\
                  Lines of --out are NAME, answer, KEYS, PLIES, REPLIES, THREAT, LINE, MOVES without check, OPEN ones, NODES, \
                  checked|unchecked, and known|open for whether checks alone mate, separated by tabs; -- where there is nothing to say. Threat, replies and line are those of the \
                  first key; the line is the key, the reply that holds out longest against the mates found, and its mate."
)]
struct Options {
    /// One problem.
    #[arg(long, value_name = "SFEN", conflicts_with = "file")]
    sfen: Option<String>,
    /// A file of problems (SFEN lines, KIF, KI2, CSA, JKF or USI), a folder of such files, or - for standard input.
    #[arg(long, value_name = "FILE|DIR|-")]
    file: Option<PathBuf>,
    /// Megabytes of tables.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash_mb: u32,
    /// Positions to look at for each problem, all its replies together.
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Looks for every key, not only for the first: a sound problem has one.
    #[arg(long)]
    all_keys: bool,
    /// Keeps a certificate of every hisshi and of every answer that there is none as NAME.kmdh in this folder, or that of one
    /// problem in this file; see the example `check_certificate`.
    #[arg(long, value_name = "DIR|FILE.kmdh")]
    certificate: Option<PathBuf>,
    /// Writes every answer into this file as it comes, and takes over those that are there already.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

fn main() -> ExitCode {
    let ended = run(&Options::parse());
    exit_status("solve_hisshi", ended.map(|fine| if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }))
}

/// Whether the checker has accepted every certificate.
fn run(options: &Options) -> Result<bool, Failure> {
    let built_in = [include_str!("../../data/tsume/hisshi.sfen")];
    let MateProblems { problems, refused: unread } =
        MateProblems::read(options.file.as_deref(), options.sfen.as_deref(), &built_in)?;
    for error in &unread {
        eprintln!("solve_hisshi: {error}");
    }
    if let Some(folder) = &options.certificate {
        prepare_folder("--certificate", folder, "kmdh", &problems)?;
    }
    let (mut journal, mut known) = open(options, &problems)?;
    let solver = Solver::builder().hash_mb(options.hash_mb as usize).build();
    let mut solver = solver.map_err(|error| format!("--hash-mb {}: {error}", options.hash_mb))?;
    let mut out = std::io::stdout();
    let progress = Progress::new(problems.len(), known.len(), "problems");
    let progress = if journal.is_some() { progress.resumable() } else { progress };
    let (mut counts, mut nodes, mut refused) = ([0_usize; 4], 0, 0);
    for problem in &problems {
        let row = if let Some(row) = known.remove(&problem.name) {
            row
        } else {
            let answer = ask(&mut solver, problem, options);
            let checked = check(&answer, problem, options)?;
            if let Err(reason) = &checked {
                refused += 1;
                eprintln!("{}: certificate refused: {reason}", problem.name);
            }
            let row = Row::new(&answer, checked == Ok(true));
            if let Some(journal) = &mut journal {
                journal.append(&row.write(&problem.name)).map_err(|error| format!("--out {error}"))?;
            }
            progress.step();
            row
        };
        counts[row.verdict as usize] += 1;
        nodes += row.nodes;
        progress.suspend(|| writeln!(out, "{}", show::paragraph(problem, &row)))?;
    }
    progress.finish();
    let [mate, hisshi, none, unknown] = counts;
    let problems = words::count(problems.len() as u64, "problem", "problems");
    let nodes = words::count(nodes, "node", "nodes");
    writeln!(out, "{problems}: {hisshi} hisshi, {none} none, {mate} mate, {unknown} unknown; {nodes}")?;
    writeln!(out, "Certificates that the checker refuses: {refused}")?;
    if !unread.is_empty() {
        writeln!(out, "Files that could not be read: {}", unread.len())?;
    }
    Ok(refused == 0 && unread.is_empty())
}

fn ask(solver: &mut Solver, problem: &MateProblem, options: &Options) -> HisshiAnswer {
    // From empty tables, so that an answer does not depend on the problems before it.
    solver.clear();
    let limits = HisshiLimits { nodes: options.nodes, all_keys: options.all_keys, ..HisshiLimits::default() };
    find_hisshi(&problem.pos, solver, &limits)
}

/// Whether the checker accepts the certificate, which is kept if asked for; an inner error is its reason, `false` that there is
/// none.
fn check(
    answer: &HisshiAnswer,
    problem: &MateProblem,
    options: &Options,
) -> Result<Result<bool, String>, Failure> {
    if !answer.has_certificate() {
        return Ok(Ok(false));
    }
    let mut bytes = Vec::new();
    answer.write_certificate(&mut bytes)?;
    if let Some(folder) = &options.certificate {
        let path = file_of(folder, &problem.name, "kmdh");
        answer
            .save_certificate(&path)
            .map_err(|error| format!("--certificate {}: {error}", path.display()))?;
        bytes = std::fs::read(&path).map_err(|error| format!("--certificate {}: {error}", path.display()))?;
    }
    let checked = checker::check_hisshi(&bytes[..]);
    Ok(checked.map_err(|error| error.to_string()).and_then(|checked| {
        let key = answer.keys.first().map(|key| key.key.to_string());
        // Board, side to move and hands; the certificate leaves the number of the next move away.
        let same = problem.pos.to_string().rsplit_once(' ').is_some_and(|(sfen, _)| sfen == checked.sfen);
        if checked.key == key && same {
            Ok(true)
        } else {
            Err(format!("it shows the key {:?} of {}", checked.key, checked.sfen))
        }
    }))
}

/// The file of `--out` and the answers that are in it.
fn open(
    options: &Options,
    problems: &[MateProblem],
) -> Result<(Option<Journal>, HashMap<String, Row>), Failure> {
    let Some(path) = &options.out else { return Ok((None, HashMap::new())) };
    let run = format!(
        "nodes {} hash-mb {} all-keys {}; {} problems {:016x}",
        options.nodes,
        options.hash_mb,
        options.all_keys,
        problems.len(),
        MateProblem::fingerprint(problems),
    );
    let header = JournalHeader { kind: "solve_hisshi", run: &run, columns: "" };
    let saved = SavedJournal::read(path, &header).map_err(|error| format!("--out {error}"))?;
    if let Some(torn) = saved.torn() {
        eprintln!("{}: the last line is torn and is left away: {torn:?}", path.display());
    }
    let mut known = HashMap::new();
    for (number, line) in saved.lines() {
        let (name, row) = Row::read(line, problems)
            .map_err(|error| format!("--out {}: line {number}: {error}", path.display()))?;
        known.insert(name, row);
    }
    if !known.is_empty() {
        eprintln!("{}: {} of {} problems are solved already", path.display(), known.len(), problems.len());
    }
    Ok((Some(saved.resume().map_err(|error| format!("--out {error}"))?), known))
}

// `counts` is indexed by the verdict.
const _: () = assert!(HisshiVerdict::Mate as usize == 0 && HisshiVerdict::Unknown as usize == 3);
