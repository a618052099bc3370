//! Weights of features of moves: a step against its definition.

use komadai_core::Position;
use komadai_learn::{SoftmaxOptions, SoftmaxTrainer};
use komadai_search::Node;
use komadai_search::policy::{MoveFeatures, MoveProbability};

#[test]
fn a_step_moves_every_weight_along_the_slope_of_the_likelihood() {
    let pos: Position = "4k4/9/9/9/4p4/9/9/4R4/4K4 b - 1".parse().unwrap();
    let (at, played) = (Node::new(&pos), "5h5e".parse().unwrap());
    let rate = 0.5;
    let mut trainer = SoftmaxTrainer::new(SoftmaxOptions { rate, decay: 0.0 });
    trainer.learn(&at, played);
    // All moves were equally likely. By AdaGrad each weight moves by its slope times the rate, over the root of the sum of its squared slopes.
    let (scene, moves) = (MoveFeatures::look(&at), pos.legal_moves());
    let (mut weights, mut squares) = (vec![0.0; MoveFeatures::COUNT], vec![1e-6; MoveFeatures::COUNT]);
    for mv in &moves {
        let slope = f64::from(u8::from(mv == played)) - 1.0 / moves.len() as f64;
        for feature in MoveFeatures::of(&scene, &pos, mv).unwrap().map(usize::from) {
            squares[feature] += slope * slope;
            weights[feature] += rate * slope / f64::sqrt(squares[feature]);
        }
    }
    let score = |mv| {
        MoveFeatures::of(&scene, &pos, mv)
            .unwrap()
            .map(|feature| weights[usize::from(feature)])
            .iter()
            .sum::<f64>()
    };
    let sum: f64 = moves.iter().map(|&mv| f64::exp(score(mv))).sum();
    let softmax = trainer.weights(1.0).unwrap().softmax().unwrap();
    for mv in &moves {
        let found = softmax.surprise(&at, mv).to_f64() * core::f64::consts::LN_2;
        let expected = sum.ln() - score(mv);
        assert!((found - expected).abs() < 0.03, "{mv}: {found}, {expected}");
    }
}
