//! Material: its values, and the sum of two. `every_part.rs` checks that it is kept up and the same for both players.

use komadai_core::rng::SplitMix64;
use komadai_core::{ByKind, Evaluator, PieceKind, PieceValues, Position, random};
use komadai_eval::{Material, Sum};
use proptest::prelude::{any, prop_assert_eq, proptest};

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
fn default_values_are_those_of_table_2() {
    let values = Material::default().values.board;
    assert_eq!(values, Material::default().values.hand);
    for (kind, value) in [
        (PieceKind::Pawn, 100),
        (PieceKind::Lance, 400),
        (PieceKind::Knight, 400),
        (PieceKind::Silver, 550),
        (PieceKind::Bishop, 800),
        (PieceKind::Rook, 950),
        (PieceKind::Horse, 1150),
        (PieceKind::Dragon, 1300),
    ] {
        assert_eq!(values[kind], value, "{kind:?}");
    }
    for kind in
        [PieceKind::Gold, PieceKind::ProPawn, PieceKind::ProLance, PieceKind::ProKnight, PieceKind::ProSilver]
    {
        assert_eq!(values[kind], 600, "{kind:?}");
    }
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

proptest! {
    #[test]
    fn sum_is_the_sum(seed in any::<u64>(), plies in 0_u32..120) {
        let (a, b) = (Material::default(), Material::new(same(|kind| kind.code() as i32)));
        let pos = random::play(&mut SplitMix64::new(seed), plies);
        let both = Sum(a, b);
        prop_assert_eq!(
            both.evaluate(&both.fresh(&pos), &pos).cp(),
            a.evaluate(&a.fresh(&pos), &pos).cp() + b.evaluate(&b.fresh(&pos), &pos).cp()
        );
    }
}
