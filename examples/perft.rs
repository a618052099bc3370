//! Counts move sequences: the standard test of a move generator, and of its speed.
//!
//! ```sh
//! cargo run --release --example perft -- 5
//! cargo run --release --example perft -- 3 --sfen "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"
//! cargo run --release --example perft -- --suite data/perft/perft.epd
//! ```
//!
//! The count after each move is printed as soon as it is known, so that a long run that is broken off has printed its counts so far. Lines
//! of a suite are `SFEN;D1 count;D2 count;…`; empty lines and lines that begin with `#` are skipped. The exit status is 0 if all is well, 1
//! if a count is wrong, 2 if options or files cannot be used.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;
use komadai::{Move, Position, perft};
use komadai_report::{COLUMNS, Failure, InputText, Progress, exit_status, numbered_lines};

/// Counts the sequences of legal moves from a position, or checks a file of known counts.
#[derive(Parser)]
#[command(max_term_width = COLUMNS, override_usage = "perft DEPTH [--sfen SFEN]\n       perft --suite FILE")]
struct Options {
    /// Length of the sequences in plies.
    #[arg(required_unless_present = "suite", conflicts_with = "suite", value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: Option<u32>,
    /// Start here instead of the even game's start position.
    #[arg(long, conflicts_with = "suite")]
    sfen: Option<String>,
    /// Check the counts in this file.
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
}

fn main() -> ExitCode {
    let options = komadai_report::options::parse::<Options>();
    let mut terminal = io::stdout().lock();
    let outcome = match (&options.suite, options.depth) {
        (Some(file), _) => check_suite(file, &mut terminal),
        (None, depth) => divide(options.sfen.as_deref(), depth.unwrap_or(1), &mut terminal).map(|()| true),
    };
    exit_status("perft", outcome.map(|right| ExitCode::from(u8::from(!right))))
}

/// Prints the count after every move as soon as it is known, and their sum.
fn divide(sfen: Option<&str>, depth: u32, terminal: &mut impl Write) -> Result<(), Failure> {
    let mut pos = match sfen {
        None => Position::startpos(),
        Some(text) => text.parse().map_err(|error| format!("--sfen {text:?}: {error}"))?,
    };
    let start = Instant::now();
    let mut moves: Vec<(String, Move)> = pos.legal_moves().iter().map(|&mv| (mv.to_string(), mv)).collect();
    moves.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    let mut total = 0;
    for (name, mv) in &moves {
        let undo = pos.do_move(*mv);
        let count = perft::perft(&mut pos, depth - 1);
        pos.undo_move(*mv, undo);
        writeln!(terminal, "{name}: {count}")?;
        total += count;
    }
    let seconds = start.elapsed().as_secs_f64();
    writeln!(terminal, "\nmoves {}  depth {depth}  total {total}  {}", moves.len(), speed(total, seconds))?;
    Ok(())
}

/// `0.213 s  93.1 million nodes/s`.
fn speed(nodes: u64, seconds: f64) -> String {
    // A clock may not have ticked at all during a tiny count.
    if seconds < 1e-6 {
        return format!("{seconds:.3} s");
    }
    format!("{seconds:.3} s  {:.1} million nodes/s", nodes as f64 / seconds / 1e6)
}

/// Checks every count; returns whether all were right.
fn check_suite(file: &Path, terminal: &mut impl Write) -> Result<bool, Failure> {
    let InputText { name, text } =
        InputText::read(Some(file), "", &[]).map_err(|error| format!("--suite {error}"))?;
    let (mut passed, mut failed, mut nodes) = (0, 0, 0);
    let start = Instant::now();
    let progress = Progress::new(numbered_lines(&text).count(), 0, "positions");
    for (number, line) in numbered_lines(&text) {
        let (mut pos, counts) = match parse_line(line) {
            Ok(parsed) => parsed,
            Err(error) => {
                writeln!(terminal, "{name}, line {number}: {error}")?;
                failed += 1;
                progress.step();
                continue;
            }
        };
        for (depth, expected) in counts {
            let found = perft::perft(&mut pos, depth);
            nodes += found;
            if found == expected {
                passed += 1;
            } else {
                failed += 1;
                writeln!(
                    terminal,
                    "{name}, line {number}: depth {depth}: found {found}, expected {expected}: {pos}"
                )?;
            }
        }
        progress.step();
    }
    drop(progress);
    if passed + failed == 0 {
        return Err(format!("--suite {name}: no count to check").into());
    }
    writeln!(terminal, "{nodes} nodes  {}", speed(nodes, start.elapsed().as_secs_f64()))?;
    writeln!(terminal, "{passed} passed, {failed} failed")?;
    Ok(failed == 0)
}

/// A position and its counts: `(depth, count)`.
fn parse_line(line: &str) -> Result<(Position, Vec<(u32, u64)>), String> {
    let mut parts = line.split(';').map(str::trim);
    let pos = parts.next().unwrap_or_default().parse().map_err(|error| format!("{error}"))?;
    let counts = parts.filter(|part| !part.is_empty()).map(parse_count).collect::<Result<Vec<_>, _>>()?;
    if counts.is_empty() {
        Err("no counts, expected `;D1 30` after the position".to_owned())
    } else {
        Ok((pos, counts))
    }
}

fn parse_count(part: &str) -> Result<(u32, u64), String> {
    part.strip_prefix('D')
        .and_then(|rest| rest.split_once(' '))
        .and_then(|(depth, count)| Some((depth.parse().ok()?, count.trim().parse().ok()?)))
        .filter(|&(depth, _)| depth <= 20)
        .ok_or_else(|| format!("found {part:?}, expected a depth up to 20 and a count such as `D3 25470`"))
}
