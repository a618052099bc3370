//! Looks for a hisshi (必至): one move without check after which the defender is mated by checks, whatever he replies.
//!
//! ```sh
//! cargo run --release --example solve_hisshi
//! cargo run --release --example solve_hisshi -- --sfen "5+B1nl/7k1/6ppp/9/9/9/9/9/9 b S2rb4g3s3n3l15p 1" --all-keys
//! cargo run --release --example solve_hisshi -- --file FILE --certificate out --out out
//! ```
//!
//! Standard output has a paragraph for each problem and a line of counts. A run with `--out` can be broken off at any time and started
//! again with the same arguments: it goes on with the next problem.
//!
//! It is a separate program from `solve_tsume`, because an answer has other parts: a key, a threat, a mate for each reply.
//!
//! The exit status is 0; 1 if the checker refuses a certificate or a file of a folder could not be read; 2 if options or files cannot be used.

mod row;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use komadai::tsume::{HisshiAnswer, HisshiLimits, HisshiVerdict, Solver, checker, find_hisshi};
use komadai_lab::mate::{CycleTreatment, file_of, prepare_folder};
use komadai_lab::{KeptAnswers, MateProblem, MateProblems, ProblemSource, ask_in_order, forget_fallen};
use komadai_report::options::{HashMb, Nodes};
use komadai_report::{Failure, exit_status, save_whole, words};

use crate::row::Row;

/// Looks for a hisshi (必至): one move without check after which every reply is mated by checks.
#[derive(Parser)]
#[command(
    name = "solve_hisshi",
    mut_arg("hash_mb", |hash_mb| hash_mb.default_value("64")),
    after_help = "Lines of FILE are NAME<TAB>SFEN, or bare SFENs. Empty lines and lines that begin with # are passed over. Else \
                  FILE is a record of a problem: the position before its first move. Files of a folder that cannot be read are \
                  named, the others solved. The side to move attacks. Without --file and --sfen it solves the problems of data/tsume/hisshi.sfen, which \
                  are built in.\n\n\
                  Answers: hisshi (a key works), mate (there is a mate by checks, and so nothing to prepare), none (every \
                  move without check has a reply after which there is no mate by checks), unknown (the limit ended the search). \
                  Checked are answers whose certificate is accepted by a checker with rules of its own."
)]
struct Options {
    #[command(flatten)]
    source: ProblemSource,
    #[command(flatten)]
    hash_mb: HashMb,
    #[command(flatten)]
    nodes: Nodes<10_000_000>,
    /// Looks for every key, not only for the first: a sound problem has one.
    #[arg(long)]
    all_keys: bool,
    /// Writes a certificate of every hisshi and of every answer that there is none to NAME.kmdh in this folder, or that of one problem to
    /// this file; see the example `check_certificate`.
    #[arg(long, value_name = "DIR|FILE.kmdh")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    kept: KeptAnswers,
}

fn main() -> ExitCode {
    let ended = run(&Options::parse());
    exit_status("solve_hisshi", ended.map(|fine| ExitCode::from(u8::from(!fine))))
}

/// Returns whether the checker accepted every certificate and every file could be read.
fn run(options: &Options) -> Result<bool, Failure> {
    let built_in = [include_str!("../../data/tsume/hisshi.sfen")];
    let MateProblems { problems, refused: unread } = options.source.read(&built_in)?;
    for error in &unread {
        komadai_report::tell(format_args!("solve_hisshi: {error}"));
    }
    if let Some(folder) = &options.certificate {
        prepare_folder("--certificate", folder, "kmdh", &problems)?;
    }
    let kept = options.kept.open("solve-hisshi")?;
    let hash_mb = options.hash_mb.hash_mb;
    let solver = Solver::builder().hash_mb(hash_mb).build();
    let solver = solver.map_err(|error| format!("--hash-mb {hash_mb}: {error}"))?;
    let print = CycleTreatment::Dependence.fingerprint()?;
    let (nodes, all_keys) = (options.nodes.nodes, options.all_keys);
    let words = format!("df-pn {print:06x}, nodes {nodes}, hash-mb {hash_mb}, all-keys {all_keys}");
    // A certificate is written with the answer: another folder is another question.
    let folder = options.certificate.as_ref().map(|folder| format!(", certificates {}", folder.display()));
    let words = words + &folder.unwrap_or_default();
    let question = |problem: &MateProblem| format!("{words}; {:?}: {}", problem.name, problem.pos);
    let is_there = |problem: &MateProblem, row: &Row| {
        let folder = options.certificate.as_ref().filter(|_| row.checked || row.refused.is_some());
        folder.is_none_or(|folder| file_of(folder, &problem.name, "kmdh").exists())
    };
    forget_fallen(kept.as_ref(), &problems, question, is_there)?;
    let limits = HisshiLimits { nodes, all_keys, ..HisshiLimits::default() };
    let answer = |solver: &mut Solver, problem: &MateProblem| {
        // From empty tables, so that an answer does not depend on the problems before it.
        solver.clear();
        let answer = find_hisshi(&problem.pos, solver, &limits);
        check(&answer, problem, options).map(|checked| Row::new(&answer, checked))
    };
    let mut out = std::io::stdout();
    let rows =
        ask_in_order(kept.as_ref(), "problems", &problems, question, vec![solver], answer, |i, row| {
            let problem = &problems[i];
            if !row.fits(&problem.pos) {
                return Err(format!("--out: found moves that cannot be played in {:?}", problem.name).into());
            }
            if let Some(reason) = &row.refused {
                komadai_report::tell(format_args!("{}: certificate refused: {reason}", problem.name));
            }
            Ok(writeln!(out, "{}", row::paragraph(problem, row, all_keys))?)
        })?;
    let (mut counts, mut nodes, mut refused) = ([0_usize; 4], 0, 0);
    for row in &rows {
        counts[row.verdict as usize] += 1;
        nodes += row.nodes;
        refused += usize::from(row.refused.is_some());
    }
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

/// Whether the checker accepts the certificate, which is written if requested. An inner error is the checker's reason, `false` means no
/// certificate.
fn check(
    answer: &HisshiAnswer,
    problem: &MateProblem,
    options: &Options,
) -> Result<Result<bool, String>, String> {
    let Some(mut bytes) = answer.certificate() else { return Ok(Ok(false)) };
    if let Some(folder) = &options.certificate {
        let path = file_of(folder, &problem.name, "kmdh");
        save_whole(&path, &bytes).map_err(|error| format!("--certificate {error}"))?;
        bytes = std::fs::read(&path).map_err(|error| format!("--certificate {}: {error}", path.display()))?;
    }
    let checked = checker::check_hisshi(&bytes[..]);
    Ok(checked.map_err(|error| error.to_string()).and_then(|checked| {
        let key = answer.keys.first().map(|key| key.key.to_string());
        // Board, side to move and hands; the certificate leaves out the number of the next move.
        if checked.key == key && checked.sfen == problem.pos.unnumbered() {
            Ok(true)
        } else {
            Err(format!("it shows the key {:?} of {}", checked.key, checked.sfen))
        }
    }))
}

// `counts` is indexed by the verdict.
const _: () = assert!(HisshiVerdict::Mate as usize == 0 && HisshiVerdict::Unknown as usize == 3);
