//! A training as it stands between two passes, so that a long one can be broken off.

use crate::reduce::ReduceError;

/// Why a comparison training failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ComparisonError {
    /// A state of another training.
    #[error("the state is of a training {found:?}, expected {expected:?}")]
    OtherTraining {
        /// Of the state.
        found: String,
        /// Of this training.
        expected: String,
    },
    /// A state whose vectors have another length.
    #[error("the state has {found} weights or means, expected {expected}")]
    Length {
        /// In the state.
        found: usize,
        /// What features and rule ask for.
        expected: usize,
    },
    /// A sum over workers that failed.
    #[error(transparent)]
    Reduce(#[from] ReduceError),
    /// What the observer of states failed with.
    #[error("{0}")]
    Observer(String),
}

/// State of a comparison training between two passes: weights and the memory of its step rule, in full precision, so that a
/// resumed training ends with the same bits. With the feature `artifact` a checkpoint file.
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub struct ComparisonState {
    /// Features, options and games, in words: a state goes on with its own only.
    pub(super) of: String,
    pub(super) passes: u32,
    pub(super) steps: u64,
    pub(super) weights: Vec<f64>,
    pub(super) means: Vec<f64>,
    pub(super) squares: Vec<f64>,
}

komadai_core::debug_by_sizes!(ComparisonState { of, passes, steps } [weights, means, squares]);

impl ComparisonState {
    /// No pass done, all weights 0; so many means and squares.
    pub(super) fn new(weights: usize, moments: usize) -> ComparisonState {
        let moments = vec![0.0; moments];
        ComparisonState {
            of: String::new(),
            passes: 0,
            steps: 0,
            weights: vec![0.0; weights],
            means: moments.clone(),
            squares: moments,
        }
    }

    /// Number of passes done.
    pub fn passes(&self) -> u32 {
        self.passes
    }

    /// The weights, `[feature]`, in centipawns, for Black.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Takes the place of a new state of the same training.
    pub(super) fn in_place_of(self, new: &ComparisonState) -> Result<ComparisonState, ComparisonError> {
        if self.of != new.of {
            return Err(ComparisonError::OtherTraining { found: self.of, expected: new.of.clone() });
        }
        for (found, expected) in [
            (self.weights.len(), new.weights.len()),
            (self.means.len(), new.means.len()),
            (self.squares.len(), new.squares.len()),
        ] {
            if found != expected {
                return Err(ComparisonError::Length { found, expected });
            }
        }
        Ok(self)
    }
}

#[cfg(feature = "artifact")]
impl komadai_core::artifact::Artifact for ComparisonState {
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
