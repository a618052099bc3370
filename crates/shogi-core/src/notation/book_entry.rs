//! A position of an opening book of another program, with what the book says of its moves. The crate `komadai-notation` reads and
//! writes files of them.

use alloc::string::String;
use alloc::vec::Vec;

use crate::{Move, Position};

/// A position of a book with its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The position, with the number of the next move: engines compare it as well unless they are told not to
    /// (`IgnoreBookPly`).
    pub position: Position,
    /// Its moves, each once, in the order of the file; perhaps none.
    pub moves: Vec<EntryMove>,
}

/// A move of a book with what the file says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EntryMove {
    /// The move, legal in its position.
    pub mv: Move,
    /// The reply that is expected, legal after the move.
    pub reply: Option<Move>,
    /// Value in centipawns for the side that makes the move.
    pub value: Option<i32>,
    /// Depth in plies of the search that found the value.
    pub depth: Option<u32>,
    /// How often the move was chosen.
    pub count: Option<u32>,
}

impl EntryMove {
    /// A move of which nothing is known.
    pub fn new(mv: Move) -> EntryMove {
        EntryMove { mv, reply: None, value: None, depth: None, count: None }
    }
}

/// Positions in the order of their texts, byte by byte; of those that differ in the move number alone, the one with the
/// smallest number.
pub fn sorted(entries: Vec<BookEntry>) -> Vec<BookEntry> {
    let mut entries: Vec<(String, BookEntry)> =
        entries.into_iter().map(|entry| (entry.position.unnumbered(), entry)).collect();
    entries.sort_by(|(a, one), (b, other)| {
        a.cmp(b).then(one.position.move_number().cmp(&other.position.move_number()))
    });
    entries.dedup_by(|(a, _), (b, _)| a == b);
    entries.into_iter().map(|(_, entry)| entry).collect()
}
