//! What the thesis of paper 000 found, table 6.2: its program with Contextbest and without, 10 seconds each.

/// Problems of each level.
pub(super) const PROBLEMS: u32 = 100;
/// Thousand nodes per second with Contextbest and without: first dan, fourth dan.
pub(super) const SPEED: [(f64, f64); 2] = [(102.0, 105.2), (100.1, 101.4)];
/// Level, solved without, solved with.
pub(super) const SOLVED: [(&str, u32, u32); 2] =
    [("thesis: first dan", 63, 67), ("thesis: fourth dan", 40, 43)];
