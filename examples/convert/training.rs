//! Packed training records: games into records, and records into positions.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use komadai::game::Game;
use komadai::notation::packed::{HcpeRecord, Record, TrainingRecord};
use komadai::notation::packed_game;
use komadai::notation::record::Format;
use komadai_learn::corpus::RecordFile;
use komadai_report::Failure;

use crate::numpy::Element;
use crate::options::{Options, Target};

/// The packed format that a file is named for, if any. Their bytes say nothing of their format.
pub(crate) fn packed_format(file: &Path) -> Option<Target> {
    match file.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "psv" | "bin" => Some(Target::Psv),
        "hcpe" => Some(Target::Hcpe),
        _ => None,
    }
}

/// The records of a game.
pub(crate) fn records_of<R: TrainingRecord>(game: &Game) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::with_capacity(game.nodes.len() * R::LEN);
    for record in packed_game::pack::<R>(game)? {
        record.write(&mut bytes);
    }
    Ok(bytes)
}

/// The positions of a game with a result as elements of an array.
pub(crate) fn elements_of(game: &Game) -> Result<Vec<u8>, Failure> {
    let mut elements = Vec::new();
    for record in packed_game::pack::<Record>(game)? {
        record.append(&record.unpack()?, &mut elements);
    }
    Ok(elements)
}

/// Writes the positions of packed records as SFEN, one a line, or as elements of an array, up to a record that cannot be read; whether
/// all were written.
pub(crate) fn write_positions(
    file: &Path,
    format: Target,
    options: &Options,
    out: &mut impl Write,
) -> io::Result<bool> {
    if !matches!(options.to, Some(Target::Text(Format::Sfen) | Target::Npy)) {
        komadai_report::tell(format_args!(
            "{}: found packed records, expected --to sfen or npy",
            file.display()
        ));
        return Ok(false);
    }
    let (mut out, arrays) = (BufWriter::new(out), options.to == Some(Target::Npy));
    let refused = match format {
        Target::Hcpe => positions_of::<HcpeRecord>(file, arrays, &mut out)?,
        _ => positions_of::<Record>(file, arrays, &mut out)?,
    };
    out.flush()?;
    if let Some(error) = &refused {
        komadai_report::tell(error);
    }
    Ok(refused.is_none())
}

/// Writes positions; what cannot be read.
fn positions_of<R: Element>(file: &Path, arrays: bool, out: &mut impl Write) -> io::Result<Option<String>> {
    // One record at a time, so that all those before a bad one are written.
    let records = match RecordFile::<R>::open(file) {
        Ok(records) => records,
        Err(error) => return Ok(Some(error.to_string())),
    };
    let mut element = Vec::new();
    for (index, record) in records.enumerate() {
        let record = match record {
            Ok(record) => record,
            Err(error) => return Ok(Some(error.to_string())),
        };
        match record.unpack() {
            Ok(position) if arrays => {
                element.clear();
                record.append(&position, &mut element);
                out.write_all(&element)?;
            }
            Ok(position) => writeln!(out, "{position}")?,
            Err(error) => return Ok(Some(format!("{}: record {index}: {error}", file.display()))),
        }
    }
    Ok(None)
}
