//! Lines of play, random games and files that the tests share.

use std::path::{Path, PathBuf};

use komadai_core::rng::SplitMix64;
use komadai_core::{Move, Position};
use komadai_search::BookMove;

pub(crate) fn moves(text: &str) -> Vec<Move> {
    text.split(' ').map(|mv| mv.parse().unwrap()).collect()
}

/// The path of a test's file, which does not exist yet.
pub(crate) fn path(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("learn-{name}"));
    let _ = std::fs::remove_file(&path);
    path
}

/// The position after these moves.
pub(crate) fn after(text: &str) -> Position {
    Position::startpos().after(moves(text))
}

/// Moves of a book with their wins and games.
pub(crate) fn counts(moves: &[BookMove]) -> Vec<(String, u32, u32)> {
    moves.iter().map(|known| (known.mv.to_string(), known.wins, known.games)).collect()
}

/// A game of at most `plies` plies; each move is the best of six random ones by `worth`.
pub(crate) fn game(seed: u64, plies: usize, worth: fn(&Position, Move) -> i32) -> (Position, Vec<Move>) {
    let mut rng = SplitMix64::new(seed);
    let (mut pos, mut moves) = (Position::startpos(), Vec::new());
    while moves.len() < plies {
        let legal = pos.legal_moves();
        let drawn = (0..6).filter_map(|_| legal.get(rng.below(legal.len().max(1) as u64) as usize).copied());
        let Some(mv) = drawn.max_by_key(|&mv| worth(&pos, mv)) else { break };
        pos.do_move(mv);
        moves.push(mv);
    }
    (Position::startpos(), moves)
}
