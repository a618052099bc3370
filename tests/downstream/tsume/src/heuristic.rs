//! Initial proof numbers: an attacker with many pieces in hand is near a mate.

use komadai_tsume::{DfpnHeuristic, MateNode, Numbers};

/// All answers of a defender must be refuted. An attacker is nearer to a mate the more pieces it holds.
pub struct Supplies;

impl DfpnHeuristic for Supplies {
    fn initial(&self, at: &MateNode<'_>) -> Numbers {
        let held = at.pos.hand(at.attacker).len();
        if at.is_or() {
            Numbers::open(1 + 8 / (1 + held), at.answers())
        } else {
            Numbers::open(at.answers(), 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_tsume::{DependenceTable, testing};

    #[test]
    fn its_answers_are_right() {
        assert!(testing::assert_answers_hold(&Supplies, DependenceTable::default, 1, 10, 100_000) >= 12);
    }
}
