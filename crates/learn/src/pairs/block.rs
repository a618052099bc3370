//! Positions of games and their quiet moves in bytes: what training keeps of a game.
//!
//! A block is a row of entries, each a position:
//!
//! ```text
//! head       u16    quiet moves listed (0: not a training position), + 2^15 if a packed position follows, + 2^14 if one in words
//! position   32     packed, or a length u8 and so many bytes of SFEN where a king is missing (handicaps too in older files);
//!                   without either the position is the one before with its move played
//! move       u16    the move played (0: none); it is the first of the quiet moves, if there are any
//! moves      u16 …  the other quiet moves
//! ```
//!
//! Numbers are little-endian, positions and moves those of the core's packed notation. A game costs 32 bytes, each position
//! 4 and two for every quiet move but the first; so a row of the sibling model costs little more than two bytes, where
//! written out as a sparse row it takes more than a thousand.

use komadai_core::notation::packed::{PackedError, PackedPosition, pack_move, unpack_move};
use komadai_core::notation::sfen::SfenError;
use komadai_core::{Move, PieceKind, Position};

const PACKED: u16 = 1 << 15;
const WORDS: u16 = 1 << 14;
const POSITION: usize = 32;

/// A block that does not hold what it should.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BlockError {
    /// It ends inside an entry.
    #[error("byte {0}: the block ends inside an entry")]
    Truncated(usize),
    /// A position or move that is none.
    #[error("byte {at}: {source}")]
    Packed {
        /// Where, from the start of the block.
        at: usize,
        /// What is wrong.
        source: PackedError,
    },
    /// A position in words that is none.
    #[error("byte {at}: {source}")]
    Sfen {
        /// Where, from the start of the block.
        at: usize,
        /// What is wrong.
        source: SfenError,
    },
    /// The first entry has no position, or the move that should lead to the next is missing.
    #[error("byte {0}: an entry that follows no other, expected a position")]
    NoPosition(usize),
    /// A move that its position does not allow.
    #[error("byte {at}, {mv}: not legal there")]
    Illegal {
        /// Where, from the start of the block.
        at: usize,
        /// The move.
        mv: Move,
    },
    /// More moves than any position has.
    #[error("byte {at}: {count} moves, expected at most 593")]
    Moves {
        /// Where, from the start of the block.
        at: usize,
        /// So many are listed.
        count: usize,
    },
}

/// Adds an entry. `fresh`: the position itself is kept, because it is not the one before with its move played.
pub(super) fn write(block: &mut Vec<u8>, pos: &Position, fresh: bool, played: Option<Move>, quiet: &[Move]) {
    debug_assert!(quiet.first().is_none_or(|&first| Some(first) == played), "the played move comes first");
    let mut head = quiet.len() as u16;
    let mut position = Vec::new();
    if fresh {
        if let Ok(PackedPosition(bytes)) = PackedPosition::pack(pos) {
            head |= PACKED;
            position.extend_from_slice(&bytes);
        } else {
            head |= WORDS;
            let words = pos.to_string();
            // 81 squares with at most 40 pieces, their marks and slashes, both hands and a number.
            debug_assert!(words.len() < 256, "{words}");
            position.push(words.len() as u8);
            position.extend_from_slice(words.as_bytes());
        }
    }
    block.extend_from_slice(&head.to_le_bytes());
    block.extend_from_slice(&position);
    block.extend_from_slice(&pack_move(played).to_le_bytes());
    for &mv in quiet.get(1..).unwrap_or_default() {
        block.extend_from_slice(&pack_move(Some(mv)).to_le_bytes());
    }
}

/// Shows every position that has quiet moves, with them, the played one first. All moves shown are pseudo-legal in the
/// loosest sense: their piece is there, and it is not their own side's piece that they take.
///
/// # Errors
///
/// [`BlockError`]: what is wrong with the bytes, and where. Positions shown before it stay shown.
pub(super) fn replay(block: &[u8], mut show: impl FnMut(&Position, &[Move])) -> Result<(), BlockError> {
    let mut reader = Reader { block, at: 0 };
    let mut now: Option<(Position, Option<Move>)> = None;
    let mut quiet = Vec::new();
    while reader.at < block.len() {
        let start = reader.at;
        let head = reader.word()?;
        let count = usize::from(head & !(PACKED | WORDS));
        if count > komadai_core::MAX_LEGAL_MOVES {
            return Err(BlockError::Moves { at: start, count });
        }
        let pos = if head & PACKED != 0 {
            reader.packed()?
        } else if head & WORDS != 0 {
            reader.words()?
        } else {
            let (mut pos, played) = now.take().ok_or(BlockError::NoPosition(start))?;
            let mv = played.ok_or(BlockError::NoPosition(start))?;
            if !pos.is_legal(mv) {
                return Err(BlockError::Illegal { at: start, mv });
            }
            pos.do_move(mv);
            pos
        };
        let at = reader.at;
        let played = reader.mv()?;
        quiet.clear();
        if count > 0 {
            quiet.push(played.ok_or(BlockError::Truncated(at))?);
            for _ in 1..count {
                let at = reader.at;
                quiet.push(reader.mv()?.ok_or(BlockError::Truncated(at))?);
            }
            if let Some(n) = quiet.iter().position(|&mv| !is_possible(&pos, mv)) {
                return Err(BlockError::Illegal { at: at + 2 * n, mv: quiet[n] });
            }
            show(&pos, &quiet);
        }
        now = Some((pos, played));
    }
    Ok(())
}

/// Whether the piece that the move needs is there, and its target may be taken. Asking for legality would cost as much as
/// the whole rest of a pass.
fn is_possible(pos: &Position, mv: Move) -> bool {
    let us = pos.side_to_move();
    let target = pos.piece_at(mv.to());
    match (mv.from(), mv.dropped()) {
        (Some(from), _) => {
            let moves = pos.piece_at(from).is_some_and(|piece| {
                piece.color() == us && (!mv.is_promotion() || piece.kind().promoted().is_some())
            });
            moves && target.is_none_or(|piece| piece.color() != us && piece.kind() != PieceKind::King)
        }
        (None, Some(kind)) => pos.hand(us).has(kind) && target.is_none(),
        (None, None) => false,
    }
}

struct Reader<'a> {
    block: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], BlockError> {
        let bytes = self.block.get(self.at..).and_then(|rest| rest.first_chunk::<N>());
        let bytes = *bytes.ok_or(BlockError::Truncated(self.at))?;
        self.at += N;
        Ok(bytes)
    }

    fn word(&mut self) -> Result<u16, BlockError> {
        self.bytes().map(u16::from_le_bytes)
    }

    fn mv(&mut self) -> Result<Option<Move>, BlockError> {
        let at = self.at;
        unpack_move(self.word()?).map_err(|source| BlockError::Packed { at, source })
    }

    fn words(&mut self) -> Result<Position, BlockError> {
        let at = self.at;
        let [len] = self.bytes()?;
        let bytes = self.block.get(self.at..).and_then(|rest| rest.get(..usize::from(len)));
        let bytes = bytes.ok_or(BlockError::Truncated(at))?;
        self.at += bytes.len();
        String::from_utf8_lossy(bytes).parse().map_err(|source| BlockError::Sfen { at, source })
    }

    fn packed(&mut self) -> Result<Position, BlockError> {
        let at = self.at;
        let packed = PackedPosition(self.bytes::<POSITION>()?);
        packed.unpack(1).map_err(|source| BlockError::Packed { at, source })
    }
}
