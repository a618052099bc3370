//! Effects of the factors of a screening experiment: signs of each pair, and least squares over all of them.
//!
//! A two-level design with random signs (Box, Hunter and Hunter, 2005, "Statistics for Experimenters", chapters 5 and 6;
//! random balance: Satterthwaite, 1959, Technometrics 1(2)), folded over inside each pair: the first player has the high
//! level of the factors with sign + and the low level of the others, the second player the complement. Were the players
//! changed, the same two games would be played, so there is no intercept; and as both players of a pair have opposite
//! signs everywhere, what two factors do *together* cancels and does not bias the effect of either.
//!
//! | effect | is the coefficient of the signs for |
//! |---|---|
//! | strength | the share of the first player's points less ½; as Elo where the mean is ½, by the logistic curve |
//! | time a node | the logarithm of the first player's time a node over that of the second |
//! | plies a move | depth of the last finished iteration, the first player's mean less the second's |

use super::journal::PlayedPair;
use crate::lab::elo::EloScale;
use crate::lab::interval::Interval;
use crate::lab::least_squares::LeastSquares;
use crate::lab::self_play::Effort;
use crate::rng::{SplitMix64, mix};

/// The signs of so many factors in pair `number`: whether the first player has the high level. More factors leave the signs
/// of those before them as they are.
pub(super) fn signs(seed: u64, number: usize, factors: usize) -> Vec<bool> {
    let mut rng = SplitMix64::new(mix(seed ^ mix(number as u64)));
    (0..factors).map(|_| rng.next_u64() >> 63 == 1).collect()
}

/// What the high level of a factor does, against the low level; the other factors are at either level as often.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Effect {
    /// Strength in Elo; infinite where the share of points is beyond 0 or 1.
    pub(super) elo: Option<Interval>,
    /// Ratio of the times a node.
    pub(super) time: Option<Interval>,
    /// Difference of the plies a move.
    pub(super) plies: Option<Interval>,
}

/// Effects of all factors. An effect is `None` as long as there are too few pairs to tell all factors apart.
pub(super) fn effects(seed: u64, factors: usize, pairs: &[Option<PlayedPair>]) -> Vec<Effect> {
    let fit = |measured: fn(&PlayedPair) -> f64, scale: fn(f64) -> f64| -> Vec<Option<Interval>> {
        let mut fit = LeastSquares::new(factors);
        for (number, pair) in pairs.iter().enumerate() {
            let Some(pair) = pair else { continue };
            let row: Vec<f64> =
                signs(seed, number, factors).iter().map(|&high| if high { 1.0 } else { -1.0 }).collect();
            fit.push(&row, measured(pair));
        }
        match fit.solve() {
            Some(found) => found.into_iter().map(|interval| Some(interval.map(scale))).collect(),
            None => vec![None; factors],
        }
    };
    let elo = fit(|pair| pair.margin() / 4.0, |share| EloScale::Logistic.elo((0.5 + share).clamp(0.0, 1.0)));
    let elo = elo.into_iter().map(|elo| elo.map(unknown_if_exact));
    let time = fit(|pair| of_both(pair, time_a_node, |one, other| (one / other).ln()), f64::exp);
    let plies = fit(|pair| of_both(pair, plies_a_move, |one, other| one - other), |plies| plies);
    let columns = elo.zip(time).zip(plies);
    columns.map(|((elo, time), plies)| Effect { elo, time, plies }).collect()
}

/// Results that leave no scatter, such as nothing but draws, say nothing about how far off the estimate may be.
fn unknown_if_exact(elo: Interval) -> Interval {
    let exact = elo.high - elo.low < 1e-6;
    if exact { Interval { low: f64::NEG_INFINITY, high: f64::INFINITY, ..elo } } else { elo }
}

/// A comparison of the players; not a number where one of them is not known.
fn of_both(pair: &PlayedPair, of: fn(&Effort) -> Option<f64>, compare: fn(f64, f64) -> f64) -> f64 {
    let [one, other] = pair.effort.each_ref().map(of);
    one.zip(other).map_or(f64::NAN, |(one, other)| compare(one, other))
}

fn time_a_node(effort: &Effort) -> Option<f64> {
    Some(effort.time?.as_secs_f64() / effort.nodes as f64)
}

fn plies_a_move(effort: &Effort) -> Option<f64> {
    (effort.moves > 0).then(|| effort.depth as f64 / effort.moves as f64)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Pairs between players whose strength is the sum of what their factors are worth, in Elo.
    fn pairs(worth: &[f64], count: usize) -> Vec<Option<PlayedPair>> {
        let mut rng = SplitMix64::new(99);
        let play = |number| {
            let signs = signs(1, number, worth.len());
            let of = |high: bool| -> f64 {
                signs.iter().zip(worth).filter(|(sign, _)| **sign == high).map(|(_, worth)| worth).sum()
            };
            let chance = EloScale::Logistic.share(of(true) - of(false));
            let effort = |high: bool| Effort {
                moves: 100,
                nodes: 1_000_000,
                // The second factor makes a node dearer by a half, the third one gains a ply.
                depth: 800 + 100 * u64::from(signs[2] == high),
                time: Some(Duration::from_millis(if signs[1] == high { 1_500 } else { 1_000 })),
            };
            let half_points = [(); 2].map(|()| 2 * u8::from(rng.unit() < chance));
            Some(PlayedPair { half_points, effort: [effort(true), effort(false)] })
        };
        (0..count).map(play).collect()
    }

    #[test]
    fn planted_effects_are_found_and_their_intervals_are_as_wide_as_games_allow() {
        let worth = [60.0, 0.0, -40.0, 0.0];
        let found = effects(1, 4, &pairs(&worth, 4_000));
        for (effect, known) in found.iter().zip(worth) {
            let elo = effect.elo.unwrap();
            assert!((elo.value - known).abs() < 14.0 && elo.low < elo.value && elo.value < elo.high, "{elo}");
            // 8,000 independent games leave an interval of ± 1.96 · ½/√8000 of the points, ± 7.6 Elo.
            assert!((6.0..9.0).contains(&((elo.high - elo.low) / 2.0)), "{elo}");
        }
        for (factor, (time, plies)) in
            [(1.0, 0.0), (1.5, 0.0), (1.0, 1.0), (1.0, 0.0)].into_iter().enumerate()
        {
            assert!((found[factor].time.unwrap().value - time).abs() < 1e-9, "{factor}");
            assert!((found[factor].plies.unwrap().value - plies).abs() < 1e-9, "{factor}");
        }
    }

    #[test]
    fn signs_are_fair_independent_and_stay_when_factors_are_added() {
        let all: Vec<Vec<bool>> = (0..2_000).map(|number| signs(5, number, 6)).collect();
        for a in 0..6 {
            let high = all.iter().filter(|signs| signs[a]).count();
            // Five standard deviations are 112.
            assert!(high.abs_diff(1_000) < 112, "{a}: {high}");
            for b in 0..a {
                let same = all.iter().filter(|signs| signs[a] == signs[b]).count();
                assert!(same.abs_diff(1_000) < 112, "{a}, {b}: {same}");
            }
        }
        assert_eq!(signs(5, 3, 9)[..6], all[3]);
        assert_ne!(signs(6, 3, 60), signs(5, 3, 60));
    }

    #[test]
    fn too_few_pairs_have_no_effects_and_unknown_times_are_left_out() {
        assert!(effects(1, 4, &pairs(&[0.0; 4], 3)).iter().all(|effect| effect.elo.is_none()));
        let mut some = pairs(&[0.0; 4], 50);
        some.iter_mut().flatten().take(45).for_each(|pair| pair.effort[0].time = None);
        some[49] = None;
        let found = effects(1, 4, &some);
        assert!(found.iter().all(|effect| effect.elo.is_some() && effect.time.is_none()));
    }
}
