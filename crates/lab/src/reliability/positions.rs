//! The positions to be searched: drawn from games, or from the records of a corpus.

use std::path::{Path, PathBuf};

use komadai_core::Position;
use komadai_core::rng::mix;
use komadai_learn::corpus::{games, read_records};
use komadai_learn::reliability::DrawOptions;

use crate::{ClassedGame, Games};
use komadai_report::Failure;

/// A position of a game.
pub(super) struct Drawn {
    pub(super) game: u64,
    pub(super) ply: u16,
    pub(super) position: Position,
}

/// Positions with the name and the checksum of what they were drawn from.
pub(super) struct Positions {
    pub(super) source: String,
    pub(super) drawn: Vec<Drawn>,
}

/// Positions of files of games, or of the built-in ones.
pub(super) fn of_games(files: &[PathBuf], draw: DrawOptions) -> Result<Positions, Failure> {
    let all = Games::read(files)?;
    let (mut sum, mut drawn) = (0, Vec::new());
    for (number, game) in (0..).zip(&all.games) {
        sum = game.moves.iter().fold(mix(sum ^ game.start.key()), |sum, mv| mix(sum ^ u64::from(mv.bits())));
        add_game(number, game, draw, &mut drawn);
    }
    Ok(Positions { source: format!("{} {:08x}", Games::source(files), sum >> 32), drawn })
}

fn add_game(number: u64, game: &ClassedGame, draw: DrawOptions, drawn: &mut Vec<Drawn>) {
    let (mut pos, mut played) = (game.start.clone(), 0);
    // The position after the last move has no move of the game, but a value.
    for ply in draw.plies(number, game.moves.len() as u32 + 1) {
        for &mv in &game.moves[played..ply as usize] {
            pos.do_move(mv);
        }
        played = ply as usize;
        drawn.push(Drawn { game: number, ply: ply as u16, position: pos.clone() });
    }
}

/// Positions of a file of packed records, as `make-corpus` writes them; they leave out positions in check.
pub(super) fn of_corpus(path: &Path, draw: DrawOptions) -> Result<Positions, Failure> {
    let records = read_records(path)?;
    let (mut sum, mut drawn) = (0, Vec::new());
    for (number, game) in (0..).zip(games(&records)) {
        let bytes = game.iter().flat_map(komadai_core::notation::packed::Record::to_bytes);
        sum = bytes.fold(sum, |sum, byte| mix(sum ^ u64::from(byte)));
        for index in draw.plies(number, game.len() as u32) {
            let record = &game[index as usize];
            let position = record.position.unpack(record.ply)?;
            drawn.push(Drawn { game: number, ply: record.ply.saturating_sub(1), position });
        }
    }
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    Ok(Positions { source: format!("{name} {:08x}", sum >> 32), drawn })
}
