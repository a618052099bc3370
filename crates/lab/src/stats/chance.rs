//! Probabilities for comparisons: Student's t, a fair coin; and the difference of two success rates on the same cases.
//!
//! Nothing here depends on games. The decided games of two equally strong engines, and the problems that only one of two equal searches
//! solves, fall like a fair coin: the same exact test serves both.

use komadai_eval::reliability::Tail;
use komadai_report::{Interval, Z95};

/// Bound of the absolute value of Student's t in 95 of 100 cases, with `freedom` (at least one) degrees of freedom, to six digits.
pub(crate) fn student_95(freedom: usize) -> f64 {
    let t = Tail::StudentT { freedom: freedom as f64 };
    // From the normal distribution's bound to that of one degree of freedom, by halves.
    let halve = |(low, high), _| {
        let middle = f64::midpoint(low, high);
        if t.at_most(middle) < 0.975 { (middle, high) } else { (low, middle) }
    };
    (0..32).fold((1.95, 12.71), halve).1
}

/// Chance of at most `heads` heads in `tosses` tosses of a fair coin, exact up to rounding.
pub(crate) fn coin_at_most(heads: u64, tosses: u64) -> f64 {
    if heads >= tosses {
        return 1.0;
    }
    // In logarithms, since 2^-tosses alone would underflow from 1075 tosses on.
    let mut log = -(tosses as f64) * std::f64::consts::LN_2;
    let mut sum = log.exp();
    for i in 0..heads {
        log += ((tosses - i) as f64 / (i + 1) as f64).ln();
        sum += log.exp();
    }
    sum.min(1.0)
}

/// The exact two-sided sign test: how likely a fair coin is to fall at least as unevenly as `better` to `worse`.
///
/// Over problems that only one of two searches solves this is the exact form of McNemar's test (1947, Psychometrika 12); problems that both
/// or neither solve do not count. Returns 1 if there is nothing to count.
///
/// ```
/// use komadai_lab::sign_test;
///
/// assert_eq!([sign_test(0, 0), sign_test(7, 7)], [1.0; 2]);
/// assert_eq!([sign_test(0, 5), sign_test(5, 0)], [2.0 / 32.0; 2]);
/// ```
pub fn sign_test(better: u64, worse: u64) -> f64 {
    (2.0 * coin_at_most(better.min(worse), better + worse)).min(1.0)
}

/// How many more of a hundred cases the first gets right than the second, with its 95 % interval, of pairs `(first, second)`; `None`
/// without cases. The interval adds one to the cases that each alone gets right, so that few cases say little (Bonett and Price, 2012,
/// "Adjusted Wald confidence interval for a difference of binomial proportions based on paired data", J. Educational and Behavioral
/// Statistics 37(4)).
pub(crate) fn percent_more(pairs: &[(bool, bool)]) -> Option<Interval> {
    let alone = |which: (bool, bool)| pairs.iter().filter(|&&pair| pair == which).count() as f64;
    let (first, second, cases) = (alone((true, false)), alone((false, true)), pairs.len() as f64);
    let (more, all) = (first - second, cases + 2.0);
    let half = Z95 * (first + second + 2.0 - more * more / all).sqrt() / all;
    let percent = |share: f64| 100.0 * share.clamp(-1.0, 1.0);
    let [value, low, high] = [more / cases, more / all - half, more / all + half].map(percent);
    (cases > 0.0).then_some(Interval { value, low, high })
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::rng::SplitMix64;

    /// Of `of` cases, `first` are right for the first alone and `second` for the second alone.
    fn more(first: usize, second: usize, of: usize) -> Interval {
        let mut pairs = vec![(true, true); of];
        pairs[..first].fill((true, false));
        pairs[first..first + second].fill((false, true));
        percent_more(&pairs).unwrap()
    }

    #[test]
    fn a_difference_shows_where_the_sign_test_sees_one_and_no_difference_leaves_doubt() {
        assert_eq!(format!("{:+.1}", more(0, 0, 100)), "+0.0 [-2.7, +2.7]");
        assert_eq!(format!("{:+.1}", more(1, 0, 100)), "+1.0 [-2.3, +4.3]");
        assert_eq!(format!("{:+.1}", more(0, 0, 2)), "+0.0 [-69.3, +69.3]");
        let all = more(100, 0, 100);
        assert!(all.value >= 100.0 && all.high >= 100.0 && all.low < 97.0, "{all}");
        for alone in 1..=12 {
            assert_eq!(more(alone, 0, 100).low > 0.0, sign_test(alone as u64, 0) < 0.05, "{alone}");
        }
        assert!(percent_more(&[]).is_none());
    }

    #[test]
    fn intervals_of_a_difference_hold_the_truth_95_times_in_100_and_more_where_cases_are_few() {
        // A fifth of the cases is right for the first alone and a twentieth for the second alone.
        let mut rng = SplitMix64::new(6);
        let held = [20, 400].map(|cases| {
            let holds = |_: &i32| {
                let pairs: Vec<(bool, bool)> = (0..cases)
                    .map(|_| match rng.unit() {
                        ..0.2 => (true, false),
                        ..0.25 => (false, true),
                        _ => (false, false),
                    })
                    .collect();
                let Interval { low, high, .. } = percent_more(&pairs).unwrap();
                (low..=high).contains(&15.0)
            };
            (0..2_000).filter(holds).count()
        });
        // 1,900 expected; four standard deviations are 39.
        assert!(held[0] >= 1_900 && (1_861..=1_939).contains(&held[1]), "{held:?}");
    }

    #[test]
    fn quantiles_are_those_of_the_tables() {
        let tabulated =
            [(1, 12.7062), (3, 3.1824), (6, 2.4469), (7, 2.3646), (10, 2.2281), (30, 2.0423), (98, 1.9845)];
        for (freedom, t) in tabulated.into_iter().chain([(1_000_000, 1.9600)]) {
            assert!((student_95(freedom) - t).abs() < 1e-4, "{freedom}: {}", student_95(freedom));
        }
    }

    #[test]
    fn coin_counts_sequences() {
        // Of the 16 sequences of four tosses 1, 5, 11, 15, 16 have at most 0, 1, 2, 3, 4 heads.
        for (heads, sequences) in [(0, 1), (1, 5), (2, 11), (3, 15), (4, 16), (9, 16)] {
            assert!((coin_at_most(heads, 4) - f64::from(sequences) / 16.0).abs() < 1e-15);
        }
        assert!((coin_at_most(0, 0) - 1.0).abs() < 1e-15);
        // An odd number of tosses splits evenly, however many there are.
        assert!((coin_at_most(50_000, 100_001) - 0.5).abs() < 1e-9);
    }
}
