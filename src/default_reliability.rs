//! The reliability model that comes with the package: how far the values of the default search and evaluation may lie from
//! those of a deeper search.
//!
//! The file is `data/models/spread.kmd`, built into whoever asks for it (feature `default-model`). How it was made stands in
//! `data/models/README.md` and in its provenance.
//!
//! ```
//! use komadai::{Position, default_reliability};
//!
//! let spread = default_reliability::model().spread(&Position::startpos(), 3.0, 6.0);
//! assert!((20.0..400.0).contains(&spread));
//! ```

use std::sync::OnceLock;

use komadai_core::artifact::{Artifact, Provenance};
use komadai_eval::reliability::ReliabilityModel;

/// Bytes of the model file `data/models/spread.kmd`.
pub const BYTES: &[u8] = include_bytes!("../data/models/spread.kmd");

fn loaded() -> &'static (ReliabilityModel, Provenance) {
    static LOADED: OnceLock<(ReliabilityModel, Provenance)> = OnceLock::new();
    LOADED.get_or_init(|| {
        ReliabilityModel::from_bytes(BYTES).expect("the model was checked before it was packed")
    })
}

/// Default reliability model, made for the default evaluation and the search `modern`. It is read and checked on the first
/// call, then kept.
pub fn model() -> &'static ReliabilityModel {
    &loaded().0
}

/// Provenance of the model: what made it, of which data.
pub fn provenance() -> &'static Provenance {
    &loaded().1
}
