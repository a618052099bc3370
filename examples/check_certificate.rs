//! Checks certificates of mates and no-mates by rules that share nothing with the solver.
//!
//! ```sh
//! cargo run --release --example solve_tsume -- --file data/tsume/mates.sfen --certificate out
//! cargo run --release --example check_certificate -- out/*.kmdc
//! ```
//!
//! A line a file, fields separated by tabs: FILE, mate or nomate, RECORDS, PLIES within which it mates, MILLISECONDS, the
//! position as SFEN; or FILE, refused, and the reason. The exit status is 0 if all are accepted, 1 if one is refused, 2 if
//! options or files cannot be used.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use komadai::lab::{Failure, ThreadClock, exit_status};
use komadai::tsume::checker::{self, CheckError, Checked, Claim};

/// Checks certificates of mates and no-mates, as written by `solve_tsume --certificate`.
#[derive(Parser)]
#[command(
    name = "check_certificate",
    after_help = "An accepted certificate shows what it says of the position on its line, and of no other: compare it."
)]
struct Options {
    /// Certificates.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

fn main() -> ExitCode {
    let ended = run(&Options::parse());
    exit_status(
        "check_certificate",
        ended.map(|fine| if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }),
    )
}

/// Whether all are accepted. A file that cannot be read ends the run: nothing is known of it.
fn run(options: &Options) -> Result<bool, Failure> {
    let mut out = std::io::stdout().lock();
    let mut refused = 0;
    for path in &options.files {
        let name = path.display();
        let start = ThreadClock::now();
        let checked = check(path).map_err(|error| format!("{name}: {error}"))?;
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        match checked {
            Ok(Checked { claim, sfen, records, plies, .. }) => {
                let (claim, plies) = match claim {
                    Claim::Mate => ("mate", plies.to_string()),
                    Claim::NoMate => ("nomate", "--".to_owned()),
                };
                writeln!(out, "{name}\t{claim}\t{records}\t{plies}\t{milliseconds:.1}\t{sfen}")?;
            }
            Err(error) => {
                refused += 1;
                writeln!(out, "{name}\trefused\t{error}")?;
            }
        }
    }
    let accepted = options.files.len() - refused;
    writeln!(out, "\n{accepted} accepted, {refused} refused. Times are {}.", ThreadClock::kind())?;
    Ok(refused == 0)
}

/// What a file shows, or why it shows nothing; the outer error is that of a file that cannot be read.
fn check(path: &Path) -> std::io::Result<Result<Checked, CheckError>> {
    match checker::check(BufReader::new(File::open(path)?)) {
        Err(CheckError::Io(error)) => Err(error),
        outcome => Ok(outcome),
    }
}
