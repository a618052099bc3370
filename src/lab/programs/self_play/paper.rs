//! What the thesis of paper 000 found, section 6.3: its program with Contextbest against itself without, 150 openings
//! with both colours, 10 seconds a move.

use crate::lab::Score;

/// Table 6.1.
pub(super) const GAMES: Score = Score { wins: 171, draws: 0, losses: 129 };
