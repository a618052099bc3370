//! Packed training records: games into records, and records into positions.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use komadai::Position;
use komadai::game::Game;
use komadai::lab::Failure;
use komadai::learn::corpus::RecordFile;
use komadai::notation::packed::Record;
use komadai::notation::packed_game;
use komadai::notation::record::Format;

use crate::options::{Options, Target};

/// Whether a file is named as packed records are. Their bytes say nothing of their format.
pub(crate) fn is_packed(file: &Path) -> bool {
    let extension = file.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| ["psv", "bin"].iter().any(|name| extension.eq_ignore_ascii_case(name)))
}

/// The records of a game, 40 bytes each.
pub(crate) fn records_of(game: &Game) -> Result<Vec<u8>, Failure> {
    Ok(packed_game::pack(game)?.iter().flat_map(Record::to_bytes).collect())
}

/// Writes the positions of packed records as SFEN, one a line, up to a record that cannot be read; whether all were written.
pub(crate) fn write_positions(file: &Path, options: &Options, out: &mut impl Write) -> io::Result<bool> {
    if options.to != Some(Target::Text(Format::Sfen)) {
        eprintln!("{}: found packed records, expected --to sfen", file.display());
        return Ok(false);
    }
    let mut out = BufWriter::new(out);
    // One record at a time, so that all those before a bad one are written.
    let records = match RecordFile::open(file, 1) {
        Ok(records) => records,
        Err(error) => {
            eprintln!("{error}");
            return Ok(false);
        }
    };
    for (index, record) in records.enumerate() {
        let position = record.map_err(|error| error.to_string()).and_then(|one| unpack(file, index, &one));
        match position {
            Ok(position) => writeln!(out, "{position}")?,
            Err(error) => {
                out.flush()?;
                eprintln!("{error}");
                return Ok(false);
            }
        }
    }
    out.flush()?;
    Ok(true)
}

/// The position of a chunk of one record.
fn unpack(file: &Path, index: usize, chunk: &[Record]) -> Result<Position, String> {
    let record = chunk.first().ok_or("expected a record")?;
    record.position.unpack(record.ply).map_err(|error| format!("{}: record {index}: {error}", file.display()))
}
