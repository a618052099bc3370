//! What a training from outcomes asks of a model.

use core::fmt::Debug;

use komadai_core::notation::packed::Record;
use komadai_eval::network::Network;

use crate::outcome::lanes::{Batch, Lane, Metrics};
use crate::outcome::options::OutcomeOptions;
use crate::outcome::target::Chance;
use crate::training::TrainingError;

/// Everything that a loss is made of but model and weights.
#[derive(Clone, Debug)]
pub(crate) struct Data<'a> {
    pub(crate) records: &'a [Record],
    /// `[record]`: what the side to move should be given
    pub(crate) targets: Vec<f32>,
    pub(crate) chance: Chance,
    pub(crate) threads: usize,
}

/// A step on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// Its number, from 0, and how many there are.
    pub(crate) number: u64,
    pub(crate) all: u64,
    /// Records of the step, and of a round.
    pub(crate) batch: usize,
    pub(crate) round: usize,
    pub(crate) chance: Chance,
}

/// A model whose weights are learned from records: an evaluation of features, or a network.
pub(crate) trait Model: Debug + Sync {
    /// What decides which records are learned from, and what each should be given; an error if no training can be done so.
    fn options(&self) -> Result<OutcomeOptions, TrainingError>;

    /// All that decides the weights, in words, with these of the records.
    fn words(&self, records: &str) -> String;

    /// Whether left and right of the boards are exchanged by chance.
    fn is_mirrored(&self) -> bool {
        false
    }

    /// Weights to begin with.
    fn begin(&self) -> Vec<f32>;

    /// Looks through all records before the first step.
    fn look_through(&mut self, _records: &[Record], _threads: usize) {}

    /// Loss of some records under the weights; their slopes, if they are asked for, into the lanes.
    fn batch(&self, data: &Data<'_>, weights: &[f32], batch: Batch<'_>, lanes: &mut [Lane]) -> Metrics;

    /// Moves the weights from number `first` on by their slopes. `mean` and `square` are what the step remembers of each.
    fn take(&self, moment: Moment, first: usize, slopes: &[f64], moved: [&mut [f32]; 3]);

    /// The network of integers that plays, if it is one.
    fn network(&self, _weights: &[f32], _chance: Chance) -> Option<Network> {
        None
    }
}
