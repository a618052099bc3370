//! Counts.

use super::Count;

/// .
pub const TACOS_COUNTS: [Count; 21] = [Count { positions: 0, moves: 0, played: 0 }; 21];
/// .
pub const COARSE_COUNTS: [Count; 8] = [Count { positions: 0, moves: 0, played: 0 }; 8];
