//! Noise: normal random numbers by element and position, which turn one engine into many \[R12\].
//!
//! `NormalRand(i, h)` of paper 002 gives element i the same number whenever it reaches the position of hash h, by
//! whatever path and in whatever search: each element is an engine with a fixed evaluation of its own.

use komadai_core::rng::mix;
use komadai_core::{Key, Value};

use super::lanes::{Lanes, MAX_EVAL};
use crate::parameters::parameters;

parameters! {
    /// Normal noise on the evaluation, different for each virtual engine and fixed for each position.
    ///
    /// ```
    /// use komadai_core::Value;
    /// use komadai_search::Noise;
    ///
    /// let noise = Noise { sigma: Value::from_cp(100), ..Noise::default() };
    /// assert_eq!(noise.of(3, 0x1234), noise.of(3, 0x1234));
    /// assert_eq!(Noise { sigma: Value::ZERO, ..noise }.of(3, 0x1234), Value::ZERO);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Noise {
        /// Standard deviation, in centipawns. Paper 002 gives none and leaves its choice to future work; 50, half a pawn, is ours.
        /// The larger, the more the engines disagree and the fewer cuts they share.
        pub sigma: Value = Value::from_cp(50),
        /// The seed: another one makes another team of engines.
        pub seed: u64 = 0,
    }
}

impl Noise {
    /// The noise of an element at the position with this key, no further from zero than 3.7 [`Noise::sigma`] or than
    /// [`Value::MAX_EVAL`].
    pub fn of(&self, element: usize, key: Key) -> Value {
        Value::from_cp(self.number(part(self.word(element / SHARING, key), element)).into())
    }

    /// A word of random bits for four neighbouring elements.
    fn word(&self, group: usize, key: Key) -> u64 {
        mix(key ^ mix(self.seed.wrapping_add(group as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// The lower half of all parts is positive, the upper negative.
    fn number(&self, part: usize) -> i16 {
        let size = i32::from(QUANTILES[part % QUANTILES.len()]) * self.sigma.cp().max(0);
        let number = ((size + ONE / 2) / ONE).min(MAX_EVAL.into()) as i16;
        if part < QUANTILES.len() { number } else { -number }
    }
}

/// Twelve bits for an element out of the word it shares.
fn part(word: u64, element: usize) -> usize {
    (word >> (element % SHARING * 16)) as usize % (2 * QUANTILES.len())
}

/// A [`Noise`] with all its numbers precomputed for a search: one lookup in 8 KB for each element of a leaf.
pub(crate) struct Numbers {
    noise: Noise,
    /// `[part]`
    numbers: Vec<i16>,
}

impl Numbers {
    pub(crate) fn of(noise: Noise) -> Self {
        Numbers { noise, numbers: (0..2 * QUANTILES.len()).map(|part| noise.number(part)).collect() }
    }

    /// Numbers of the elements from `first` on.
    pub(crate) fn lanes<const N: usize>(&self, first: usize, key: Key) -> Lanes<N> {
        let mut lanes = Lanes([0; N]);
        let mut word = self.noise.word(first / SHARING, key);
        for (element, lane) in (first..).zip(&mut lanes.0) {
            if element % SHARING == 0 {
                word = self.noise.word(element / SHARING, key);
            }
            *lane = self.numbers.get(part(word, element)).copied().unwrap_or(0);
        }
        lanes
    }
}

/// A value of quiescence as the elements see it. Noise leaves mates alone, and makes none.
pub(crate) fn heard<const N: usize>(value: Value, noise: Lanes<N>) -> Lanes<N> {
    let value_of_all = Lanes::splat(value);
    if value.is_mate() {
        return value_of_all;
    }
    value_of_all.with(noise, |value, noise| value.saturating_add(noise).clamp(-MAX_EVAL, MAX_EVAL))
}

/// The window of values that some element must distinguish: alpha and beta less the noise, so that a value outside the
/// window is, with noise, outside that of each element. The paper passes on min(alpha) and max(beta) unchanged; then a
/// bound may be taken for a value, once noise has lifted it into a window. Lanes with `alpha >= beta` ask nothing.
pub(crate) fn window<const N: usize>(alpha: Lanes<N>, beta: Lanes<N>, noise: Lanes<N>) -> (i16, i16) {
    let awake = alpha.less(beta);
    let shifted = |bound: Lanes<N>, least: i16, most: i16| {
        bound.with(noise, |bound, noise| {
            let moved = bound.saturating_sub(noise).clamp(least, most);
            // Mates carry no noise.
            if (-MAX_EVAL..=MAX_EVAL).contains(&bound) { moved } else { bound }
        })
    };
    let low = shifted(alpha, -MAX_EVAL - 1, MAX_EVAL);
    let high = shifted(beta, -MAX_EVAL, MAX_EVAL + 1);
    (awake.select(low, Lanes([i16::MAX; N])).lowest(), awake.select(high, Lanes([i16::MIN; N])).highest())
}

/// Elements that share a random word, sixteen bits each.
const SHARING: usize = 4;
/// Unit of [`QUANTILES`].
const ONE: i32 = 1 << 12;
/// The positive half of the normal distribution, cut into 2048 parts of equal probability: the middle of each, in
/// 1/4096 of σ. With a sign that makes 4096 numbers, each as likely as any other.
static QUANTILES: [u16; 2048] = quantiles();

/// Computed by the compiler with additions, multiplications and divisions alone, which every machine rounds alike: no
/// mathematical library is used.
///
/// The density e^(−x²/2) is walked in steps of h: each step multiplies it by a factor that shrinks by e^(−h²) a step. The
/// area under it is summed by trapezoids; where the sum passes the middle of a part, x is the number wanted.
const fn quantiles() -> [u16; 2048] {
    /// √(π/2): the area of one half.
    const HALF: f64 = 1.253_314_137_315_500_3;
    const STEPS: i32 = 1024;
    let h = 1.0 / STEPS as f64;
    let shrink = exp_of_little(-h * h);
    let mut factor = exp_of_little(-h * h / 2.0);
    let (mut density, mut area, mut x) = (1.0, 0.0, 0.0);
    let mut table = [0; 2048];
    let mut k = 0;
    while k < table.len() {
        let next = density * factor;
        let slice = f64::midpoint(density, next) * h;
        while k < table.len() {
            let wanted = (k as f64 + 0.5) / table.len() as f64 * HALF;
            if wanted > area + slice {
                break;
            }
            let found = x + (wanted - area) / slice * h;
            table[k] = (found * ONE as f64 + 0.5) as u16;
            k += 1;
        }
        area += slice;
        x += h;
        density = next;
        factor *= shrink;
    }
    table
}

/// eˣ for |x| below a thousandth, by its series: the next term would be less than the rounding.
const fn exp_of_little(x: f64) -> f64 {
    1.0 + x * (1.0 + x / 2.0 * (1.0 + x / 3.0 * (1.0 + x / 4.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::rng::SplitMix64;

    #[test]
    fn table_holds_the_quantiles_of_the_normal_distribution() {
        assert!(QUANTILES.is_sorted());
        // (share of the half below, quantile in σ), from tables of the distribution.
        for (share, sigma) in [(0.5, 0.674_490), (0.682_689, 1.0), (0.9, 1.644_854), (0.99, 2.575_829)] {
            let k = (share * 2048.0 - 0.5_f64).round() as usize;
            let found = f64::from(QUANTILES[k]) / f64::from(ONE);
            assert!((found - sigma).abs() < 0.01, "{share}: {found}, expected {sigma}");
        }
        let square = |&x: &u16| (f64::from(x) / f64::from(ONE)).powi(2);
        let variance = QUANTILES.iter().map(square).sum::<f64>() / QUANTILES.len() as f64;
        assert!((variance.sqrt() - 1.0).abs() < 0.001, "{variance}");
    }

    #[test]
    fn numbers_of_many_positions_have_mean_zero_the_wanted_spread_and_nothing_in_common() {
        let numbers = Numbers::of(Noise { sigma: Value::from_cp(100), seed: 7 });
        let mut rng = SplitMix64::new(2009);
        let mut sums = [0.0; 16];
        let mut products = [[0.0; 16]; 16];
        let count = 100_000;
        for _ in 0..count {
            let Lanes(numbers) = numbers.lanes::<16>(0, rng.next_u64());
            for i in 0..16 {
                sums[i] += f64::from(numbers[i]);
                for j in 0..=i {
                    products[i][j] += f64::from(numbers[i]) * f64::from(numbers[j]);
                }
            }
        }
        let count = f64::from(count);
        for i in 0..16 {
            // A mean of 100,000 numbers strays by σ/316, a spread and a correlation by as much.
            assert!((sums[i] / count).abs() < 1.5, "element {i}: mean {}", sums[i] / count);
            let sigma = (products[i][i] / count).sqrt();
            assert!((sigma - 100.0).abs() < 1.0, "element {i}: σ {sigma}");
            for (j, product) in products[i].iter().enumerate().take(i) {
                let correlation = product / count / 10_000.0;
                assert!(correlation.abs() < 0.015, "elements {i} and {j}: {correlation}");
            }
        }
    }

    #[test]
    fn no_element_mistakes_a_bound_for_a_value() {
        let mut rng = SplitMix64::new(1);
        let mut any = || {
            let edges = [-32_001, -31_990, -30_000, -29_999, 29_999, 30_000, 31_990, 32_001];
            match rng.below(3) {
                0 => edges[rng.below(8) as usize],
                1 => (rng.below(59_999) as i32 - 29_999) as i16,
                _ => rng.below(41) as i16 - 20,
            }
        };
        for _ in 0..200_000 {
            let bounds: [(i16, i16); 4] = core::array::from_fn(|_| {
                let (a, b) = (any(), any());
                (a.min(b), a.max(b))
            });
            let (alpha, beta) = (Lanes(bounds.map(|b| b.0)), Lanes(bounds.map(|b| b.1)));
            if !alpha.less(beta).any() {
                continue;
            }
            let noise = Lanes([any(), 0, 15, -15].map(|n: i16| n.clamp(-MAX_EVAL, MAX_EVAL)));
            let (low, high) = window(alpha, beta, noise);
            assert!(low < high, "{alpha:?} {beta:?} {noise:?}");
            let v = crate::consultation::lanes::value(any());
            let heard = heard(v, noise);
            for i in (0..4).filter(|&i| alpha.0[i] < beta.0[i]) {
                // What fails low or high for all does so for each.
                assert!(v.cp() > low.into() || heard.0[i] <= alpha.0[i], "{v} {alpha:?} {noise:?}");
                assert!(v.cp() < high.into() || heard.0[i] >= beta.0[i], "{v} {beta:?} {noise:?}");
            }
        }
    }
}
