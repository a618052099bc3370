//! Means over moves of games, with intervals in which a game is one sample.

use komadai_report::{Interval, Z95};

/// Mean of a number over the moves of games, with a 95 % interval by games.
///
/// Moves of one game are not independent samples; games are. The interval is that of a ratio of two sums over games: the
/// number itself, and the count of moves (Cochran, 1977, "Sampling techniques", section 6.4).
///
/// ```
/// use komadai_lab::MeanByGame;
///
/// let mut rank = MeanByGame::default();
/// for (moves, sum_of_ranks) in [(40, 80.0), (60, 150.0), (50, 110.0)] {
///     rank.push(moves, sum_of_ranks);
/// }
/// assert!((rank.mean() - 340.0 / 150.0).abs() < 1e-12 && rank.half_width_95() < 0.4);
/// ```
#[derive(Clone, Default, PartialEq)]
pub struct MeanByGame {
    /// Moves and sum of the number, a game each.
    games: Vec<(f64, f64)>,
}

komadai_core::debug_by_sizes!(MeanByGame {}[games]);

impl MeanByGame {
    /// The mean of a number of each row. `games` has the game of each row; rows of a game stand together.
    pub(crate) fn of_rows(games: &[u64], number: impl Fn(usize) -> f64) -> MeanByGame {
        let (mut mean, mut row) = (MeanByGame::default(), 0);
        for game in games.chunk_by(|one, next| one == next) {
            mean.push(game.len() as u64, (row..row + game.len()).map(&number).sum());
            row += game.len();
        }
        mean
    }

    /// The mean with its 95 % interval; `None` for fewer than two games.
    pub(crate) fn interval_95(&self) -> Option<Interval> {
        let (value, half) = (self.mean(), self.half_width_95());
        half.is_finite().then_some(Interval { value, low: value - half, high: value + half })
    }

    /// Adds a game: its moves, and the sum of the number over them.
    pub fn push(&mut self, moves: u64, sum: f64) {
        self.games.push((moves as f64, sum));
    }

    /// Adds the games of another mean.
    pub fn merge(&mut self, other: &MeanByGame) {
        self.games.extend_from_slice(&other.games);
    }

    fn totals(&self) -> (f64, f64) {
        self.games.iter().fold((0.0, 0.0), |(moves, sum), game| (moves + game.0, sum + game.1))
    }

    /// Moves of all games.
    pub fn moves(&self) -> u64 {
        self.totals().0 as u64
    }

    /// Mean over all moves; not a number without a move.
    pub fn mean(&self) -> f64 {
        let (moves, sum) = self.totals();
        sum / moves
    }

    /// Half the width of the 95 % interval of the mean; not a number for fewer than two games.
    pub fn half_width_95(&self) -> f64 {
        let (mean, games) = (self.mean(), self.games.len() as f64);
        let squares: f64 = self.games.iter().map(|&(moves, sum)| (sum - mean * moves).powi(2)).sum();
        Z95 * (squares * games / (games - 1.0)).sqrt() / self.totals().0
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "numbers of few binary places are exact")]
mod tests {
    use super::*;

    #[test]
    fn games_of_one_move_give_the_interval_of_a_mean() {
        let mut mean = MeanByGame::default();
        for x in [1.0, 2.0, 3.0, 4.0] {
            mean.push(1, x);
        }
        // Standard deviation √(5/3), of a mean of four half of that.
        assert!((mean.half_width_95() - Z95 * (5.0_f64 / 3.0).sqrt() / 2.0).abs() < 1e-12);
        assert_eq!((mean.moves(), mean.mean()), (4, 2.5));
    }

    #[test]
    fn the_same_moves_in_fewer_games_are_less_sure() {
        let (mut many, mut few) = (MeanByGame::default(), MeanByGame::default());
        for game in 0..100 {
            many.push(1, f64::from(game % 2));
        }
        for game in 0..10 {
            few.push(10, 10.0 * f64::from(game % 2));
        }
        assert_eq!(many.mean(), few.mean());
        assert!(few.half_width_95() > 3.0 * many.half_width_95());
        let mut both = many.clone();
        both.merge(&few);
        assert_eq!(both.moves(), 200);
        assert!(MeanByGame::default().mean().is_nan());
    }
}
