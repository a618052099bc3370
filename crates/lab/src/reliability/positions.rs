//! The positions to be searched: drawn from games, or from the records of a corpus.

use std::path::{Path, PathBuf};

use clap::Args;
use komadai_core::Position;
use komadai_core::notation::packed::Record;
use komadai_core::rng::mix;
use komadai_learn::corpus::{games, read_records};
use komadai_learn::reliability::DrawOptions;
use komadai_report::Failure;

use crate::data::games::{GameFiles, Games};

/// A position of a game.
pub(crate) struct Drawn {
    pub(crate) game: u64,
    pub(crate) ply: u16,
    pub(crate) position: Position,
}

/// `--games FILE`, any number of times, or `--corpus FILE`.
#[derive(Args, Clone, Debug)]
pub(crate) struct Source {
    #[command(flatten)]
    pub(crate) games: GameFiles,
    /// Packed records, as `make-corpus` writes them, instead of games.
    #[arg(long, value_name = "FILE", conflicts_with = "games")]
    pub(crate) corpus: Option<PathBuf>,
}

impl Source {
    /// Names of the files, without their folders.
    pub(crate) fn name(&self) -> String {
        match &self.corpus {
            Some(path) => path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            None => self.games.source(),
        }
    }

    /// Positions drawn from the games, with a checksum of all games.
    pub(crate) fn draw(&self, draw: DrawOptions) -> Result<(u32, Vec<Drawn>), Failure> {
        match &self.corpus {
            Some(corpus) => of_corpus(corpus, draw),
            None => Ok(of_games(&self.games.read()?, draw)),
        }
    }
}

fn of_games(all: &Games, draw: DrawOptions) -> (u32, Vec<Drawn>) {
    let (mut sum, mut drawn) = (0, Vec::new());
    for (number, game) in (0..).zip(&all.games) {
        sum = game.moves.iter().fold(mix(sum ^ game.start.key()), |sum, mv| mix(sum ^ u64::from(mv.bits())));
        // The position after the last move has no move of the game, but it has a value.
        let plies = draw.plies(number, game.moves.len() as u32 + 1);
        drawn.extend(plies.filter_map(|ply| {
            Some(Drawn { game: number, ply: ply as u16, position: game.position(ply as usize)? })
        }));
    }
    ((sum >> 32) as u32, drawn)
}

/// Records leave out positions in check.
fn of_corpus(path: &Path, draw: DrawOptions) -> Result<(u32, Vec<Drawn>), Failure> {
    let records = read_records(path)?;
    let (mut sum, mut drawn, mut first) = (0, Vec::new(), 0);
    for (number, game) in (0..).zip(games(&records)) {
        let bytes = game.iter().flat_map(Record::to_bytes);
        sum = bytes.fold(sum, |sum, byte| mix(sum ^ u64::from(byte)));
        for index in draw.plies(number, game.len() as u32) {
            let record = &game[index as usize];
            let position = unpacked(record, path, first + index as usize)?;
            drawn.push(Drawn { game: number, ply: record.ply.saturating_sub(1), position });
        }
        first += game.len();
    }
    Ok(((sum >> 32) as u32, drawn))
}

/// The position of the record of this number in a file.
pub(crate) fn unpacked(record: &Record, path: &Path, number: usize) -> Result<Position, String> {
    let unpacked = record.position.unpack(record.ply);
    unpacked.map_err(|error| format!("{}: record {number}: {error}", path.display()))
}

/// Reads a word of a command line as a part, from 1, and the number of all parts.
pub(crate) fn read_part(word: &str) -> Result<(u64, u64), String> {
    let parts = word.split_once('/');
    match parts.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?))) {
        Some((number, of)) if (1..=of).contains(&number) => Ok((number, of)),
        _ => Err("expected a part and their number, as 2/8".into()),
    }
}
