//! Training of a network: what is learned survives the rounding.
#![cfg(feature = "artifact")]

use komadai_core::Evaluator;
use komadai_core::notation::packed::Record;
use komadai_eval::network::NetworkEvaluator;
use komadai_learn::outcome::{Metrics, Outcome, OutcomeOptions, TrainedOutcome};
use komadai_learn::solve::StepRule;

use crate::outcome::{material, records};

fn options() -> OutcomeOptions {
    OutcomeOptions {
        score_share: 1.0,
        held_out_percent: 20,
        rounds: 8,
        batch: 128,
        step: StepRule::adam(2e-3),
        ..OutcomeOptions::network()
    }
}

#[test]
fn material_is_learned_and_integers_play_what_was_learned() {
    // One position of each random game, with material as its score and a result drawn with the chance it gives.
    let records: Vec<Record> = records(4 * 3_200, material).into_iter().step_by(4).collect();
    let TrainedOutcome { state, network, chance, selection, .. } =
        Outcome::network(8, options()).train(&records).expect("trains");
    let (first, last) = (state.rounds[0], state.rounds[7]);
    assert_eq!(last.held_out.records, selection.held_out.len() as u64);
    let beyond = |round: Metrics| round.loss().zip(round.floor()).map(|(l, f)| l - f);
    assert!(beyond(last.held_out) < beyond(first.held_out).map(|loss| 0.5 * loss), "{first:?}, {last:?}");

    let evaluator = NetworkEvaluator::new(&network.expect("is one"));
    let mut loss = 0.0;
    for &number in &selection.held_out {
        let pos = records[number as usize].position.unpack(1).expect("was packed");
        let value = f64::from(evaluator.evaluate(&evaluator.fresh(&pos), &pos).cp());
        loss += chance.loss(value, chance.of(records[number as usize].score.into()));
    }
    let loss = loss / selection.held_out.len() as f64;
    let real = last.held_out.loss().expect("there are some");
    assert!((loss - real).abs() < 2e-3, "integers lose {loss}, real numbers {real}");
}
