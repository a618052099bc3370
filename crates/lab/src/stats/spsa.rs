//! SPSA: tuning many numbers at once by noisy comparisons.
//!
//! A pair of games between two settings of one constant says almost nothing, and fifty constants would need fifty matches. Simultaneous
//! perturbation (Spall, 1992, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation", IEEE Trans.
//! Automatic Control 37(3)) moves *all* numbers at random by a step up or down, compares the two opposite settings once, and moves each
//! number a little to the side that won. The effect of the other numbers on the result is noise of zero mean. The gains fall as Spall
//! recommends (1998, "Implementation of the simultaneous perturbation algorithm for stochastic optimization", IEEE Trans. Aerospace and
//! Electronic Systems 34(3)):
//!
//! ```text
//! c_k = c / k^0.101            how far apart the two settings are; at the last comparison one step of each number
//! a_k = a / (A + k)^0.602      A is a tenth of all comparisons
//! θ  ← θ + a_k / c_k · Δ · (wins − losses of θ + c_k·Δ against θ − c_k·Δ)           Δ = ±1 at random
//! ```
//!
//! Testers of engines use this form, with whole games as comparisons, and set `a` by its final value, as here: at the last comparison `a_k
//! / c_k` is [`Spsa::rate`] steps.

use komadai_core::rng::{SplitMix64, mix};

/// One number that SPSA tunes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SpsaAxis {
    /// Start value.
    pub(crate) start: i32,
    /// Smallest value tried.
    pub(crate) least: i32,
    /// Largest value tried.
    pub(crate) most: i32,
    /// A change that is likely to have an effect, above 0: the last comparisons move the number so far to either side of its value.
    pub(crate) step: i32,
}

/// Simultaneous perturbation stochastic approximation (SPSA): finds a maximum by noisy comparisons alone. The same seed and results give
/// the same course.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spsa {
    /// The numbers.
    pub(crate) axes: Vec<SpsaAxis>,
    /// Number of comparisons in all.
    pub(crate) iterations: u32,
    /// Comparisons made from the same values, so that they can run at the same time. At least 1; far fewer than all.
    pub(crate) batch: u32,
    /// How many steps one game won moves a number at the end of the run; near the beginning, up to 2.6 times as many.
    pub(crate) rate: f64,
    /// Seed of directions and rounding.
    pub(crate) seed: u64,
}

/// Two settings to be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SpsaTrial {
    /// Number of the comparison, from 0.
    pub(crate) iteration: u32,
    /// The values of both, in the order of the axes.
    pub(crate) values: [Vec<i32>; 2],
}

/// State of SPSA after some comparisons.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SpsaPoint {
    /// Comparisons so far.
    pub(crate) iterations: u32,
    /// The values, in the order of the axes.
    pub(crate) values: Vec<f64>,
    /// Standard deviation, in steps, of the drift by chance of a number without any effect. A number that moved less than twice as far may
    /// have no effect.
    pub(crate) chance: f64,
}

/// Spall's exponent of `a_k`.
const ALPHA: f64 = 0.602;
/// Spall's exponent of `c_k`.
const GAMMA: f64 = 0.101;
/// A as a share of all comparisons.
const STABILITY: f64 = 0.1;

impl Spsa {
    /// A run over `iterations` pairs of games, sixteen at a time, with seed 1 and the rate 0.35/√iterations. By chance alone a number then
    /// drifts by about two thirds of a step, whatever the length of the run; for 30,000 pairs the rate is the 0.002 that testers of engines
    /// use.
    pub(crate) fn new(axes: Vec<SpsaAxis>, iterations: u32) -> Spsa {
        let rate = 0.35 / f64::from(iterations.max(1)).sqrt();
        Spsa { axes, iterations, batch: 16, rate, seed: 1 }
    }

    /// Tunes the numbers. `compare` returns for each trial the games won by its first setting less those lost; `moved` receives each new
    /// point. Returns all points, the start first.
    ///
    /// # Panics
    ///
    /// If `compare` returns more or fewer results than trials.
    pub(crate) fn run<E>(
        &self,
        mut compare: impl FnMut(&[SpsaTrial]) -> Result<Vec<f64>, E>,
        mut moved: impl FnMut(&SpsaPoint),
    ) -> Result<Vec<SpsaPoint>, E> {
        let values = self.axes.iter().map(|axis| f64::from(axis.start)).collect();
        let mut at = SpsaPoint { iterations: 0, values, chance: 0.0 };
        let mut course = vec![at.clone()];
        while at.iterations < self.iterations {
            let batch = at.iterations..self.iterations.min(at.iterations.saturating_add(self.batch.max(1)));
            let trials: Vec<SpsaTrial> = batch.clone().map(|k| self.trial(&at.values, k)).collect();
            let margins = compare(&trials)?;
            assert_eq!(margins.len(), trials.len(), "results of the trials");
            for (iteration, margin) in batch.clone().zip(margins) {
                let steps = self.gain(iteration) * margin;
                for (value, (axis, direction, _)) in at.values.iter_mut().zip(self.draws(iteration)) {
                    *value += direction * steps * f64::from(axis.step);
                }
                at.chance = at.chance.hypot(steps);
            }
            for (value, axis) in at.values.iter_mut().zip(&self.axes) {
                *value = value.clamp(f64::from(axis.least), f64::from(axis.most));
            }
            at.iterations = batch.end;
            moved(&at);
            course.push(at.clone());
        }
        Ok(course)
    }

    /// The two settings of comparison `iteration`.
    ///
    /// Values are rounded to whole numbers at random, so that they are right on average: 3.2 becomes 4 in one of five trials. Both settings
    /// use the same random number, so that their distance is right on average as well, and they differ wherever they are at least 1 apart.
    fn trial(&self, values: &[f64], iteration: u32) -> SpsaTrial {
        let reach = (f64::from(self.iterations) / f64::from(iteration + 1)).powf(GAMMA);
        let setting = |side: f64| -> Vec<i32> {
            let drawn = values.iter().zip(self.draws(iteration));
            drawn
                .map(|(value, (axis, direction, rounding))| {
                    let exact = value + side * direction * reach * f64::from(axis.step);
                    let least_most = exact.clamp(f64::from(axis.least), f64::from(axis.most));
                    ((least_most + rounding).floor() as i32).min(axis.most)
                })
                .collect()
        };
        SpsaTrial { iteration, values: [setting(1.0), setting(-1.0)] }
    }

    /// `a_k / c_k` in steps.
    fn gain(&self, iteration: u32) -> f64 {
        let (k, all) = (f64::from(iteration) + 1.0, f64::from(self.iterations));
        let stability = STABILITY * all;
        self.rate * ((stability + all) / (stability + k)).powf(ALPHA) * (k / all).powf(GAMMA)
    }

    /// Random numbers of each axis in a comparison: its direction, 1 or −1, and what is added before the fraction is cut off, 0 to 1.
    fn draws(&self, iteration: u32) -> impl Iterator<Item = (&SpsaAxis, f64, f64)> {
        let mut rng = SplitMix64::new(mix(self.seed ^ mix(u64::from(iteration))));
        self.axes.iter().map(move |axis| {
            let direction = if rng.next_u64() >> 63 == 1 { 1.0 } else { -1.0 };
            (axis, direction, rng.unit())
        })
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::stats::elo::EloScale;

    fn axis(start: i32, least: i32, most: i32, step: i32) -> SpsaAxis {
        SpsaAxis { start, least, most, step }
    }

    /// Plays pairs of games between settings whose strength is known, in Elo.
    fn play(spsa: &Spsa, strength: impl Fn(&[i32]) -> f64) -> Vec<SpsaPoint> {
        let mut rng = SplitMix64::new(77);
        let compare = |trials: &[SpsaTrial]| {
            let pairs = trials.iter().map(|trial| {
                let [one, other] = &trial.values;
                let chance = EloScale::Logistic.share(strength(one) - strength(other));
                [(); 2].iter().map(|()| if rng.unit() < chance { 1.0 } else { -1.0 }).sum()
            });
            Ok::<_, Infallible>(pairs.collect())
        };
        let Ok(course) = spsa.run(compare, |_| {});
        course
    }

    #[test]
    fn games_lead_to_the_best_setting_of_all_numbers_at_once() {
        // 20 Elo lost at one step from the best value, 80 at two; a number without effect; a best value at an end.
        let best = [40.0, -20.0, 0.0, 1.0];
        let axes =
            vec![axis(60, 0, 100, 10), axis(0, -100, 100, 8), axis(500, 0, 1_000, 50), axis(3, 1, 9, 1)];
        let spsa = Spsa::new(axes.clone(), 8_000);
        let strength = |values: &[i32]| -> f64 {
            let off = |i: usize| (f64::from(values[i]) - best[i]) / f64::from(axes[i].step);
            -20.0 * (off(0).powi(2) + off(1).powi(2) + off(3).powi(2))
        };
        let course = play(&spsa, strength);
        let end = course.last().unwrap();
        assert_eq!((course.len(), end.iterations), (501, 8_000));
        for i in [0, 1, 3] {
            let off = (end.values[i] - best[i]).abs() / f64::from(axes[i].step);
            assert!(off < 0.6, "{i}: {end:?}");
        }
        assert!((0.4..0.9).contains(&end.chance), "{end:?}");
        assert!((end.values[2] - 500.0).abs() < 2.5 * end.chance * 50.0, "{end:?}");
    }

    #[test]
    fn numbers_without_effect_stray_as_far_as_is_said() {
        let spsa = Spsa { batch: 10, ..Spsa::new(vec![axis(0, -1_000, 1_000, 3); 400], 1_000) };
        let most = (0..1_000).map(|iteration| spsa.gain(iteration)).fold(0.0, f64::max);
        assert!((2.5..2.6).contains(&(most / spsa.rate)), "{most}");
        assert!((spsa.gain(999) - spsa.rate).abs() < 1e-12);
        let end = play(&spsa, |_| 0.0).pop().unwrap();
        let squares: f64 = end.values.iter().map(|value| (value / 3.0).powi(2)).sum();
        let strayed = (squares / 400.0).sqrt();
        assert!((strayed / end.chance - 1.0).abs() < 0.15, "{strayed} {}", end.chance);
    }

    #[test]
    fn trials_are_a_step_to_either_side_at_the_end_and_stay_in_the_range() {
        let spsa = Spsa::new(vec![axis(10, 0, 20, 2), axis(1, 0, 1, 1), axis(0, -7, 7, 1)], 100);
        let mut sums = [0.0; 3];
        for seed in 0..2_000 {
            let last = Spsa { seed, ..spsa.clone() }.trial(&[10.25, 1.0, -6.5], 99);
            let [one, other] = &last.values;
            assert!([2, 3, 4, 5].contains(&(one[0] - other[0]).abs()), "{last:?}");
            assert!(one[1] + other[1] == 1, "a switch is off on one side: {last:?}");
            assert!(one[2].min(other[2]) == -7, "{last:?}");
            for (sum, (a, b)) in sums.iter_mut().zip(one.iter().zip(other)) {
                *sum += f64::from(a + b) / 4_000.0;
            }
        }
        // Rounded at random, values are right on average.
        assert!((sums[0] - 10.25).abs() < 0.05, "{sums:?}");
        let first = spsa.trial(&[10.0, 1.0, 0.0], 0);
        let apart = (first.values[0][0] - first.values[1][0]).abs();
        // 2 · 2 · 100^0.101 is 6.4.
        assert!((6..=7).contains(&apart), "{first:?}");
    }
}
