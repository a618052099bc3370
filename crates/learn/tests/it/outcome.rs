//! Training from outcomes: weights that were planted come back, and the same bits come out whatever happens in between.
#![cfg(feature = "artifact")]
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use komadai_core::artifact::{Artifact, Provenance};
use komadai_core::notation::packed::{PackedPosition, Record, RecordResult};
use komadai_core::rng::SplitMix64;
use komadai_core::{Color, Evaluator, PieceKind, Position, random};
use komadai_eval::{FeatureSet, Material, PieceCounts, PiecePlaces};
use komadai_learn::corpus::part_of;
use komadai_learn::outcome::{Chance, OutcomeError, OutcomeOptions, OutcomeState, OutcomeTrainer, Reason};
use komadai_learn::reduce::{ReduceError, ThreadReduce};
use komadai_learn::solve::StepRule;

/// Quiet options: everything teaches but checks.
fn options() -> OutcomeOptions {
    OutcomeOptions { score_limit: 30_000, batch: 500, rounds: 4, prior: 100.0, ..OutcomeOptions::default() }
}

/// Records of random games whose results were drawn by chance from `value`, to Black, of their positions.
fn records(count: usize, chance: Chance, value: impl Fn(&Position) -> f64) -> Vec<Record> {
    let mut rng = SplitMix64::new(11);
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

fn material(pos: &Position) -> f64 {
    let material = Material::default();
    f64::from(material.fresh(pos))
}

fn trained<F: FeatureSet + Sync>(set: F, records: &[Record], options: OutcomeOptions) -> OutcomeState {
    let mut trainer = OutcomeTrainer::new(set, records, options, 1).expect("options that can be used");
    while trainer.round(|_| ()).is_some() {}
    trainer.state().clone()
}

#[test]
fn planted_weights_and_tempo_come_back() {
    // Black believes that a rook is worth 300 more than it says, a gold 120 less, and the move 80.
    let planted = |kind| match kind {
        PieceKind::Rook => 300.0,
        PieceKind::Gold => -120.0,
        _ => 0.0,
    };
    let value = |pos: &Position| {
        let mut sum = material(pos);
        PieceCounts.visit(pos, |kind, more| sum += planted(PieceKind::ALL[kind as usize]) * f64::from(more));
        sum + if pos.side_to_move() == Color::Black { 80.0 } else { -80.0 }
    };
    let records = records(40_000, Chance { scale: 600.0 }, value);
    let adam = StepRule::Adam { rate: 10.0, momentum: 0.9, memory: 0.999, damping: 1.0 };
    for step in [adam, StepRule::AdaGrad { rate: 30.0, damping: 1.0 }] {
        // Scores know the value: what is learned from them is exact, where results are chance.
        let options = OutcomeOptions { step, rounds: 6, score_share: 1.0, prior: 1e4, ..options() };
        let state = trained(PieceCounts, &records, options);
        for kind in PieceKind::ALL {
            let (found, planted) = (f64::from(state.weights()[kind.index()]), planted(kind));
            // Dragons are rare in random games.
            assert!((found - planted).abs() < 20.0, "{step:?} {kind:?}: {found}, planted {planted}");
        }
        assert!((state.tempo() - 80.0).abs() < 5.0, "{step:?}: {}", state.tempo());
        let last = state.rounds().last().unwrap().held_out;
        assert!(last.loss() < state.material().loss() && last.floor() < last.loss(), "{last:?}");
        assert!(last.accuracy() > state.material().accuracy());
    }
}

#[test]
fn bits_do_not_depend_on_threads() {
    let records = records(3_000, Chance { scale: 600.0 }, material);
    let on = |threads| {
        let mut trainer = OutcomeTrainer::new(PiecePlaces, &records, options(), threads).unwrap();
        while trainer.round(|_| ()).is_some() {}
        trainer.state().clone()
    };
    let one = on(1);
    assert!(one.weights().iter().any(|&weight| weight != 0.0));
    for threads in [2, 5] {
        assert_eq!(on(threads), one);
    }
}

#[test]
fn taken_up_again_after_any_round_it_ends_with_the_same_bytes() {
    let records = records(3_000, Chance { scale: 600.0 }, material);
    let bytes = |state: &OutcomeState| state.to_bytes(&Provenance::default()).unwrap();
    let whole = bytes(&trained(PiecePlaces, &records, options()));
    let mut kept = OutcomeTrainer::new(PiecePlaces, &records, options(), 1).unwrap().state().clone();
    for round in 0..4 {
        // Every round by another trainer, from the bytes of a file.
        let (state, _) = OutcomeState::from_bytes(&bytes(&kept)).unwrap();
        assert_eq!(state.rounds().len(), round);
        let mut trainer = OutcomeTrainer::new(PiecePlaces, &records, options(), 1).unwrap();
        trainer.resume(state).unwrap();
        trainer.round(|_| ()).unwrap();
        kept = trainer.state().clone();
    }
    assert_eq!(bytes(&kept), whole);
}

#[test]
fn states_of_other_trainings_and_damaged_ones_are_refused() {
    let records = records(500, Chance { scale: 600.0 }, material);
    let state = trained(PieceCounts, &records, options());
    let refused = |records: &[Record], options| {
        let mut trainer = OutcomeTrainer::new(PieceCounts, records, options, 1).unwrap();
        trainer.resume(state.clone()).unwrap_err()
    };
    let other = OutcomeOptions { prior: 99.0, ..options() };
    assert!(matches!(refused(&records, other), OutcomeError::OtherTraining { .. }));
    assert!(matches!(refused(&records[1..], options()), OutcomeError::OtherTraining { .. }));
    let mut trainer = OutcomeTrainer::new(PiecePlaces, &records, options(), 1).unwrap();
    let error = trainer.resume(state.clone()).unwrap_err().to_string();
    assert!(error.contains("piece-counts") && error.contains("piece-places"), "{error}");

    let bytes = state.to_bytes(&Provenance::default()).unwrap();
    for at in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        assert!(OutcomeState::from_bytes(&damaged).is_err(), "byte {at}");
    }
    assert!(OutcomeState::from_bytes(&bytes[..bytes.len() - 1]).is_err());
}

#[test]
fn what_is_not_quiet_is_passed_over_and_games_are_held_out_whole() {
    let pos = |sfen: &str| sfen.parse::<Position>().unwrap();
    let full = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let record = |pos: &Position, score, mv: Option<&str>, ply| Record {
        position: PackedPosition::pack(pos).unwrap(),
        score,
        mv: mv.map(|mv| mv.parse().unwrap()),
        ply,
        result: RecordResult::Win,
    };
    let start = pos(full);
    let open = pos("lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3");
    let check = pos("lnsgkgsnl/1r2+B4/ppppppppp/9/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4");
    // A pawn hangs, though the move found does not take it.
    let hanging = pos("lnsgkgsnl/1r5b1/ppppppp1p/9/7p1/9/PPPPPPP1P/1B5R1/LNSGKGSNL b P 5");
    let mut all = vec![
        record(&start, 20, Some("7g7f"), 1),
        record(&open, 20, Some("8h2b+"), 3),
        record(&start, 2_001, None, 4),
        record(&start, -2_000, None, 5),
        record(&hanging, 0, Some("7g7f"), 6),
    ];
    all.push(record(&check, 0, None, 7));
    let options =
        OutcomeOptions { held_out_percent: 0, exchange_limit: Some(50), ..OutcomeOptions::default() };
    let selection = komadai_learn::outcome::Selection::new(&all, &options, 1).unwrap();
    assert_eq!(selection.train, [0, 3]);
    let skipped: Vec<(Reason, u64)> = selection.skipped().collect();
    assert_eq!(
        skipped,
        [(Reason::Check, 1), (Reason::Tactical, 1), (Reason::Decided, 1), (Reason::Exchange, 1)]
    );

    // Forty games of three records each.
    let games: Vec<Record> = (0..120).map(|i| record(&start, 0, None, 10 + i % 3)).collect();
    let options = OutcomeOptions { held_out_percent: 25, ..OutcomeOptions::default() };
    let selection = komadai_learn::outcome::Selection::new(&games, &options, 1).unwrap();
    assert_eq!(selection.games.0, 40);
    assert!((3..20).contains(&selection.games.1), "{:?}", selection.games);
    assert_eq!(selection.held_out.len() as u64, 3 * selection.games.1);
    assert!(selection.held_out.chunks(3).all(|game| game[0] % 3 == 0 && game[2] == game[0] + 2));
    assert_eq!(selection.train.len() + selection.held_out.len(), 120);
}

#[test]
fn options_and_records_that_make_no_sense_are_named() {
    let records = records(100, Chance { scale: 600.0 }, material);
    let error = |options| OutcomeTrainer::new(PieceCounts, &records, options, 1).unwrap_err().to_string();
    for (options, said) in [
        (OutcomeOptions { score_share: 1.5, ..options() }, "score_share is 1.5, expected 0 to 1"),
        (OutcomeOptions { prior: 0.0, ..options() }, "prior is 0, expected more than 0"),
        (OutcomeOptions { prior: f64::NAN, ..options() }, "prior is NaN"),
        (OutcomeOptions { batch: 0, ..options() }, "batch is 0"),
        (OutcomeOptions { held_out_percent: 100, ..options() }, "held_out_percent is 100"),
        (OutcomeOptions { horizon: -1.0, ..options() }, "horizon is -1"),
        (OutcomeOptions { step: StepRule::AdaGrad { rate: -1.0, damping: 1.0 }, ..options() }, "rate is -1"),
        (OutcomeOptions { score_limit: 0, ..options() }, "score_limit is 0"),
    ] {
        let found = error(options);
        assert!(found.contains(said), "{found}");
    }
    let mut wrong = records.clone();
    wrong[7].position.0 = [0xff; 32];
    let error = OutcomeTrainer::new(PieceCounts, &wrong, options(), 1).unwrap_err();
    assert!(matches!(error, OutcomeError::Record { index: 7, .. }), "{error}");
    let error = OutcomeTrainer::new(PieceCounts, &[], options(), 1).unwrap_err().to_string();
    assert!(error.starts_with("no record of 0"), "{error}");
}

/// Trains with as many workers as parts, each from a state if there is one, for so many rounds.
fn by_workers(
    parts: &[&[Record]],
    options: OutcomeOptions,
    from: Option<&OutcomeState>,
    rounds: usize,
) -> Vec<OutcomeState> {
    std::thread::scope(|scope| {
        let work = |part, rank| {
            let mut trainer = OutcomeTrainer::shared(PiecePlaces, part, options, 1, rank).unwrap();
            if let Some(state) = from {
                trainer.resume(state.clone()).unwrap();
            }
            for _ in 0..rounds {
                trainer.shared_round(|_| ()).unwrap().unwrap();
            }
            trainer.state().clone()
        };
        let threads: Vec<_> = parts
            .iter()
            .zip(ThreadReduce::group(parts.len()))
            .map(|(part, rank)| scope.spawn(move || work(part, rank)))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// Largest difference of two states' weights, as a part of the largest weight.
fn apart(one: &OutcomeState, other: &OutcomeState) -> f32 {
    let largest = one.weights().iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
    let pairs = one.weights().iter().zip(other.weights());
    pairs.fold(0.0_f32, |most, (a, b)| most.max((a - b).abs())) / largest
}

#[test]
fn workers_take_the_steps_of_one_and_states_go_on_with_any_number_of_them() {
    let records = records(3_000, Chance { scale: 600.0 }, material);
    let [few, half, rest] = [(0, 7), (0, 2), (1, 2)].map(|(number, of)| part_of(&records, number, of));
    // Unlike parts, one of them empty.
    let parts = [few, &[], &records[few.len()..]];
    let alone = trained(PiecePlaces, &records, options());
    let three = by_workers(&parts, options(), None, 4);
    assert!(three.iter().all(|state| *state == three[0]), "all workers have the same bits");
    assert!(apart(&alone, &three[0]) < 1e-5, "{}", apart(&alone, &three[0]));
    for (one, many) in alone.rounds().iter().zip(three[0].rounds()) {
        assert_eq!(one.train.records, many.train.records);
        assert_eq!(one.held_out.records, many.held_out.records);
        assert!((one.held_out.loss().unwrap() - many.held_out.loss().unwrap()).abs() < 1e-6);
        assert!((one.train.loss().unwrap() - many.train.loss().unwrap()).abs() < 1e-6);
    }
    // Three workers begin, two go on, one ends.
    let begun = by_workers(&parts, options(), None, 1).remove(0);
    let further = by_workers(&[half, rest], options(), Some(&begun), 2).remove(0);
    let mut last = OutcomeTrainer::new(PiecePlaces, &records, options(), 1).unwrap();
    last.resume(further).unwrap();
    while last.round(|_| ()).is_some() {}
    assert_eq!(last.state().rounds().len(), 4);
    assert!(apart(&alone, last.state()) < 1e-5, "{}", apart(&alone, last.state()));
    // One worker of a group is the trainer without one.
    assert_eq!(by_workers(&[&records], options(), None, 4)[0], alone);
}

#[test]
fn a_worker_whose_records_are_wrong_tells_the_others() {
    let records = records(800, Chance { scale: 600.0 }, material);
    let mut wrong = records[400..].to_vec();
    wrong[7].position.0 = [0xff; 32];
    let told: Vec<OutcomeError> = std::thread::scope(|scope| {
        let threads: Vec<_> = [&records[..400], &wrong[..]]
            .into_iter()
            .zip(ThreadReduce::group(2))
            .map(|(part, rank)| {
                scope
                    .spawn(move || OutcomeTrainer::shared(PieceCounts, part, options(), 1, rank).unwrap_err())
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(told[0], OutcomeError::Reduce(ReduceError::Gone));
    assert!(matches!(told[1], OutcomeError::Record { index: 7, .. }), "{}", told[1]);
}
