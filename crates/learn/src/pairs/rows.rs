//! Training examples of paper 001 as plain sparse rows: the definition that the quick product ([`super::product`]) is tested
//! against, and what other programs are given to check it.

use core::fmt;

use komadai_core::{Color, Position};
use komadai_eval::{FeatureId, FeatureSet};

use crate::pairs::games::EncodedGames;

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

/// A sparse row x with its label y: what the weighted sum x·w should be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row<'a> {
    /// Features with their values, in rising order of features; no value is 0.
    pub entries: &'a [(FeatureId, f32)],
    /// 1 if Black has moved, −1 if White has.
    pub label: f32,
}

impl Row<'_> {
    /// x·p, in double precision, in order. Features beyond the vector count as 0.
    pub fn dot(&self, p: &[f32]) -> f64 {
        let weight = |feature| f64::from(p.get(feature as usize).copied().unwrap_or(0.0));
        self.entries.iter().map(|&(feature, x)| f64::from(x) * weight(feature)).sum()
    }

    /// q += factor · x. Features beyond the vector are left out.
    pub fn add_to(&self, q: &mut [f64], factor: f64) {
        for &(feature, x) in self.entries {
            if let Some(slot) = q.get_mut(feature as usize) {
                *slot += factor * f64::from(x);
            }
        }
    }
}

/// The rows of a model over the features of `set`, in the order of games, positions and moves.
///
/// Features and weights are Black's, as in the paper: x = r\[after the played move\] − r\[other\], labelled 1 if Black has
/// moved and −1 if White has. Turning the sign of a row and its label together changes neither `XᵀX` nor `Xᵀy`. Nearly all of r
/// holds in both positions and cancels.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::PiecePlaces;
/// use komadai_learn::pairs::{EncodedGame, EncodedGames, Model, PairRows, QuietMoves};
///
/// let moves = ["7g7f".parse()?];
/// let game = EncodedGame::from_moves(&mut QuietMoves::default(), &Position::startpos(), &moves)?;
/// let games: EncodedGames = [game].into_iter().collect();
/// let rows = PairRows { games: &games, model: Model::Sibling, set: PiecePlaces };
/// let mut seen = 0;
/// rows.visit(0, |row| {
///     // One pawn has left its place and come to another; in the sibling another piece has.
///     assert!(row.entries.len() <= 4 && row.label == 1.0);
///     assert_eq!(row.dot(&[]), 0.0, "no weights");
///     seen += 1;
/// });
/// assert_eq!(seen, 29, "all moves but the one played");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PairRows<'a, F> {
    /// The positions.
    pub games: &'a EncodedGames,
    /// Which of them are compared.
    pub model: Model,
    /// What is seen of a position.
    pub set: F,
}

impl<F: FeatureSet> PairRows<'_, F> {
    /// Shows all rows of a block; the same ones in the same order at every call.
    pub fn visit(&self, block: usize, mut show: impl FnMut(Row<'_>)) {
        let (mut found, mut entries) = (Vec::new(), Vec::new());
        self.games.visit(block, |pos, moves| {
            let Some((&played, others)) = moves.split_first() else { return };
            let label = if pos.side_to_move() == Color::Black { 1.0 } else { -1.0 };
            let after = |mv| {
                let mut after: Position = pos.clone();
                after.do_move(mv);
                after
            };
            let best = after(played);
            let mut against = |other: &Position| {
                found.clear();
                self.set.visit(&best, |feature, value| found.push((feature, value)));
                self.set.visit(other, |feature, value| found.push((feature, -value)));
                // Stable, so that sums of one feature are taken in the same order every time.
                found.sort_by_key(|&(feature, _)| feature);
                let sums = found.chunk_by(|a, b| a.0 == b.0);
                entries.clear();
                entries
                    .extend(sums.map(|same| (same[0].0, same.iter().map(|&(_, value)| value).sum::<f32>())));
                entries.retain(|&(_, value)| value != 0.0);
                show(Row { entries: &entries, label });
            };
            match self.model {
                Model::ParentChild => against(pos),
                Model::Sibling => others.iter().for_each(|&mv| against(&after(mv))),
            }
        });
    }
}
