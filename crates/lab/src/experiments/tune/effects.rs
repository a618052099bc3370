//! A screening experiment: which player has which level of each factor in a pair of games, and the effects of the factors.
//!
//! | design | first player | second player | an effect is measured |
//! |---|---|---|---|
//! | full | each factor high or low by chance | the opposite everywhere | among recipes with half of the factors low |
//! | sparse, n low at once | each factor low by chance, n on average | the same, never both | next to the recipe with all factors high |
//!
//! The full design learns most from a game: every game measures every factor. It shows what a part does in a recipe where every other part
//! is missing half of the time. The sparse one shows what the recipe loses without the part; a game measures 2n factors on average, where a
//! match against the recipe without one part measures one. The number of low factors differs from player to player: if it were the same for
//! all, only differences between factors could be measured.
//!
//! Effects are found by least squares over the signs of all pairs: a two-level [`Design`] with random signs (Box, Hunter and Hunter, 2005,
//! "Statistics for Experimenters", chapters 5 and 6; random balance: Satterthwaite, 1959, Technometrics 1(2)). With the players exchanged,
//! the same two games would be played, so there is no intercept. In the full design both players of a pair have opposite signs everywhere,
//! so that what two factors do *together* cancels out and does not bias the effect of either.
//!
//! | effect | is the coefficient of the signs for |
//! |---|---|
//! | strength | the share of the first player's points less ½; as Elo where the mean is ½, by the logistic curve |
//! | time a node | the logarithm of the first player's time per node divided by the second's |
//! | plies a move | depth of the last finished iteration, the first player's mean minus the second's |

use komadai_core::rng::{SplitMix64, mix};
use komadai_report::Interval;

use super::arena::PlayedPair;
use crate::self_play::Effort;
use crate::stats::elo::EloScale;
use crate::stats::least_squares::least_squares;

/// Draws the levels of each pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Design {
    /// Seed of all draws.
    pub(super) seed: u64,
    /// Number of factors.
    pub(super) factors: usize,
    /// Factors that a player has at the low level on average, at most half of all; without it, the full design.
    pub(super) low_at_once: Option<usize>,
}

impl Design {
    /// For both players of pair `number`, whether each factor is high.
    ///
    /// In the full design, more factors do not change the levels of those before them.
    pub(super) fn levels(&self, number: usize) -> [Vec<bool>; 2] {
        let mut rng = SplitMix64::new(mix(self.seed ^ mix(number as u64)));
        let Some(low) = self.low_at_once else {
            let first: Vec<bool> = (0..self.factors).map(|_| rng.next_u64() >> 63 == 1).collect();
            let second = first.iter().map(|high| !high).collect();
            return [first, second];
        };
        let draws: Vec<usize> = (0..self.factors).map(|_| rng.below(self.factors as u64) as usize).collect();
        let first = draws.iter().map(|&draw| draw >= low).collect();
        let second = draws.iter().map(|&draw| !(low..2 * low).contains(&draw)).collect();
        [first, second]
    }

    /// Sign of each factor in the first player's margin: 1, −1, or 0 if both have the same level.
    pub(super) fn signs(&self, number: usize) -> Vec<f64> {
        let [first, second] = self.levels(number);
        first.into_iter().zip(second).map(|(one, other)| f64::from(i8::from(one) - i8::from(other))).collect()
    }
}

/// What the high level of a factor does, against the low level; the [`Design`] decides the levels of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Effect {
    /// Strength in Elo; infinite if the share of points is beyond 0 or 1.
    pub(super) elo: Option<Interval>,
    /// Ratio of the times per node.
    pub(super) time: Option<Interval>,
    /// Difference of the plies per move.
    pub(super) plies: Option<Interval>,
}

/// Effects of all factors. An effect is `None` if there are too few pairs to tell all factors apart.
pub(super) fn effects(design: &Design, pairs: &[(usize, PlayedPair)]) -> Vec<Effect> {
    let factors = design.factors;
    let fit = |measured: &dyn Fn(&PlayedPair) -> f64, scale: fn(f64) -> f64| -> Vec<Option<Interval>> {
        let rows = pairs.iter().map(|(number, pair)| (design.signs(*number), measured(pair)));
        match least_squares(rows.collect()) {
            Some(found) => found.into_iter().map(|interval| Some(interval.map(scale))).collect(),
            None => vec![None; factors],
        }
    };
    let elo = fit(&|pair| pair.margin() / 4.0, |share| EloScale::Logistic.elo((0.5 + share).clamp(0.0, 1.0)));
    let elo = elo.into_iter().map(|elo| elo.map(unknown_if_exact));
    let time_a_node = |effort: &Effort| Some(effort.time?.as_secs_f64() / effort.nodes as f64);
    let plies_a_move = |of: &Effort| (of.moves > 0).then(|| of.depth as f64 / of.moves as f64);
    let time = fit(&|pair| of_both(pair, time_a_node, |one, other| (one / other).ln()), f64::exp);
    let plies = fit(&|pair| of_both(pair, plies_a_move, |one, other| one - other), |plies| plies);
    let columns = elo.zip(time).zip(plies);
    columns.map(|((elo, time), plies)| Effect { elo, time, plies }).collect()
}

/// Results without scatter, such as only draws, say nothing about how far off the estimate may be.
fn unknown_if_exact(elo: Interval) -> Interval {
    let exact = elo.high - elo.low < 1e-6;
    if exact { Interval { low: f64::NEG_INFINITY, high: f64::INFINITY, ..elo } } else { elo }
}

/// Compares the players; not a number if one of the numbers is not known.
fn of_both(pair: &PlayedPair, of: fn(&Effort) -> Option<f64>, compare: fn(f64, f64) -> f64) -> f64 {
    let [one, other] = pair.effort.each_ref().map(of);
    one.zip(other).map_or(f64::NAN, |(one, other)| compare(one, other))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const FULL: Design = Design { seed: 5, factors: 6, low_at_once: None };

    #[test]
    fn the_full_design_is_fair_independent_and_stays_when_factors_are_added() {
        let all: Vec<Vec<bool>> = (0..2_000).map(|number| FULL.levels(number)[0].clone()).collect();
        for a in 0..6 {
            let high = all.iter().filter(|signs| signs[a]).count();
            // Five standard deviations are 112.
            assert!(high.abs_diff(1_000) < 112, "{a}: {high}");
            for b in 0..a {
                let same = all.iter().filter(|signs| signs[a] == signs[b]).count();
                assert!(same.abs_diff(1_000) < 112, "{a}, {b}: {same}");
            }
        }
        assert_eq!(Design { factors: 9, ..FULL }.levels(3)[0][..6], all[3]);
        let of_seed = |seed| Design { factors: 60, seed, ..FULL }.levels(3);
        assert_ne!(of_seed(FULL.seed), of_seed(6));
        let high: Vec<bool> = FULL.signs(3).iter().map(|sign| sign.is_sign_positive()).collect();
        assert_eq!(high, all[3]);
    }

    #[test]
    fn the_sparse_design_lowers_every_factor_in_one_player_and_in_the_other_as_often_never_in_both() {
        let design = Design { low_at_once: Some(2), ..FULL };
        let mut low = [[0_usize; 6]; 2];
        let mut sums = std::collections::BTreeSet::new();
        for number in 0..3_000 {
            let players = design.levels(number);
            for factor in 0..6 {
                assert!(players[0][factor] || players[1][factor], "{number}");
                for (low, high) in low.iter_mut().zip(&players) {
                    low[factor] += usize::from(!high[factor]);
                }
            }
            sums.insert(design.signs(number).iter().sum::<f64>() as i32);
        }
        // A third of 3,000 each; five standard deviations are 129.
        assert!(low.as_flattened().iter().all(|count| count.abs_diff(1_000) < 129), "{low:?}");
        assert!(sums.len() > 3, "{sums:?}");
    }

    /// Pairs between players whose strength is the sum of the worth of their high factors, in Elo. The second factor makes a node take half
    /// as long again, the third one gains a ply.
    fn pairs(design: &Design, worth: &[f64], count: usize) -> Vec<(usize, PlayedPair)> {
        let mut rng = SplitMix64::new(99);
        let play = |number| {
            let levels = design.levels(number);
            let [first, second] = levels.each_ref().map(|high| -> f64 {
                high.iter().zip(worth).filter(|(high, _)| **high).map(|(_, worth)| worth).sum()
            });
            let chance = EloScale::Logistic.share(first - second);
            let effort = levels.map(|high| Effort {
                moves: 100,
                nodes: 1_000_000,
                depth: 800 + 100 * u64::from(high[2]),
                time: Some(Duration::from_millis(if high[1] { 1_500 } else { 1_000 })),
                ..Effort::default()
            });
            let half_points = [(); 2].map(|()| 2 * u8::from(rng.unit() < chance));
            (number, PlayedPair { half_points, effort })
        };
        (0..count).map(play).collect()
    }

    fn full(factors: usize) -> Design {
        Design { seed: 1, factors, low_at_once: None }
    }

    #[test]
    fn planted_effects_are_found_and_their_intervals_are_as_wide_as_games_allow() {
        // 8,000 independent games that all measure a factor leave an interval of ± 1.96 · ½/√8000 of the points, ± 7.6 Elo;
        // where one factor of four is low in each player, half of the games measure it.
        for (low_at_once, width) in [(None, 6.0..9.0), (Some(1), 9.0..13.0)] {
            let design = Design { low_at_once, ..full(4) };
            let worth = [60.0, 0.0, -40.0, 0.0];
            let found = effects(&design, &pairs(&design, &worth, 4_000));
            for (effect, known) in found.iter().zip(worth) {
                let elo = effect.elo.unwrap();
                let near = (elo.value - known).abs() < 2.0 * width.end;
                assert!(near && elo.low < elo.value && elo.value < elo.high, "{elo}");
                assert!(width.contains(&((elo.high - elo.low) / 2.0)), "{elo}");
            }
            for (factor, (time, plies)) in
                [(1.0, 0.0), (1.5, 0.0), (1.0, 1.0), (1.0, 0.0)].into_iter().enumerate()
            {
                assert!((found[factor].time.unwrap().value - time).abs() < 1e-9, "{factor}");
                assert!((found[factor].plies.unwrap().value - plies).abs() < 1e-9, "{factor}");
            }
        }
    }

    #[test]
    fn too_few_pairs_have_no_effects_and_unknown_times_are_left_out() {
        let design = full(4);
        assert!(effects(&design, &pairs(&design, &[0.0; 4], 3)).iter().all(|effect| effect.elo.is_none()));
        let mut some = pairs(&design, &[0.0; 4], 50);
        some.iter_mut().take(45).for_each(|(_, pair)| pair.effort[0].time = None);
        some.pop();
        let found = effects(&design, &some);
        assert!(found.iter().all(|effect| effect.elo.is_some() && effect.time.is_none()));
    }
}
