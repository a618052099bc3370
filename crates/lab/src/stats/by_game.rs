//! Means over the moves of games, with intervals that take each game as one sample.

use komadai_report::{Cell, Interval, Z95};

use crate::stats::chance::student_95;

/// Mean of a number over the moves of games, with a 95 % interval by games.
///
/// Moves of one game are not independent samples; games are. The interval is that of a ratio of two sums over games, of the number itself
/// and of the moves (Cochran, 1977, "Sampling techniques", section 6.4), with Student's t, since games may be few. A game without moves is
/// not a sample.
///
/// ```
/// use komadai_lab::MeanByGame;
///
/// let mut rank = MeanByGame::default();
/// for (moves, sum_of_ranks) in [(40, 80.0), (60, 150.0), (50, 110.0)] {
///     rank.push(moves, sum_of_ranks);
/// }
/// assert!((rank.mean() - 340.0 / 150.0).abs() < 1e-12 && rank.half_width_95() < 0.7);
/// ```
#[derive(Clone, Default, PartialEq)]
pub struct MeanByGame {
    /// Moves and sum of the number, for each game.
    games: Vec<(f64, f64)>,
}

komadai_core::debug_by_sizes!(MeanByGame {}[games]);

impl MeanByGame {
    /// Mean of a number over rows. `games` holds the game of each row; the rows of a game are adjacent.
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

    /// The mean of a number that is 0 or 1, with its 95 % interval between 0 and 1: that of as many independent cases as would give the
    /// same half width ([`Interval::of_cases`]). If all games have the same mean, each counts as one case. `None` for fewer than two games.
    pub(crate) fn share_95(&self) -> Option<Interval> {
        let Interval { value, high, .. } = self.interval_95()?;
        let half = high - value;
        let known = half > 1e-9 && (0.0..=1.0).contains(&value);
        let cases =
            if known { value * (1.0 - value) * (Z95 / half).powi(2) } else { self.games.len() as f64 };
        Some(Interval::of_cases(value, cases))
    }

    /// That share in per cent, and the ends of its interval.
    pub(crate) fn percent_95(&self) -> [Cell; 2] {
        let ends = |share: Interval| Cell::Ends(share.map(|share| 100.0 * share), 1);
        [Cell::Real(100.0 * self.mean(), 1), self.share_95().map(ends).into()]
    }

    /// Adds a game: its moves, and the sum of the number over them.
    pub fn push(&mut self, moves: u64, sum: f64) {
        if moves > 0 {
            self.games.push((moves as f64, sum));
        }
    }

    fn totals(&self) -> (f64, f64) {
        self.games.iter().fold((0.0, 0.0), |(moves, sum), game| (moves + game.0, sum + game.1))
    }

    /// Moves of all games.
    pub fn moves(&self) -> u64 {
        self.totals().0 as u64
    }

    /// Mean over all moves; not a number without moves.
    pub fn mean(&self) -> f64 {
        let (moves, sum) = self.totals();
        sum / moves
    }

    /// Half the width of the 95 % interval of the mean; not a number for fewer than two games.
    pub fn half_width_95(&self) -> f64 {
        let (mean, games) = (self.mean(), self.games.len());
        if games < 2 {
            return f64::NAN;
        }
        let squares: f64 = self.games.iter().map(|&(moves, sum)| (sum - mean * moves).powi(2)).sum();
        let (games, freedom) = (games as f64, games - 1);
        student_95(freedom) * (squares * games / freedom as f64).sqrt() / self.totals().0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::rng::SplitMix64;

    #[test]
    fn games_of_one_move_give_the_interval_of_a_mean() {
        let mut mean = MeanByGame::default();
        for x in [1.0, 2.0, 3.0, 4.0] {
            mean.push(1, x);
        }
        // Standard deviation √(5/3), of a mean of four half of that.
        assert!((mean.half_width_95() - student_95(3) * (5.0_f64 / 3.0).sqrt() / 2.0).abs() < 1e-12);
        assert_eq!((mean.moves(), mean.mean()), (4, 2.5));
        assert!(MeanByGame::default().mean().is_nan());
    }

    #[test]
    fn one_game_has_no_interval_whatever_games_without_a_move_stand_beside_it() {
        let mut mean = MeanByGame::default();
        // 11 · (0.1 / 11) is not 0.1: rounding makes the game differ from its own mean.
        mean.push(11, 0.1);
        assert!(mean.half_width_95().is_nan());
        mean.push(0, 0.0);
        assert!(mean.half_width_95().is_nan() && mean.interval_95().is_none() && mean.share_95().is_none());
        assert_eq!(mean.moves(), 11);
    }

    #[test]
    fn intervals_of_a_few_games_hold_the_truth_95_times_in_100() {
        let mut rng = SplitMix64::new(4);
        let mut held = 0;
        for _ in 0..2_000 {
            let mut mean = MeanByGame::default();
            for _ in 0..5 {
                // A normal number of the game, with mean 0, and another one of each of its ten moves.
                let normal = |rng: &mut SplitMix64| (0..12).map(|_| rng.unit() - 0.5).sum::<f64>();
                let own = normal(&mut rng);
                mean.push(10, (0..10).map(|_| own + normal(&mut rng)).sum());
            }
            let found = mean.interval_95().unwrap();
            held += u32::from((found.low..=found.high).contains(&0.0));
        }
        // 1,900 expected; four standard deviations are 39.
        assert!((1_861..=1_939).contains(&held), "{held}");
    }

    #[test]
    fn intervals_of_a_rare_share_end_below_the_truth_no_oftener_than_above_it() {
        let (mut rng, truth) = (SplitMix64::new(5), 0.02);
        let mut ends = [0, 0];
        for _ in 0..2_000 {
            let mut share = MeanByGame::default();
            for _ in 0..60 {
                share.push(10, (0..10).filter(|_| rng.unit() < truth).count() as f64);
            }
            let found = share.share_95().unwrap();
            ends[0] += u32::from(found.high < truth);
            ends[1] += u32::from(found.low > truth);
        }
        // 50 expected of each; four standard deviations are 28.
        assert!(ends.iter().all(|&count| count < 78), "{ends:?}");
    }

    #[test]
    fn a_share_lies_between_0_and_1_and_games_that_are_all_alike_leave_doubt() {
        let of = |hits: [u64; 3]| {
            let mut share = MeanByGame::default();
            for hits in hits {
                share.push(10, hits as f64);
            }
            share.share_95().unwrap()
        };
        let Interval { value, low, high } = of([0, 1, 0]);
        assert!((value - 1.0 / 30.0).abs() < 1e-12 && low > 0.0 && high < 0.5, "{low} {high}");
        let (none, all) = (of([0; 3]), of([10; 3]));
        assert_eq!(none, Interval { value: 0.0, ..Interval::of_share(0, 3).unwrap() });
        assert_eq!((all.value, all.high), (1.0, 1.0));
        assert!(all.low < 0.5 && (all.low + none.high - 1.0).abs() < 1e-12);
    }
}
