//! Training positions in blocks, built once from games and passed over as often as a solver iterates.
//!
//! Quiet moves are dear (a capture search for every legal move) and are found once; everything else that a row needs is
//! made anew from a few bytes at every pass. A block holds whole games, so that no split of blocks cuts a game.

use komadai_core::notation::packed::{PackedError, Record};
use komadai_core::rng::mix;
use komadai_core::{Move, Position};

use crate::pairs::block::{self, BlockError};
use crate::pairs::quiet::QuietMoves;
use crate::{ReplayError, replay};

/// Numbers of games, positions and rows of a training set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Games.
    pub games: u64,
    /// Positions with a move played.
    pub positions: u64,
    /// Those whose played move is quiet: the rows of the parent–child model.
    pub examples: u64,
    /// Other quiet moves there: the rows of the sibling model.
    pub siblings: u64,
    /// Legal moves where the played one is quiet.
    pub legal: u64,
}

impl Totals {
    /// Adds the numbers of another set.
    pub fn add(&mut self, other: &Totals) {
        self.games += other.games;
        self.positions += other.positions;
        self.examples += other.examples;
        self.siblings += other.siblings;
        self.legal += other.legal;
    }
}

/// A game encoded for training: positions with their quiet moves, in a few bytes each.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct EncodedGame {
    pub(super) bytes: Vec<u8>,
    /// What is in it.
    pub totals: Totals,
}

komadai_core::debug_by_sizes!(EncodedGame { totals }[bytes]);

/// Why a game cannot be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// A move that is not legal.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A record whose position cannot be unpacked.
    #[error("record {index}: {source}")]
    Record {
        /// Number of the record, from 0.
        index: usize,
        /// What is wrong with it.
        source: PackedError,
    },
    /// A record whose move its position does not allow.
    #[error("record {index}, {mv}: not legal there")]
    RecordMove {
        /// Number of the record, from 0.
        index: usize,
        /// The move.
        mv: Move,
    },
}

impl EncodedGame {
    /// Encodes a game given by its moves.
    ///
    /// # Errors
    ///
    /// [`EncodeError::Replay`].
    pub fn from_moves(
        quiet: &mut QuietMoves,
        start: &Position,
        moves: &[Move],
    ) -> Result<EncodedGame, EncodeError> {
        let mut encoded = EncodedGame::default();
        let mut list = Vec::new();
        replay(start, moves.iter().copied(), |at, mv| {
            let fresh = encoded.bytes.is_empty();
            encoded.add(quiet, at.pos, mv, fresh, &mut list);
        })?;
        encoded.totals.games = 1;
        Ok(encoded)
    }

    /// Encodes packed records of one game or a part of it, in order. Records without a move are
    /// passed over; scores and results are not looked at.
    ///
    /// # Errors
    ///
    /// [`EncodeError::Record`], [`EncodeError::RecordMove`].
    pub fn from_records(quiet: &mut QuietMoves, records: &[Record]) -> Result<EncodedGame, EncodeError> {
        let mut encoded = EncodedGame::default();
        let mut list = Vec::new();
        let mut next: Option<Position> = None;
        for (index, record) in records.iter().enumerate() {
            let Some(mv) = record.mv else { continue };
            let error = |source| EncodeError::Record { index, source };
            let mut pos = record.position.unpack(record.ply).map_err(error)?;
            if !pos.is_legal(mv) {
                return Err(EncodeError::RecordMove { index, mv });
            }
            // Records leave positions out (those in check); then a game goes on with a position of its own.
            let fresh = !next.take().is_some_and(|next| next.same_position(&pos));
            encoded.add(quiet, &pos, mv, fresh, &mut list);
            pos.do_move(mv);
            next = Some(pos);
        }
        encoded.totals.games = 1;
        Ok(encoded)
    }

    fn add(
        &mut self,
        quiet: &mut QuietMoves,
        pos: &Position,
        played: Move,
        fresh: bool,
        list: &mut Vec<Move>,
    ) {
        let legal = quiet.candidates(pos, played, list);
        block::write(&mut self.bytes, pos, fresh, Some(played), list);
        self.totals.positions += 1;
        if let Some(others) = list.len().checked_sub(1) {
            self.totals.examples += 1;
            self.totals.siblings += others as u64;
            self.totals.legal += legal as u64;
        }
    }
}

/// Why a block cannot be passed over.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShardError {
    /// The file system.
    #[error("{what}: {source}")]
    Io {
        /// The file.
        what: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file is none of ours, or not whole.
    #[error("{what}: {reason}")]
    File {
        /// The file.
        what: String,
        /// What was read, and what was expected.
        reason: String,
    },
    /// A block does not hold what it should.
    #[error("block {block}: {source}")]
    Block {
        /// Its number, from 0.
        block: usize,
        /// What is wrong with it.
        source: BlockError,
    },
}

/// Training positions in numbered blocks: in memory, in a file, or elsewhere.
///
/// The law: a block holds the same bytes whenever it is read, on whatever thread.
pub trait Shards: Sync {
    /// Number of blocks.
    fn blocks(&self) -> usize;

    /// The bytes of a block, read into `buffer` if they are not in memory. A block beyond the last is empty.
    ///
    /// # Errors
    ///
    /// [`ShardError`]: the block cannot be read.
    fn block<'a>(&'a self, number: usize, buffer: &'a mut Vec<u8>) -> Result<&'a [u8], ShardError>;

    /// What all blocks together amount to.
    fn totals(&self) -> Totals;
}

impl<S: Shards + ?Sized> Shards for &S {
    fn blocks(&self) -> usize {
        (**self).blocks()
    }

    fn block<'a>(&'a self, number: usize, buffer: &'a mut Vec<u8>) -> Result<&'a [u8], ShardError> {
        (**self).block(number, buffer)
    }

    fn totals(&self) -> Totals {
        (**self).totals()
    }
}

/// Shows every position of a block that has quiet moves, with them, the played one first.
///
/// # Errors
///
/// [`ShardError`]: the block cannot be read, or does not hold what it should.
pub fn visit_block(
    shards: &impl Shards,
    number: usize,
    buffer: &mut Vec<u8>,
    show: impl FnMut(&Position, &[Move]),
) -> Result<(), ShardError> {
    let bytes = shards.block(number, buffer)?;
    block::replay(bytes, show).map_err(|source| ShardError::Block { block: number, source })
}

/// A checksum of all blocks, by which a checkpoint is matched to its training positions.
///
/// # Errors
///
/// [`ShardError`]: a block cannot be read.
pub fn fingerprint(shards: &impl Shards) -> Result<u64, ShardError> {
    let mut buffer = Vec::new();
    let mut key = shards.blocks() as u64;
    for number in 0..shards.blocks() {
        let bytes = shards.block(number, &mut buffer)?;
        key = mix(key ^ bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            key = mix(key ^ u64::from_le_bytes(word));
        }
    }
    Ok(key)
}

/// Training positions in memory.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct MemoryShards {
    blocks: Vec<Vec<u8>>,
    /// Games in the last block.
    in_last: usize,
    totals: Totals,
}

komadai_core::debug_by_sizes!(MemoryShards { totals }[blocks]);

/// Games in a block: enough of them that passing over one is worth handing it to a thread, few enough that blocks can be
/// dealt evenly.
const GAMES_PER_BLOCK: usize = 8;

impl MemoryShards {
    /// A set without games.
    pub fn new() -> MemoryShards {
        Self::default()
    }

    /// Adds a game.
    pub fn push(&mut self, game: &EncodedGame) {
        if self.in_last == 0 || self.in_last == GAMES_PER_BLOCK {
            self.blocks.push(Vec::new());
            self.in_last = 0;
        }
        self.in_last += 1;
        if let Some(block) = self.blocks.last_mut() {
            block.extend_from_slice(&game.bytes);
        }
        self.totals.add(&game.totals);
    }

    /// Bytes of all blocks.
    pub fn bytes(&self) -> usize {
        self.blocks.iter().map(Vec::len).sum()
    }
}

impl Extend<EncodedGame> for MemoryShards {
    fn extend<I: IntoIterator<Item = EncodedGame>>(&mut self, games: I) {
        games.into_iter().for_each(|game| self.push(&game));
    }
}

impl FromIterator<EncodedGame> for MemoryShards {
    fn from_iter<I: IntoIterator<Item = EncodedGame>>(games: I) -> MemoryShards {
        let mut shards = MemoryShards::new();
        shards.extend(games);
        shards
    }
}

impl Shards for MemoryShards {
    fn blocks(&self) -> usize {
        self.blocks.len()
    }

    fn block<'a>(&'a self, number: usize, _: &'a mut Vec<u8>) -> Result<&'a [u8], ShardError> {
        Ok(self.blocks.get(number).map_or(&[], Vec::as_slice))
    }

    fn totals(&self) -> Totals {
        self.totals
    }
}
