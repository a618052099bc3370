//! Elo from wins, draws and losses: how much stronger a player is, and how sure that is.
//!
//! A match is scored twice. [`Score`] counts games. [`PairScore`] counts pairs of games from one opening with colours changed, whose
//! results are dependent: an opening that favours one colour gives one win each, which says nothing about the engines and should not widen
//! the interval. So if games come in pairs, use the interval of the pairs; that of the games takes games as independent.
//!
//! | results | share | Elo | interval |
//! |---|---|---|---|
//! | none | not a number | not a number | none |
//! | the same in all units | as counted | −∞, 0 or +∞ if all are losses, even or wins | by the exact chance that no other result was seen |

use komadai_eval::reliability::Tail;
use komadai_report::Interval;

use crate::stats::chance::{coin_at_most, student_95};

/// Scale of ratings: how a share of the points becomes a difference in Elo points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EloScale {
    /// −400·log10(1/p − 1), the usual one: a factor of ten in the odds is 400 points.
    #[default]
    Logistic,
    /// 200·log3(p/(1 − p)), the scale of the killer thesis \[R4\] (3ⁿ wins to one loss are 200·n points): 4.8 % more than the usual one.
    PowersOfThree,
}

impl EloScale {
    /// The difference in rating for a share of the points (0 to 1): −∞ at 0, +∞ at 1.
    ///
    /// ```
    /// use komadai_lab::EloScale;
    ///
    /// // The thesis's 171 wins and 129 losses.
    /// assert_eq!(format!("{:.1}", EloScale::PowersOfThree.elo(171.0 / 300.0)), "51.3");
    /// assert_eq!(format!("{:.1}", EloScale::Logistic.elo(171.0 / 300.0)), "49.0");
    /// ```
    pub fn elo(self, share: f64) -> f64 {
        let log_odds = (share / (1.0 - share)).ln();
        match self {
            EloScale::Logistic => 400.0 * log_odds / std::f64::consts::LN_10,
            EloScale::PowersOfThree => 200.0 * log_odds / 3_f64.ln(),
        }
    }

    /// Share of the points (0 to 1) for a difference in rating: the inverse of [`EloScale::elo`].
    pub fn share(self, elo: f64) -> f64 {
        let log_odds = match self {
            EloScale::Logistic => elo * std::f64::consts::LN_10 / 400.0,
            EloScale::PowersOfThree => elo * 3_f64.ln() / 200.0,
        };
        1.0 / (1.0 + (-log_odds).exp())
    }
}

/// Wins, draws and losses of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Score {
    /// Number of games.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Share of the points, a draw counting half; not a number without games.
    pub fn share(self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }

    /// Adds a game of 0 (lost), 1 (drawn) or 2 (won) half points.
    ///
    /// # Panics
    ///
    /// Above 2.
    pub fn push(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            2 => self.wins += 1,
            _ => panic!("{half_points} half points from one game"),
        }
    }

    /// Share of the points with its 95 % interval, taking games as independent; `None` without games.
    pub fn estimate(self) -> Option<Interval> {
        estimate(&self.cells())
    }

    /// Likelihood of superiority (LOS): the probability that the player is the stronger one, if nothing was known before. Draws say nothing
    /// about it. 0.5 without decided games.
    ///
    /// It is the probability that a beta-distributed chance to win, with parameters `wins + 1` and `losses + 1`, is above one half. This
    /// equals the chance of at most `wins` heads in `wins + losses + 1` tosses, which is computed exactly.
    pub fn los(self) -> f64 {
        coin_at_most(self.wins, self.wins + self.losses + 1)
    }

    /// `(share of the points, how many)` of each result, worst first, as an [`Sprt`](crate::Sprt) reads them.
    pub fn cells(self) -> [(f64, f64); 3] {
        [(0.0, self.losses as f64), (0.5, self.draws as f64), (1.0, self.wins as f64)]
    }
}

/// Results of pairs of games from the same opening with colours changed, for one of the players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PairScore {
    /// How many pairs gave 0, ½, 1, 1½ and 2 points: the five cells that give the pentanomial model its name.
    pub counts: [u64; 5],
}

impl PairScore {
    /// Adds a pair of 0 to 4 half points.
    ///
    /// # Panics
    ///
    /// Above 4.
    pub fn push(&mut self, half_points: u8) {
        self.counts[usize::from(half_points)] += 1;
    }

    /// Number of pairs.
    pub fn pairs(self) -> u64 {
        self.counts.iter().sum()
    }

    /// Share of the points with its 95 % interval by the variance between pairs; `None` without pairs.
    pub fn estimate(self) -> Option<Interval> {
        estimate(&self.cells())
    }

    /// Difference in rating with its 95 % interval, [`PairScore::estimate`] on a scale; `None` without pairs.
    ///
    /// ```
    /// use komadai_lab::{EloScale, PairScore};
    ///
    /// let score = PairScore { counts: [10, 5, 60, 15, 10] };
    /// let elo = score.elo(EloScale::Logistic).expect("there are pairs");
    /// assert_eq!(format!("{elo:+.1}"), "+17.4 [-17.1, +52.2]");
    /// ```
    pub fn elo(self, scale: EloScale) -> Option<Interval> {
        Some(self.estimate()?.map(|share| scale.elo(share)))
    }

    /// Likelihood of superiority by the variance between pairs, never surer than if all pairs had been won, or all lost. If all pairs gave
    /// the same result, it is computed from the pairs won and lost.
    pub fn los(self) -> f64 {
        let [zero, half, _, more, two] = self.counts;
        match moments(&self.cells()) {
            Some((mean, variance, pairs)) if variance > 0.0 => {
                let t = (mean - 0.5) / (variance / pairs).sqrt();
                let all_lost = 0.5_f64.powf(pairs + 1.0);
                Tail::StudentT { freedom: pairs - 1.0 }.at_most(t).clamp(all_lost, 1.0 - all_lost)
            }
            _ => Score { wins: two + more, draws: 0, losses: zero + half }.los(),
        }
    }

    /// `(share of the points, how many)` of each result, worst first, as an [`Sprt`](crate::Sprt) reads them.
    pub fn cells(self) -> [(f64, f64); 5] {
        std::array::from_fn(|i| (i as f64 / 4.0, self.counts[i] as f64))
    }
}

/// Mean, variance of one unit (with n − 1) and number of units.
fn moments(cells: &[(f64, f64)]) -> Option<(f64, f64, f64)> {
    let units: f64 = cells.iter().map(|cell| cell.1).sum();
    if units == 0.0 {
        return None;
    }
    let mean = cells.iter().map(|(value, n)| value * n).sum::<f64>() / units;
    let squares: f64 = cells.iter().map(|(value, n)| n * (value - mean).powi(2)).sum();
    Some((mean, if units > 1.0 { squares / (units - 1.0) } else { 0.0 }, units))
}

/// Mean with its 95 % interval by Student's t, cut at 0 and 1 and never surer than if all units had given 0, or all 1: a few that gave
/// nearly the same have too little variance.
///
/// If all units gave the same result, there is no variance to use. Then a unit gives another result with a chance of at most `q`, where (1
/// − q)ⁿ = 2.5 % (Clopper and Pearson, 1934, Biometrika 26), and the mean lies between its values if all such units give 0 and if all give
/// 1.
fn estimate(cells: &[(f64, f64)]) -> Option<Interval> {
    let (value, variance, units) = moments(cells)?;
    let other = 1.0 - 0.025_f64.powf(1.0 / units);
    if variance == 0.0 {
        return Some(Interval { value, low: value * (1.0 - other), high: value + (1.0 - value) * other });
    }
    let reach = student_95(units as usize - 1) * (variance / units).sqrt();
    let (low, high) = ((value - reach).clamp(0.0, 1.0 - other), (value + reach).clamp(other, 1.0));
    Some(Interval { value, low, high })
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::rng::SplitMix64;

    fn score(wins: u64, draws: u64, losses: u64) -> Score {
        Score { wins, draws, losses }
    }

    #[test]
    fn the_thesis_and_its_significance() {
        let thesis = score(171, 0, 129);
        let elo = thesis.estimate().unwrap().map(|share| EloScale::PowersOfThree.elo(share));
        // 0.57 ± 1.968·√(0.57·0.43/299) is 0.5137 … 0.6263.
        assert_eq!(format!("{elo:+.1}"), "+51.3 [+9.9, +94.0]");
        // Significant at the level of 0.01, as the thesis says, in a one-sided test.
        assert!((0.99..0.993).contains(&thesis.los()));
        assert!((score(7, 30, 7).los() - 0.5).abs() < 1e-12);
        assert!((PairScore { counts: [3, 4, 5, 4, 3] }.los() - 0.5).abs() < 1e-15);
    }

    #[test]
    fn scales_go_both_ways_and_differ_by_a_constant_factor() {
        let factor = 200.0 / 3_f64.ln() * std::f64::consts::LN_10 / 400.0;
        assert!((factor - 1.048).abs() < 1e-3);
        for share in [0.01, 0.3, 0.5, 0.75] {
            for scale in [EloScale::Logistic, EloScale::PowersOfThree] {
                assert!((scale.share(scale.elo(share)) - share).abs() < 1e-12);
            }
            let (usual, thesis) = (EloScale::Logistic.elo(share), EloScale::PowersOfThree.elo(share));
            assert!((thesis - factor * usual).abs() < 1e-9);
        }
        assert!((EloScale::PowersOfThree.elo(0.75) - 200.0).abs() < 1e-9, "three wins to one loss");
    }

    #[test]
    fn no_games_and_one_sided_games_are_defined() {
        assert!(Score::default().share().is_nan() && Score::default().estimate().is_none());
        assert!(PairScore::default().estimate().is_none());
        assert_eq!((Score::default().los(), PairScore::default().los()), (0.5, 0.5));

        let won = score(5, 0, 0).estimate().unwrap();
        // Five heads in a row have a chance of 2.5 % if heads has a chance of 0.478.
        assert_eq!((won.value, won.high), (1.0, 1.0));
        assert!((won.low.powi(5) - 0.025).abs() < 1e-12);
        assert_eq!(EloScale::Logistic.elo(won.value).to_string(), "inf");
        let lost = score(0, 0, 5).estimate().unwrap();
        assert_eq!((lost.value, lost.low), (0.0, 0.0));
        assert!((lost.high - (1.0 - won.low)).abs() < 1e-12);
        assert_eq!(EloScale::PowersOfThree.elo(lost.value).to_string(), "-inf");

        let drawn = score(0, 8, 0).estimate().unwrap();
        assert!((drawn.value - 0.5).abs() < 1e-15 && drawn.low > 0.2 && drawn.high < 0.8, "{drawn}");
        assert!((drawn.value - drawn.low - (drawn.high - drawn.value)).abs() < 1e-12);
        assert!((score(5, 0, 0).los() - 63.0 / 64.0).abs() < 1e-12);
        assert!((PairScore { counts: [0, 0, 0, 0, 6] }.los() - 127.0 / 128.0).abs() < 1e-12);
        let one = score(1, 0, 0).estimate().unwrap();
        assert!((one.low - 0.025).abs() < 1e-12 && one.high >= 1.0);
    }

    #[test]
    fn intervals_of_pairs_hold_the_truth_95_times_in_100_where_openings_favour_a_colour() {
        // Every opening gives one colour a chance of 0.85 against an equal; the first player is a little stronger.
        let mut rng = SplitMix64::new(5);
        let (mut by_pairs, mut by_games) = (0, 0);
        for _ in 0..2_000 {
            let (mut pairs, mut games) = (PairScore::default(), Score::default());
            for _ in 0..60 {
                let results = [0.9, 0.2].map(|chance| 2 * u8::from(rng.unit() < chance));
                pairs.push(results[0] + results[1]);
                for half_points in results {
                    games.push(half_points);
                }
            }
            let holds = |interval: Interval| u32::from((interval.low..=interval.high).contains(&0.55));
            by_pairs += holds(pairs.estimate().unwrap());
            by_games += holds(games.estimate().unwrap());
        }
        // 1,900 expected; four standard deviations are 39, and Student's t is only approximate.
        assert!((1_850..=1_940).contains(&by_pairs), "{by_pairs}");
        // Intervals of the games alone are too wide.
        assert!(by_games > 1_980, "{by_games}");
    }

    #[test]
    fn variance_of_pairs_is_that_of_their_points() {
        // Four times pairs of 2, 1, 1, 0 points: shares 1, ½, ½, 0, variance 4·(¼ + ¼)/15, standard error √(1/120).
        let estimate = PairScore { counts: [4, 0, 8, 0, 4] }.estimate().unwrap();
        assert!((estimate.value - 0.5).abs() < 1e-15);
        assert!((estimate.high - 0.5 - student_95(15) * (1.0_f64 / 120.0).sqrt()).abs() < 1e-12);
        // Independent games give about the same interval either way.
        let pairs = PairScore { counts: [25, 0, 50, 0, 25] }.estimate().unwrap();
        let games = score(100, 0, 100).estimate().unwrap();
        assert!((pairs.high / games.high - 1.0).abs() < 2e-3);
    }

    #[test]
    fn two_pairs_say_little() {
        // A pair won whole and a pair of a win and a draw prove no more than two pairs won whole.
        let [better, best] = [[0, 0, 0, 1, 1], [0, 0, 0, 0, 2]].map(|counts| PairScore { counts });
        let low = |of: PairScore| of.estimate().unwrap().low;
        assert!(low(better) < low(best) && low(best) < 0.5, "{} {}", low(better), low(best));
        // t = 1/3 with one degree of freedom: ½ + atan(1/3) / π.
        let even = PairScore { counts: [0, 1, 0, 0, 1] };
        assert!((even.los() - (0.5 + 3_f64.recip().atan() / std::f64::consts::PI)).abs() < 1e-9);
        // Nor do twenty, or four, all won but for half a point.
        for won in [1, 4, 19] {
            let [better, best] =
                [[0, 0, 0, 1, won], [0, 0, 0, 0, won + 1]].map(|counts| PairScore { counts });
            assert!(low(better) <= low(best) && better.los() <= best.los(), "{won}");
            let worse = PairScore { counts: [won, 1, 0, 0, 0] };
            assert!((worse.estimate().unwrap().high + low(better) - 1.0).abs() < 1e-9, "{won}");
        }
    }

    #[test]
    #[should_panic(expected = "3 half points")]
    fn no_game_gives_more_than_a_point() {
        Score::default().push(3);
    }
}
