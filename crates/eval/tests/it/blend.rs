//! Evaluations blended by progress: the ends, and what training on both ends sees. `every_part.rs` checks that they are kept up.

use crate::positions::positions;
use komadai_core::{ByKind, Evaluator, PieceKind, PieceValues, Position};
use komadai_eval::{Blend, MAX_PROGRESS, Material, PieceProgress, Progress};

/// The opening by the values of the paper, the ending by others that are far from them.
fn ends() -> (Material, Material) {
    let mut values = ByKind::from_fn(|kind| 1_000 - 47 * kind.code() as i32);
    values[PieceKind::King] = 0;
    (Material::default(), Material::new(PieceValues { board: values, hand: values }))
}

fn blend<P: Progress>(progress: P) -> Blend<P, Material, Material> {
    let (opening, ending) = ends();
    Blend { progress, opening, ending }
}

fn worth<E: Evaluator>(eval: &E, pos: &Position) -> i32 {
    eval.evaluate(&eval.fresh(pos), pos).cp()
}

#[test]
fn value_lies_between_the_ends_and_reaches_them() {
    let (opening, ending) = ends();
    let eval = blend(PieceProgress::default());
    let (mut begun, mut ended) = (0, 0);
    for pos in positions(300) {
        let (a, b) = (worth(&opening, &pos), worth(&ending, &pos));
        let value = worth(&eval, &pos);
        assert!((a.min(b)..=a.max(b)).contains(&value), "{a} {value} {b}: {pos}");
        match eval.progress.progress(&eval.progress.fresh(&pos), &pos) {
            0 => {
                assert_eq!(value, a);
                begun += 1;
            }
            MAX_PROGRESS => {
                assert_eq!(value, b);
                ended += 1;
            }
            _ => {}
        }
    }
    assert!(begun > 0 && ended > 0, "{begun} openings, {ended} endings");
}
