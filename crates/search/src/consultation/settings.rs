//! The settings of a consultation.

use komadai_core::Value;

use super::noise::Noise;
use crate::depth::Depth;
use crate::engine::tactics::Tactics;
use crate::options::{Leaf, Options};

/// The settings of a consultation that are not its evaluation, memory or table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub(super) noise: Noise,
    pub(super) first: usize,
    pub(super) leaf: Leaf,
    pub(super) check_extension: Depth,
    pub(super) scout: bool,
    pub(super) exact_depth: bool,
    pub(super) draw: Value,
    pub(super) tactics: Tactics,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            noise: Noise::default(),
            first: 0,
            leaf: Leaf::default(),
            check_extension: Depth::PLY,
            scout: true,
            exact_depth: false,
            draw: Value::ZERO,
            tactics: Options::default().tactics,
        }
    }
}
