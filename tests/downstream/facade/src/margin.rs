//! A margin of prunings: wider the more pieces are in hand.

use komadai::search::{Depth, MarginModel, Side};
use komadai::{Position, Value};

/// 150 centipawns, and 20 for each piece in hand.
pub struct ByHands;

impl MarginModel for ByHands {
    fn margin(&self, pos: &Position, _: Depth, _: Depth, _: Side) -> Value {
        let us = pos.side_to_move();
        Value::from_cp(150 + 20 * (pos.hand(us).len() + pos.hand(!us).len()) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::eval::Material;
    use komadai::search::{Futility, testing};

    #[test]
    fn it_keeps_the_laws_of_margins() {
        let (least, most) = testing::assert_margin_laws(&ByHands, 1, 50);
        assert!(least >= Value::from_cp(150) && least < most);
    }

    #[test]
    fn futility_by_it_keeps_the_laws_of_prunings() {
        assert!(testing::assert_pruning_laws(&Material::default(), &Futility::with(ByHands), 1, 4, 2) > 0);
    }
}
