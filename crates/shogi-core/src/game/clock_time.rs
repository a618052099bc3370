//! Clock times of a record's moves.

use core::time::Duration;

/// Time spent on a move, and the player's total.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClockTime {
    /// Time for this move.
    pub spent: Duration,
    /// Time of this player so far, this move included; `None` where the format has no place for it (CSA).
    pub total: Option<Duration>,
}
