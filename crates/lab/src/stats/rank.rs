//! Rank of a played move among the other moves of its position, and scores of a model that gives each of them a probability \[R3\].

use crate::stats::by_game::MeanByGame;

/// Rank of one move among all, by a number for each move: how many are better, how many equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveRank {
    /// Moves with a higher number.
    pub(crate) better: usize,
    /// Moves with bitwise the same number, the move itself included.
    pub(crate) equal: usize,
}

impl MoveRank {
    /// Rank of the move at the place `played` of the list.
    ///
    /// # Panics
    ///
    /// If there is no such place.
    pub(crate) fn of(numbers: &[f64], played: usize) -> MoveRank {
        let own = numbers[played];
        MoveRank {
            better: numbers.iter().filter(|&&number| number > own).count(),
            equal: numbers.iter().filter(|number| number.to_bits() == own.to_bits()).count(),
        }
    }

    /// The rank, from 0 for the best. Equal moves share the middle of their places; if all numbers are equal, the rank is the middle one.
    #[expect(clippy::wrong_self_convention, reason = "the rank counts from zero")]
    pub(crate) fn from_zero(self) -> f64 {
        self.better as f64 + (self.equal as f64 - 1.0) / 2.0
    }

    /// Share of the move in the first place: 1 / n if it is one of n best, else 0.
    pub(crate) fn first(self) -> f64 {
        if self.better == 0 { 1.0 / self.equal as f64 } else { 0.0 }
    }
}

/// Scores of a distribution over legal moves: log loss, rank of the played move, share of the likeliest.
#[derive(Clone, Debug, Default)]
pub(crate) struct ForecastScore {
    /// Positions seen.
    pub(crate) positions: u64,
    /// Mean −log2 of the probability of the played move over the games added, in bits: the best model has the least.
    pub(crate) log_loss: MeanByGame,
    /// Sum of −log2 of the probability of the played moves of one game.
    bits: f64,
    ranks: f64,
    firsts: f64,
    /// What the played moves cost in a search, in bits.
    prices: f64,
}

impl ForecastScore {
    /// Adds a position: the probabilities of its legal moves, the place of the played one, and the cost of that move in a search.
    ///
    /// # Panics
    ///
    /// If there is no such place.
    pub(crate) fn push(&mut self, probabilities: &[f64], played: usize, price: f64) {
        let rank = MoveRank::of(probabilities, played);
        self.positions += 1;
        self.ranks += rank.from_zero() + 1.0;
        self.firsts += rank.first();
        self.prices += price;
        self.bits -= probabilities[played].log2();
    }

    /// Adds the score of a game: intervals take games as samples.
    pub(crate) fn add_game(&mut self, game: &ForecastScore) {
        self.positions += game.positions;
        self.ranks += game.ranks;
        self.firsts += game.firsts;
        self.log_loss.push(game.positions, game.bits);
        self.prices += game.prices;
    }

    /// Mean price of the played move in a search, in bits.
    pub(crate) fn price(&self) -> f64 {
        self.prices / self.positions as f64
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

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "numbers of few binary places are exact")]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_all_moves_add_up_to_those_without_ties() {
        let numbers = [3.0, 1.0, 3.0, 2.0, 1.0];
        let ranks: f64 = (0..5).map(|played| MoveRank::of(&numbers, played).from_zero()).sum();
        assert_eq!(ranks, 10.0);
        let firsts: f64 = (0..5).map(|played| MoveRank::of(&numbers, played).first()).sum();
        assert_eq!(firsts, 1.0);
    }
}
