//! Training from outcomes: planted weights are found again, with the same bits whatever happens in between.
#![cfg(feature = "artifact")]

use komadai_core::notation::packed::{PackedPosition, Record, RecordResult};
use komadai_core::rng::SplitMix64;
use komadai_core::{Color, Evaluator, PieceKind, Position, random};
use komadai_eval::{FeatureSet, Material, Nearness, PieceCounts, PiecePlaces, Sum};
use komadai_learn::TrainingError;
use komadai_learn::corpus::part_of;
use komadai_learn::outcome::{Chance, Outcome, OutcomeOptions, OutcomeState, TrainedOutcome};
use komadai_learn::reduce::{ReduceError, ThreadReduce};
use komadai_learn::solve::StepRule;

use crate::changed::read_as;

/// Options under which everything but checks is learned from.
fn options() -> OutcomeOptions {
    OutcomeOptions { score_limit: 30_000, batch: 500, rounds: 4, prior: 100.0, ..OutcomeOptions::default() }
}

/// Records of random games whose results are drawn at random from the `value` for Black of their positions.
pub(crate) fn records(count: usize, value: impl Fn(&Position) -> f64) -> Vec<Record> {
    let (mut rng, chance) = (SplitMix64::new(11), Chance { scale: 600.0 });
    let mut all = Vec::new();
    while all.len() < count {
        let plies = 20 + rng.below(60) as u32;
        let mut pos = random::play(&mut rng, plies);
        for _ in 0..4 {
            let Some(mv) = random::legal_move(&mut rng, &pos) else { break };
            let black = pos.side_to_move() == Color::Black;
            let value = if black { value(&pos) } else { -value(&pos) };
            let result = if rng.unit() < chance.of(value) { RecordResult::Win } else { RecordResult::Loss };
            let score = value.round().clamp(-20_000.0, 20_000.0) as i16;
            let position = PackedPosition::pack(&pos).expect("random play keeps the set");
            all.push(Record { position, score, mv: None, ply: pos.move_number() as u16, result });
            pos.do_move(mv);
        }
    }
    all.truncate(count);
    all
}

pub(crate) fn material(pos: &Position) -> f64 {
    let material = Material::default();
    f64::from(material.fresh(pos))
}

fn trained<F: FeatureSet + Sync>(set: F, records: &[Record], options: OutcomeOptions) -> OutcomeState {
    Outcome::new(set, options).train(records).expect("options that can be used").state
}

/// Options under which planted weights are found again. Learning from scores, which are the exact value, is exact; results are random.
fn exact() -> OutcomeOptions {
    let step = StepRule::Adam { rate: 10.0, momentum: 0.9, memory: 0.999, damping: 1.0 };
    OutcomeOptions { step, rounds: 6, score_share: 1.0, prior: 1e4, ..options() }
}

#[test]
fn planted_weights_and_tempo_come_back_above_an_evaluator() {
    // Nearness is in the values by which the games were made, and in the fixed evaluator below. For Black a rook is worth 150 more
    // than that evaluator says, a gold 120 less, and the move 80.
    let below = &Sum(Material::default(), Nearness { attack: 40, defence: 30, pawn: 20 });
    let planted = |kind| match kind {
        PieceKind::Rook => 150.0,
        PieceKind::Gold => -120.0,
        _ => 0.0,
    };
    let value = |pos: &Position| {
        let known = f64::from(below.evaluate(&below.fresh(pos), pos).cp());
        let mut sum = if pos.side_to_move() == Color::Black { known + 80.0 } else { -known - 80.0 };
        PieceCounts.visit(pos, |kind, more| sum += planted(PieceKind::ALL[kind as usize]) * f64::from(more));
        sum
    };
    let records = records(10_000, value);
    let TrainedOutcome { state, chance, .. } =
        Outcome::above("nearness", below, PieceCounts, exact()).train(&records).unwrap();
    assert!((chance.scale - 600.0).abs() < 60.0, "K of the records is found again: {}", chance.scale);
    for kind in PieceKind::ALL {
        let (found, planted) = (f64::from(state.weights()[kind.index()]), planted(kind));
        // Limited by dragons, which are rare in random games.
        assert!((found - planted).abs() < 20.0, "{kind:?}: {found}, planted {planted}");
    }
    assert!((state.tempo() - 80.0).abs() < 5.0, "{}", state.tempo());
    let last = state.rounds.last().unwrap().held_out;
    assert!(last.loss() < state.below.loss() && last.floor() < last.loss(), "{last:?}");
    assert!(last.accuracy() > state.below.accuracy());
    let error = Outcome::new(PieceCounts, exact()).resume(state).train(&records).unwrap_err();
    assert!(matches!(error, TrainingError::OtherTraining { .. }), "{error}");
}

/// Trainings of both kinds of models, with a sufficient number of records for each.
const TRAININGS: [(fn() -> Outcome<'static>, usize); 2] = [
    (|| Outcome::new(PiecePlaces, options()), 3_000),
    (
        || {
            Outcome::network(
                8,
                OutcomeOptions { held_out_percent: 20, batch: 128, ..OutcomeOptions::network() },
            )
        },
        300,
    ),
];

#[test]
fn taken_up_again_after_any_round_on_any_number_of_threads_it_ends_with_the_same_bytes() {
    for (training, count) in TRAININGS {
        let records = records(count, material);
        let whole = training().train(&records).unwrap();
        assert!(whole.state.weights().iter().any(|&weight| weight != 0.0));
        let mut kept: Option<OutcomeState> = None;
        for round in 1..=4 {
            // Every round is made by another training, from the bytes of a file.
            let mut seen = Vec::new();
            let trained = training()
                .resume(kept)
                .threads([2, 5, 1, 3][round as usize - 1])
                .stop_after(round)
                .observe(|state| {
                    seen.push(state.rounds.len());
                    Ok(())
                })
                .train(&records)
                .unwrap();
            assert_eq!(seen, [round as usize]);
            assert!(round < 4 || trained.network == whole.network);
            kept = Some(read_as(&trained.state).unwrap());
        }
        assert!(kept == Some(whole.state));
        let stopped = training().observe(|_| Err("stopped".into())).train(&records);
        assert_eq!(stopped.unwrap_err(), TrainingError::Observer("stopped".into()));
    }
}

#[test]
fn states_of_other_trainings_are_refused() {
    let records = records(500, material);
    let state = trained(PieceCounts, &records, options());
    let refused = |records: &[Record], options| {
        Outcome::new(PieceCounts, options).resume(state.clone()).train(records).unwrap_err()
    };
    let error = refused(&records, OutcomeOptions { seed: 7, ..options() }).to_string();
    assert!(error.ends_with("found seed: 1, expected seed: 7"), "{error}");
    assert!(matches!(refused(&records[1..], options()), TrainingError::OtherTraining { .. }));
    let of_network = |hidden| Outcome::network(hidden, options()).stop_after(0);
    let network = of_network(8).train(&records).unwrap().state;
    let other = of_network(16).resume(network).train(&records);
    assert!(matches!(other, Err(TrainingError::OtherTraining { .. })));
    let of_places = Outcome::new(PiecePlaces, options()).resume(state.clone());
    let error = of_places.train(&records).unwrap_err().to_string();
    assert!(error.contains("piece-counts") && error.contains("piece-places"), "{error}");
    // Two combined sets have equally many features in either order, but other ones.
    let both = trained((PieceCounts, PiecePlaces), &records, options());
    let turned = Outcome::new((PiecePlaces, PieceCounts), options()).resume(both).train(&records);
    assert!(matches!(turned, Err(TrainingError::OtherTraining { .. })));
}

#[test]
fn options_and_records_that_make_no_sense_are_named() {
    let records = records(100, material);
    let error = |options| Outcome::new(PieceCounts, options).train(&records).unwrap_err().to_string();
    for (options, said) in [
        (OutcomeOptions { score_share: 1.5, ..options() }, "score_share is 1.5, expected 0 to 1"),
        (OutcomeOptions { prior: 0.0, ..options() }, "prior is 0, expected a finite number above 0"),
        (OutcomeOptions { prior: f64::NAN, ..options() }, "prior is NaN"),
        (OutcomeOptions { batch: 0, ..options() }, "batch is 0"),
        (OutcomeOptions { held_out_percent: 100, ..options() }, "held_out_percent is 100"),
        (OutcomeOptions { horizon: -1.0, ..options() }, "horizon is -1"),
        (OutcomeOptions { step: StepRule::adam(-1.0), ..options() }, "rate is -1"),
        (OutcomeOptions { score_limit: 0, ..options() }, "score_limit is 0"),
        // A value that single precision cannot hold.
        (
            OutcomeOptions { prior: 1e-20, ..options() },
            "round 1 ends with weights that are no finite numbers",
        ),
        (OutcomeOptions { step: StepRule::adam(1e300), ..options() }, "round 1 ends with weights"),
    ] {
        let found = error(options);
        assert!(found.contains(said), "{found}");
    }
    for (hidden, rounds, said) in [(12, 1, "hidden is 12, expected 8, 16 or 32"), (8, 0, "rounds is 0")] {
        let options = OutcomeOptions { rounds, ..OutcomeOptions::network() };
        let found = Outcome::network(hidden, options).train(&records).unwrap_err().to_string();
        assert!(found.starts_with(said), "{found}");
    }
    let error = Outcome::new(PieceCounts, options()).train(&[]).unwrap_err().to_string();
    assert!(error.starts_with("no record of 0"), "{error}");
}

/// Largest difference of two states' weights, as a part of the largest weight.
fn apart(one: &OutcomeState, other: &OutcomeState) -> f32 {
    let largest = one.weights().iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
    let pairs = one.weights().iter().zip(other.weights());
    pairs.fold(0.0_f32, |most, (a, b)| most.max((a - b).abs())) / largest
}

#[test]
fn workers_take_the_steps_of_one_and_states_go_on_with_any_number_of_them() {
    for ((training, count), bar) in TRAININGS.into_iter().zip([1e-5, 1e-3]) {
        let records = records(count, material);
        // Trains with one worker for each part, from a state if given, until `rounds` rounds are done.
        let by_workers = |parts: &[&[Record]], from: Option<&OutcomeState>, rounds| -> Vec<OutcomeState> {
            ThreadReduce::run(parts.iter().copied(), |part, rank| {
                let training = training().workers(rank).stop_after(rounds).resume(from.cloned());
                training.train(part).unwrap().state
            })
        };
        let [few, half, rest] = [(0, 7), (0, 2), (1, 2)].map(|(number, of)| part_of(&records, number, of));
        // Unequal parts, one of them empty.
        let parts = [few, &[], &records[few.len()..]];
        let alone = training().train(&records).unwrap().state;
        let three = by_workers(&parts, None, 4);
        assert!(three.iter().all(|state| *state == three[0]), "all workers have the same bits");
        assert!(apart(&alone, &three[0]) < bar, "{}", apart(&alone, &three[0]));
        for (one, many) in alone.rounds.iter().zip(&three[0].rounds) {
            for (one, many) in [(one.train, many.train), (one.held_out, many.held_out)] {
                assert_eq!(one.records, many.records);
                assert!((one.loss().unwrap() - many.loss().unwrap()).abs() < bar.into());
            }
        }
        // Three workers begin, two go on, one ends.
        let begun = by_workers(&parts, None, 1).remove(0);
        let further = by_workers(&[half, rest], Some(&begun), 3).remove(0);
        let last = training().resume(further).train(&records).unwrap().state;
        assert_eq!(last.rounds.len(), 4);
        assert!(apart(&alone, &last) < bar, "{}", apart(&alone, &last));
        // A group of one worker equals the trainer without a group.
        assert_eq!(by_workers(&[&records], None, 4)[0], alone);
    }
}

#[test]
fn a_worker_whose_records_are_wrong_tells_the_others() {
    let records = records(800, material);
    let mut wrong = records[400..].to_vec();
    wrong[7].position.0 = [0xff; 32];
    let told = ThreadReduce::run([&records[..400], &wrong[..]], |part, rank| {
        Outcome::new(PieceCounts, options()).workers(rank).train(part).unwrap_err()
    });
    assert_eq!(told[0], TrainingError::Reduce(ReduceError::Gone));
    assert!(matches!(told[1], TrainingError::Record { index: 7, .. }), "{}", told[1]);
}
