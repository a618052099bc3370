//! Replays a game for a writer: forward along each line, and back to where the next one leaves it.

use alloc::string::String;
use alloc::vec::Vec;

use komadai_core::game::{ClockTime, Node};
use komadai_core::{Move, Position, Undo};

use crate::clock::{self, Totals};
use crate::error::WriteError;

/// A position with the way back to the start.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    pub(super) start: Position,
    pub(super) pos: Position,
    path: Vec<(Move, Undo, Totals)>,
    totals: Totals,
}

impl Walk {
    pub(super) fn new(start: &Position) -> Walk {
        Walk { start: start.clone(), pos: start.clone(), path: Vec::new(), totals: Totals::default() }
    }

    /// Moves since the start.
    pub(super) fn ply(&self) -> usize {
        self.path.len()
    }

    pub(super) fn last_move(&self) -> Option<Move> {
        self.path.last().map(|step| step.0)
    }

    /// A time of the player to move as KIF writes it, with the total.
    pub(super) fn clock(&self, time: Option<ClockTime>) -> Option<String> {
        let time = time?;
        Some(clock::kif(time.spent, self.totals.clone().after(self.pos.side_to_move(), &time)))
    }

    /// Plays a move, or refuses one that is not legal here.
    pub(super) fn play(&mut self, node: &Node) -> Result<(), WriteError> {
        let (mover, before) = (self.pos.side_to_move(), self.totals.clone());
        let ply = self.path.len() + 1;
        let undo = self.pos.play(node.mv).map_err(|error| WriteError::Move { ply, error })?;
        if let Some(time) = &node.time {
            self.totals.after(mover, time);
        }
        self.path.push((node.mv, undo, before));
        Ok(())
    }

    /// Goes back to where `ply` moves have been played.
    pub(super) fn back_to(&mut self, ply: usize) {
        while self.path.len() > ply {
            if let Some((mv, undo, totals)) = self.path.pop() {
                self.pos.undo_move(mv, undo);
                self.totals = totals;
            }
        }
    }
}
