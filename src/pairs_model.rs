//! Weights of pairs of pieces alone, as paper 001 has them: the model that experiments on pairs ask about.
//!
//! The file is `data/models/pairs.kmd`, built in with the feature `default-model`; its making is described in `data/models/README.md`.
//! The evaluation that plays best is [`default_model`](crate::default_model).
//!
//! ```
//! use komadai::{Evaluator, Position, pairs_model};
//!
//! let (eval, pos) = (pairs_model::evaluator(), Position::startpos());
//! assert_eq!(eval.evaluate(&eval.fresh(&pos), &pos).cp(), 0);
//! ```

use std::sync::{Arc, OnceLock};

use komadai_core::artifact::{Artifact, Provenance};
use komadai_eval::pair::{PairEvaluator, PairModel};

/// Bytes of the model file `data/models/pairs.kmd`.
pub const BYTES: &[u8] = include_bytes!("../data/models/pairs.kmd");

fn loaded() -> &'static (PairModel, Provenance) {
    static LOADED: OnceLock<(PairModel, Provenance)> = OnceLock::new();
    LOADED.get_or_init(|| PairModel::from_bytes(BYTES).expect("the model was checked before it was packed"))
}

/// Model of pairs: weights, piece values, symmetry. It is read and checked on the first call, then kept.
pub fn model() -> &'static PairModel {
    &loaded().0
}

/// Provenance of the model: what made it, of which data.
pub fn provenance() -> &'static Provenance {
    &loaded().1
}

/// The player of the model, made on the first call (some 11 MB) and then shared by the whole program. A reference to an evaluator
/// is an evaluator, so it can be given to any number of searchers.
pub fn evaluator() -> &'static PairEvaluator<i16> {
    shared()
}

/// The same, for owners.
pub(crate) fn shared() -> &'static Arc<PairEvaluator<i16>> {
    static EVALUATOR: OnceLock<Arc<PairEvaluator<i16>>> = OnceLock::new();
    EVALUATOR.get_or_init(|| Arc::new(model().evaluator()))
}
