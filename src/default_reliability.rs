//! The reliability models that come with the package: how far the values of the default search may lie from those of a deeper
//! search, under the default evaluation and under material.
//!
//! The files are `data/models/spread.kmd` and `data/models/spread-material.kmd`, built into whoever asks for it (feature `default-model`). How they were made stands in
//! `data/models/README.md` and in their provenance.
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

/// Bytes of the model file `data/models/spread-material.kmd`.
pub const MATERIAL_BYTES: &[u8] = include_bytes!("../data/models/spread-material.kmd");

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

/// Reliability model for material alone and the search `modern`, as [`model`] is for the default evaluation.
pub fn material() -> &'static ReliabilityModel {
    static LOADED: OnceLock<ReliabilityModel> = OnceLock::new();
    let load = || {
        ReliabilityModel::from_bytes(MATERIAL_BYTES).expect("the model was checked before it was packed").0
    };
    LOADED.get_or_init(load)
}
