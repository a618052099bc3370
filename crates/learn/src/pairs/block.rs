//! Positions of games and their quiet moves as bytes: what training keeps of a game.
//!
//! A block is a row of entries, each a position:
//!
//! ```text
//! head       u16    quiet moves listed (0: not a training position), + 2^15 if a packed position follows, + 2^14 if one in words
//! position   32     packed, or a length u8 and so many bytes of SFEN where a king is missing;
//!                   without either the position is the one before with its move played
//! move       u16    the move played; it is the first of the quiet moves, if there are any
//! moves      u16 …  the other quiet moves
//! ```
//!
//! Numbers are little-endian; positions and moves are in the core's packed notation. A game takes 32 bytes, and each position 4
//! plus two for every quiet move but the first. So a row of the sibling model takes little more than two bytes; written out as a
//! sparse row it takes more than a thousand.

use komadai_core::notation::packed::{PackedPosition, pack_move, unpack_move};
use komadai_core::{Move, Position};

const PACKED: u16 = 1 << 15;
const WORDS: u16 = 1 << 14;
const POSITION: usize = 32;

/// Adds an entry. `fresh`: the position itself is written, because it does not follow from the one before by the move played.
pub(super) fn write(block: &mut Vec<u8>, pos: &Position, fresh: bool, played: Move, quiet: &[Move]) {
    debug_assert!(quiet.first().is_none_or(|&first| first == played), "the played move comes first");
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
    block.extend_from_slice(&pack_move(Some(played)).to_le_bytes());
    for &mv in quiet.get(1..).unwrap_or_default() {
        block.extend_from_slice(&pack_move(Some(mv)).to_le_bytes());
    }
}

/// Shows every position that has quiet moves, with these moves, the played one first. The bytes come from [`write`].
pub(super) fn replay(block: &[u8], mut show: impl FnMut(&Position, &[Move])) {
    let mut rest = block;
    let mut now: Option<(Position, Move)> = None;
    let mut quiet = Vec::new();
    while !rest.is_empty() {
        let head = word(&mut rest);
        let count = head & !(PACKED | WORDS);
        let pos = if head & PACKED != 0 {
            let bytes = take(&mut rest, POSITION).first_chunk().copied();
            PackedPosition(bytes.expect("a chunk of its length"))
                .unpack(1)
                .expect("a position that was packed")
        } else if head & WORDS != 0 {
            let len = take(&mut rest, 1)[0];
            let words = String::from_utf8_lossy(take(&mut rest, len.into()));
            words.parse().expect("a position that was written")
        } else {
            let (mut pos, mv) = now.take().expect("a position before this one");
            pos.do_move(mv);
            pos
        };
        let played = mv(&mut rest);
        quiet.clear();
        if count > 0 {
            quiet.push(played);
            quiet.extend((1..count).map(|_| mv(&mut rest)));
            show(&pos, &quiet);
        }
        now = Some((pos, played));
    }
}

fn take<'a>(rest: &mut &'a [u8], bytes: usize) -> &'a [u8] {
    let (taken, left) = rest.split_at(bytes);
    *rest = left;
    taken
}

fn word(rest: &mut &[u8]) -> u16 {
    take(rest, 2).iter().rev().fold(0, |word, &byte| word << 8 | u16::from(byte))
}

fn mv(rest: &mut &[u8]) -> Move {
    unpack_move(word(rest)).ok().flatten().expect("a move that was packed")
}
