//! Gradient and lines against their definitions; weights found again; threads, workers and interruptions.

use komadai_core::rng::SplitMix64;
use komadai_core::{ByKind, Evaluator, PieceKind, PieceValues, Position, Tracked, random};
use komadai_eval::terms::AllTerms;
use komadai_eval::{FeatureSet, Material, PieceCounts};
use komadai_search::{Limits, Searcher};

use super::gradient::{LossGradient, add_gradient};
use super::siblings::{GameLines, search_siblings};
use super::weighted::Weighted;
use super::*;
use crate::reduce::{ReduceError, ThreadReduce};
use crate::solve::StepRule;
use crate::training::TrainingError;

const NOTHING: PieceValues = PieceValues { board: ByKind([0; 14]), hand: ByKind([0; 14]) };

/// Material alone, in the form that training searches with: one search is compiled for both.
const MATERIAL: Weighted<'static, PieceCounts> =
    Weighted { set: &PieceCounts, base: &Material::new(PieceValues::PAIRS_2007), weights: &[] };

/// Games that a search of two plies with material plays from random positions.
fn games(count: u64) -> Vec<TrainingGame> {
    (0..count)
        .map(|seed| {
            let start = random::play(&mut SplitMix64::new(seed), 40);
            let mut board = Tracked::new(start.clone());
            let mut searcher = Searcher::new(&MATERIAL);
            let moves = core::iter::from_fn(|| {
                let mv = searcher.search(board.position(), &Limits::depth(1)).best?;
                board.do_move(mv);
                Some(mv)
            });
            TrainingGame { start, moves: moves.take(8).collect() }
        })
        .collect()
}

#[test]
fn gradient_is_that_of_the_loss_by_finite_differences() {
    let (games, set, base) = (games(3), AllTerms::default(), Material::default());
    let options = ComparisonOptions::default();
    let mut rng = SplitMix64::new(5);
    let weights: Vec<f64> = (0..set.len()).map(|_| 20.0 * rng.unit() - 10.0).collect();
    let lines: Vec<GameLines> = games
        .iter()
        .map(|game| {
            search_siblings(game, &Weighted { set: &set, base: &base, weights: &weights }, &options).0
        })
        .collect();
    // The leaves stay where these weights have them.
    let at = |weights: &[f64]| {
        let eval = Weighted { set: &set, base: &base, weights };
        let mut sum = LossGradient { loss: 0.0, gradient: vec![0.0; set.len()] };
        for (game, lines) in games.iter().zip(&lines) {
            add_gradient(game, lines, &eval, options.steepness, &mut sum);
        }
        sum
    };
    let here = at(&weights);
    let steep: Vec<usize> = (0..set.len()).filter(|&i| here.gradient[i].abs() > 1e-3).collect();
    assert!(steep.len() > 100, "{}", steep.len());
    for &feature in steep.iter().step_by(steep.len() / 40) {
        let moved = |by: f64| {
            let mut weights = weights.clone();
            weights[feature] += by;
            at(&weights).loss
        };
        let difference = (moved(0.01) - moved(-0.01)) / 0.02;
        let slope = here.gradient[feature];
        assert!((difference - slope).abs() < 1e-5 + 1e-4 * slope.abs(), "{feature}: {difference} {slope}");
    }
}

#[test]
fn lines_end_where_the_evaluation_is_the_value() {
    let eval = &MATERIAL;
    let mut searcher = Searcher::new(eval);
    let mut captures = 0;
    for seed in 0..200 {
        let pos = random::play(&mut SplitMix64::new(seed), 60);
        let (value, line) = searcher.quiescence_line(&pos);
        if value.is_mate() {
            continue;
        }
        let mut leaf: Position = pos.clone();
        for &mv in &line {
            assert!(leaf.is_legal(mv), "{pos} {line:?}");
            leaf.do_move(mv);
        }
        captures += line.len();
        let seen = eval.evaluate(&eval.fresh(&leaf), &leaf);
        assert_eq!(if line.len() % 2 == 0 { seen } else { -seen }, value, "{pos} {line:?}");
    }
    assert!(captures > 50, "{captures}");
}

#[test]
fn piece_values_are_found_again_in_games_that_were_played_by_them() {
    let games = games(80);
    let options = ComparisonOptions { steps: 8, rule: StepRule::adam(16.0), ..ComparisonOptions::default() };
    let training = Comparison::new(PieceCounts, NOTHING, options).threads(2).passes(4).held_out(&games);
    let trained = training.train(&games).unwrap();
    let (before, after) = (trained.course[0].held_out, trained.course[4].held_out);
    let all = trained.state.weights();
    let weight = |kind: PieceKind| all[kind.index()];
    let pawn = weight(PieceKind::Pawn);
    let [silver, gold] = [PieceKind::Silver, PieceKind::Gold].map(weight);
    let [bishop, rook] = [PieceKind::Bishop, PieceKind::Rook].map(weight);
    assert!(pawn > 0.0 && silver.min(gold) > pawn && bishop.min(rook) > silver.max(gold), "{all:?}");
    assert!(after.agreement() > 2.0 * before.agreement(), "{before:?} {after:?}");
    assert!(after.mean_loss() < 0.5 * before.mean_loss(), "{before:?} {after:?}");
}

/// Training of all terms of paper 002.
fn of_terms<'a>(options: ComparisonOptions, passes: u32) -> Comparison<'a, AllTerms> {
    Comparison::new(AllTerms::default(), PieceValues::default(), options).passes(passes)
}

#[test]
fn both_rules_go_downhill_and_the_penalty_keeps_at_0_what_games_hardly_speak_of() {
    let games = games(4);
    let trained = |rule, penalty| {
        let options = ComparisonOptions { steps: 8, rule, penalty, ..ComparisonOptions::default() };
        let trained = of_terms(options, 1).train(&games).unwrap();
        let pass = trained.course[1].pass.unwrap();
        let moved = trained.state.weights().iter().filter(|&&weight| weight != 0.0).count();
        (pass.loss_after / pass.loss_before, moved)
    };
    for rule in [StepRule::Sign { step: 4.0 }, StepRule::adam(4.0)] {
        let ((down, free), (_, held)) = (trained(rule, 0.0), trained(rule, 1e-3));
        assert!(down < 0.8, "{rule:?}: {down}");
        assert!(0 < held && held < free, "{rule:?}: {held} {free}");
    }
}

#[test]
fn a_training_taken_up_ends_with_the_same_bits_on_any_number_of_threads() {
    let games = games(4);
    let options = ComparisonOptions { steps: 2, rule: StepRule::adam(2.0), ..ComparisonOptions::default() };
    let whole = of_terms(options, 2).threads(3).train(&games).unwrap();
    let mut kept = None;
    let stopped = of_terms(options, 2)
        .observe(|_, state| {
            kept = Some(state.clone());
            Err("stopped".to_owned())
        })
        .train(&games);
    assert_eq!(stopped.unwrap_err(), TrainingError::Observer("stopped".into()));
    #[cfg(feature = "artifact")]
    {
        use komadai_core::artifact::{Artifact, Provenance};
        let bytes = kept.unwrap().to_bytes(&Provenance::default()).unwrap();
        kept = Some(ComparisonState::from_bytes(&bytes).unwrap().0);
    }
    let resumed = of_terms(options, 2).resume(kept.clone()).train(&games).unwrap();
    assert!(resumed.state == whole.state && resumed.course[1] == whole.course[2]);
    let other = of_terms(options, 2).resume(kept.clone()).train(&games[1..]).unwrap_err();
    assert!(matches!(other, TrainingError::OtherTraining { .. }), "{other}");
    let beyond = of_terms(options, 0).resume(kept.clone()).train(&games).unwrap_err();
    assert_eq!(beyond.to_string(), "the state has 1 passes, expected 0");
    let set = Comparison::new(PieceCounts, PieceValues::default(), options);
    assert!(matches!(set.resume(kept).train(&games), Err(TrainingError::OtherTraining { .. })));
}

#[test]
fn options_that_make_no_sense_are_named() {
    let default = ComparisonOptions::default();
    for (options, said) in [
        (ComparisonOptions { steepness: f64::NAN, ..default }, "steepness is NaN"),
        (ComparisonOptions { penalty: f64::INFINITY, ..default }, "penalty is inf"),
        (
            ComparisonOptions { penalty: -1.0, ..default },
            "penalty is -1, expected a finite number of at least 0",
        ),
        (ComparisonOptions { rule: StepRule::Sign { step: 0.0 }, ..default }, "step is 0"),
        (ComparisonOptions { rule: StepRule::adam(f64::NAN), ..default }, "rate is NaN"),
    ] {
        let error = of_terms(options, 1).train(&[]).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn a_count_of_steps_at_its_end_does_not_overflow() {
    let rule = StepRule::adam(1.0);
    let mut state = ComparisonState { steps: u64::MAX, ..ComparisonState::new(1, rule) };
    state.step(rule, 0.0, &[1.0]);
    assert!(state.steps == u64::MAX && state.weights[0] < 0.0);
}

/// A pass by as many workers as parts.
fn by_workers(parts: &[&[TrainingGame]], options: ComparisonOptions) -> Vec<TrainedComparison> {
    let train = |part, rank| of_terms(options, 1).held_out(part).workers(rank).train(part).unwrap();
    ThreadReduce::run(parts.iter().copied(), train)
}

#[test]
fn workers_take_the_steps_of_one() {
    let games = games(4);
    for rule in [StepRule::Sign { step: 0.5 }, StepRule::adam(2.0)] {
        let options = ComparisonOptions { steps: 2, rule, ..ComparisonOptions::default() };
        let alone = of_terms(options, 1).held_out(&games).train(&games).unwrap();
        let three = by_workers(&[&games[..1], &[], &games[1..]], options);
        for of_three in &three {
            assert!(of_three.state == three[0].state && of_three.course == three[0].course, "the same bits");
            let (one, many) = (alone.course[1].pass.unwrap(), of_three.course[1].pass.unwrap());
            assert_eq!(
                (one.search.positions, one.search.siblings),
                (many.search.positions, many.search.siblings)
            );
            assert_eq!(of_three.course[1].held_out.positions, one.search.positions);
            for (one, many) in [
                (one.search.agreed, many.search.agreed),
                (one.search.loss, many.search.loss),
                (one.loss_before, many.loss_before),
                (one.loss_after, many.loss_after),
            ] {
                assert!((one / many - 1.0).abs() < 1e-9, "{rule:?}: {one} {many}");
            }
            for (one, many) in alone.state.weights().iter().zip(of_three.state.weights()) {
                assert!((one - many).abs() < 1e-6, "{rule:?}: {one} {many}");
            }
        }
    }
    let mut group = ThreadReduce::group(2);
    drop(group.pop());
    let error = of_terms(ComparisonOptions::default(), 1).workers(group.remove(0)).train(&games).unwrap_err();
    assert_eq!(error, TrainingError::Reduce(ReduceError::Gone));
}
