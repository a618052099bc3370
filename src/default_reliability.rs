//! The reliability models of the package: how far the values of the default search may differ from those of a deeper search, for each
//! evaluation of the package.
//!
//! The files are `data/models/spread-default.kmd`, `spread-default-deep.kmd`, `spread.kmd` (pairs) and `spread-material.kmd`, built in
//! with the feature `default-model`. `data/models/README.md` and their provenance say how they were made.
//!
//! ```
//! use komadai::{Position, default_reliability};
//!
//! let spread = default_reliability::model().spread(&Position::startpos(), 3.0, 6.0);
//! assert!((20.0..400.0).contains(&spread));
//! ```

use std::sync::LazyLock;

use komadai_core::artifact::Artifact;
use komadai_eval::reliability::ReliabilityModel;

type Model = LazyLock<ReliabilityModel>;

fn read(bytes: &[u8]) -> ReliabilityModel {
    ReliabilityModel::from_bytes(bytes).expect("the model was checked before it was packed").0
}

/// Reliability model for the default evaluation and the search `modern` (`data/models/README.md`). Read and checked on the first call, then kept.
pub fn model() -> &'static ReliabilityModel {
    static MODEL: Model = Model::new(|| read(include_bytes!("../data/models/spread-default.kmd")));
    &MODEL
}

/// The same for depths 8 to 12 and 10 to 14, at which engines search; used by [`Trust::of_package`](crate::Trust::of_package).
pub fn deep() -> &'static ReliabilityModel {
    static MODEL: Model = Model::new(|| read(include_bytes!("../data/models/spread-default-deep.kmd")));
    &MODEL
}

/// Reliability model for the evaluation of this name, if the package has one.
pub fn of(evaluation: &str) -> Option<&'static ReliabilityModel> {
    static PAIRS: Model = Model::new(|| read(include_bytes!("../data/models/spread.kmd")));
    static MATERIAL: Model = Model::new(|| read(include_bytes!("../data/models/spread-material.kmd")));
    match evaluation {
        "default" => Some(model()),
        "pairs" => Some(&PAIRS),
        "material" => Some(&MATERIAL),
        _ => None,
    }
}
