//! Converts record files from any format into any other or into training data, or lists what is in them.
//!
//! ```sh
//! cargo run --release --example convert -- FILE... --to kif
//! cargo run --release --example convert -- FILE... --to kif --encoding sjis --out DIR
//! cargo run --release --example convert -- FILE... --to csa3
//! cargo run --release --example convert -- FILE... --to tsv > games.tsv
//! cargo run --release --example convert -- FILE... --to psv --out DIR
//! cargo run --release --example convert -- FILE... --to hcpe --out DIR
//! cargo run --release --example convert -- FILE.psv FILE.hcpe --to sfen
//! cargo run --release --example convert -- FILE... --to npy --out DIR
//! cargo run --release --example convert -- FILE... --summary --lenient
//! ```
//!
//! Formats and encodings are recognised by the content of the files, except for packed training records, whose files are named .psv, .bin
//! or .hcpe. `--to sfen` gives the final position of a game, or every position of packed records. A file that cannot be read, or has more
//! than 1 GiB, costs one line of error and the exit status, not the run; with `--lenient`, so does the part of it that cannot be read. With
//! `--out`, nothing is written before every file has been read; existing files are only overwritten with `--overwrite`, and inputs never.

mod options;
mod training;

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use komadai::Position;
use komadai::game::Game;
use komadai::notation::csa::Version;
use komadai::notation::packed::{self, HcpeRecord};
use komadai::notation::record::{Format, Record, read, read_lenient, write_csa, write_encoded};
use komadai_report::{Failure, Progress, check_folder, exit_status, read_whole, save_whole};

use options::{Options, Target};

fn main() -> ExitCode {
    exit_status("convert", run(&komadai_report::options::parse::<Options>()))
}

/// Up to this many files are read in a moment.
const FEW: usize = 500;

fn run(options: &Options) -> Result<ExitCode, Failure> {
    options.check()?;
    // `is_begun`: a game is on the terminal, from which the next one must be separated.
    let (mut is_whole, mut is_begun, mut outputs) = (true, false, Vec::new());
    let mut terminal = io::stdout().lock();
    // Output on the terminal shows its own progress, and few files are read at once.
    let shown = options.out.is_some() && options.files.len() > FEW;
    let progress = shown.then(|| Progress::new(options.files.len(), 0, "files"));
    for file in &options.files {
        if let Some(progress) = &progress {
            progress.step();
        }
        if let Some(format) = training::packed_format(file) {
            match &options.out {
                None => is_whole &= training::write_positions(file, format, options, &mut terminal)?,
                Some(folder) => {
                    let mut lines = Vec::new();
                    let whole = training::write_positions(file, format, options, &mut lines)?;
                    is_whole &= whole;
                    if let (true, Some(target)) = (whole || options.lenient && !lines.is_empty(), options.to)
                    {
                        outputs.extend(name_outputs(file, folder, target, vec![lines]));
                    }
                }
            }
            continue;
        }
        let record = match load(file, options) {
            Ok(record) => record,
            Err(error) => {
                is_whole = false;
                let file = file.display();
                if options.summary {
                    writeln!(terminal, "{file}\t0\t\t\terror\t\t\t\t{error}")?;
                } else {
                    komadai_report::tell(format_args!("{file}: {error}"));
                }
                continue;
            }
        };
        is_whole &= record.faults.is_empty();
        let Some(target) = options.to else {
            summarise(&mut terminal, file, &record)?;
            continue;
        };
        let games = write_games(file, &record, target, options, is_begun);
        is_whole &= games.len() == record.games.len();
        if games.is_empty() || games.len() < record.games.len() && !options.lenient {
            continue;
        }
        match &options.out {
            None => {
                let between = separator(target).as_bytes();
                if std::mem::replace(&mut is_begun, true) {
                    terminal.write_all(between)?;
                }
                terminal.write_all(&games.join(between))?;
            }
            Some(folder) => outputs.extend(name_outputs(file, folder, target, games)),
        }
    }
    if let Some(folder) = &options.out {
        save_all(&outputs, folder, options)?;
    }
    Ok(ExitCode::from(u8::from(!is_whole)))
}

/// Reads a file, and reports what is wrong with its variations and the numbers of its moves, and what was left out.
fn load(file: &Path, options: &Options) -> Result<Record, Failure> {
    let extension = file.extension().and_then(|extension| extension.to_str());
    let (bytes, hint) = (read_whole(file)?, extension.and_then(Format::from_extension));
    let record = if options.lenient { read_lenient(&bytes, hint)? } else { read(&bytes, hint)? };
    let name = file.display();
    for fault in &record.faults {
        komadai_report::tell(format_args!("{name}: left out from here to the end of the game: {fault}"));
    }
    for warning in &record.warnings {
        komadai_report::tell(format_args!("{name}: {warning}"));
    }
    Ok(record)
}

/// Each game as it is to be written, after others or not; reports those that cannot be.
fn write_games(
    file: &Path,
    record: &Record,
    target: Target,
    options: &Options,
    is_behind: bool,
) -> Vec<Vec<u8>> {
    let encoding = options.encoding.unwrap_or_default();
    let mut written = Vec::with_capacity(record.games.len());
    for (index, game) in record.games.iter().enumerate() {
        let bytes = match target {
            Target::Text(format) => write_encoded(game, format, encoding).map_err(Failure::from),
            // The first lines of the format come before the first game only.
            Target::Csa3 => write_csa(game, Version::V3_0, encoding).map_err(Failure::from).map(|bytes| {
                let is_first = written.is_empty() && !is_behind;
                let head = if is_first { "" } else { Version::V3_0.head(encoding) };
                bytes.strip_prefix(head.as_bytes()).map(<[u8]>::to_vec).unwrap_or(bytes)
            }),
            Target::Tsv => Ok(line_of(game, file, index)),
            Target::Psv => training::records_of::<packed::Record>(game),
            Target::Hcpe => training::records_of::<HcpeRecord>(game),
            Target::Npy => training::elements_of(game),
        };
        match bytes {
            Ok(bytes) => written.push(bytes),
            Err(error) => {
                let alone = record.games.len() == 1;
                let number = if alone { String::new() } else { format!("game {}: ", index + 1) };
                komadai_report::tell(format_args!("{}: {number}{error}", file.display()));
            }
        }
    }
    written
}

/// A game as a line for `--games` of other programs: its name, start, moves and result.
fn line_of(game: &Game, file: &Path, index: usize) -> Vec<u8> {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().replace('\t', " ");
    let start = if game.start == Position::startpos() {
        "startpos".to_owned()
    } else {
        format!("sfen {}", game.start)
    };
    let moves: Vec<String> = game.nodes.iter().map(|node| node.mv.to_string()).collect();
    format!("{name}-{}\t{start}\t{}\t{}\n", index + 1, moves.join(" "), game.result()).into_bytes()
}

fn summarise(terminal: &mut impl Write, file: &Path, record: &Record) -> io::Result<()> {
    for (number, game) in record.games.iter().enumerate() {
        let (file, Record { format, encoding, .. }) = (file.display(), record);
        let (moves, start, end, result) =
            (game.nodes.len(), &game.start, game.final_position(), game.result());
        writeln!(terminal, "{file}\t{number}\t{format}\t{encoding}\tok\t{moves}\t{start}\t{end}\t{result}")?;
    }
    Ok(())
}

/// A file to be written.
struct Output {
    path: PathBuf,
    bytes: Vec<u8>,
    /// The input it comes from.
    from: PathBuf,
}

/// The outputs of a file: one, or one for each game in formats of which most programs read only one game.
fn name_outputs(file: &Path, folder: &Path, target: Target, games: Vec<Vec<u8>>) -> Vec<Output> {
    // Not as text: a name need not be UTF-8.
    let stem = file.file_stem().unwrap_or("record".as_ref());
    let output = |number: usize, bytes| {
        let number = if number == 0 { String::new() } else { format!("-{}", number + 1) };
        let mut name = stem.to_owned();
        let extension = if target == Target::Csa3 { "csa".to_owned() } else { target.to_string() };
        name.push(format!("{number}.{extension}"));
        Output { path: folder.join(name), bytes, from: file.to_owned() }
    };
    match target {
        Target::Text(Format::Kif | Format::Ki2 | Format::Jkf) => {
            games.into_iter().enumerate().map(|(number, bytes)| output(number, bytes)).collect()
        }
        Target::Npy => vec![output(0, training::array_of(&games))],
        _ => vec![output(0, games.join(separator(target).as_bytes()))],
    }
}

/// Writes all outputs, unless one of them would overwrite something.
fn save_all(outputs: &[Output], folder: &Path, options: &Options) -> Result<(), Failure> {
    check(outputs, options)?;
    check_folder("--out", folder)?;
    for output in outputs {
        save_whole(&output.path, &output.bytes)?;
    }
    Ok(())
}

/// Checks that every output has a name of its own, is not an input, and does not exist already.
fn check(outputs: &[Output], options: &Options) -> Result<(), Failure> {
    let inputs: HashSet<PathBuf> = options.files.iter().filter_map(|file| file.canonicalize().ok()).collect();
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

/// The text between two games.
fn separator(target: Target) -> &'static str {
    match target {
        Target::Text(Format::Csa) | Target::Csa3 => "/\n",
        Target::Text(Format::Kif | Format::Ki2) => "\n",
        _ => "",
    }
}
