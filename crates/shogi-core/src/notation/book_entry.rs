//! Entries of opening books of other programs: a position with what the book says about its moves. The crate `komadai-notation` reads and
//! writes files of entries.

use alloc::string::String;
use alloc::vec::Vec;

use crate::{Move, Position};

/// A position of a book with its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The position, with its move number, which engines compare as well unless they are told not to (`IgnoreBookPly`).
    pub position: Position,
    /// Its moves, each once, in the order of the file; may be empty.
    pub moves: Vec<EntryMove>,
}

/// A move of a book with what the file says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EntryMove {
    /// The move, legal in its position.
    pub mv: Move,
    /// The expected reply, legal after the move.
    pub reply: Option<Move>,
    /// Value in centipawns for the side that makes the move.
    pub value: Option<i32>,
    /// Depth in plies of the search that found the value.
    pub depth: Option<u32>,
    /// How often the move was chosen.
    pub count: Option<u32>,
}

impl EntryMove {
    /// A move about which nothing is known.
    pub fn new(mv: Move) -> EntryMove {
        EntryMove { mv, reply: None, value: None, depth: None, count: None }
    }
}

/// Sorts entries by the texts of their positions, byte by byte; of positions that differ only in the move number, keeps the one with the
/// smallest number, or one with moves before any without.
pub fn sorted(entries: Vec<BookEntry>) -> Vec<BookEntry> {
    let mut entries: Vec<(String, BookEntry)> =
        entries.into_iter().map(|entry| (entry.position.unnumbered(), entry)).collect();
    entries.sort_by(|(a, one), (b, other)| {
        let rank = |entry: &BookEntry| (entry.moves.is_empty(), entry.position.move_number());
        a.cmp(b).then(rank(one).cmp(&rank(other)))
    });
    entries.dedup_by(|(a, _), (b, _)| a == b);
    entries.into_iter().map(|(_, entry)| entry).collect()
}
