//! Which positions of a game are searched.

use komadai_core::rng::{SplitMix64, mix};

/// Draws positions of games so that neighbours, which have much the same differences, are not both taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawOptions {
    /// Mean distance of two positions drawn from a game, in plies, at least 1; of an even number half a ply less. Distances lie
    /// between half and one and a half of it.
    pub spacing: u32,
    /// Plies of a game at its beginning from which none is drawn.
    pub skip: u32,
    /// Decides, with the number of the game, which positions are drawn.
    pub seed: u64,
}

impl Default for DrawOptions {
    /// Ours; the paper does not say how its positions were taken.
    fn default() -> Self {
        DrawOptions { spacing: 6, skip: 0, seed: 1 }
    }
}

impl DrawOptions {
    /// The plies of the positions drawn from a game of `plies` positions, in order. The same game gives the same ones.
    ///
    /// ```
    /// use komadai_learn::reliability::DrawOptions;
    ///
    /// let drawn: Vec<u32> = DrawOptions { spacing: 10, ..DrawOptions::default() }.plies(0, 100).collect();
    /// assert!(drawn.len() >= 6 && drawn.windows(2).all(|pair| (5..=15).contains(&(pair[1] - pair[0]))));
    /// ```
    pub fn plies(self, game: u64, plies: u32) -> impl Iterator<Item = u32> {
        let spacing = u64::from(self.spacing.max(1));
        let mut rng = SplitMix64::new(mix(self.seed ^ mix(game)));
        let mut next = u64::from(self.skip) + rng.below(spacing);
        std::iter::from_fn(move || {
            let drawn = u32::try_from(next).ok().filter(|&ply| ply < plies)?;
            next += (spacing.div_ceil(2) + rng.below(spacing)).max(1);
            Some(drawn)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ply_is_drawn_alike_and_short_games_give_few() {
        let options = DrawOptions { spacing: 5, skip: 10, seed: 3 };
        let mut times = [0; 120];
        for game in 0..20_000 {
            for ply in options.plies(game, 120) {
                times[ply as usize] += 1;
            }
        }
        assert!(times[..10].iter().all(|&times| times == 0));
        // The distance from the start is settled after some steps.
        for (ply, &times) in times.iter().enumerate().skip(30) {
            assert!((3_400..4_600).contains(&times), "{ply}: {times}");
        }
        assert_eq!(options.plies(1, 10).count(), 0);
        let all = DrawOptions { spacing: 1, skip: 0, seed: 1 };
        assert!(all.plies(9, 40).eq(0..40));
        assert!(DrawOptions { skip: u32::MAX, ..all }.plies(9, 40).next().is_none());
    }
}
