//! Probabilities of moves by weights of their features: a softmax over moves, learned from games by maximum likelihood.
//!
//! The played move of a position should be likely among its legal moves. The derivative of log p(played) by a weight is 1 if
//! the played move has the feature, else 0, less the probability that a move drawn from the model has it: a sum over the moves
//! of a position, each of which gives a small step of its own. Each weight has its own rate, which shrinks with every step, so
//! that rare features still learn when common ones have settled (`AdaGrad`: Duchi, Hazan and Singer, JMLR 12, 2011, diagonal
//! alone). One thread, one order, no randomness: the same games give the same weights.

use komadai_core::{Move, Position};
use komadai_search::Node;
use komadai_search::policy::{Bits, MoveFeatures, Softmax, SoftmaxError};

use crate::replay::{ReplayError, replay};

/// Options of [`SoftmaxTrainer`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoftmaxOptions {
    /// Step of a weight that has never moved, in natural units (e to the power of the score).
    pub rate: f64,
    /// Pull of every used weight towards 0, for each step: it keeps small what only a few games happen to show.
    pub decay: f64,
}

/// Chosen by hand on games of the repository; from no paper.
impl Default for SoftmaxOptions {
    fn default() -> Self {
        SoftmaxOptions { rate: 0.1, decay: 1e-5 }
    }
}

/// Learns move probabilities from games by maximum likelihood.
///
/// ```
/// use komadai_core::Position;
/// use komadai_learn::{SoftmaxOptions, SoftmaxTrainer};
///
/// let moves = ["7g7f", "3c3d", "8h2b+", "3a2b"].map(|mv| mv.parse().unwrap());
/// let mut trainer = SoftmaxTrainer::new(SoftmaxOptions::default());
/// let mut bits = Vec::new();
/// for _ in 0..3 {
///     trainer.learn_game(&Position::startpos(), moves)?;
///     bits.extend(trainer.end_round());
/// }
/// assert!(bits[2] < bits[0], "played moves surprise less and less: {bits:?}");
/// let model = trainer.weights(bits[2])?.softmax()?;
/// # let _ = model;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct SoftmaxTrainer {
    options: SoftmaxOptions,
    /// `[feature]`, in natural units
    weights: Vec<f64>,
    /// `[feature]`: sum of squared gradients
    squares: Vec<f64>,
    /// `[move]`: features and probability, in the current position
    moves: Vec<([u16; MoveFeatures::GROUPS], f64)>,
    /// −ln p of the played moves of this round, and their number
    surprise: (f64, u64),
}

komadai_core::debug_by_sizes!(SoftmaxTrainer { options, surprise } [weights, squares, moves]);

impl SoftmaxTrainer {
    /// Makes a trainer for which all moves are equally likely.
    pub fn new(options: SoftmaxOptions) -> SoftmaxTrainer {
        SoftmaxTrainer {
            options,
            weights: vec![0.0; MoveFeatures::COUNT],
            squares: vec![1e-6; MoveFeatures::COUNT],
            moves: Vec::new(),
            surprise: (0.0, 0),
        }
    }

    /// Learns from all positions of a game and returns their number.
    ///
    /// # Errors
    ///
    /// [`ReplayError`]: an illegal move. The moves before it have been learned from.
    pub fn learn_game(
        &mut self,
        start: &Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<usize, ReplayError> {
        replay(start, moves, |at, played| self.learn(at, played))
    }

    /// Learns from one position.
    pub fn learn(&mut self, at: &Node<'_>, played: Move) {
        let Some(chosen) = self.look(at, played) else { return };
        self.surprise.0 -= self.moves[chosen].1.max(f64::MIN_POSITIVE).ln();
        self.surprise.1 += 1;
        for n in 0..self.moves.len() {
            let (active, probability) = self.moves[n];
            let slope = f64::from(u8::from(n == chosen)) - probability;
            // Most moves have almost no probability and teach almost nothing.
            if slope.abs() < 1e-4 {
                continue;
            }
            for feature in active.map(usize::from) {
                let (weight, sum) = (&mut self.weights[feature], &mut self.squares[feature]);
                *sum += slope * slope;
                *weight += self.options.rate * (slope - self.options.decay * *weight) / sum.sqrt();
            }
        }
    }

    /// Computes features and probabilities of all moves; returns the index of the played one.
    fn look(&mut self, at: &Node<'_>, played: Move) -> Option<usize> {
        let scene = MoveFeatures::look(at);
        let list = at.pos.legal_moves();
        self.moves.clear();
        let mut chosen = None;
        let mut highest = f64::NEG_INFINITY;
        for mv in &list {
            let Some(active) = MoveFeatures::of(&scene, at.pos, mv) else { continue };
            let score: f64 = active.iter().map(|&feature| self.weights[usize::from(feature)]).sum();
            if mv == played {
                chosen = Some(self.moves.len());
            }
            highest = highest.max(score);
            self.moves.push((active, score));
        }
        let mut sum = 0.0;
        for (_, score) in &mut self.moves {
            *score = (*score - highest).exp();
            sum += *score;
        }
        for (_, probability) in &mut self.moves {
            *probability /= sum;
        }
        chosen
    }

    /// Progress of training: mean surprise, in bits, of the moves since the last call, each before its own step; `None` without
    /// moves.
    pub fn end_round(&mut self) -> Option<f64> {
        let (sum, count) = core::mem::take(&mut self.surprise);
        (count > 0).then(|| sum / count as f64 / core::f64::consts::LN_2)
    }

    /// The current weights, rounded to 1/256 bit. `average`, the mean surprise of moves in bits, becomes the cost of a ply.
    ///
    /// # Errors
    ///
    /// [`SoftmaxError`] if `average` rounds to 0 or is NaN.
    pub fn weights(&self, average: f64) -> Result<MoveWeights, SoftmaxError> {
        let units = f64::from(Bits::UNITS);
        let round = |weight: f64| {
            (weight / core::f64::consts::LN_2 * units).round().clamp(f64::from(i16::MIN), f64::from(i16::MAX))
        };
        let weights = MoveWeights {
            weights: self.weights.iter().map(|&weight| round(weight) as i16).collect(),
            average: (average * units).round().clamp(0.0, f64::from(i32::MAX)) as i32,
        };
        weights.softmax().map(|_| weights)
    }
}

/// Weights of a [`Softmax`]: a model file with the feature `artifact`.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveWeights {
    /// `[feature]`, in 1/256 bit
    weights: Vec<i16>,
    /// Mean surprise of the moves of the games, in 1/256 bit.
    average: i32,
}

komadai_core::debug_by_sizes!(MoveWeights { average }[weights]);

impl MoveWeights {
    /// The model, for a search.
    ///
    /// # Errors
    ///
    /// [`SoftmaxError`] if the weights belong to other features than the current ones.
    pub fn softmax(&self) -> Result<Softmax, SoftmaxError> {
        Softmax::new(&self.weights, Bits::from_units(self.average))
    }
}

#[cfg(feature = "artifact")]
impl komadai_core::artifact::Artifact for MoveWeights {
    const KIND: [u8; 8] = *b"softmax\0";
    const VERSION: u16 = 1;
    const WHAT: &'static str = "weights of move probabilities, as komadai-lab count-categories saves them";

    /// Checks that there is a weight for each feature, and that the average is above 0.
    fn validate(&self) -> Result<(), String> {
        self.softmax().map(|_| ()).map_err(|error| error.to_string())
    }
}
