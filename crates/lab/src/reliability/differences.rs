//! Deep–shallow differences of samples, and how widely they are spread \[R17\].

use komadai_core::Color;
use komadai_core::rng::mix;
use komadai_learn::reliability::Sample;
use komadai_report::Interval;

use crate::stats::bootstrap::Bootstrap;
use crate::stats::by_game::MeanByGame;
use crate::stats::regression::Regression;

/// Values farther from 0 than this, in centipawns, are left out everywhere: such games are decided. Mates are left out too.
pub(crate) const LIMIT: i32 = 3_000;

/// A difference, with its game, progress and side to move.
#[derive(Clone, Copy)]
pub(crate) struct Difference {
    /// Number of the game.
    game: u64,
    /// Progress of the position, 0 to 127.
    progress: u8,
    /// Deep value less shallow value, in centipawns, for the side to move.
    pub(crate) centipawns: i32,
    /// Whether Black is to move.
    black: bool,
}

/// The differences of samples between two depths.
#[derive(Default)]
pub(crate) struct Differences {
    /// All of them, in the order of the samples.
    pub(crate) all: Vec<Difference>,
    /// Samples without one: a depth was not reached, or a value lies beyond [`LIMIT`].
    pub(crate) left_out: usize,
}

impl Differences {
    /// The differences between two depths.
    pub(crate) fn of(samples: &[Sample], shallow: u32, deep: u32) -> Differences {
        let difference = |sample: &Sample| {
            let centipawns = sample.difference(shallow, deep, LIMIT)?;
            let black = sample.position.side_to_move() == Color::Black;
            Some(Difference { game: sample.game, progress: sample.progress, centipawns, black })
        };
        let all: Vec<Difference> = samples.iter().filter_map(difference).collect();
        let left_out = samples.len() - all.len();
        Differences { all, left_out }
    }

    /// The differences of positions within a range of progress.
    pub(crate) fn within(&self, progress: core::ops::RangeInclusive<u8>) -> Differences {
        let within = self.all.iter().copied().filter(|found| progress.contains(&found.progress));
        Differences { all: within.collect(), left_out: 0 }
    }

    /// Mean of a number of each difference, with its interval by games.
    fn mean_of(&self, number: impl Fn(&Difference) -> f64) -> Option<Interval> {
        let games: Vec<u64> = self.all.iter().map(|found| found.game).collect();
        MeanByGame::of_rows(&games, |row| number(&self.all[row])).interval_95()
    }

    /// The mean for the side to move, with a 95 % interval by games; `None` for fewer than two games.
    pub(crate) fn mean(&self) -> Option<Interval> {
        self.mean_of(|found| found.centipawns.into())
    }

    /// The mean for Black, with a 95 % interval by games; `None` for fewer than two games.
    pub(crate) fn mean_for_black(&self) -> Option<Interval> {
        self.mean_of(|found| f64::from(if found.black { found.centipawns } else { -found.centipawns }))
    }

    /// The standard deviation about 0, as the paper has it, with a 95 % interval by games; `None` for fewer than two games.
    pub(crate) fn deviation(&self) -> Option<Interval> {
        let squares = self.mean_of(|found| f64::from(found.centipawns).powi(2))?;
        Some(squares.map(|square| square.max(0.0).sqrt()))
    }

    /// The spread, as in models: half the width of the interval from the 16th to the 84th percentile, which holds 68 % of the differences.
    /// 0 without differences.
    pub(crate) fn spread(&self) -> f64 {
        let mut all: Vec<i32> = self.all.iter().map(|found| found.centipawns).collect();
        all.sort_unstable();
        let at = |share: f64| all.get((share * all.len() as f64) as usize).copied().unwrap_or(0);
        f64::from(at(0.84) - at(0.16)) / 2.0
    }

    /// Share of the differences that lie farther from 0 than `deviations` standard deviations, with games as samples.
    pub(crate) fn beyond(&self, deviations: f64) -> MeanByGame {
        let games: Vec<u64> = self.all.iter().map(|found| found.game).collect();
        let square = |found: &Difference| f64::from(found.centipawns).powi(2);
        let limit = deviations.powi(2) * self.all.iter().map(square).sum::<f64>() / self.all.len() as f64;
        MeanByGame::of_rows(&games, |row| f64::from(u8::from(square(&self.all[row]) > limit)))
    }

    /// Correlation between the standard deviation in each of `CLASSES` classes of progress and the place of the class, with a 95 % interval
    /// by games; `None` without differences.
    pub(crate) fn correlation_with_progress<const CLASSES: usize>(&self) -> Option<Interval> {
        // For a game: the number of differences in each class, and the sum of their squares.
        let of_game = |game: &[Difference]| {
            let mut sums = [(0.0, 0.0); CLASSES];
            for found in game {
                let (count, squares) = &mut sums[usize::from(found.progress) * CLASSES / 128];
                *count += 1.0;
                *squares += f64::from(found.centipawns).powi(2);
            }
            sums
        };
        let games: Vec<_> = self.all.chunk_by(|one, next| one.game == next.game).map(of_game).collect();
        Bootstrap::default().interval(&games, |drawn| {
            let deviation = |place: usize| {
                let add = |sum: (f64, f64), game: &[(f64, f64); CLASSES]| {
                    (sum.0 + game[place].0, sum.1 + game[place].1)
                };
                let (count, squares) = drawn.iter().fold((0.0, 0.0), add);
                (place as f64, (squares / count).sqrt())
            };
            Regression::of((0..CLASSES).map(deviation)).map_or(f64::NAN, |line| line.r)
        })
    }
}

/// Splits samples by game into training and held-out ones (about `percent` of the games, by number and seed), so that no game is in both.
pub(crate) fn split_by_game(samples: &[Sample], percent: u64, seed: u64) -> (Vec<&Sample>, Vec<&Sample>) {
    samples.iter().partition(|sample| mix(seed ^ mix(sample.game)) % 100 >= percent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_that_widen_evenly_lie_on_a_line() {
        let difference = |game: u64, class: u8, centipawns| Difference {
            game,
            progress: 16 * class + game as u8 % 16,
            centipawns,
            black: true,
        };
        let of = |width: fn(u8) -> i32| -> Option<Interval> {
            let all = (0..40).flat_map(|game| (0..8).map(move |class| difference(game, class, width(class))));
            Differences { all: all.collect(), left_out: 0 }.correlation_with_progress::<8>()
        };
        let line = of(|class| 100 + 10 * i32::from(class)).unwrap();
        assert!(line.low > 0.999_999 && line.high < 1.000_001, "{line:?}");
        assert!(of(|class| i32::from(class % 2)).unwrap().value < 0.3);
        assert!(Differences::default().correlation_with_progress::<8>().is_none());
    }

    #[test]
    fn deviation_spread_and_tails_are_those_of_the_numbers() {
        let difference = |i: u64| {
            let centipawns = if i.is_multiple_of(10) { 30 } else { -10 };
            Difference { game: i / 5, progress: i as u8, centipawns, black: i.is_multiple_of(2) }
        };
        let found = Differences { all: (0..100).map(difference).collect(), left_out: 0 };
        let deviation = found.deviation().unwrap();
        assert!((deviation.value - (180.0_f64).sqrt()).abs() < 1e-9);
        assert!(deviation.low < deviation.value && deviation.value < deviation.high);
        // One in ten is 30, too few for either end of the 68 %.
        assert!(found.spread() < 1e-9);
        let even =
            (0..100).map(|i| Difference { game: 0, progress: 0, centipawns: i - 50, black: true }).collect();
        assert!((Differences { all: even, left_out: 0 }.spread() - 34.0).abs() < 1e-9);
        assert!((found.mean().unwrap().value + 6.0).abs() < 1e-9);
        // Black is to move where the difference is 30.
        assert!((found.mean_for_black().unwrap().value - 4.0).abs() < 1e-9);
        assert!((found.beyond(2.0).mean() - 0.1).abs() < 1e-9 && found.beyond(3.0).mean() == 0.0);
        assert_eq!(found.within(10..=19).all.len(), 10);
        assert!(Differences::default().deviation().is_none());
    }
}
