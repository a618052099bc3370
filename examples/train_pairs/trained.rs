//! A model of played moves that is trained, as tables and figures show it.

use komadai::eval::pair::{PairModel, Quantised};
use komadai::learn::discriminant::{Iteration, Trained};
use komadai::learn::pairs::{Model, Totals};

/// A model that is trained, with all there is to say of it.
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
