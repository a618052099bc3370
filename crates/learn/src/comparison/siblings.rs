//! A shallow search of all moves in all positions of games: which move comes out best, and by what line.

use komadai_core::{Move, Position, Tracked};
use komadai_search::{Leaf, Limits, Searcher};

use super::options::ComparisonOptions;
use super::weighted::Weighted;
use crate::reduce::{Reduce, ReduceError};

/// A training game. Its moves must be legal; [`replay`](crate::replay) checks them.
#[derive(Clone, PartialEq, Eq)]
pub struct TrainingGame {
    /// The start position.
    pub start: Position,
    /// The moves played.
    pub moves: Vec<Move>,
}

komadai_core::debug_by_sizes!(TrainingGame { start }[moves]);

/// Agreement and loss of a search over all positions of some games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub struct SiblingSearch {
    /// Positions with more than one legal move, in which the played move neither mates nor lets mate.
    pub positions: u64,
    /// Other moves of those positions.
    pub siblings: u64,
    /// Positions in which the played move came out best; among `n` equally good moves it counts 1/n.
    pub agreed: f64,
    /// The total loss of all siblings; see [`crate::comparison`].
    pub loss: f64,
}

impl SiblingSearch {
    /// Share of the positions in which the played move came out best.
    pub fn agreement(&self) -> f64 {
        self.agreed / self.positions.max(1) as f64
    }

    /// Mean loss of a position.
    pub fn mean_loss(&self) -> f64 {
        self.loss / self.positions.max(1) as f64
    }

    /// The sum over all workers.
    pub(super) fn summed(self, reduce: &mut dyn Reduce) -> Result<SiblingSearch, ReduceError> {
        let (mut counts, mut sums) = ([self.positions, self.siblings], [self.agreed, self.loss]);
        reduce.sum_words(&mut counts)?;
        reduce.sum(&mut sums)?;
        let ([positions, siblings], [agreed, loss]) = (counts, sums);
        Ok(SiblingSearch { positions, siblings, agreed, loss })
    }
}

add_fields!(SiblingSearch { positions, siblings, agreed, loss });

/// Principal variations of the compared moves of one position, one after the other.
#[derive(Debug)]
pub(super) struct PositionLines {
    /// Number of moves of the game before the position.
    pub(super) ply: usize,
    moves: Vec<Move>,
    /// Where each line ends in `moves`.
    ends: Vec<u32>,
}

impl PositionLines {
    /// The lines, the played move's first.
    pub(super) fn lines(&self) -> impl Iterator<Item = &[Move]> {
        let begins = core::iter::once(&0).chain(&self.ends);
        begins.zip(&self.ends).map(|(&begin, &end)| &self.moves[begin as usize..end as usize])
    }

    fn push(&mut self, mv: Move, line: &[Move]) {
        self.moves.push(mv);
        self.moves.extend_from_slice(line);
        self.ends.push(self.moves.len() as u32);
    }
}

/// Searches every legal move in the positions of a game ([`ComparisonOptions::every`]). Moves that mate, or let mate, are counted
/// but have no lines; a position whose played move is one of them is skipped.
pub(super) fn search_siblings(
    game: &TrainingGame,
    eval: &Weighted<'_>,
    options: &ComparisonOptions,
) -> (Vec<PositionLines>, SiblingSearch) {
    let mut searcher = Searcher::new(eval).leaf(Leaf::Quiescence(options.quiescence));
    let mut search = |pos: &Position| {
        if options.depth <= 1 {
            return searcher.quiescence_line(pos);
        }
        let report = searcher.search(pos, &Limits::depth(options.depth - 1));
        (report.value, report.pv.into_vec())
    };
    let (mut lines, mut totals) = (Vec::new(), SiblingSearch::default());
    let mut board = Tracked::new(game.start.clone());
    for (ply, &played) in game.moves.iter().enumerate() {
        if !(ply as u64).is_multiple_of(options.every.max(1).into()) {
            board.do_move(played);
            continue;
        }
        let list = board.position().legal_moves();
        let mut child = |mv: Move| {
            board.do_move(mv);
            let (value, line) = search(board.position());
            board.undo();
            (-value, line)
        };
        let (value, line) = child(played);
        if list.len() > 1 && !value.is_mate() {
            let mut compared = PositionLines { ply, moves: Vec::new(), ends: Vec::new() };
            compared.push(played, &line);
            totals.positions += 1;
            let (mut best, mut equals) = (true, 1u32);
            for &mv in list.iter().filter(|&&mv| mv != played) {
                let (other, line) = child(mv);
                best &= other <= value;
                equals += u32::from(other == value);
                totals.siblings += 1;
                totals.loss += error(f64::from((other - value).cp()), options.steepness);
                if !other.is_mate() && (other - value).cp().abs() <= options.window {
                    compared.push(mv, &line);
                }
            }
            totals.agreed += if best { 1.0 / f64::from(equals) } else { 0.0 };
            lines.push(compared);
        }
        board.do_move(played);
    }
    (lines, totals)
}

/// T: the loss of a sibling that is `ahead` of the played move.
#[inline]
pub(super) fn error(ahead: f64, steepness: f64) -> f64 {
    1.0 / (1.0 + (-steepness * ahead).exp())
}
