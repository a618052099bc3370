//! What a consultation answers: votes, tallies, and how much the elements shared.

use core::time::Duration;

use komadai_core::Move;

use super::vote::{Tally, Vote, tally};

/// What a consultation came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consulted {
    /// The move of the majority, as [`tally`] counts; `None` if there is no legal move.
    pub best: Option<Move>,
    /// What each element would play, in their order. Empty if the limits allowed not even one move to be searched, or if
    /// there is none.
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
    /// What the elements had in common.
    pub sharing: Sharing,
}

impl Consulted {
    /// The moves voted for, the winner first.
    pub fn tallies(&self) -> Vec<Tally> {
        tally(&self.votes)
    }
}

/// How well the elements agree on where to cut: why a consultation costs more than one engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sharing {
    /// Nodes with budget left whose moves were searched; neither the root nor what the table answered.
    pub inner: u64,
    /// Those that every element cut that asked.
    pub cut: u64,
    /// Those that some of them cut and others did not.
    pub split: u64,
    /// Moves searched at these nodes.
    pub moves: u64,
    /// Moves searched at them although some element had its cut already: it waited for the others.
    pub waiting: u64,
}
