//! [`Frame`]: what a ply keeps.

use komadai_core::{Move, Value};

use crate::engine::picker::Picker;
use crate::node::MAX_PLY;

/// Buffers of one ply, kept from search to search.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) picker: Picker,
    /// Where the moves tried at this node begin in the worker's list.
    pub(crate) tried_from: usize,
    /// The evaluation, if step 4 was taken out of check.
    pub(crate) static_value: Option<Value>,
    /// The best line from here, as far as it is known.
    pub(crate) pv: Vec<Move>,
}

impl Frame {
    /// One frame for every ply, and one more for the line below the last.
    pub(crate) fn all() -> Vec<Frame> {
        let frame = || Frame {
            picker: Picker::new(),
            tried_from: 0,
            static_value: None,
            pv: Vec::with_capacity(MAX_PLY + 1),
        };
        (0..MAX_PLY + 2).map(|_| frame()).collect()
    }

    /// The moves tried at this node, out of those of the path.
    #[inline]
    pub(crate) fn tried_in<'t>(&self, tried: &'t [Move]) -> &'t [Move] {
        tried.get(self.tried_from..).unwrap_or_default()
    }
}
