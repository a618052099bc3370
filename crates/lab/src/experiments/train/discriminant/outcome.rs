//! Result of training one model, for tables and figures.

use komadai_eval::pair::{PairModel, Quantised};
use komadai_learn::pairs::{Iteration, Model, Totals, Trained};

/// A trained model with its iterations and the size of its data.
#[derive(Clone)]
pub(super) struct Outcome {
    pub(super) trained: Trained,
    pub(super) iterations: Vec<Iteration>,
    pub(super) model: PairModel,
    pub(super) quantised: Quantised,
    pub(super) totals: Totals,
    pub(super) bytes: usize,
}

impl Outcome {
    pub(super) fn name(&self) -> String {
        self.trained.options.model.to_string()
    }

    pub(super) fn rows(&self) -> u64 {
        match self.trained.options.model {
            Model::ParentChild => self.totals.examples,
            Model::Sibling => self.totals.siblings,
        }
    }
}
