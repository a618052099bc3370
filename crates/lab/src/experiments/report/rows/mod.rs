//! The rows of the report: what the papers claim, and the commands whose tables decide it.
//!
//! Row by row [R1]–[R21], a file for each paper. A paper's number stands as it is printed there, with its table or figure.

mod paper_000;
mod paper_001;
mod paper_002;
mod paper_003;
mod paper_004;

use super::row::Row;

/// All rows, in their order.
pub(super) const ROWS: [Row; 21] = [
    paper_000::R1,
    paper_000::R2,
    paper_000::R3,
    paper_000::R4,
    paper_001::R5,
    paper_001::R6,
    paper_001::R7,
    paper_001::R8,
    paper_002::R9,
    paper_002::R10,
    paper_002::R11,
    paper_002::R12,
    paper_003::R13,
    paper_003::R14,
    paper_003::R15,
    paper_003::R16,
    paper_004::R17,
    paper_004::R18,
    paper_004::R19,
    paper_004::R20,
    paper_004::R21,
];
