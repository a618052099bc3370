//! The choice of the positions of a game that are searched.

use komadai_core::rng::{SplitMix64, mix};

/// Draws positions of games so that neighbours, which have nearly the same differences, are not both taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawOptions {
    /// Mean distance of two positions drawn from a game, in plies, at least 1; for an even number, half a ply less. Distances lie
    /// between half of it and one and a half times it.
    pub spacing: u32,
    /// Number of plies at the beginning of a game from which none is drawn.
    pub skip: u32,
    /// Seed: with the number of the game, it decides which positions are drawn.
    pub seed: u64,
}

impl Default for DrawOptions {
    /// Our choices; the paper does not say how its positions were chosen.
    fn default() -> Self {
        DrawOptions { spacing: 6, skip: 0, seed: 1 }
    }
}

impl DrawOptions {
    /// The plies of the positions drawn from a game of `plies` positions, in order. The same game gives the same plies.
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
