//! Packed training records: games into records, and records into positions.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use komadai::game::Game;
use komadai::learn::corpus::RecordFile;
use komadai::notation::packed::{HcpeRecord, Record, TrainingRecord};
use komadai::notation::packed_game;
use komadai::notation::record::Format;
use komadai_report::Failure;

use crate::options::{Options, Packed, Target};

/// The packed format that a file is named for, if any. Their bytes say nothing of their format.
pub(crate) fn packed_format(file: &Path) -> Option<Packed> {
    match file.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "psv" | "bin" => Some(Packed::Psv),
        "hcpe" => Some(Packed::Hcpe),
        _ => None,
    }
}

/// The records of a game.
pub(crate) fn records_of(game: &Game, format: Packed) -> Result<Vec<u8>, Failure> {
    match format {
        Packed::Psv => bytes_of::<Record>(game),
        Packed::Hcpe => bytes_of::<HcpeRecord>(game),
    }
}

fn bytes_of<R: TrainingRecord>(game: &Game) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::with_capacity(game.nodes.len() * R::LEN);
    for record in packed_game::pack::<R>(game)? {
        record.write(&mut bytes);
    }
    Ok(bytes)
}

/// Writes the positions of packed records as SFEN, one a line, up to a record that cannot be read; whether all were written.
pub(crate) fn write_positions(
    file: &Path,
    format: Packed,
    options: &Options,
    out: &mut impl Write,
) -> io::Result<bool> {
    if options.to != Some(Target::Text(Format::Sfen)) {
        eprintln!("{}: found packed records, expected --to sfen", file.display());
        return Ok(false);
    }
    let mut out = BufWriter::new(out);
    let written = match format {
        Packed::Psv => positions_of::<Record>(file, &mut out),
        Packed::Hcpe => positions_of::<HcpeRecord>(file, &mut out),
    };
    out.flush()?;
    match written {
        Ok(()) => Ok(true),
        Err(Stop::Output(error)) => Err(error),
        Err(Stop::Input(error)) => {
            eprintln!("{error}");
            Ok(false)
        }
    }
}

/// Why not all positions were written.
enum Stop {
    /// A record cannot be read.
    Input(String),
    /// The system cannot write.
    Output(io::Error),
}

fn positions_of<R: TrainingRecord>(file: &Path, out: &mut impl Write) -> Result<(), Stop> {
    let refused = |error: &dyn std::fmt::Display| Stop::Input(error.to_string());
    // One record at a time, so that all those before a bad one are written.
    let records = RecordFile::<R>::open(file).map_err(|error| refused(&error))?;
    for (index, record) in records.enumerate() {
        let position = record
            .map_err(|error| refused(&error))?
            .unpack()
            .map_err(|error| Stop::Input(format!("{}: record {index}: {error}", file.display())))?;
        writeln!(out, "{position}").map_err(Stop::Output)?;
    }
    Ok(())
}
