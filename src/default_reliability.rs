//! The reliability models that come with the package: how far the values of the default search may lie from those of a deeper
//! search, under each evaluation that comes with the package.
//!
//! The files are `data/models/spread-default.kmd`, `spread-default-deep.kmd`, `spread.kmd` (pairs) and `spread-material.kmd`, built into
//! whoever asks for them (feature `default-model`). How they were made stands in `data/models/README.md` and in their provenance.
//!
//! ```
//! use komadai::{Position, default_reliability};
//!
//! let spread = default_reliability::model().spread(&Position::startpos(), 3.0, 6.0);
//! assert!((20.0..400.0).contains(&spread));
//! ```

use std::sync::OnceLock;

use komadai_core::artifact::Artifact;
use komadai_eval::reliability::ReliabilityModel;

type Loaded = OnceLock<ReliabilityModel>;

fn load(loaded: &'static Loaded, bytes: &[u8]) -> &'static ReliabilityModel {
    let read = || ReliabilityModel::from_bytes(bytes).expect("the model was checked before it was packed").0;
    loaded.get_or_init(read)
}

/// Reliability model for the default evaluation and the search `modern` (`data/models/README.md`). It is read and checked on the first
/// call, then kept.
pub fn model() -> &'static ReliabilityModel {
    static LOADED: Loaded = OnceLock::new();
    load(&LOADED, include_bytes!("../data/models/spread-default.kmd"))
}

/// The same between depths 8 and 12, and 10 and 14, where engines search: what [`Trust::of_package`](crate::Trust::of_package) asks.
pub fn deep() -> &'static ReliabilityModel {
    static LOADED: Loaded = OnceLock::new();
    load(&LOADED, include_bytes!("../data/models/spread-default-deep.kmd"))
}

/// The model for an evaluation by its name, if the package has one.
pub fn of(evaluation: &str) -> Option<&'static ReliabilityModel> {
    static PAIRS: Loaded = OnceLock::new();
    static MATERIAL: Loaded = OnceLock::new();
    match evaluation {
        "default" => Some(model()),
        "pairs" => Some(load(&PAIRS, include_bytes!("../data/models/spread.kmd"))),
        "material" => Some(load(&MATERIAL, include_bytes!("../data/models/spread-material.kmd"))),
        _ => None,
    }
}
