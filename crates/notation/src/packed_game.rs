//! A game as training records: a packed record for each position of the main line in which a move was played.
//!
//! The score is the player's evaluation of the position, from a comment of the move; the result is that of the game. Records hold nothing
//! else. Games without a result, and start positions without both kings, cannot be packed.

use alloc::vec::Vec;

use komadai_core::Color;
use komadai_core::game::{Game, GameResult};
use komadai_core::notation::packed::{PackedError, Played, TrainingRecord};

use crate::error::WriteError;
use crate::evaluations::{self, RecordedScore};
use crate::walk::Walk;

/// Reason why a game cannot be packed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PackGameError {
    /// The record does not say who won.
    #[error("found no result, expected an ending that names a winner or a draw")]
    NoResult,
    /// The format cannot hold the positions of this game.
    #[error("start position: {0}")]
    Start(PackedError),
    /// A move of a hand-made game breaks the rules.
    #[error(transparent)]
    Move(#[from] WriteError),
}

/// The records of a game in either format, one for each move of the main line.
///
/// Scores are those that [`evaluations::read`] finds in the comments of the move, in their unit, usually centipawns, turned to the view
/// of the side to move; 0 for a move without a score. A mate in n plies is 32000 - n, and scores are cut at ±32000.
///
/// # Errors
///
/// [`PackGameError`].
///
/// ```
/// use komadai_core::notation::packed::{Record, RecordResult};
/// use komadai_notation::{csa, packed_game};
///
/// let game = &csa::read("PI\n+\n+7776FU\n'** 35 -3334FU\n-3334FU\n'** 41\n%TORYO\n")?[0];
/// let records: Vec<Record> = packed_game::pack(game)?;
/// assert_eq!((records[0].score, records[0].result), (35, RecordResult::Loss));
/// assert_eq!((records[1].score, records[1].result), (-41, RecordResult::Win));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pack<R: TrainingRecord>(game: &Game) -> Result<Vec<R>, PackGameError> {
    let result = game.result();
    if result == GameResult::Unknown {
        return Err(PackGameError::NoResult);
    }
    let mut records = Vec::with_capacity(game.nodes.len());
    let mut walk = Walk::new(&game.start);
    // The first score is of the start position, each further one comes from the comments of a move.
    let scores = evaluations::read(game).into_iter().skip(1);
    for (node, found) in game.nodes.iter().zip(scores) {
        let pos = &walk.pos;
        let side = pos.side_to_move();
        let score = found.map_or(0, |found| for_black(found.score));
        let score = if side == Color::Black { score } else { -score };
        let played = Played { position: pos, mv: node.mv, score, winner: result.winner() };
        records.push(R::pack(&played).map_err(PackGameError::Start)?);
        walk.play(node)?;
    }
    Ok(records)
}

/// Largest score. A mate in n plies is this minus n.
const LIMIT: i16 = 32_000;

fn for_black(score: RecordedScore) -> i16 {
    match score {
        RecordedScore::Cp(cp) => cp.clamp(-i32::from(LIMIT), i32::from(LIMIT)) as i16,
        RecordedScore::Mate { winner, plies } => {
            let value = LIMIT - plies.unwrap_or(0).min(1_000) as i16;
            if winner == Color::Black { value } else { -value }
        }
    }
}
