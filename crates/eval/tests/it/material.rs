//! Material: its values, and the sum of two. `every_part.rs` checks that it is kept up and the same for both players.

use crate::positions::positions;
use komadai_core::{ByKind, Evaluator, PieceKind, PieceValues, Position};
use komadai_eval::{Material, Sum};

/// A value of its own for every kind, the king's too, so that no mistake cancels out.
pub(crate) fn odd_values() -> PieceValues {
    let powers = |base: i32| ByKind::from_fn(|kind| base.pow(kind.code() as u32));
    PieceValues { board: powers(3), hand: powers(2) }
}

/// The same values on the board and in hand.
fn same(value: impl Fn(PieceKind) -> i32) -> PieceValues {
    let values = ByKind::from_fn(value);
    PieceValues { board: values, hand: values }
}

#[test]
fn even_start_is_worth_nothing_and_a_handicap_its_piece() {
    let material = Material::default();
    let worth = |pos: &Position| material.evaluate(&material.fresh(pos), pos).cp();
    assert_eq!(worth(&Position::startpos()), 0);
    let rook_down: Position =
        "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1".parse().unwrap();
    assert_eq!(worth(&rook_down), -950);
}

#[test]
fn values_beyond_an_evaluation_are_held_inside_it() {
    let material = Material::new(same(|_| i32::MAX));
    let pos: Position = "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1".parse().unwrap();
    let value = material.evaluate(&material.fresh(&pos), &pos);
    assert!(!value.is_mate(), "{value}");
}

#[test]
fn sum_is_the_sum() {
    let (a, b) = (Material::default(), Material::new(same(|kind| kind.code() as i32)));
    let both = Sum(a, b);
    for pos in positions(100) {
        let parts = [a, b].map(|part| part.evaluate(&part.fresh(&pos), &pos).cp());
        assert_eq!(both.evaluate(&both.fresh(&pos), &pos).cp(), parts[0] + parts[1], "{pos}");
    }
}
