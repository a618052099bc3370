//! Comparison training: threads change no bit, workers find what one finds, the penalty holds what games hardly speak of.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use komadai_core::rng::SplitMix64;
use komadai_core::{PieceValues, Tracked, random};
use komadai_eval::terms::AllTerms;
use komadai_eval::{FeatureSet, Material};
use komadai_learn::comparison::{ComparisonOptions, ComparisonTrainer, Pass, TrainingGame};
use komadai_learn::reduce::{Reduce, ReduceError, ThreadReduce};
use komadai_learn::solve::StepRule;
use komadai_search::{Limits, Searcher};

/// Games that a search of one ply with material plays from random positions.
fn games(count: u64) -> Vec<TrainingGame> {
    (0..count)
        .map(|seed| {
            let start = random::play(&mut SplitMix64::new(seed), 40);
            let mut board = Tracked::new(start.clone());
            let mut searcher = Searcher::new(Material::default());
            let moves = core::iter::from_fn(|| {
                let mv = searcher.search(board.position(), &Limits::depth(1)).best?;
                board.do_move(mv);
                Some(mv)
            });
            TrainingGame { start, moves: moves.take(8).collect() }
        })
        .collect()
}

fn trainer(rule: StepRule) -> ComparisonTrainer<AllTerms> {
    let options = ComparisonOptions { steps: 4, rule, ..ComparisonOptions::default() };
    ComparisonTrainer::new(AllTerms::default(), PieceValues::default(), options)
}

/// A pass and the weights after it, by as many workers as parts.
fn by_workers(parts: &[&[TrainingGame]], rule: StepRule) -> Vec<(Pass, Vec<f64>)> {
    std::thread::scope(|scope| {
        let work = |part, mut rank: ThreadReduce| {
            let mut trainer = trainer(rule);
            let pass = trainer.shared_pass(part, &mut rank, || {}).unwrap();
            assert_eq!(
                trainer.shared_validate(part, &mut rank, || {}).unwrap().positions,
                pass.search.positions
            );
            (pass, trainer.weights().to_vec())
        };
        let threads: Vec<_> = parts
            .iter()
            .zip(ThreadReduce::group(parts.len()))
            .map(|(part, rank)| scope.spawn(move || work(part, rank)))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn workers_take_the_steps_of_one() {
    let games = games(12);
    for rule in [StepRule::Sign { step: 0.5 }, StepRule::adam(2.0)] {
        let mut alone = trainer(rule);
        let pass = alone.pass(&games, || {});
        let three = by_workers(&[&games[..2], &[], &games[2..]], rule);
        for (of_three, weights) in &three {
            assert!(weights == &three[0].1 && of_three == &three[0].0, "all workers have the same bits");
            let (one, many) = (pass.search, of_three.search);
            assert_eq!((one.positions, one.siblings), (many.positions, many.siblings));
            for (one, many) in [
                (one.agreed, many.agreed),
                (one.loss, many.loss),
                (pass.loss_before, of_three.loss_before),
                (pass.loss_after, of_three.loss_after),
            ] {
                assert!((one / many - 1.0).abs() < 1e-9, "{rule:?}: {one} {many}");
            }
            assert!(weights.iter().any(|&weight| weight != 0.0));
            for (one, many) in alone.weights().iter().zip(weights) {
                assert!((one - many).abs() < 1e-6, "{rule:?}: {one} {many}");
            }
        }
    }
}

#[test]
fn nobody_waits_for_a_worker_that_is_gone() {
    let games = games(1);
    let mut group = ThreadReduce::group(2);
    drop(group.pop());
    let mut trainer = trainer(StepRule::adam(1.0));
    let error = trainer.shared_pass(&games, group.remove(0), || {}).unwrap_err();
    assert_eq!((error, trainer.passes()), (ReduceError::Gone, 0));
    assert!(trainer.set().len() > 100 && ().workers() == 1);
}

#[test]
fn threads_do_not_change_a_bit() {
    let games = games(20);
    let train = |threads| {
        let rule = StepRule::adam(2.0);
        let options = ComparisonOptions { steps: 3, rule, ..ComparisonOptions::default() };
        let mut trainer =
            ComparisonTrainer::new(AllTerms::default(), PieceValues::default(), options).threads(threads);
        let passes = [trainer.pass(&games, || {}), trainer.pass(&games, || {})];
        (passes, trainer.weights().iter().map(|weight| weight.to_bits()).collect::<Vec<_>>())
    };
    let one = train(1);
    assert!(one.1.iter().any(|&bits| bits != 0));
    assert_eq!(train(3), one);
}

#[test]
fn penalty_keeps_at_0_what_games_hardly_speak_of() {
    let games = games(10);
    let moved = |penalty| {
        let options = ComparisonOptions { penalty, steps: 4, ..ComparisonOptions::default() };
        let mut trainer = ComparisonTrainer::new(AllTerms::default(), PieceValues::default(), options);
        trainer.pass(&games, || {});
        trainer.weights().iter().filter(|&&weight| weight != 0.0).count()
    };
    let (free, held) = (moved(0.0), moved(1e-3));
    assert!(0 < held && held < free, "{held} {free}");
}
