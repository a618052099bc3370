//! The trait of models that a training from outcomes can train.

use core::fmt::Debug;

use komadai_core::notation::packed::Record;
use komadai_eval::network::Network;

use crate::outcome::lanes::{Batch, Lane, Metrics};
use crate::outcome::options::OutcomeOptions;
use crate::outcome::target::Chance;
use crate::training::TrainingError;

/// Everything that a loss depends on, apart from model and weights.
#[derive(Clone, Debug)]
pub(crate) struct Data<'a> {
    pub(crate) records: &'a [Record],
    /// `[record]`: the target for the side to move
    pub(crate) targets: Vec<f32>,
    pub(crate) chance: Chance,
    pub(crate) threads: usize,
}

/// A step of a training.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// Number of the step, from 0, and of all steps.
    pub(crate) number: u64,
    pub(crate) all: u64,
    /// Records of the step, and of a round.
    pub(crate) batch: usize,
    pub(crate) round: usize,
    pub(crate) chance: Chance,
}

/// A model whose weights are learned from records: an evaluation of features, or a network.
pub(crate) trait Model: Debug + Sync {
    /// The options that select records and set their targets; an error if they are invalid.
    fn options(&self) -> Result<OutcomeOptions, TrainingError>;

    /// Everything that decides the weights, in words; `records` describes the records.
    fn words(&self, records: &str) -> String;

    /// Whether left and right of boards are exchanged at random.
    fn is_mirrored(&self) -> bool {
        false
    }

    /// Weights to begin with.
    fn begin(&self) -> Vec<f32>;

    /// Looks through all records before the first step.
    fn look_through(&mut self, _records: &[Record], _threads: usize) {}

    /// Loss of some records under the weights; if the batch wants slopes, adds them to the lanes.
    fn batch(&self, data: &Data<'_>, weights: &[f32], batch: Batch<'_>, lanes: &mut [Lane]) -> Metrics;

    /// Moves the weights from number `first` on by their slopes. `moved` are the weights, and their means and squares that the step remembers.
    fn take(&self, moment: Moment, first: usize, slopes: &[f64], moved: [&mut [f32]; 3]);

    /// The network of integers that plays, if the model is a network.
    fn network(&self, _weights: &[f32], _chance: Chance) -> Option<Network> {
        None
    }
}
