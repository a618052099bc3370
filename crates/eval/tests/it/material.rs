//! Material: its values, and two of them summed and blended. `every_part.rs` checks its updates and that it is the same for both players.

use crate::positions::{positions, worth};
use komadai_core::{ByKind, Evaluator, PieceKind, PieceValues, Position};
use komadai_eval::{Blend, MAX_PROGRESS, Material, PieceProgress, Sum};

/// A different value for every kind, also the king, so that no mistakes cancel out.
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
fn values_beyond_an_evaluation_are_held_inside_it() {
    let material = Material::new(same(|_| i32::MAX));
    let pos: Position = "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1".parse().unwrap();
    let value = material.evaluate(&material.fresh(&pos), &pos);
    assert!(!value.is_mate(), "{value}");
}

#[test]
fn sum_is_the_sum() {
    let (a, b) = (Material::default(), Material::new(same(|kind| kind.code() as i32)));
    for pos in positions(100) {
        assert_eq!(worth(&Sum(a, b))(&pos), worth(&a)(&pos) + worth(&b)(&pos), "{pos}");
    }
}

#[test]
fn a_blend_lies_between_its_ends_and_reaches_them() {
    let worth_in_ending =
        |kind: PieceKind| if kind == PieceKind::King { 0 } else { 1_000 - 47 * kind.code() as i32 };
    let (opening, ending) = (Material::default(), Material::new(same(worth_in_ending)));
    let progress = PieceProgress::default();
    let eval = Blend { progress, opening, ending };
    let (mut begun, mut ended) = (0, 0);
    for pos in positions(300) {
        let (a, value, b) = (worth(&opening)(&pos), worth(&eval)(&pos), worth(&ending)(&pos));
        assert!((a.min(b)..=a.max(b)).contains(&value), "{a} {value} {b}: {pos}");
        let come = progress.of(&pos);
        assert!((come > 0 || value == a) && (come < MAX_PROGRESS || value == b), "{a} {value} {b}: {pos}");
        begun += usize::from(come == 0);
        ended += usize::from(come == MAX_PROGRESS);
    }
    assert!(begun > 0 && ended > 0, "{begun} openings, {ended} endings");
}
