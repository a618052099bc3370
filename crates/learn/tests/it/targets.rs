//! Selection of the records and their targets in training from outcomes.

use komadai_core::notation::packed::{PackedPosition, Record, RecordResult};
use komadai_core::{Change, Evaluator, Position, Value};
use komadai_eval::PieceCounts;
use komadai_learn::TrainingError;
use komadai_learn::outcome::{Chance, Outcome, OutcomeOptions, Reason, TrainedOutcome};

use RecordResult::{Loss, Win};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

fn record(ply: u16, score: i16, result: RecordResult) -> Record {
    let position = PackedPosition::pack(&START.parse().unwrap()).unwrap();
    Record { position, score, mv: None, ply, result }
}

fn options() -> OutcomeOptions {
    OutcomeOptions { held_out_percent: 0, rounds: 1, ..OutcomeOptions::default() }
}

/// Evaluator that sees a chance of winning for the side to move at one ply only.
struct AtPly(u16);

const SEEN: Value = Value::from_cp(300);

impl Evaluator for AtPly {
    type State = ();

    fn fresh(&self, _: &Position) {}

    fn advance(&self, (): &(), _: &Position, _: &Change) {}

    fn evaluate(&self, (): &(), pos: &Position) -> Value {
        if pos.move_number() == u32::from(self.0) { SEEN } else { Value::ZERO }
    }
}

/// Games of one record each, in which higher scores win more often.
fn others() -> impl Iterator<Item = Record> {
    (0..40).map(|n| record(90, [300, -300][n % 2], if (n / 2 % 4 == 0) == (n % 2 == 0) { Loss } else { Win }))
}

/// The target of the position at a ply, which no other record has; and K.
///
/// The loss before the first step is that of [`AtPly`]: ln 2 for all records but one, whatever their targets.
fn target(records: &[Record], ply: u16, options: OutcomeOptions) -> (f64, Chance) {
    let all: Vec<Record> = others().chain(records.iter().copied()).collect();
    let trained = Outcome::above("at a ply", AtPly(ply), PieceCounts, options).train(&all).unwrap();
    let (chance, train) = (trained.chance, trained.state.rounds[0].train);
    let rest = (all.len() - 1) as f64 * core::f64::consts::LN_2;
    let loss = train.loss().unwrap() * all.len() as f64 - rest;
    let seen = f64::from(SEEN.cp());
    ((chance.loss(seen, 0.0) - loss) / (chance.loss(seen, 0.0) - chance.loss(seen, 1.0)), chance)
}

#[test]
fn targets_lie_between_the_score_and_the_result_of_the_game() {
    // Black to move, then White, then, a record missing, White again; Black wins.
    let game = [record(1, 100, Win), record(2, -50, Loss), record(4, 700, Loss)];
    let plain = OutcomeOptions { score_share: 0.0, horizon: f64::INFINITY, ..options() };
    let assert_target = |ply, options, expected: &dyn Fn(Chance) -> f64| {
        let (found, chance) = target(&game, ply, options);
        let expected = expected(chance);
        assert!((found - expected).abs() < 1e-6, "ply {ply}: {found}, expected {expected}");
    };
    let score = OutcomeOptions { score_share: 1.0, ..plain };
    for (record, won) in game.iter().zip([1.0, 0.0, 0.0]) {
        assert_target(record.ply, plain, &|_| won);
        assert_target(record.ply, score, &|chance| chance.of(record.score.into()));
    }
    let half = OutcomeOptions { score_share: 0.5, ..plain };
    assert_target(2, half, &|chance| 0.5 * chance.of(-50.0));
    // What White sees at ply 4 counts against Black at ply 1.
    let near = OutcomeOptions { horizon: 2.0, ..plain };
    let (one, two) = ((-0.5f64).exp(), (-1.0f64).exp());
    let second = |chance: Chance| (1.0 - two) * chance.of(700.0);
    assert_target(2, near, &second);
    assert_target(1, near, &|chance| 1.0 - (one * second(chance) + (1.0 - one) * chance.of(-50.0)));
    // A game that begins at a later ply than this one ended, and that White wins, says nothing about it.
    let two = [game[0], game[1], record(5, 0, Loss)];
    assert!((target(&two, 1, plain).0 - 1.0).abs() < 1e-6);
}

#[test]
fn loss_is_the_cross_entropy_and_stays_finite() {
    let chance = Chance { scale: 500.0 };
    for value in [-3000.0, -1.0, 0.0, 250.0, 5000.0] {
        for target in [0.0, 0.3, 1.0] {
            let p = chance.of(value);
            let plain = -(target * p.ln() + (1.0 - target) * (1.0 - p).ln());
            assert!((chance.loss(value, target) - plain).abs() < 1e-9, "{value} {target}");
        }
    }
    assert!((chance.loss(1e6, 0.0) - 2000.0).abs() < 1e-9);
    // No loss is below the entropy of the targets.
    let records: Vec<Record> = others().collect();
    let by_scores = OutcomeOptions { score_share: 1.0, ..options() };
    let trained = Outcome::new(PieceCounts, by_scores).train(&records).unwrap();
    let (found, p) = (trained.state.rounds[0].train.floor().unwrap(), trained.chance.of(300.0));
    assert!((found - trained.chance.loss(300.0, p)).abs() < 1e-6, "{found}");
}

fn trained(records: &[Record], held_out_percent: u64) -> Result<TrainedOutcome, TrainingError> {
    Outcome::new(PieceCounts, OutcomeOptions { held_out_percent, ..options() }).train(records)
}

#[test]
fn scores_that_foretell_nothing_are_refused() {
    let refused =
        |scores: [i16; 2]| trained(&[record(1, scores[0], Loss), record(1, scores[1], Win)], 0).unwrap_err();
    assert!(matches!(refused([300, -300]), TrainingError::NoScale(slope) if slope < 0.0));
    assert_eq!(refused([0, 0]), TrainingError::NoScale(0.0));
    let error = refused([-300, 300]).to_string();
    assert!(error.contains("or agree always: found a slope of 0."), "{error}");
}

#[test]
fn what_is_not_quiet_is_passed_over_and_games_are_held_out_whole() {
    let at = |sfen: &str, mv: Option<&str>, record: Record| Record {
        position: PackedPosition::pack(&sfen.parse::<Position>().unwrap()).unwrap(),
        mv: mv.map(|mv| mv.parse().unwrap()),
        ..record
    };
    let open = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
    let check = "lnsgkgsnl/1r2+B4/ppppppppp/9/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4";
    let all = [
        at(START, Some("7g7f"), record(1, 20, Win)),
        at(open, Some("8h2b+"), record(3, 20, Win)),
        record(4, 2_001, Win),
        record(5, -2_000, Win),
        at(check, None, record(7, 0, Win)),
    ];
    let records: Vec<Record> = all.into_iter().chain(others()).collect();
    let selection = trained(&records, 0).unwrap().selection;
    assert_eq!(selection.train[..2], [0, 3]);
    assert_eq!(selection.train.len(), 2 + 40);
    let skipped: Vec<(Reason, u64)> = selection.skipped().collect();
    assert_eq!(skipped, [(Reason::Check, 1), (Reason::Tactical, 1), (Reason::Decided, 1)]);

    // Forty games of three records each.
    let games = others().flat_map(|first| [10, 11, 12].map(|ply| Record { ply, ..first }));
    let selection = trained(&games.collect::<Vec<_>>(), 25).unwrap().selection;
    assert_eq!(selection.games.0, 40);
    assert!((3..20).contains(&selection.games.1), "{:?}", selection.games);
    assert_eq!(selection.held_out.len() as u64, 3 * selection.games.1);
    assert!(selection.held_out.chunks(3).all(|game| game[0] % 3 == 0 && game[2] == game[0] + 2));
    assert_eq!(selection.train.len() + selection.held_out.len(), 120);
}
