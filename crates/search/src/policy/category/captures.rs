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

#[cfg(test)]
mod tests {
    use super::super::tacos::tests::{fits, fits_after};
    use super::*;

    #[test]
    fn taking_back_needs_the_square_of_the_last_move() {
        //   6 5 4
        // d . p .
        // e . * .    White's pawn steps here, and is taken
        // f . P .
        let sfen = "k8/9/9/4p4/9/4P4/9/9/K8 w - 1";
        assert!(fits_after(takes_back, sfen, "5d5e", "5f5e"));
        assert!(!fits_after(takes_back, sfen, "9a9b", "5f5e"));
    }

    #[test]
    fn the_dearest_of_several_pieces_is_the_prize() {
        //   6 5 4
        // d . r .
        // e p G .    the gold takes rook or pawn
        let sfen = "k8/9/9/4r4/3pG4/9/9/9/K8 b - 1";
        assert!(fits(takes_dearest, sfen, "5e5d"));
        assert!(!fits(takes_dearest, sfen, "5e6e"));
        assert!(fits(wins, sfen, "5e6e"));
    }

    #[test]
    fn captures_that_lose_win_nothing() {
        //   6 5 4
        // c . g .
        // d . p .    the rook would be lost for it
        // e . . .
        // f . R .
        let sfen = "k8/9/4g4/4p4/9/4R4/9/9/K8 b - 1";
        assert!(!fits(wins, sfen, "5f5d"));
        assert!(!fits(takes_dearest, sfen, "5f5d"));
        assert!(!fits(exchanges, sfen, "5f5d"));
    }

    #[test]
    fn exchanges_are_even() {
        //   6 5 4
        // c . g .
        // d . s .    silver for silver
        // e . S .
        let sfen = "k8/9/4g4/4s4/4S4/9/9/9/K8 b - 1";
        assert!(fits(exchanges, sfen, "5e5d"));
        // Without the gold it is a gain.
        assert!(!fits(exchanges, "k8/9/9/4s4/4S4/9/9/9/K8 b - 1", "5e5d"));
        assert!(!fits(exchanges, sfen, "5e4f"));
    }
}
