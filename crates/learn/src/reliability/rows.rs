//! The differences for one pair of depths with the features of their positions: the data of a likelihood.

use komadai_core::rng::mix;
use komadai_eval::FeatureSet;

use super::sample::Sample;

/// Rows of sparse features, each with a difference.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_eval::reliability::SpreadFeatures;
/// use komadai_learn::reliability::{Sample, SpreadRows};
/// use komadai_search::Searcher;
///
/// let mut searcher = Searcher::new(Material::default());
/// let samples = [Sample::search(&mut searcher, 0, 0, Position::startpos(), 2)];
/// let rows = SpreadRows::of(&samples, &SpreadFeatures::Progress, 1, 2, 3_000);
/// assert_eq!((rows.len(), rows.left_out()), (1, 0));
/// ```
#[derive(Clone, Default, PartialEq)]
pub struct SpreadRows {
    features: usize,
    /// `[row]`: where its features end.
    ends: Vec<usize>,
    ids: Vec<u32>,
    values: Vec<f32>,
    differences: Vec<f32>,
    games: Vec<u64>,
    left_out: usize,
}

komadai_core::debug_by_sizes!(SpreadRows { features, left_out } [ends, ids, values, differences, games]);

impl SpreadRows {
    /// The rows of samples for a pair of depths. Samples in which a depth was not reached or a value lies beyond ±`limit`
    /// centipawns are left out ([`Sample::difference`]).
    pub fn of<'a>(
        samples: impl IntoIterator<Item = &'a Sample>,
        features: &impl FeatureSet,
        shallow: u32,
        deep: u32,
        limit: i32,
    ) -> SpreadRows {
        let mut rows = SpreadRows::new(features.len());
        for sample in samples {
            match sample.difference(shallow, deep, limit) {
                Some(difference) => {
                    features.visit(&sample.position, |id, value| rows.feature(id, value));
                    rows.end_row(difference as f32, sample.game);
                }
                None => rows.left_out += 1,
            }
        }
        rows
    }

    /// Makes an empty set of rows with `features` features.
    pub fn new(features: usize) -> SpreadRows {
        SpreadRows { features, ..SpreadRows::default() }
    }

    /// Adds a feature to the row being built. Features beyond the number of features are ignored.
    pub fn feature(&mut self, id: u32, value: f32) {
        if (id as usize) < self.features {
            self.ids.push(id);
            self.values.push(value);
        }
    }

    /// Ends a row with its difference in centipawns and its game.
    pub fn end_row(&mut self, difference: f32, game: u64) {
        self.ends.push(self.ids.len());
        self.differences.push(difference);
        self.games.push(game);
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Number of features.
    pub fn features(&self) -> usize {
        self.features
    }

    /// Number of samples that gave no row.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// `[row]`: the difference in centipawns.
    pub fn differences(&self) -> &[f32] {
        &self.differences
    }

    /// `[row]`: the game.
    pub fn games(&self) -> &[u64] {
        &self.games
    }

    /// The features of a row and their values.
    #[inline]
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> {
        let begin = if row == 0 { 0 } else { self.ends[row - 1] };
        let range = begin..self.ends[row];
        self.ids[range.clone()]
            .iter()
            .zip(&self.values[range])
            .map(|(&id, &value)| (id as usize, f64::from(value)))
    }

    /// The weighted sum of a row.
    #[inline]
    pub fn sum(&self, row: usize, weights: &[f64]) -> f64 {
        self.row(row).map(|(id, value)| weights[id] * value).sum()
    }

    /// Sum of the squares of the differences.
    pub(super) fn squares(&self) -> f64 {
        self.differences.iter().map(|&g| f64::from(g).powi(2)).sum()
    }

    /// Fingerprint of the differences, games and features of the rows: a sum over the rows, so neither their order nor their
    /// division among workers changes it.
    pub(super) fn key(&self) -> u64 {
        let of_row = |row: usize| {
            let features = self.row(row).map(|(id, value)| (id as u64) << 32 ^ value.to_bits() >> 29);
            let words = [u64::from(self.differences[row].to_bits()), self.games[row]];
            words.into_iter().chain(features).fold(1, |key, word| mix(key ^ word))
        };
        (0..self.len()).map(of_row).fold(0, u64::wrapping_add)
    }
}

/// Root of the mean square of `rows` differences with this sum of squares, at least 1 centipawn: the best constant spread.
pub(super) fn root_mean_square(squares: f64, rows: u64) -> f64 {
    (squares / rows.max(1) as f64).sqrt().max(1.0)
}
