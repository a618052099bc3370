//! Intervals for any statistic, by resampling.
//!
//! Node counts of searches are far from normal: a few positions hold most of the nodes. The bootstrap (Efron and Tibshirani, 1993, "An
//! Introduction to the Bootstrap", chapter 13, percentile intervals) assumes nothing about the distribution. Comparisons draw *pairs*: what
//! two searches did on the same position stays together, so that hard positions are hard for both. Positions of one game are not
//! independent samples; [`sums_by_game`] makes one sample of them.
//!
//! With few samples these intervals are too narrow: that of a mean of normal numbers has about 63 % of the width of Student's at 5 samples,
//! 82 % at 10, 91 % at 20 and 97 % at 50 (1.96 √((n − 1) / n) against t; Hesterberg, 2015, The American Statistician 69).

use komadai_core::rng::SplitMix64;
use komadai_report::Interval;

/// Bootstrap: 95 % intervals of statistics by resampling. The same seed and sample give the same interval on every machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrap {
    /// Number of samples drawn. The book asks for 1,000 or more for the ends of an interval.
    pub resamples: u32,
    /// Seed of the draws.
    pub seed: u64,
}

impl Default for Bootstrap {
    fn default() -> Self {
        Bootstrap { resamples: 2_000, seed: 1 }
    }
}

impl Bootstrap {
    /// Returns a statistic with its interval; `None` for an empty sample. For a sample of one the interval has no ends: −∞ to ∞.
    ///
    /// The statistic may reorder the values it is given, as a median does. If it is not a number for a drawn sample, that sample counts as
    /// ∞.
    pub fn interval<T: Copy>(
        &self,
        sample: &[T],
        mut statistic: impl FnMut(&mut [T]) -> f64,
    ) -> Option<Interval> {
        if sample.is_empty() {
            return None;
        }
        let mut drawn = sample.to_vec();
        let value = statistic(&mut drawn);
        if sample.len() == 1 {
            return Some(Interval { value, low: f64::NEG_INFINITY, high: f64::INFINITY });
        }
        let mut rng = SplitMix64::new(self.seed);
        let mut values: Vec<f64> = (0..self.resamples.max(1))
            .map(|_| {
                drawn.fill_with(|| sample[rng.below(sample.len() as u64) as usize]);
                let value = statistic(&mut drawn);
                // The sign of 0 / 0, and so its place in the order, depends on the processor.
                if value.is_nan() { f64::INFINITY } else { value }
            })
            .collect();
        values.sort_by(f64::total_cmp);
        let cut = values.len() / 40;
        Some(Interval { value, low: values[cut], high: values[values.len() - 1 - cut] })
    }

    /// Mean with its interval.
    pub fn mean(&self, sample: &[f64]) -> Option<Interval> {
        self.interval(sample, |drawn| drawn.iter().sum::<f64>() / drawn.len() as f64)
    }

    /// Median with its interval; for an even number of values, the mean of the two in the middle.
    pub fn median(&self, sample: &[f64]) -> Option<Interval> {
        self.interval(sample, median)
    }

    /// Geometric mean of `b / a` over pairs `(a, b)`, with its interval: how many times as many nodes `b` needs, where a doubling and a
    /// halving cancel out. Pairs must be above 0.
    ///
    /// ```
    /// use komadai_lab::Bootstrap;
    ///
    /// let nodes = [(1_000.0, 500.0), (400.0, 800.0), (90.0, 90.0)];
    /// let ratio = Bootstrap::default().geometric_mean_of_ratios(&nodes).unwrap();
    /// assert!((ratio.value - 1.0).abs() < 1e-12 && ratio.low <= 1.0 && ratio.high >= 1.0);
    /// ```
    pub fn geometric_mean_of_ratios(&self, pairs: &[(f64, f64)]) -> Option<Interval> {
        let logs: Vec<f64> = pairs.iter().map(|(a, b)| (b / a).ln()).collect();
        Some(self.mean(&logs)?.map(f64::exp))
    }

    /// Sum of all `b` divided by the sum of all `a` of pairs `(a, b)`, with its interval: how many times as many nodes `b` needs in all.
    pub fn ratio_of_sums(&self, pairs: &[(f64, f64)]) -> Option<Interval> {
        self.interval(pairs, |drawn| ratio(drawn.iter().copied()))
    }
}

/// Sum of all `b` divided by the sum of all `a` of pairs `(a, b)`.
pub(crate) fn ratio(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    let (a, b) = pairs.fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
    b / a
}

/// Sums of the pairs of each game, for a ratio of sums with games as samples. The pairs of a game are adjacent.
pub(crate) fn sums_by_game<G: PartialEq>(
    games: &[G],
    pairs: impl IntoIterator<Item = (f64, f64)>,
) -> Vec<(f64, f64)> {
    let mut pairs = pairs.into_iter();
    let of_game = |game: &[G]| {
        pairs.by_ref().take(game.len()).fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1))
    };
    games.chunk_by(|one, next| one == next).map(of_game).collect()
}

/// The middle value, or the mean of the two in the middle. Panics without values.
pub(crate) fn median(values: &mut [f64]) -> f64 {
    let middle = values.len() / 2;
    let even = values.len().is_multiple_of(2);
    let (below, &mut upper, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    match below.iter().copied().max_by(f64::total_cmp) {
        Some(lower) if even => f64::midpoint(lower, upper),
        _ => upper,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interval_of_a_mean_is_that_of_the_normal_approximation() {
        let mut rng = SplitMix64::new(3);
        let sample: Vec<f64> = (0..400).map(|_| rng.unit()).collect();
        let interval = Bootstrap::default().mean(&sample).unwrap();
        // A uniform number has the variance 1/12.
        let reach = 1.96 / (12.0_f64 * 400.0).sqrt();
        assert!((interval.high - interval.value - reach).abs() < 0.15 * reach, "{interval}");
        assert!((interval.value - interval.low - reach).abs() < 0.15 * reach, "{interval}");
    }

    #[test]
    fn median_is_the_middle_and_stays_when_one_value_runs_away() {
        assert!((median(&mut [9.0, 1.0, 5.0]) - 5.0).abs() < 1e-15);
        assert!((median(&mut [9.0, 1.0, 5.0, 7.0]) - 6.0).abs() < 1e-15);
        assert!((median(&mut [4.0]) - 4.0).abs() < 1e-15);
        let sample: Vec<f64> = (0..21).map(f64::from).chain([1e9]).collect();
        let interval = Bootstrap::default().median(&sample).unwrap();
        assert!((interval.value - 10.5).abs() < 1e-12 && interval.high < 20.0 && interval.low > 2.0);
    }

    #[test]
    fn pairs_stay_together() {
        // Some positions are a thousand times as hard as others, but each is exactly twice as hard for one search as for the other.
        let pairs: Vec<(f64, f64)> = (0..30).map(|i| 10_f64.powi(i % 4)).map(|n| (n, 2.0 * n)).collect();
        let ratio = Bootstrap::default().geometric_mean_of_ratios(&pairs).unwrap();
        assert!((ratio.low - 2.0).abs() < 1e-9 && (ratio.high - 2.0).abs() < 1e-9, "{ratio}");
        let ratio = Bootstrap::default().ratio_of_sums(&pairs).unwrap();
        assert!((ratio.low - 2.0).abs() < 1e-9 && (ratio.high - 2.0).abs() < 1e-9, "{ratio}");
        // The hard one counts a hundred times as much.
        let ratio = Bootstrap::default().ratio_of_sums(&[(1_000.0, 500.0), (10.0, 20.0)]).unwrap();
        assert!((ratio.value - 520.0 / 1_010.0).abs() < 1e-12 && ratio.high > 1.9, "{ratio}");
    }

    #[test]
    fn a_game_is_one_sample_whatever_positions_it_has() {
        // All positions of a game say the same, so ten of each say no more than one.
        let games: Vec<u32> = (0..60).map(|row| row / 10).collect();
        let pairs = games.iter().map(|&game| (1.0, f64::from(game)));
        let by_game = sums_by_game(&games, pairs.clone());
        assert_eq!(by_game, [0.0, 10.0, 20.0, 30.0, 40.0, 50.0].map(|sum| (10.0, sum)));
        let width = |pairs: &[(f64, f64)]| {
            let ratio = Bootstrap::default().ratio_of_sums(pairs).unwrap();
            assert!((ratio.value - 2.5).abs() < 1e-12);
            ratio.high - ratio.low
        };
        // √10 times as wide.
        let wider = width(&by_game) / width(&pairs.collect::<Vec<_>>());
        assert!((2.5..4.0).contains(&wider), "{wider}");
    }

    #[test]
    fn samples_without_a_ratio_leave_the_upper_end_open() {
        // Only one position in thirty has anything to count: a third of the drawn samples have nothing, and 0 / 0 is no ratio.
        let mut pairs = [(0.0, 0.0); 30];
        pairs[7] = (4.0, 2.0);
        let ratio = Bootstrap::default().ratio_of_sums(&pairs).unwrap();
        assert_eq!((ratio.value, ratio.low, ratio.high), (0.5, 0.5, f64::INFINITY));
    }

    #[test]
    fn seed_decides_and_small_samples_are_defined() {
        let sample = [1.0, 2.0, 4.0, 8.0, 16.0];
        let of = |seed| Bootstrap { seed, resamples: 50 }.mean(&sample);
        assert_eq!(of(7), of(7));
        assert_ne!(of(7), of(8));
        assert_eq!(Bootstrap::default().mean(&[]), None);
        let same = Bootstrap { resamples: 0, ..Bootstrap::default() }.mean(&[3.0; 2]).unwrap();
        assert_eq!((same.value, same.low, same.high), (3.0, 3.0, 3.0));
        let one = Bootstrap::default().mean(&[3.0]).unwrap();
        assert_eq!((one.value, one.low, one.high), (3.0, f64::NEG_INFINITY, f64::INFINITY));
        let ratio = Bootstrap::default().geometric_mean_of_ratios(&[(2.0, 3.0)]).unwrap();
        assert_eq!((ratio.low, ratio.high), (0.0, f64::INFINITY));
    }
}
