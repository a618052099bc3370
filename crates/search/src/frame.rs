//! Per-ply buffers of the search stack.

use komadai_core::{Move, Value};

use crate::node::MAX_PLY;
use crate::picker::Picker;

/// Buffers of one ply, kept from search to search.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) picker: Picker,
    pub(crate) tried: Vec<Move>,
    /// The evaluation, where step 4 was taken out of check.
    pub(crate) static_value: Option<Value>,
    /// The best line from here, as far as it is known.
    pub(crate) pv: Vec<Move>,
}

impl Frame {
    /// One frame for every ply, and one more for the line below the last.
    pub(crate) fn all() -> Vec<Frame> {
        let frame = || Frame {
            picker: Picker::new(),
            static_value: None,
            tried: Vec::with_capacity(komadai_core::MAX_LEGAL_MOVES),
            pv: Vec::with_capacity(MAX_PLY + 1),
        };
        (0..MAX_PLY + 2).map(|_| frame()).collect()
    }
}
