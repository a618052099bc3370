//! A training as it stood after a pass, so that a long one can be broken off.

use komadai_core::PieceValues;
use komadai_core::artifact::Artifact;
use komadai_eval::FeatureSet;
use serde::{Deserialize, Serialize};

use super::options::ComparisonOptions;
use super::trainer::ComparisonTrainer;

/// Why a training cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// Another training.
    #[error("checkpoint: of {found:?}, expected {expected:?}")]
    Other {
        /// What it is of.
        found: String,
        /// What it should be of.
        expected: String,
    },
    /// Vectors of another length.
    #[error("checkpoint: {found} weights or means, expected {expected}")]
    Length {
        /// In the checkpoint.
        found: usize,
        /// What features and rule ask for.
        expected: usize,
    },
}

/// State of a comparison training between two passes: weights and the memory of its step rule, in full precision, so that a
/// resumed training ends with the same bits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Features, options and, by the caller's word, games.
    of: String,
    passes: u32,
    steps: u64,
    weights: Vec<f64>,
    means: Vec<f64>,
    squares: Vec<f64>,
}

impl Checkpoint {
    /// Number of passes done.
    pub fn passes(&self) -> u32 {
        self.passes
    }
}

impl Artifact for Checkpoint {
    const KIND: [u8; 8] = *b"compare\0";
    const VERSION: u16 = 1;
    const WHAT: &'static str = "the state of a training by comparison";

    fn validate(&self) -> Result<(), String> {
        let all = self.weights.iter().chain(&self.means).chain(&self.squares);
        match all.copied().find(|number| !number.is_finite()) {
            Some(number) => Err(format!("{number} among the weights, expected finite numbers")),
            None => Ok(()),
        }
    }
}

/// What decides the weights after so many passes.
fn identity<F: FeatureSet>(set: &F, base: &PieceValues, options: &ComparisonOptions, games: &str) -> String {
    format!("{} ({} features), {base:?}, {options:?}, {games}", F::NAME, set.len())
}

impl<F: FeatureSet + Sync> ComparisonTrainer<F> {
    /// Makes a checkpoint; `games` names the training games, in the caller's words.
    pub fn checkpoint(&self, games: &str) -> Checkpoint {
        Checkpoint {
            of: identity(self.set(), self.base(), self.options(), games),
            passes: self.passes,
            steps: self.steps.steps,
            weights: self.weights.clone(),
            means: self.steps.means.clone(),
            squares: self.steps.squares.clone(),
        }
    }

    /// Resumes a training from a checkpoint; this trainer must be new and have the same features, values, options and games.
    ///
    /// # Errors
    ///
    /// [`CheckpointError`]; the training is as it was then.
    pub fn resume(&mut self, checkpoint: Checkpoint, games: &str) -> Result<(), CheckpointError> {
        let expected = identity(self.set(), self.base(), self.options(), games);
        let Checkpoint { of, passes, steps, weights, means, squares } = checkpoint;
        if of != expected {
            return Err(CheckpointError::Other { found: of, expected });
        }
        for (found, expected) in [
            (weights.len(), self.weights.len()),
            (means.len(), self.steps.means.len()),
            (squares.len(), self.steps.squares.len()),
        ] {
            if found != expected {
                return Err(CheckpointError::Length { found, expected });
            }
        }
        self.passes = passes;
        self.weights = weights;
        (self.steps.steps, self.steps.means, self.steps.squares) = (steps, means, squares);
        Ok(())
    }
}
