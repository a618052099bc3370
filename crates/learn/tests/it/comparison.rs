//! Training by comparison: slopes and lines against their definitions; weights found again; threads, workers and interruptions.
#![cfg(feature = "artifact")]

use komadai_core::rng::SplitMix64;
use komadai_core::{ByKind, Evaluator, PieceKind, PieceValues, Position, Tracked, random};
use komadai_eval::terms::AllTerms;
use komadai_eval::{FeatureSet, Material, PieceCounts};
use komadai_learn::TrainingError;
use komadai_learn::comparison::{Comparison, ComparisonOptions, ComparisonState, TrainingGame, Weighted};
use komadai_learn::reduce::ThreadReduce;
use komadai_learn::solve::StepRule;
use komadai_search::{Limits, Searcher};

use crate::changed::read_as;

const NOTHING: PieceValues = PieceValues { board: ByKind([0; 14]), hand: ByKind([0; 14]) };

/// Material alone, in the form that training searches with: one search is compiled for both.
fn material() -> Weighted<'static> {
    const MATERIAL: &Material = &Material::new(PieceValues::PAIRS_2007);
    Weighted::new(&PieceCounts, MATERIAL, &[])
}

/// Games that a search of two plies with material plays from random positions.
fn games(count: u64) -> Vec<TrainingGame> {
    let eval = material();
    let game = |seed| {
        let start = random::play(&mut SplitMix64::new(seed), 40);
        let mut board = Tracked::new(start.clone());
        let mut searcher = Searcher::new(&eval);
        let moves = core::iter::from_fn(|| {
            let mv = searcher.search(board.position(), &Limits::depth(1)).best?;
            board.do_move(mv);
            Some(mv)
        });
        TrainingGame { start, moves: moves.take(8).collect() }
    };
    (0..count).map(game).collect()
}

/// Training of all terms of paper 002.
fn of_terms<'a>(options: ComparisonOptions, passes: u32) -> Comparison<'a> {
    Comparison::new(AllTerms::default(), PieceValues::default(), options).passes(passes)
}

fn options(steps: u32, rule: StepRule) -> ComparisonOptions {
    ComparisonOptions { steps, rule, ..ComparisonOptions::default() }
}

#[test]
fn a_step_changes_the_loss_as_the_slopes_say() {
    let (games, mut rng) = (games(3), SplitMix64::new(5));
    let weights: Vec<f64> = (0..AllTerms::default().len()).map(|_| 20.0 * rng.unit() - 10.0).collect();
    // Without memory the means are the slopes, including those of the penalty. A step goes against their signs: with a large
    // penalty those of the weights, whatever the slopes of the loss.
    let rule = StepRule::Adam { rate: 1e-4, momentum: 0.0, memory: 0.0, damping: 1e-12 };
    for penalty in [0.0, 1e3] {
        // A pass whose searches, and so the leaves, use these weights.
        let pass = |steps| {
            let training = |passes| of_terms(ComparisonOptions { penalty, ..options(steps, rule) }, passes);
            let mut begun = training(0).train(&games).unwrap().state;
            begun.weights.clone_from(&weights);
            training(1).resume(begun).train(&games).unwrap()
        };
        let after = pass(1).state;
        let slopes = after.means.iter().zip(&weights).map(|(mean, weight)| mean - penalty * weight.signum());
        let moved = after.weights.iter().zip(&weights).map(|(after, before)| after - before);
        let told: f64 = moved.zip(slopes).map(|(by, slope)| by * slope).sum();
        // The loss before the second step.
        let two = pass(2).course[1].pass.unwrap();
        let measured = two.loss_after - two.loss_before;
        assert!((measured / told - 1.0).abs() < 1e-3, "{measured}, told {told}");
    }
}

#[test]
fn lines_end_where_the_evaluation_is_the_value() {
    let eval = material();
    let mut searcher = Searcher::new(&eval);
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
    let training = Comparison::new(PieceCounts, NOTHING, options(8, StepRule::adam(16.0)));
    let trained = training.threads(2).passes(4).held_out(&games).train(&games).unwrap();
    let (before, after) = (trained.course[0].held_out, trained.course[4].held_out);
    let all = &trained.state.weights;
    let weight = |kind: PieceKind| all[kind.index()];
    let pawn = weight(PieceKind::Pawn);
    let [silver, gold] = [PieceKind::Silver, PieceKind::Gold].map(weight);
    let [bishop, rook] = [PieceKind::Bishop, PieceKind::Rook].map(weight);
    assert!(pawn > 0.0 && silver.min(gold) > pawn && bishop.min(rook) > silver.max(gold), "{all:?}");
    assert!(after.agreement() > 2.0 * before.agreement(), "{before:?} {after:?}");
    assert!(after.mean_loss() < 0.5 * before.mean_loss(), "{before:?} {after:?}");
}

#[test]
fn both_rules_go_downhill_and_the_penalty_keeps_at_0_what_games_hardly_speak_of() {
    let games = games(4);
    let trained = |rule, penalty| {
        let trained = of_terms(ComparisonOptions { penalty, ..options(8, rule) }, 1).train(&games).unwrap();
        let pass = trained.course[1].pass.unwrap();
        let moved = trained.state.weights.iter().filter(|&&weight| weight != 0.0).count();
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
    let options = options(2, StepRule::adam(2.0));
    let whole = of_terms(options, 2).threads(3).train(&games).unwrap();
    let mut kept = None;
    let stopped = of_terms(options, 2)
        .observe(|_, state| {
            kept = Some(state.clone());
            Err("stopped".to_owned())
        })
        .train(&games);
    assert_eq!(stopped.unwrap_err(), TrainingError::Observer("stopped".into()));
    let kept: ComparisonState = read_as(&kept.unwrap()).unwrap();
    let go_on = |training: Comparison<'_>, games| training.resume(kept.clone()).train(games);
    let resumed = go_on(of_terms(options, 2), &games).unwrap();
    assert!(resumed.state == whole.state && resumed.course[1] == whole.course[2]);
    let of_counts = Comparison::new(PieceCounts, PieceValues::default(), options);
    for other in [go_on(of_terms(options, 2), &games[1..]), go_on(of_counts, &games)] {
        assert!(matches!(other, Err(TrainingError::OtherTraining { .. })), "{other:?}");
    }
    let beyond = go_on(of_terms(options, 0), &games).unwrap_err();
    assert_eq!(beyond.to_string(), "the state has 1 passes, expected 0");

    // Impossible numbers in a file; the largest count of steps.
    let changed = |change: fn(&mut ComparisonState)| {
        let mut state = kept.clone();
        change(&mut state);
        read_as::<ComparisonState>(&state)
    };
    for (change, said) in [
        (
            (|state| state.means[1] = f64::NAN) as fn(&mut ComparisonState),
            "means: number 1 is NaN, expected a finite number",
        ),
        (|state| state.squares[2] = -0.5, "squares: number 2 is -0.5, expected 0 or more"),
        (|state| state.squares.truncate(7), "squares: 7 numbers, expected "),
    ] {
        let error = changed(change).unwrap_err();
        assert!(error.contains(said), "{error}");
    }
    let last = changed(|state| state.steps = u64::MAX).unwrap();
    let after = of_terms(options, 2).resume(last.clone()).train(&games).unwrap().state;
    assert!(after.weights != last.weights);
    assert_eq!(after.steps, u64::MAX);
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
        (options(8, StepRule::Sign { step: 0.0 }), "step is 0"),
        (options(8, StepRule::adam(f64::NAN)), "rate is NaN"),
    ] {
        let error = of_terms(options, 1).train(&[]).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn workers_take_the_steps_of_one() {
    let games = games(4);
    let options = options(2, StepRule::adam(2.0));
    let alone = of_terms(options, 1).held_out(&games).train(&games).unwrap();
    let one = alone.course[1].pass.unwrap();
    let three = ThreadReduce::run([&games[..1], &[], &games[1..]], |part, rank| {
        of_terms(options, 1).held_out(part).workers(rank).train(part).unwrap()
    });
    assert!(three.iter().all(|each| each.state == three[0].state && each.course == three[0].course));
    let (many, held_out) = (three[0].course[1].pass.unwrap(), three[0].course[1].held_out);
    let (searched, by_many) = (one.search, many.search);
    assert_eq!((searched.positions, searched.siblings), (by_many.positions, by_many.siblings));
    assert_eq!(held_out.positions, searched.positions);
    for (one, many) in [
        (searched.agreed, by_many.agreed),
        (searched.loss, by_many.loss),
        (one.loss_before, many.loss_before),
        (one.loss_after, many.loss_after),
    ] {
        assert!((one / many - 1.0).abs() < 1e-9, "{one} {many}");
    }
    for (one, many) in alone.state.weights.iter().zip(&three[0].state.weights) {
        assert!((one - many).abs() < 1e-6, "{one} {many}");
    }
}
