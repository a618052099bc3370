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

use core::fmt;
use std::sync::OnceLock;

use komadai_core::artifact::{Artifact, Provenance};
use komadai_core::{Position, Value};
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

/// How far a deeper search may come from a value, by the default model: what engines can say beside a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trust {
    /// Centipawns by which two values of three differ at most ([`ReliabilityModel::spread`]).
    pub spread: f32,
    /// The depths, shallow and deep, that the spread is of.
    pub depths: (f32, f32),
    /// Chance that the value keeps its sign, ½ to 1.
    pub sign: f64,
}

impl fmt::Display for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Trust { spread, depths: (shallow, deep), sign } = self;
        write!(f, "± {spread:.0} in 2 of 3 positions like this, from depth {shallow} to {deep}; ")?;
        write!(f, "the sign holds in {:.0} %", 100.0 * sign)
    }
}

/// How far a value of the default evaluation, found by [`modern`](komadai_search::modern) at a depth in plies, can be trusted
/// (paper 004, section 3.1): by the pair of depths nearest to this depth and twice it. The model knows none beyond 8 plies;
/// spreads fall with depth, so that it says too much for deep searches rather than too little. `None` for a mate.
///
/// ```
/// use komadai::{Position, Value, default_reliability};
///
/// let trust = default_reliability::trust(&Position::startpos(), Value::from_cp(900), 4).expect("no mate");
/// assert_eq!(trust.depths, (4.0, 8.0));
/// assert!(trust.sign > 0.9);
/// assert!(trust.to_string().contains("in 2 of 3 positions like this, from depth 4 to 8; the sign holds in "));
/// ```
pub fn trust(pos: &Position, value: Value, depth: u32) -> Option<Trust> {
    let pair = model().nearest(depth as f32, 2.0 * depth as f32).filter(|_| !value.is_mate())?;
    let depths = (pair.shallow, pair.deep);
    let above = model().chance_above(pos, depths.0, depths.1, value, Value::ZERO);
    Some(Trust { spread: model().spread(pos, depths.0, depths.1), depths, sign: above.max(1.0 - above) })
}
