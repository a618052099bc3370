//! Weights of features of moves: one step against its definition, many steps towards certainty.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use komadai_core::{Move, Position};
use komadai_learn::{SoftmaxOptions, SoftmaxTrainer};
use komadai_search::Node;
use komadai_search::policy::{MoveFeatures, MoveProbability};

/// −ln of the probability of a move.
fn surprise(trainer: &SoftmaxTrainer, at: &Node<'_>, mv: Move) -> f64 {
    let softmax = trainer.weights(1.0).unwrap().softmax().unwrap();
    softmax.surprise(at, mv).to_f64() * core::f64::consts::LN_2
}

#[test]
fn likelihood_rises_to_certainty_on_moves_seen_again_and_again() {
    let pos = Position::startpos();
    let (at, played) = (Node::new(&pos), "7g7f".parse().unwrap());
    let mut trainer = SoftmaxTrainer::new(SoftmaxOptions::default());
    let mut last = surprise(&trainer, &at, played);
    assert!((last - 30f64.ln()).abs() < 0.02, "{last}");
    for _ in 0..5 {
        for _ in 0..40 {
            trainer.learn(&at, played);
        }
        let now = surprise(&trainer, &at, played);
        assert!(now < last, "{now} after {last}");
        last = now;
    }
    assert!(last < 0.2, "{last}");
}

#[test]
fn a_step_moves_every_weight_along_the_slope_of_the_likelihood() {
    let pos: Position = "4k4/9/9/9/4p4/9/9/4R4/4K4 b - 1".parse().unwrap();
    let (at, played) = (Node::new(&pos), "5h5e".parse().unwrap());
    let (features, rate) = (MoveFeatures::default(), 0.5);
    let mut trainer = SoftmaxTrainer::new(SoftmaxOptions { rate, decay: 0.0 });
    trainer.learn(&at, played);
    // All moves were equally likely. By AdaGrad each weight moves by the rate, over the root of the sum of its squared slopes.
    let (scene, moves) = (features.look(&at), pos.legal_moves());
    let (mut weights, mut squares) = (vec![0.0; MoveFeatures::COUNT], vec![1e-6; MoveFeatures::COUNT]);
    for mv in &moves {
        let slope = f64::from(u8::from(mv == played)) - 1.0 / moves.len() as f64;
        for feature in features.of(&scene, &pos, mv).unwrap().map(usize::from) {
            squares[feature] += slope * slope;
            weights[feature] += rate * slope / f64::sqrt(squares[feature]);
        }
    }
    let score = |mv| {
        features
            .of(&scene, &pos, mv)
            .unwrap()
            .map(|feature| weights[usize::from(feature)])
            .iter()
            .sum::<f64>()
    };
    let sum: f64 = moves.iter().map(|&mv| f64::exp(score(mv))).sum();
    for mv in &moves {
        let (found, expected) = (surprise(&trainer, &at, mv), sum.ln() - score(mv));
        assert!((found - expected).abs() < 0.03, "{mv}: {found}, {expected}");
    }
}
