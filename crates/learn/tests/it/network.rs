//! Training of a network: the same bits come out whatever happens in between, and what is learned survives the rounding.
#![cfg(feature = "artifact")]

use komadai_core::Evaluator;
use komadai_core::artifact::{Artifact, Provenance};
use komadai_core::notation::packed::Record;
use komadai_eval::network::NetworkEvaluator;
use komadai_learn::TrainingError;
use komadai_learn::corpus::part_of;
use komadai_learn::outcome::{Metrics, Outcome, OutcomeOptions, OutcomeState, TrainedOutcome};
use komadai_learn::reduce::ThreadReduce;
use komadai_learn::solve::StepRule;

use crate::outcome::{self, material};

/// Positions of random games, one of each, with material as their score and a result drawn by it.
fn records(count: usize) -> Vec<Record> {
    outcome::records(4 * count, material).into_iter().step_by(4).collect()
}

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

fn training<'a>() -> Outcome<'a> {
    Outcome::network(8, options())
}

#[test]
fn material_is_learned_and_integers_play_what_was_learned() {
    let records = records(3_200);
    let TrainedOutcome { state, network, chance, selection, .. } =
        training().train(&records).expect("trains");
    let (first, last) = (state.rounds()[0], state.rounds()[7]);
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

#[test]
fn threads_and_interruptions_change_no_bit() {
    let records = records(300);
    let whole = training().train(&records).expect("trains");
    let other = training().threads(2).train(&records).expect("trains");
    assert!(whole.state == other.state && whole.network == other.network);

    let mut kept = Vec::new();
    let keep = |state: &OutcomeState| {
        kept = state.to_bytes(&Provenance::default()).map_err(|error| error.to_string())?;
        Ok(())
    };
    training().stop_after(2).observe(keep).train(&records).expect("trains");
    let (state, _) = OutcomeState::from_bytes(&kept).expect("was just written");
    assert_eq!(state.rounds().len(), 2);
    let resumed = training().threads(2).resume(state.clone()).train(&records).expect("trains");
    assert!(whole.state == resumed.state);

    let (batch, step) = (OutcomeOptions { batch: 64, ..options() }, StepRule::adam(1e-3));
    for (hidden, other) in [(8, batch), (8, OutcomeOptions { step, ..options() }), (16, options())] {
        let other = Outcome::network(hidden, other).resume(state.clone()).train(&records);
        assert!(matches!(other, Err(TrainingError::OtherTraining { .. })));
    }
}

#[test]
fn workers_take_the_steps_of_one() {
    let records = records(600);
    let alone = training().stop_after(2).train(&records).expect("trains");
    // Unlike parts, one of them empty.
    let few = part_of(&records, 0, 8);
    let parts = [few, &[], &records[few.len()..]];
    let all = ThreadReduce::run(parts, |part, rank| {
        training().stop_after(2).workers(rank).train(part).expect("trains")
    });
    assert!(all.iter().all(|one| one.state == all[0].state && one.network == all[0].network));
    for (one, many) in alone.state.rounds().iter().zip(all[0].state.rounds()) {
        assert_eq!(one.train.records, many.train.records);
        let [one, many] = [one, many].map(|round| round.held_out.loss().expect("there are some"));
        assert!((one - many).abs() < 1e-5, "{one}, {many}");
    }
}
