//! Record files from any format into any other, and a table of what is in them.
//!
//! ```sh
//! cargo run --release --example convert -- FILE... --to kif
//! cargo run --release --example convert -- FILE... --to usi --out DIR
//! cargo run --release --example convert -- FILE... --summary
//! ```
//!
//! Formats and encodings are told by the content of the files. `--to sfen` gives the final position. A file that cannot
//! be read costs one line of error and the exit status, not the run. With `--out`, nothing is written before every file has been
//! read; no file that is there is overwritten unless `--overwrite` is given, and none of the inputs ever.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use komadai::lab::{COLUMNS, Failure, exit_status, save_whole};
use komadai::notation::record::{Format, Record, read, write};

/// Reads shogi records (USI, SFEN, CSA, KIF, KI2, JKF) and writes them in another format.
#[derive(Debug, Parser)]
#[command(max_term_width = COLUMNS)]
struct Options {
    /// Record files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Format to write: usi, sfen (the final position), csa, kif, ki2 or jkf.
    #[arg(long, required_unless_present = "summary")]
    to: Option<Format>,
    /// Writes FILE.FORMAT into this folder instead of to the terminal.
    #[arg(long, value_name = "DIR", requires = "to")]
    out: Option<PathBuf>,
    /// Replaces files that are there already; without it they are an error, and nothing is written.
    #[arg(long, requires = "out")]
    overwrite: bool,
    /// Prints one line a game instead: file, game, format, encoding, ok or error, moves, start, final position, result
    /// (b, w, d, ?) or the error; separated by tabs.
    #[arg(long, conflicts_with = "to")]
    summary: bool,
}

fn main() -> ExitCode {
    exit_status("convert", run(&Options::parse()))
}

fn run(options: &Options) -> Result<ExitCode, Failure> {
    let (mut failed, mut outputs) = (false, Vec::new());
    let mut terminal = io::stdout().lock();
    for file in &options.files {
        let record = match load(file) {
            Ok(record) => record,
            Err(error) => {
                failed = true;
                let file = file.display();
                if options.summary {
                    writeln!(terminal, "{file}\t0\t\t\terror\t\t\t\t{error}")?;
                } else {
                    eprintln!("{file}: {error}");
                }
                continue;
            }
        };
        let Some(format) = options.to else {
            summarise(&mut terminal, file, &record)?;
            continue;
        };
        let texts: Result<Vec<String>, _> = record.games.iter().map(|game| write(game, format)).collect();
        match (texts, &options.out) {
            (Err(error), _) => {
                failed = true;
                eprintln!("{}: {error}", file.display());
            }
            (Ok(texts), None) => terminal.write_all(texts.join(separator(format)).as_bytes())?,
            (Ok(texts), Some(folder)) => outputs.extend(name_outputs(file, folder, format, texts)),
        }
    }
    if let Some(folder) = &options.out {
        check(&outputs, options)?;
        fs::create_dir_all(folder).map_err(|error| format!("--out {}: {error}", folder.display()))?;
        for output in &outputs {
            save_whole(&output.path, &output.text)?;
        }
    }
    Ok(ExitCode::from(u8::from(failed)))
}

/// Reads a file, and tells what is wrong in its variations.
fn load(file: &Path) -> Result<Record, Failure> {
    let extension = file.extension().and_then(|extension| extension.to_str());
    let record = read(&fs::read(file)?, extension.and_then(Format::from_extension))?;
    for warning in &record.warnings {
        eprintln!("{}: in a variation: {warning}", file.display());
    }
    Ok(record)
}

/// A file to be written.
struct Output {
    path: PathBuf,
    text: String,
    /// The input it comes from.
    from: PathBuf,
}

/// The outputs of a file: one, or one for each game in formats that hold a single one.
fn name_outputs(file: &Path, folder: &Path, format: Format, texts: Vec<String>) -> Vec<Output> {
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or("record");
    let output = |number: usize, text| {
        let number = if number == 0 { String::new() } else { format!("-{}", number + 1) };
        Output { path: folder.join(format!("{stem}{number}.{format}")), text, from: file.to_owned() }
    };
    match format {
        Format::Kif | Format::Ki2 | Format::Jkf => {
            texts.into_iter().enumerate().map(|(number, text)| output(number, text)).collect()
        }
        _ => vec![output(0, texts.join(separator(format)))],
    }
}

/// Whether every output has a name of its own, is no input, and is not there already.
fn check(outputs: &[Output], options: &Options) -> Result<(), Failure> {
    let inputs: Vec<PathBuf> = options.files.iter().filter_map(|file| file.canonicalize().ok()).collect();
    let mut named: HashMap<&Path, &Path> = HashMap::new();
    for Output { path, from, .. } in outputs {
        let shown = path.display();
        if let Some(other) = named.insert(path, from) {
            let (other, from) = (other.display(), from.display());
            return Err(format!("{other} and {from} would both become {shown}; nothing was written").into());
        }
        if path.canonicalize().is_ok_and(|path| inputs.contains(&path)) {
            return Err(format!("{shown} is one of the files to be read; nothing was written").into());
        }
        if !options.overwrite && path.exists() {
            return Err(format!("{shown} is there already, expected --overwrite; nothing was written").into());
        }
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

fn summarise(terminal: &mut impl Write, file: &Path, record: &Record) -> io::Result<()> {
    for (number, game) in record.games.iter().enumerate() {
        writeln!(
            terminal,
            "{}\t{number}\t{}\t{}\tok\t{}\t{}\t{}\t{}",
            file.display(),
            record.format,
            record.encoding,
            game.nodes.len(),
            game.start,
            game.final_position(),
            game.result(),
        )?;
    }
    Ok(())
}
