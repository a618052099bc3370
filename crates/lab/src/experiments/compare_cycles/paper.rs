//! What paper 003 found: 388 mates and 14 no-mates of Shogi Zuko, Shogi Muso and Zoku Tsumuya Tsumazaruya, on an Athlon
//! 2800+ with 300 MB of tables and 15 minutes each.

/// Table 1: the no-mates of the two older collections, by their names in our files. The other seven are Zoku 26, 31, 42, 113, 119, 133 and
/// 175.
pub(super) const NO_MATES: [&str; 7] =
    ["zuko073", "muso006", "muso037", "muso040", "muso073", "muso088", "muso089"];
/// Those that the paper could not settle.
pub(super) const OPEN: [&str; 2] = ["muso006", "muso073"];

/// Table 2: solved mates and no-mates.
pub(super) const MATES: u32 = 388;
pub(super) const ALL_NO_MATES: u32 = 14;
pub(super) const TWIN: (u32, u32) = (388, 12);
pub(super) const NAGAI: (u32, u32) = (388, 0);

/// Section 4: share of the nodes of simulations in all nodes, and of simulations that succeed, in percent.
pub(super) const SIMULATION_NODES: f64 = 0.7;
pub(super) const SIMULATION_SUCCESS: f64 = 66.0;

/// Figs. 5 and 6: nodes to rebuild the tree, in percent of the nodes of the search, on average.
pub(super) const PROOF_OVERHEAD: f64 = 1.7;
pub(super) const DISPROOF_OVERHEAD: f64 = 8.4;
