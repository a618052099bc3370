//! The evaluation that comes with the package: weights of pairs of pieces, trained on games of its own search.
//!
//! The file is `data/models/pairs.kmd`, built into whoever asks for it (feature `default-model`). How it was made, from
//! which seed and by which commands, stands in `data/models/README.md` and in its provenance; nothing but the rules, the piece
//! values of paper 001 and self-play went into it.
//!
//! ```
//! use komadai::search::{Limits, modern};
//! use komadai::{Position, default_model};
//!
//! let mut searcher = modern(default_model::evaluator(), 16)?;
//! let report = searcher.search(&Position::startpos(), &Limits::nodes(2_000));
//! assert!(report.best.is_some());
//! # Ok::<(), komadai::search::TableError>(())
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

/// Default model of pairs: weights, piece values, symmetry. It is read and checked on the first call, then kept.
pub fn model() -> &'static PairModel {
    &loaded().0
}

/// Provenance of the default model: what made it, of which data.
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
