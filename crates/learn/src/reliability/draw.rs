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
