//! Captures, told apart by what is taken and what the exchange brings.

use super::TestedMove;

/// The most that an even exchange may cost, in the values given: silver for gold is even, as players say.
pub(super) const EVEN: i32 = 200;

/// 3 直前に動いた駒を取る: takes the piece that they have just moved or dropped, whatever it costs.
pub(super) fn takes_back(tested: &TestedMove<'_>) -> bool {
    tested.captured.is_some() && tested.node.last == Some(tested.mv.to())
}

/// 4 最も価値の高い駒を取る: takes the most valuable piece of those we attack, and wins something by it.
pub(super) fn takes_dearest(tested: &TestedMove<'_>) -> bool {
    tested.node.prizes.contains(tested.mv.to()) && tested.gain() > 0
}

/// 5 得になる駒取り: any other capture that wins something.
pub(super) fn wins(tested: &TestedMove<'_>) -> bool {
    tested.captured.is_some() && tested.gain() > 0
}

/// 13 交換: a capture that wins nothing and costs next to nothing.
pub(super) fn exchanges(tested: &TestedMove<'_>) -> bool {
    tested.captured.is_some() && (-EVEN..=0).contains(&tested.gain())
}
