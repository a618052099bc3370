//! Result of training one discriminant model, for tables and figures.

use komadai::eval::pair::{PairModel, Quantised};
use komadai::learn::discriminant::{Iteration, Trained};
use komadai::learn::pairs::{Model, Totals};

/// A trained model with its iterations and the size of its data.
#[derive(Clone)]
pub(crate) struct Outcome {
    pub(crate) trained: Trained,
    pub(crate) iterations: Vec<Iteration>,
    pub(crate) model: PairModel,
    pub(crate) quantised: Quantised,
    pub(crate) totals: Totals,
    pub(crate) bytes: usize,
}

impl Outcome {
    pub(crate) fn rows(&self) -> u64 {
        match self.trained.options.model {
            Model::ParentChild => self.totals.examples,
            Model::Sibling => self.totals.siblings,
        }
    }
}
