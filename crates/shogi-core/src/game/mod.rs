//! Game records: start position, moves with comments and times, variations, ending.
//!
//! Every text format of `komadai-notation` is read into a [`Game`] and written from one. Records branch: the moves of the game itself are
//! [`Game::nodes`], and every other line is a [`Variation`] that leaves an earlier line at a ply. Record files list lines in this way,
//! and it describes any tree:
//!
//! ```text
//! main line      1 ─ 2 ─ 3 ─ 4 ─ 5
//! variation 0            └ 3 ─ 4 ─ 5       of the main line, ply 2
//! variation 1                  └ 5         of variation 0,   ply 4
//! ```
//!
//! A `Game` is plain data. [`GameBuilder`] makes one with legal moves only, as every reader does.

mod builder;
mod ending;

pub use builder::{GameBuilder, NoSuchPly};
pub use ending::{ClockTime, EndKind, Ending, GameResult};

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::{Color, Move, Position, Setup};

/// Game record with its variations, as plain data. By default an even game without moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// Position before the first move.
    pub start: Position,
    /// Header names and values in the order of the file, with the names of KIF (先手, 後手, 棋戦, 開始日時 …). The start position is never among
    /// them.
    pub headers: Vec<(String, String)>,
    /// Comment lines before the first move. A line that begins with `&` is a bookmark of KIF, here and in every node.
    pub comments: Vec<String>,
    /// The game itself, the main line.
    pub nodes: Vec<Node>,
    /// How the main line ended, if the record says so.
    pub ending: Option<Ending>,
    /// The other lines, each after the line it leaves. Readers list them depth first, the latest branch first, as
    /// KIF does.
    pub variations: Vec<Variation>,
}

/// Move of a record, with its comments and time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The move.
    pub mv: Move,
    /// Comment lines after the move.
    pub comments: Vec<String>,
    /// Time spent on the move, if the record has it.
    pub time: Option<ClockTime>,
}

/// Variation: a line that branches off another one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// Index in [`Game::variations`] of the line it leaves, less than its own index; `None` for the main line.
    pub of: Option<usize>,
    /// Number of moves from the start before the first move of the variation. Greater than the `ply` of the line it leaves, and at most
    /// the ply of that line's end.
    pub ply: usize,
    /// Comment lines before its first move.
    pub comments: Vec<String>,
    /// Its moves.
    pub nodes: Vec<Node>,
    /// How it ended, if the record says so.
    pub ending: Option<Ending>,
}

impl From<Move> for Node {
    fn from(mv: Move) -> Node {
        Node { mv, comments: Vec::new(), time: None }
    }
}

impl Game {
    /// A game without moves.
    pub fn new(start: Position) -> Game {
        Game { start, ..Game::default() }
    }

    /// The moves of the game itself.
    pub fn moves(&self) -> Vec<Move> {
        self.nodes.iter().map(|node| node.mv).collect()
    }

    /// Position after the last move of the main line; if a hand-made game has an illegal move, the position before that move.
    pub fn final_position(&self) -> Position {
        let mut pos = self.start.clone();
        for node in &self.nodes {
            if pos.play(node.mv).is_err() {
                break;
            }
        }
        pos
    }

    /// The result of the game, as far as the record says.
    pub fn result(&self) -> GameResult {
        self.ending.as_ref().map_or(GameResult::Unknown, |ending| ending.result)
    }

    /// Name of the first player (先手, 下手).
    pub fn black(&self) -> Option<&str> {
        self.player(Color::Black)
    }

    /// Name of the other player (後手, 上手).
    pub fn white(&self) -> Option<&str> {
        self.player(Color::White)
    }

    fn player(&self, color: Color) -> Option<&str> {
        let names = match color {
            Color::Black => ["先手", "下手"],
            Color::White => ["後手", "上手"],
        };
        let named = |name| self.headers.iter().find(|(key, value)| key == name && !value.is_empty());
        names.into_iter().find_map(named).map(|(_, value)| value.as_str())
    }

    /// Value of the first header of this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Whether the game starts from the start position of an even game.
    pub fn is_even(&self) -> bool {
        Setup::from(&self.start) == Setup::startpos()
    }

    /// Indices of the variations in the order of KIF: depth first, and for each line the latest branch first.
    ///
    /// In this order each variation leaves the line played just before it, cut back to its ply, so one walk of played and undone moves
    /// visits them all. `None` if a variation leaves a line at a ply which that line does not have.
    pub fn variations_in_order(&self) -> Option<Vec<usize>> {
        // The branches of each line (0 = main line).
        let mut branches: Vec<Vec<usize>> = vec![Vec::new(); self.variations.len() + 1];
        for (index, variation) in self.variations.iter().enumerate() {
            let (line, first, len) = match variation.of {
                None => (0, 0, self.nodes.len()),
                Some(of) if of < index => {
                    (of + 1, self.variations[of].ply + 1, self.variations[of].nodes.len())
                }
                Some(_) => return None,
            };
            let end = if line == 0 { len } else { first - 1 + len };
            if variation.ply < first || variation.ply > end {
                return None;
            }
            branches[line].push(index);
        }
        for line in &mut branches {
            line.sort_by_key(|&index| core::cmp::Reverse(self.variations[index].ply));
        }
        let mut order = Vec::with_capacity(self.variations.len());
        let mut open: Vec<usize> = branches[0].iter().rev().copied().collect();
        while let Some(index) = open.pop() {
            order.push(index);
            open.extend(branches[index + 1].iter().rev());
        }
        Some(order)
    }
}
