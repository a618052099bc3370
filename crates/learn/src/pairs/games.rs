//! Training positions, built once from games and read again in every iteration of a solver.
//!
//! Quiet moves are expensive (a capture search for every legal move) and are found once; everything else that a row needs is
//! computed anew from a few bytes at every pass.

use komadai_core::notation::packed::Record;
use komadai_core::rng::mix;
use komadai_core::{Move, Position};

use crate::pairs::block;
use crate::pairs::quiet::QuietMoves;
use crate::{ReplayError, replay};

/// Numbers of games, positions and rows of a training set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Games.
    pub games: u64,
    /// Positions with a move played.
    pub positions: u64,
    /// Positions whose played move is quiet: the rows of the parent–child model.
    pub examples: u64,
    /// Other quiet moves there: the rows of the sibling model.
    pub siblings: u64,
    /// Legal moves in positions whose played move is quiet.
    pub legal: u64,
}

add_fields!(Totals { games, positions, examples, siblings, legal });

/// A game encoded for training: positions with their quiet moves, in a few bytes each.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct EncodedGame {
    pub(super) bytes: Vec<u8>,
    /// Totals of the game.
    pub totals: Totals,
}

komadai_core::debug_by_sizes!(EncodedGame { totals }[bytes]);

/// A record whose position cannot be unpacked, or whose move is not legal there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("record {index}{wrong}")]
#[non_exhaustive]
pub struct EncodeError {
    /// Number of the record, from 0.
    pub index: usize,
    /// What is wrong with it.
    pub wrong: String,
}

impl EncodedGame {
    /// Encodes a game given by its moves.
    ///
    /// # Errors
    ///
    /// [`ReplayError`].
    pub fn from_moves(
        quiet: &mut QuietMoves,
        start: &Position,
        moves: &[Move],
    ) -> Result<EncodedGame, ReplayError> {
        let mut encoded = EncodedGame::default();
        replay(start, moves.iter().copied(), |at, mv| {
            let fresh = encoded.bytes.is_empty();
            encoded.add(quiet, at.pos, mv, fresh);
        })?;
        encoded.totals.games = 1;
        Ok(encoded)
    }

    /// Encodes packed records of one game or a part of it, in order. Records without a move are skipped; scores and results are
    /// ignored.
    ///
    /// # Errors
    ///
    /// [`EncodeError`].
    pub fn from_records(quiet: &mut QuietMoves, records: &[Record]) -> Result<EncodedGame, EncodeError> {
        let mut encoded = EncodedGame::default();
        let mut next: Option<Position> = None;
        for (index, record) in records.iter().enumerate() {
            let Some(mv) = record.mv else { continue };
            let error = |wrong| EncodeError { index, wrong };
            let mut pos = record.position.unpack(record.ply).map_err(|wrong| error(format!(": {wrong}")))?;
            if !pos.is_legal(mv) {
                return Err(error(format!(", {mv}: not legal there")));
            }
            // Records leave positions out (those in check); the next position is then written in full.
            let fresh = !next.take().is_some_and(|next| next.same_position(&pos));
            encoded.add(quiet, &pos, mv, fresh);
            pos.do_move(mv);
            next = Some(pos);
        }
        encoded.totals.games = 1;
        Ok(encoded)
    }

    fn add(&mut self, quiet: &mut QuietMoves, pos: &Position, played: Move, fresh: bool) {
        let mut list = Vec::new();
        let legal = quiet.candidates(pos, played, &mut list);
        block::write(&mut self.bytes, pos, fresh, played, &list);
        self.totals.positions += 1;
        if let Some(others) = list.len().checked_sub(1) {
            self.totals.examples += 1;
            self.totals.siblings += others as u64;
            self.totals.legal += legal as u64;
        }
    }
}

/// Training positions: encoded games, in blocks that are processed as a whole. A block holds whole games, so no division of blocks
/// cuts a game. [`Discriminant`](super::Discriminant) shows an example.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct EncodedGames {
    blocks: Vec<Vec<u8>>,
    totals: Totals,
    /// Sum over the games, independent of their order.
    fingerprint: u64,
}

komadai_core::debug_by_sizes!(EncodedGames { totals }[blocks]);

/// Games in a block: enough to make a block worth handing to a thread, few enough that blocks can be dealt evenly.
const GAMES_PER_BLOCK: u64 = 8;

impl EncodedGames {
    /// Adds a game.
    pub fn push(&mut self, game: &EncodedGame) {
        if self.totals.games.is_multiple_of(GAMES_PER_BLOCK) {
            self.blocks.push(Vec::new());
        }
        if let Some(block) = self.blocks.last_mut() {
            block.extend_from_slice(&game.bytes);
        }
        self.totals += game.totals;
        let words = game.bytes.chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        });
        let of_game = words.fold(game.bytes.len() as u64, |key, word| mix(key ^ word));
        self.fingerprint = self.fingerprint.wrapping_add(of_game);
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Numbers of games, positions and rows.
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// Bytes of all blocks.
    pub fn bytes(&self) -> usize {
        self.blocks.iter().map(Vec::len).sum()
    }

    /// Shows every position of a block that has quiet moves, with these moves, the played one first; a block beyond the last has none.
    pub fn visit(&self, block: usize, show: impl FnMut(&Position, &[Move])) {
        block::replay(self.blocks.get(block).map_or(&[], Vec::as_slice), show);
    }

    /// A checksum of all games, independent of their order, by which a checkpoint is matched to its training positions; that of
    /// several sets together is the sum of theirs.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

impl FromIterator<EncodedGame> for EncodedGames {
    fn from_iter<I: IntoIterator<Item = EncodedGame>>(games: I) -> EncodedGames {
        let mut all = EncodedGames::default();
        for game in games {
            all.push(&game);
        }
        all
    }
}
