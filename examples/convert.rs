//! Record files from any format into any other, and a table of what is in them.
//!
//! ```sh
//! cargo run --release --example convert -- FILE... --to kif
//! cargo run --release --example convert -- FILE... --to usi --out DIR
//! cargo run --release --example convert -- FILE... --summary
//! ```
//!
//! Formats and encodings are told by the content of the files. `--to sfen` gives the final position. A file that cannot
//! be read costs one line of error and the exit status, not the run.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use komadai::notation::record::{Format, Record, read, write};

/// Reads shogi records (USI, SFEN, CSA, KIF, KI2, JKF) and writes them in another format.
#[derive(Debug, Parser)]
struct Options {
    /// Record files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Format to write: usi, sfen (the final position), csa, kif, ki2 or jkf.
    #[arg(long, required_unless_present = "summary")]
    to: Option<Format>,
    /// Writes FILE.FORMAT into this folder instead of to the terminal.
    #[arg(long, requires = "to")]
    out: Option<PathBuf>,
    /// Prints one line a game instead: file, game, format, encoding, ok or error, moves, start, final position, result
    /// (b, w, d, ?) or the error; separated by tabs.
    #[arg(long, conflicts_with = "to")]
    summary: bool,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let mut failed = false;
    for file in &options.files {
        if let Err(error) = convert(file, &options) {
            failed = true;
            let file = file.display();
            if options.summary {
                println!("{file}\t0\t\t\terror\t\t\t\t{error}");
            } else {
                eprintln!("{file}: {error}");
            }
        }
    }
    ExitCode::from(u8::from(failed))
}

type Failure = Box<dyn std::error::Error>;

fn convert(file: &Path, options: &Options) -> Result<(), Failure> {
    let extension = file.extension().and_then(|extension| extension.to_str());
    let record = read(&std::fs::read(file)?, extension.and_then(Format::from_extension))?;
    for warning in &record.warnings {
        eprintln!("{}: in a variation: {warning}", file.display());
    }
    let Some(format) = options.to else {
        summarise(file, &record);
        return Ok(());
    };
    let texts = record.games.iter().map(|game| write(game, format)).collect::<Result<Vec<_>, _>>()?;
    let Some(folder) = &options.out else {
        print!("{}", texts.join(separator(format)));
        return Ok(());
    };
    std::fs::create_dir_all(folder)?;
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or("record");
    let name = |number: usize| {
        let number = if number == 0 { String::new() } else { format!("-{}", number + 1) };
        folder.join(format!("{stem}{number}.{format}"))
    };
    // Formats with one game a file get a file for each.
    match format {
        Format::Kif | Format::Ki2 | Format::Jkf => {
            for (number, text) in texts.iter().enumerate() {
                std::fs::write(name(number), text)?;
            }
        }
        _ => std::fs::write(name(0), texts.join(separator(format)))?,
    }
    Ok(())
}

/// What stands between two games.
fn separator(format: Format) -> &'static str {
    match format {
        Format::Csa => "/\n",
        Format::Kif | Format::Ki2 => "\n",
        _ => "",
    }
}

fn summarise(file: &Path, record: &Record) {
    for (number, game) in record.games.iter().enumerate() {
        println!(
            "{}\t{number}\t{}\t{}\tok\t{}\t{}\t{}\t{}",
            file.display(),
            record.format,
            record.encoding,
            game.nodes.len(),
            game.start,
            game.final_position(),
            game.result(),
        );
    }
}
