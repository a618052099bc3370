//! Packed training records: games into records, and records into positions; the positions as an array of numpy, a file `.npy` whose
//! elements are records of named fields (`docs/NUMPY.md`).

use std::io::{self, BufWriter, Write};
use std::path::Path;

use komadai::eval::{FeatureSet, PiecePlaces};
use komadai::game::Game;
use komadai::notation::packed::{HcpeRecord, Record, TrainingRecord, pack_move};
use komadai::notation::packed_game;
use komadai::notation::record::Format;
use komadai::{Color, Move, PieceKind, Position, Square};
use komadai_learn::corpus::RecordFile;
use komadai_report::Failure;

use crate::options::{Options, Target};

/// The packed format by a file's extension, if any: the bytes do not show it.
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

/// Writes the positions of packed records as SFEN, one per line, or as elements of an array, up to a record that cannot be read; returns
/// whether all were written.
pub(crate) fn write_positions(
    file: &Path,
    format: Target,
    options: &Options,
    out: &mut impl Write,
) -> io::Result<bool> {
    if !matches!(options.to, Some(Target::Text(Format::Sfen) | Target::Npy)) {
        let name = file.display();
        komadai_report::tell(format_args!("{name}: found packed records, expected --to sfen or npy"));
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

/// Writes positions; returns what cannot be read.
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

/// The fields of an element in their order, little-endian and without gaps.
const FIELDS: &str = "[('board', '|i1', (81,)), ('hand', '|u1', (2, 7)), ('places', '<u2', (40,)), \
                      ('side', '|u1'), ('ply', '<u2'), ('move', '<u2'), ('score', '<i2'), ('result', '|i1')]";
/// Bytes of an element.
const LEN: usize = 81 + 2 * 7 + 2 * 40 + 1 + 3 * 2 + 1;
/// The value in `places` for a piece that a handicap left out.
const NO_PLACE: u16 = u16::MAX;

/// Training record as an element of the array.
trait Element: TrainingRecord {
    /// Ply (0: not known), move, score and result (1: won, 0: drawn, −1: lost), for the side to move.
    fn label(&self, side: Color) -> (u16, Option<Move>, i16, i8);

    /// Appends the bytes of the element.
    fn append(&self, pos: &Position, out: &mut Vec<u8>) {
        let side = pos.side_to_move();
        let sign = |color| if color == Color::Black { 1 } else { -1 };
        let board =
            |square| pos.piece_at(square).map_or(0, |piece| sign(piece.color()) * piece.kind().code() as i8);
        out.extend(Square::all().map(|square| board(square).to_le_bytes()[0]));
        for color in Color::ALL {
            out.extend(PieceKind::HAND.map(|kind| pos.hand(color).count(kind) as u8));
        }
        let (mut places, mut filled) = ([NO_PLACE; 40], 0);
        PiecePlaces.visit(pos, |place, count| {
            for _ in 0..count as usize {
                places[filled] = place as u16;
                filled += 1;
            }
        });
        out.extend(places.iter().flat_map(|place| place.to_le_bytes()));
        let (ply, mv, score, result) = self.label(side);
        out.push(side.index() as u8);
        out.extend(ply.to_le_bytes().into_iter().chain(pack_move(mv).to_le_bytes()));
        out.extend(score.to_le_bytes().into_iter().chain(result.to_le_bytes()));
    }
}

impl Element for Record {
    fn label(&self, _: Color) -> (u16, Option<Move>, i16, i8) {
        (self.ply, self.mv, self.score, self.result as i8)
    }
}

impl Element for HcpeRecord {
    fn label(&self, side: Color) -> (u16, Option<Move>, i16, i8) {
        let result = self.winner.map_or(0, |winner| if winner == side { 1 } else { -1 });
        (0, self.mv, self.score, result)
    }
}

/// The file of these elements, in format 1.0, whose header is padded so that the elements begin at a multiple of 64 bytes.
pub(crate) fn array_of(elements: &[Vec<u8>]) -> Vec<u8> {
    const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";
    let elements = elements.concat();
    let count = elements.len() / LEN;
    let mut header = format!("{{'descr': {FIELDS}, 'fortran_order': False, 'shape': ({count},), }}");
    let unpadded = MAGIC.len() + 2 + header.len() + 1;
    header.push_str(&" ".repeat(unpadded.next_multiple_of(64) - unpadded));
    header.push('\n');
    [MAGIC, &(header.len() as u16).to_le_bytes(), header.as_bytes(), &elements].concat()
}
