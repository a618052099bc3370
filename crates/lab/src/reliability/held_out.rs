//! Samples to learn from and samples to judge by, without a game in both.

use komadai_core::rng::mix;
use komadai_learn::reliability::Sample;

/// Samples of training games and of held-out games: about `percent` of the games, by their number and the seed.
///
/// ```
/// let (training, held_out) = komadai_lab::reliability::split_by_game(&[], 20, 1);
/// assert!(training.is_empty() && held_out.is_empty());
/// ```
pub fn split_by_game(samples: &[Sample], percent: u64, seed: u64) -> (Vec<&Sample>, Vec<&Sample>) {
    samples.iter().partition(|sample| mix(seed ^ mix(sample.game)) % 100 >= percent)
}
