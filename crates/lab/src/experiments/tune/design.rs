//! The design of a screening experiment: which player has which level of each factor in a pair of games.
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

use komadai_core::rng::{SplitMix64, mix};

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

#[cfg(test)]
mod tests {
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
}
