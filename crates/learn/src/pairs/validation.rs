//! Validation of weights on positions they were not learned from.

use crate::pairs::games::EncodedGames;
use crate::pairs::kernel::Forward;
use crate::pairs::model::Model;
use crate::pairs::path::Path;
use crate::pairs::position::PositionPlaces;
use crate::pairs::table::{Triangle, Unknowns};

/// Validation metrics of paper 001: regression error, ranks of played moves, rises.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub struct Metrics {
    /// Positions with a quiet move played.
    pub positions: u64,
    /// Rows of the model.
    pub rows: u64,
    /// Quiet moves, including the played ones.
    pub candidates: u64,
    /// Positions where the played move raises the value for the mover.
    pub rises: u64,
    squares: f64,
    ranks: f64,
}

impl Metrics {
    /// Validates weights, one for each unknown, on positions they were not learned from.
    pub fn of(games: &EncodedGames, model: Model, unknowns: &Unknowns, weights: &[f64]) -> Metrics {
        let (mut table, mut position) = (Triangle::default(), PositionPlaces::default());
        let (mut path, mut forward, mut values) = (Path::default(), Forward::default(), Vec::new());
        unknowns.unfold(|unknown| weights[unknown] as f32, &mut table);
        let mut sum = Metrics::default();
        for block in 0..games.blocks() {
            games.visit(block, |pos, moves| {
                position.look(pos, moves, &unknowns.order);
                let follows = path.follows(&position.places);
                if !follows {
                    forward.forget();
                }
                path.step(&position.places, follows);
                forward.values(&path, &position, &table, &mut values);
                let label = if position.black { 1.0 } else { -1.0 };
                let Some((&played, others)) = values.split_first() else { return };
                sum.positions += 1;
                sum.candidates += values.len() as u64;
                sum.rises += u64::from(label * played > 0.0);
                let better = others.iter().filter(|&&value| label * value > label * played).count();
                let worse = others.iter().filter(|&&value| label * value < label * played).count();
                sum.ranks += better as f64 + (others.len() - better - worse) as f64 / 2.0;
                if model == Model::ParentChild {
                    sum.rows += 1;
                    sum.squares += (played - label).powi(2);
                } else {
                    sum.rows += others.len() as u64;
                    sum.squares += others.iter().map(|value| (played - value - label).powi(2)).sum::<f64>();
                }
            });
        }
        sum
    }

    /// Mean of (x·w − y)² over the rows: the regression error of Fig. 1. It is 1 if all weights are 0.
    pub fn error(&self) -> f64 {
        self.squares / self.rows as f64
    }

    /// Mean rank of the played move among the quiet ones by the value after the move, from 0 as in Table 6; equals
    /// share the middle of their places (Table 5).
    pub fn mean_rank(&self) -> f64 {
        self.ranks / self.positions as f64
    }

    /// The same by material: by the search that found them quiet all are equal, so the played move is in the middle.
    pub fn mean_rank_by_material(&self) -> f64 {
        (self.mean_candidates() - 1.0) / 2.0
    }

    /// Mean number of quiet moves.
    pub fn mean_candidates(&self) -> f64 {
        self.candidates as f64 / self.positions as f64
    }

    /// Share of positions where the played move raises the value for the mover (Table 4).
    pub fn rise(&self) -> f64 {
        self.rises as f64 / self.positions as f64
    }
}
