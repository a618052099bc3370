//! Deep less shallow values of samples, and how widely they are spread \[R17\].

use komadai_learn::reliability::Sample;

use crate::MeanByGame;
use komadai_report::Interval;

/// A difference, with what it is told apart by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Number of the game.
    pub game: u64,
    /// Progress of the position, 0 to 127.
    pub progress: u8,
    /// Deep value less shallow value, in centipawns.
    pub centipawns: i32,
}

/// The differences of samples between two depths.
///
/// ```
/// use komadai::eval::Material;
/// use komadai_lab::reliability::Differences;
/// use komadai::learn::reliability::Sample;
/// use komadai::search::Searcher;
/// use komadai::Position;
///
/// let mut searcher = Searcher::new(Material::default());
/// let samples = [Sample::search(&mut searcher, 0, 0, Position::startpos(), 3)];
/// let found = Differences::of(&samples, 1, 3, 3_000);
/// assert_eq!((found.all.len(), found.left_out), (1, 0));
/// assert_eq!(Differences::of(&samples, 1, 9, 3_000).left_out, 1);
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Differences {
    /// All of them, in the order of the samples.
    pub all: Vec<Difference>,
    /// Samples without one: a depth was not reached, or a value lies beyond the limit ([`Sample::difference`]).
    pub left_out: usize,
}

komadai_core::debug_by_sizes!(Differences { left_out }[all]);

impl Differences {
    /// The differences between two depths; values beyond ±`limit` centipawns are decided, and left out.
    pub fn of(samples: &[Sample], shallow: u32, deep: u32, limit: i32) -> Differences {
        let difference = |sample: &Sample| {
            let centipawns = sample.difference(shallow, deep, limit)?;
            Some(Difference { game: sample.game, progress: sample.progress, centipawns })
        };
        let all: Vec<Difference> = samples.iter().filter_map(difference).collect();
        let left_out = samples.len() - all.len();
        Differences { all, left_out }
    }

    /// Those of positions within a range of progress.
    pub fn within(&self, progress: core::ops::RangeInclusive<u8>) -> Differences {
        let within = self.all.iter().copied().filter(|found| progress.contains(&found.progress));
        Differences { all: within.collect(), left_out: 0 }
    }

    /// The mean of a number of each difference, with its interval by games.
    fn mean_of(&self, number: impl Fn(f64) -> f64) -> Option<Interval> {
        let mut mean = MeanByGame::default();
        for game in self.all.chunk_by(|one, next| one.game == next.game) {
            let sum = game.iter().map(|found| number(f64::from(found.centipawns))).sum();
            mean.push(game.len() as u64, sum);
        }
        let (value, half) = (mean.mean(), mean.half_width_95());
        half.is_finite().then_some(Interval { value, low: value - half, high: value + half })
    }

    /// The mean, with a 95 % interval by games; `None` for fewer than two games.
    pub fn mean(&self) -> Option<Interval> {
        self.mean_of(|g| g)
    }

    /// The standard deviation about 0, with a 95 % interval by games; `None` for fewer than two games.
    pub fn spread(&self) -> Option<Interval> {
        let squares = self.mean_of(|g| g * g)?;
        Some(squares.map(|square| square.max(0.0).sqrt()))
    }

    /// Share of the differences farther from 0 than so many spreads; not a number without one.
    pub fn beyond(&self, spreads: f64) -> f64 {
        let n = self.all.len() as f64;
        let squares = self.all.iter().map(|found| f64::from(found.centipawns).powi(2));
        let limit = spreads * spreads * squares.clone().sum::<f64>() / n;
        squares.filter(|&square| square > limit).count() as f64 / n
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spread_and_tails_are_those_of_the_numbers() {
        let all: Vec<Difference> = (0..100)
            .map(|i| Difference {
                game: i / 5,
                progress: i as u8,
                centipawns: if i % 10 == 0 { 30 } else { -10 },
            })
            .collect();
        let found = Differences { all, left_out: 0 };
        let spread = found.spread().unwrap();
        assert!((spread.value - (180.0_f64).sqrt()).abs() < 1e-9);
        assert!(spread.low < spread.value && spread.value < spread.high);
        assert!((found.mean().unwrap().value + 6.0).abs() < 1e-9);
        assert!((found.beyond(2.0) - 0.1).abs() < 1e-9 && found.beyond(3.0) == 0.0);
        assert_eq!(found.within(10..=19).all.len(), 10);
        assert!(Differences::default().spread().is_none());
    }
}
