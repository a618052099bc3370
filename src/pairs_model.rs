//! Weights of pairs of pieces alone, as in paper 001: the model for experiments on pairs.
//!
//! The file is `data/models/pairs.kmd`, built in with the feature `default-model`; `data/models/README.md` describes how it was made. The
//! evaluation that plays best is [`default_model`](crate::default_model).
//!
//! ```
//! use komadai::{Evaluator, Position, pairs_model};
//!
//! let (eval, pos) = (pairs_model::evaluator(), Position::startpos());
//! assert_eq!(eval.evaluate(&eval.fresh(&pos), &pos).cp(), 0);
//! ```

use std::sync::{Arc, LazyLock};

use komadai_core::artifact::{Artifact, Provenance};
use komadai_eval::pair::{PairEvaluator, PairModel};

/// Bytes of the model file `data/models/pairs.kmd`.
pub const BYTES: &[u8] = include_bytes!("../data/models/pairs.kmd");

static LOADED: LazyLock<(PairModel, Provenance)> =
    LazyLock::new(|| PairModel::from_bytes(BYTES).expect("the model was checked before it was packed"));

/// The evaluator for owners of an [`Arc`]; made on first use.
pub(crate) static SHARED: LazyLock<Arc<PairEvaluator<i16>>> = LazyLock::new(|| Arc::new(model().evaluator()));

/// Model of pairs: weights, piece values, symmetry; read and checked on the first call, then kept.
pub fn model() -> &'static PairModel {
    &LOADED.0
}

/// Provenance of the model: what made it, and from which data.
pub fn provenance() -> &'static Provenance {
    &LOADED.1
}

/// Evaluator of the model, made on the first call (some 11 MB) and then shared by the whole program. A reference to an evaluator is
/// itself an evaluator, so any number of searchers can use it.
pub fn evaluator() -> &'static PairEvaluator<i16> {
    &SHARED
}
