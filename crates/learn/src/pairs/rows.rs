//! Training examples of paper 001 as plain sparse rows: the definition that the quick product is tested against.

use core::fmt;

use komadai_core::{Color, Position};
use komadai_eval::FeatureSet;

use crate::pairs::shards::{ShardError, Shards, visit_block};
use crate::{Row, RowBuffer, TrainingSource};

/// Which positions are compared \[R6\].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Model {
    /// After the played move it is better for the mover than before (section 4.1.1): a row a position.
    ParentChild,
    /// After the played move it is better than after any other quiet move (section 4.1.2): a row for each of them.
    Sibling,
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Model::ParentChild => "parent-child",
            Model::Sibling => "sibling",
        })
    }
}

/// The rows of a model over the features of `set`, in the order of games, positions and moves.
///
/// Features and weights are Black's, as in the paper: x = r\[after the played move\] − r\[other\], labelled 1 if Black has
/// moved and −1 if White has. Turning the sign of a row and its label together changes neither `XᵀX` nor `Xᵀy`.
#[derive(Clone, Copy, Debug)]
pub struct PairRows<'a, S, F> {
    /// Where the positions are.
    pub shards: &'a S,
    /// Which of them are compared.
    pub model: Model,
    /// What is seen of a position.
    pub set: F,
}

impl<S: Shards, F: FeatureSet + Sync> TrainingSource for PairRows<'_, S, F> {
    type Error = ShardError;

    fn shards(&self) -> usize {
        self.shards.blocks()
    }

    fn replay(&self, shard: usize, mut each: impl FnMut(Row<'_>)) -> Result<(), ShardError> {
        let (mut buffer, mut room) = (RowBuffer::new(), Vec::new());
        visit_block(self.shards, shard, &mut room, |pos, moves| {
            let Some((&played, others)) = moves.split_first() else { return };
            let label = if pos.side_to_move() == Color::Black { 1.0 } else { -1.0 };
            let after = |mv| {
                let mut after: Position = pos.clone();
                let _ = after.do_move(mv);
                after
            };
            let best = after(played);
            let mut show = |other: &Position| {
                buffer.clear();
                buffer.add(&self.set, &best, 1.0);
                buffer.add(&self.set, other, -1.0);
                each(buffer.row(label));
            };
            match self.model {
                Model::ParentChild => show(pos),
                Model::Sibling => others.iter().for_each(|&mv| show(&after(mv))),
            }
        })
    }
}
