//! The evaluation that comes with the package: weights of pairs of pieces and of effects around the kings, trained together on games of
//! its own search.
//!
//! The files are `data/models/default-pairs.kmd` and `default-effects.kmd`, built into whoever asks for them (feature `default-model`).
//! How they were made, from which seeds and by which commands, stands in `data/models/README.md` and in their provenance; nothing but
//! the rules, the piece values of paper 001 and self-play went into them.
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
use komadai_eval::Sum;
use komadai_eval::effects::{EffectsEvaluator, EffectsModel};
use komadai_eval::pair::{PairEvaluator, PairModel};

/// Bytes of the model file `data/models/default-pairs.kmd`.
pub const PAIRS: &[u8] = include_bytes!("../data/models/default-pairs.kmd");

/// Bytes of the model file `data/models/default-effects.kmd`.
pub const EFFECTS: &[u8] = include_bytes!("../data/models/default-effects.kmd");

/// Material and pairs of pieces, and effects around the kings.
pub type DefaultEvaluator = Sum<Arc<PairEvaluator<i16>>, EffectsEvaluator>;

fn loaded<M: Artifact>(bytes: &[u8]) -> (M, Provenance) {
    M::from_bytes(bytes).expect("the model was checked before it was packed")
}

/// Provenance of the default model: what made it, of which data.
pub fn provenance() -> &'static Provenance {
    static LOADED: OnceLock<Provenance> = OnceLock::new();
    LOADED.get_or_init(|| loaded::<EffectsModel>(EFFECTS).1)
}

/// The player of the model, made on the first call (some 11 MB) and then shared by the whole program. A reference to an evaluator
/// is an evaluator, so it can be given to any number of searchers.
pub fn evaluator() -> &'static DefaultEvaluator {
    static EVALUATOR: OnceLock<DefaultEvaluator> = OnceLock::new();
    EVALUATOR.get_or_init(|| {
        let pairs = loaded::<PairModel>(PAIRS).0.evaluator();
        Sum(Arc::new(pairs), loaded::<EffectsModel>(EFFECTS).0.evaluator())
    })
}
