//! The sequential probability ratio test (SPRT): a match that ends as soon as its result is sure enough.
//!
//! Two strengths are fixed before the first game. After every pair of games the likelihoods of the results under both are compared; the
//! match ends when their ratio leaves a band whose width follows from the allowed errors (Wald, 1945, "Sequential tests of statistical
//! hypotheses", Ann. Math. Stat. 16).
//!
//! A strength is a mean of the points, and many distributions of results have the same mean. Under each hypothesis the likeliest of them is
//! taken, as in the generalized test of X. Li, J. Liu and Z. Ying (2014), "Generalized sequential probability ratio test for separate
//! families of hypotheses", Sequential Analysis 33. For counts of a few results it can be computed exactly, as M. Van den Bergh shows for
//! the test framework of Stockfish (proposition 1.1 of `hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf`). Its normal approximation
//! is good for many pairs, and wrong if the first few pairs all gave the same result.

use crate::stats::elo::EloScale;

/// Weight of an unseen result. With weight 0, a first pair of one kind would make every other strength impossible.
const UNSEEN: f64 = 1e-3;

/// Sequential probability ratio test of two strengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The lower strength, in points of [`EloScale::Logistic`].
    pub elo0: f64,
    /// The higher strength.
    pub elo1: f64,
    /// Allowed chance to accept `elo1` if `elo0` is true.
    pub alpha: f64,
    /// Allowed chance to accept `elo0` if `elo1` is true.
    pub beta: f64,
}

impl Default for Sprt {
    /// 0 against 50 points, about the gain of the thesis \[R4\], with errors of 5 %.
    fn default() -> Self {
        Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 }
    }
}

/// Verdict of a sequential test so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// `elo1` is accepted.
    Accept,
    /// `elo0` is accepted.
    Reject,
    /// Undecided: more games are needed.
    Continue,
}

impl Sprt {
    /// Checks the parameters.
    ///
    /// # Errors
    ///
    /// A message: strengths that do not rise, or so far from 0 that one side wins every game; an error outside 0 to 0.5.
    pub fn check(&self) -> Result<(), String> {
        let Sprt { elo0, elo1, alpha, beta } = *self;
        // A strength whose share of points is 0 or 1 explains nothing.
        let [share0, share1] = self.shares();
        if !(elo0 < elo1 && share0 > 0.0 && share1 < 1.0) {
            let expected = "the first below the second, neither so large that one side wins every game";
            return Err(format!("strengths {elo0} and {elo1}: expected two numbers, {expected}"));
        }
        match [alpha, beta].into_iter().find(|chance| !(*chance > 0.0 && *chance < 0.5)) {
            Some(chance) => Err(format!("error {chance}: expected a chance above 0 and below 0.5")),
            None => Ok(()),
        }
    }

    /// Shares of points that the two strengths stand for.
    fn shares(&self) -> [f64; 2] {
        [self.elo0, self.elo1].map(|elo| EloScale::Logistic.share(elo))
    }

    /// Bounds of the log-likelihood ratio between which the match continues.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Log-likelihood ratio; above 0 if `elo1` explains the results better. 0 without results.
    ///
    /// `cells` are [`PairScore::cells`](crate::PairScore::cells), or [`Score::cells`](crate::Score::cells) for games
    /// that do not come in pairs.
    pub fn llr(&self, cells: &[(f64, f64)]) -> f64 {
        if cells.iter().all(|cell| cell.1 == 0.0) {
            return 0.0;
        }
        let shares = self.shares();
        let seen = |n: f64| if n == 0.0 { UNSEEN } else { n };
        let cells: Vec<(f64, f64)> = cells.iter().map(|&(value, n)| (value, seen(n))).collect();
        let tilts = shares.map(|share| tilt(&cells, share));
        let weight = |value: f64, i: usize| 1.0 + tilts[i] * (value - shares[i]);
        cells.iter().map(|&(value, n)| n * (weight(value, 0) / weight(value, 1)).ln()).sum()
    }

    /// Verdict on the results.
    pub fn verdict(&self, cells: &[(f64, f64)]) -> Verdict {
        let (low, high) = self.bounds();
        match self.llr(cells) {
            llr if llr >= high => Verdict::Accept,
            llr if llr <= low => Verdict::Reject,
            _ => Verdict::Continue,
        }
    }
}

/// The likeliest distribution of mean `share` gives a result the weight n / (1 + t·(value − share)). Returns its t, the root of Σ n·(value
/// − share) / (1 + t·(value − share)) = 0, whose left side falls as t grows, so bisection finds it. Cells hold the values 0 and 1, which
/// bound t.
fn tilt(cells: &[(f64, f64)], share: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - share), 1.0 / share);
    // A double has 53 bits, so 53 halvings leave nothing between the ends; some more do no harm.
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        let slope: f64 =
            cells.iter().map(|(value, n)| n * (value - share) / (1.0 + middle * (value - share))).sum();
        if slope > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PairScore, Score};
    use komadai_core::rng::SplitMix64;

    fn pairs(counts: [u64; 5]) -> [(f64, f64); 5] {
        PairScore { counts }.cells()
    }

    #[test]
    fn bounds_are_walds() {
        let (low, high) = Sprt::default().bounds();
        assert!((high - 19_f64.ln()).abs() < 1e-12 && (low + high).abs() < 1e-12);
    }

    #[test]
    fn ratio_of_wins_and_losses_alone_is_that_of_two_coins() {
        // Without draws each strength has one distribution, up to the weight of the unseen draw.
        let test = Sprt { elo0: 0.0, elo1: 100.0, ..Sprt::default() };
        let share = EloScale::Logistic.share(100.0);
        let exact = 30.0 * (share / 0.5).ln() + 20.0 * ((1.0 - share) / 0.5).ln();
        let llr = test.llr(&Score { wins: 30, draws: 0, losses: 20 }.cells());
        assert!((llr - exact).abs() < 1e-3, "{llr} {exact}");
    }

    #[test]
    fn many_results_agree_with_the_normal_approximation() {
        let test = Sprt { elo0: 0.0, elo1: 10.0, ..Sprt::default() };
        let cells = pairs([300, 900, 1700, 1000, 350]);
        let n: f64 = cells.iter().map(|cell| cell.1).sum();
        let mean = cells.iter().map(|(value, k)| value * k).sum::<f64>() / n;
        let variance = cells.iter().map(|(value, k)| k * (value - mean).powi(2)).sum::<f64>() / n;
        let (s0, s1) = (0.5, EloScale::Logistic.share(10.0));
        let normal = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let llr = test.llr(&cells);
        assert!((llr / normal - 1.0).abs() < 0.02, "{llr} {normal}");
    }

    #[test]
    fn a_few_pairs_of_one_kind_decide_nothing() {
        let test = Sprt { elo0: 0.0, elo1: 10.0, ..Sprt::default() };
        assert!(test.llr(&pairs([0; 5])).abs() < 1e-15);
        for counts in [[0, 0, 9, 0, 0], [0, 0, 0, 0, 9], [9, 0, 0, 0, 0], [0, 9, 0, 0, 0]] {
            let llr = test.llr(&pairs(counts));
            assert!(llr.is_finite() && llr.abs() < 1.0, "{counts:?}: {llr}");
            assert_eq!(test.verdict(&pairs(counts)), Verdict::Continue);
        }
        assert!(test.llr(&pairs([0, 0, 0, 0, 9])) > 0.0 && test.llr(&pairs([9, 0, 0, 0, 0])) < 0.0);
    }

    #[test]
    fn errors_stay_near_those_allowed() {
        // Matches of engines whose true strength is one of the hypotheses.
        let test = Sprt { elo0: 0.0, elo1: 80.0, alpha: 0.1, beta: 0.1 };
        let mut rng = SplitMix64::new(20);
        for (elo, wrong) in [(0.0, Verdict::Accept), (80.0, Verdict::Reject)] {
            let share = EloScale::Logistic.share(elo);
            let mut errors = 0;
            for _ in 0..400 {
                let mut score = PairScore::default();
                let verdict = loop {
                    score.push((0..2).map(|_| 2 * u8::from(rng.unit() < share)).sum());
                    match test.verdict(&score.cells()) {
                        Verdict::Continue => {}
                        verdict => break verdict,
                    }
                };
                errors += u32::from(verdict == wrong);
            }
            // 40 expected; four standard deviations are 24.
            assert!((16..=64).contains(&errors), "{errors} of 400 at {elo}");
        }
    }

    #[test]
    fn senseless_tests_are_refused() {
        for (elo0, elo1) in [(5.0, 5.0), (5.0, 0.0), (f64::NAN, 1.0), (0.0, f64::INFINITY), (0.0, 6_500.0)] {
            assert!(Sprt { elo0, elo1, ..Sprt::default() }.check().is_err());
        }
        let error = Sprt { alpha: 0.5, ..Sprt::default() }.check().unwrap_err();
        assert_eq!(error, "error 0.5: expected a chance above 0 and below 0.5");
        assert_eq!(Sprt::default().check(), Ok(()));
    }
}
