//! Checks certificates of mates, no-mates, lengths and hisshi by rules that share nothing with the solver.
//!
//! ```sh
//! cargo run --release --example solve_tsume -- --file data/tsume/mates.sfen --certificate out
//! cargo run --release --example check_certificate -- out/*.kmdc
//! ```
//!
//! One line per file, fields separated by tabs: FILE, the claim, RECORDS, PLIES, MILLISECONDS, the position as SFEN; or FILE, refused, and
//! the reason. The claim is `mate` (within PLIES), `nomate` (of any length) or `within` (no mate within PLIES); for certificates of
//! `solve_hisshi` it is `hisshi` (within PLIES) or `nohisshi`, and the key is at the end of the line. Then, for each position with a bound
//! on its length, what its files show together: `mate in 11; no mate within 9: the length 11 is exact`. The exit status is 0 if all are
//! accepted, 1 if one is refused, 2 if options or files cannot be used.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use komadai::tsume::checker::{self, CheckError, Checked, CheckedHisshi, Claim};
use komadai_lab::ThreadClock;
use komadai_report::{Failure, exit_status};

/// Checks certificates of mates, no-mates, lengths and hisshi, as written by `solve_tsume` and `solve_hisshi` with `--certificate`.
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
    let ended = run(&komadai_report::options::parse::<Options>());
    exit_status("check_certificate", ended.map(|fine| ExitCode::from(u8::from(!fine))))
}

/// Returns whether all are accepted. A file that cannot be read ends the run: nothing is known about it.
fn run(options: &Options) -> Result<bool, Failure> {
    let mut out = std::io::stdout().lock();
    let mut refused = 0;
    let mut positions: Vec<Bounds> = Vec::new();
    for path in &options.files {
        let name = path.display();
        let start = ThreadClock::now();
        let shown = check(path).map_err(|error| format!("{name}: {error}"))?;
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        let none = || "--".to_owned();
        let (claim, records, plies, end) = match shown {
            Ok(Shown::Length(Checked { claim, sfen, records, plies, .. })) => {
                let at = positions.iter().position(|bounds| bounds.sfen == sfen).unwrap_or_else(|| {
                    positions.push(Bounds { sfen: sfen.clone(), mate: None, none: None });
                    positions.len() - 1
                });
                let known = &mut positions[at];
                let (claim, plies) = match claim {
                    Claim::Mate => {
                        known.mate = Some(known.mate.map_or(plies, |known| known.min(plies)));
                        ("mate", plies.to_string())
                    }
                    Claim::NoMate => ("nomate", none()),
                    Claim::NoMateWithin => {
                        known.none = known.none.max(Some(plies));
                        ("within", plies.to_string())
                    }
                };
                (claim, records, plies, sfen)
            }
            Ok(Shown::Hisshi(CheckedHisshi { sfen, key, records, plies, .. })) => match key {
                Some(key) => ("hisshi", records, plies.to_string(), format!("{sfen}\t{key}")),
                None => ("nohisshi", records, none(), format!("{sfen}\t--")),
            },
            Err(reason) => {
                refused += 1;
                writeln!(out, "{name}\trefused\t{reason}")?;
                continue;
            }
        };
        writeln!(out, "{name}\t{claim}\t{records}\t{plies}\t{milliseconds:.1}\t{end}")?;
    }
    let lengths: Vec<String> = positions.iter().filter_map(Bounds::words).collect();
    if !lengths.is_empty() {
        writeln!(out, "\n{}", lengths.join("\n"))?;
    }
    let accepted = options.files.len() - refused;
    writeln!(out, "\n{accepted} accepted, {refused} refused. Times are {}.", ThreadClock::kind())?;
    Ok(refused == 0)
}

/// What certificates show about the length of a mate.
struct Bounds {
    /// The position.
    sfen: String,
    /// The shortest mate that is shown.
    mate: Option<u32>,
    /// The most plies within which it is shown that there is no mate.
    none: Option<u32>,
}

impl Bounds {
    /// In words, if there is a lower bound.
    fn words(&self) -> Option<String> {
        let &Bounds { ref sfen, mate, none } = self;
        let none = none?;
        let least = none + 2;
        let shown = match mate {
            None => format!("no mate within {none}"),
            Some(mate) if mate == least => {
                format!("mate in {mate}; no mate within {none}: the length {mate} is exact")
            }
            Some(mate) => {
                format!("mate within {mate}; no mate within {none}: the length is {least} to {mate}")
            }
        };
        Some(format!("{sfen}:\n  {shown}"))
    }
}

/// What a file shows.
enum Shown {
    /// About the length of a mate.
    Length(Checked),
    Hisshi(CheckedHisshi),
}

/// What a file shows, or why it shows nothing; the outer error means that the file cannot be read.
fn check(path: &Path) -> std::io::Result<Result<Shown, CheckError>> {
    let (mut begin, mut rest) = (Vec::new(), File::open(path)?);
    Read::by_ref(&mut rest).take(4).read_to_end(&mut begin)?;
    let file = begin.as_slice().chain(rest);
    let shown = if checker::is_hisshi(&begin) {
        checker::check_hisshi(file).map(Shown::Hisshi)
    } else {
        checker::check(file).map(Shown::Length)
    };
    match shown {
        Err(CheckError::Io(error)) => Err(error),
        outcome => Ok(outcome),
    }
}
