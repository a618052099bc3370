//! What a consultation answers: votes, tallies, and how much the elements shared.

use core::time::Duration;

use komadai_core::Move;

use super::vote::{Tally, Vote, tally};

/// The result of a consultation: the votes of all elements and the move of the majority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consulted {
    /// The move of the majority, as [`tally`] counts; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The vote of each element, in their order. Empty if there is no legal move, or if the limits did not allow a single
    /// move to be searched.
    pub votes: Vec<Vote>,
    /// The last iteration that was finished, in plies.
    pub depth: u32,
    /// The longest path, in plies.
    pub reached: usize,
    /// Moves played.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
    /// How full the table is, per mille, if there is one.
    pub fill: Option<u16>,
    /// How well the elements agreed on where to cut.
    pub sharing: Sharing,
}

impl Consulted {
    /// The votes counted by move, the winner first.
    pub fn tallies(&self) -> Vec<Tally> {
        tally(&self.votes)
    }
}

/// Statistics of how well the elements agree on where to cut: why a consultation costs more than one engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sharing {
    /// Inner nodes whose moves were searched, without the root and what the table answered.
    pub inner: u64,
    /// Inner nodes that every searching element cut.
    pub cut: u64,
    /// Inner nodes that some elements cut and others did not.
    pub split: u64,
    /// Moves searched at inner nodes.
    pub moves: u64,
    /// Moves searched at inner nodes while some element had its cut already.
    pub waiting: u64,
}
