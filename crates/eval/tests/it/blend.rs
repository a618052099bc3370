//! Evaluations blended by progress: the ends, and what training on both ends sees. `every_part.rs` checks that they are kept up.

use crate::positions::positions;
use komadai_core::{ByKind, Color, Evaluator, PieceKind, PieceValues, Position};
use komadai_eval::{Blend, FeatureSet, MAX_PROGRESS, Material, PieceCounts, PieceProgress, Progress, Staged};

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

/// Weights of piece values on the features of both ends make the blend of the two tables.
#[test]
fn staged_features_with_the_weights_of_both_ends_give_the_blend() {
    let (opening, ending) = ends();
    let staged = Staged { progress: PieceProgress::default(), features: PieceCounts };
    assert_eq!(staged.len(), 2 * PieceCounts.len());
    let weight = |id: u32| {
        let id = id as usize;
        let values = if id < PieceCounts.len() { opening.values } else { ending.values };
        f64::from(values.board[PieceKind::ALL[id % PieceCounts.len()]])
    };
    let eval = blend(PieceProgress::default());
    for pos in positions(300) {
        let mut sum = 0.0;
        staged.visit(&pos, |id, value| sum += weight(id) * f64::from(value));
        let black = eval.evaluate(&eval.fresh(&pos), &pos).cp() * sign(&pos);
        assert!((sum - f64::from(black)).abs() < 1.1, "{sum} {black}: {pos}");
    }
}

fn sign(pos: &Position) -> i32 {
    if pos.side_to_move() == Color::Black { 1 } else { -1 }
}
