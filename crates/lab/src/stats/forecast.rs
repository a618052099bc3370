//! Scores of a model that gives every legal move a probability, by the moves that were played \[R3\].

use crate::stats::by_game::MeanByGame;
use crate::stats::rank::MoveRank;

/// Scores of a distribution over legal moves: log loss, rank of the played move, share of the likeliest.
#[derive(Clone, Debug, Default)]
pub(crate) struct ForecastScore {
    positions: u64,
    ranks: f64,
    firsts: f64,
    /// Sum of −log2 of the probability of the played moves of this game, and its positions.
    game: (u64, f64),
    losses: MeanByGame,
}

impl ForecastScore {
    /// Adds a position: the probabilities of its legal moves, and the place of the played one.
    ///
    /// # Panics
    ///
    /// If there is no such place.
    pub(crate) fn push(&mut self, probabilities: &[f64], played: usize) {
        let rank = MoveRank::of(probabilities, played);
        self.positions += 1;
        self.ranks += rank.from_zero() + 1.0;
        self.firsts += rank.first();
        self.game = (self.game.0 + 1, self.game.1 - probabilities[played].log2());
    }

    /// Ends a game: intervals take games as samples.
    pub(crate) fn end_game(&mut self) {
        let (positions, bits) = std::mem::take(&mut self.game);
        self.losses.push(positions, bits);
    }

    /// Adds the finished games of another score.
    pub(crate) fn merge(&mut self, other: &ForecastScore) {
        self.positions += other.positions;
        self.ranks += other.ranks;
        self.firsts += other.firsts;
        self.losses.merge(&other.losses);
    }

    /// Positions seen.
    pub(crate) fn positions(&self) -> u64 {
        self.positions
    }

    /// Mean −log2 of the probability of the played move, in bits: the best model has the least.
    pub(crate) fn log_loss(&self) -> &MeanByGame {
        &self.losses
    }

    /// Mean rank of the played move, from 1; ties count as the middle of their places.
    pub(crate) fn rank(&self) -> f64 {
        self.ranks / self.positions as f64
    }

    /// How often the played move was the likeliest, in per cent; one of n likeliest counts 1 / n.
    pub(crate) fn first(&self) -> f64 {
        100.0 * self.firsts / self.positions as f64
    }
}
