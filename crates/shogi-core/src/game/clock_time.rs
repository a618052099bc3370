//! What a game clock showed after a move.

use core::time::Duration;

/// Time on the clock at a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClockTime {
    /// Time for this move.
    pub spent: Duration,
    /// Time of this player so far, this move included; `None` where the format has no place for it (CSA).
    pub total: Option<Duration>,
}
