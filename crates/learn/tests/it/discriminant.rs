//! Training from games to a model: several workers, resuming, errors.

use komadai_core::notation::packed::{PackedPosition, Record, RecordResult};
use komadai_core::{Evaluator, Move, Position, Square};
use komadai_eval::pair::Symmetry;
use komadai_learn::pairs::{
    Discriminant, DiscriminantOptions, EncodedGame, EncodedGames, Model, QuietMoves, Spread, Trained,
};
use komadai_learn::reduce::ThreadReduce;
use komadai_learn::solve::{CgOptions, CgState};

use crate::common;

/// A game in which both sides prefer to advance: something to learn.
fn game(seed: u64) -> (Position, Vec<Move>) {
    common::game(seed, 24, |pos, mv| {
        let rank = |square: Square| i32::from(square.seen_by(pos.side_to_move()).rank());
        mv.from().map_or(0, |from| rank(from) - rank(mv.to()))
    })
}

fn encoded(seeds: core::ops::Range<u64>) -> Vec<EncodedGame> {
    let mut quiet = QuietMoves::default();
    seeds
        .map(game)
        .map(|(start, moves)| EncodedGame::from_moves(&mut quiet, &start, &moves).unwrap())
        .collect()
}

fn options() -> DiscriminantOptions {
    DiscriminantOptions {
        symmetry: Symmetry::ColorsAndSides,
        solver: CgOptions { iterations: 4, ..CgOptions::default() },
        spread: Spread { least: 1, ..Spread::default() },
        ..DiscriminantOptions::of(Model::Sibling)
    }
}

fn learn(games: &EncodedGames, options: DiscriminantOptions, from: Option<CgState>) -> Trained {
    Discriminant::new(options).resume(from).train(games).unwrap()
}

#[test]
fn what_is_learned_holds_on_games_held_out() {
    let all = encoded(0..48);
    let games: EncodedGames = all[..36].iter().cloned().collect();
    let held_out: EncodedGames = all[36..].iter().cloned().collect();
    let mut metrics = Vec::new();
    let options = DiscriminantOptions { threshold: 5, ..options() };
    let trained = Discriminant::new(options)
        .held_out(&held_out)
        .observe(|iteration, state| {
            assert_eq!(iteration.number, state.iteration);
            metrics.push(iteration.metrics.unwrap());
            Ok(())
        })
        .train(&games)
        .unwrap();
    let (first, last) = (metrics.first().unwrap(), metrics.last().unwrap());
    assert_eq!(metrics.len(), 5);
    assert!((first.error() - 1.0).abs() < 1e-12 && last.error() < 0.9, "{}", last.error());
    assert!(last.mean_rank() < 0.7 * last.mean_rank_by_material(), "{}", last.mean_rank());
    // The model plays what was measured: advancing has value for the mover.
    let (model, told) = trained.model();
    assert!(told.nonzero > 100 && told.clipped == 0, "{told:?}");
    let player = model.evaluator();
    let after = |mv: &str| {
        let pos = Position::startpos().after([mv.parse().unwrap()]);
        -player.evaluate(&player.fresh(&pos), &pos).cp()
    };
    assert!(after("7g7f") > after("6i7h"), "{} {}", after("7g7f"), after("6i7h"));
}

#[test]
fn two_workers_learn_what_one_learns_of_all_games() {
    let all = encoded(0..16);
    let one: EncodedGames = all.iter().cloned().collect();
    let halves: [EncodedGames; 2] = [&all[..8], &all[8..]].map(|half| half.iter().cloned().collect());
    let alone = learn(&one, options(), None);
    let train = |half, rank| Discriminant::new(options()).workers(rank).train(half).unwrap();
    let together = ThreadReduce::run(&halves, train);
    assert_eq!(together[0].unknowns.slots(), alone.unknowns.slots());
    assert_eq!(together[0].state.x, together[1].state.x);
    // A state belongs to all games, whichever worker has them.
    assert!(learn(&one, options(), Some(together[0].state.clone())).state == together[0].state);
    // Only the order of the sums differs.
    let size = alone.state.x.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    for (a, b) in together[0].state.x.iter().zip(&alone.state.x) {
        assert!((a - b).abs() < 1e-6 * size, "{a} {b}");
    }
}

#[test]
fn stopped_and_resumed_it_ends_with_the_same_bits() {
    let games: EncodedGames = encoded(0..6).into_iter().collect();
    let whole = learn(&games, options(), None);
    let threads = DiscriminantOptions { spread: Spread { threads: 3, ..options().spread }, ..options() };
    for stop in [0, 3] {
        let mut kept = None;
        let stopped = Discriminant::new(options())
            .observe(|iteration, state| {
                kept = Some(state.clone());
                if iteration.number == stop { Err("stopped".to_owned()) } else { Ok(()) }
            })
            .train(&games);
        assert_eq!(stopped.unwrap_err().to_string(), "stopped");
        let resumed = learn(&games, threads, kept);
        assert!(resumed.state == whole.state);
    }
    // A state under other options is refused.
    let other = DiscriminantOptions { solver: CgOptions { ridge: 1.0, ..options().solver }, ..options() };
    let refused = Discriminant::new(other).resume(whole.state).train(&games).unwrap_err();
    assert!(refused.to_string().contains("key"), "{refused}");
}

#[test]
fn quiet_moves_come_with_the_played_one_first_and_records_give_the_same_lessons() {
    let mut quiet = QuietMoves::default();
    let (start, moves) = game(3);
    let of_game = EncodedGame::from_moves(&mut quiet, &start, &moves).unwrap();
    let mut pos = start.clone();
    let mut records = Vec::new();
    for &mv in &moves {
        let position = PackedPosition::pack(&pos).unwrap();
        let ply = pos.move_number() as u16;
        records.push(Record { position, score: 0, mv: Some(mv), ply, result: RecordResult::Draw });
        pos.do_move(mv);
    }
    assert_eq!(EncodedGame::from_records(&mut quiet, &records).unwrap(), of_game);
    let games: EncodedGames = [of_game].into_iter().collect();
    let mut seen = 0;
    games.visit(0, |pos, listed| {
        seen += 1;
        let number = pos.move_number() as usize - 1;
        assert_eq!(listed[0], moves[number]);
        let mut board = pos.clone();
        for mv in &pos.legal_moves() {
            assert_eq!(listed.contains(&mv), quiet.is_quiet(&mut board, mv), "{mv} in {pos}");
        }
    });
    assert_eq!(seen, games.totals().examples);
    // After a gap a record's position is written in full; records without a move are skipped.
    records[5].mv = None;
    let with_gap = EncodedGame::from_records(&mut quiet, &records).unwrap();
    assert_eq!(with_gap.totals.positions, 23);
    records[6].mv = Some("5e5d".parse().unwrap());
    let wrong = EncodedGame::from_records(&mut quiet, &records).unwrap_err();
    assert_eq!(wrong.to_string(), "record 6, 5e5d: not legal there");
    // Handicaps and boards with few pieces are positions as well.
    let bare: Position = "4k4/9/9/9/9/9/9/9/G3K4 b - 1".parse().unwrap();
    let mv = "9i9h".parse().unwrap();
    let few: EncodedGames =
        [EncodedGame::from_moves(&mut quiet, &bare, &[mv]).unwrap()].into_iter().collect();
    let mut shown = Vec::new();
    few.visit(0, |pos, moves| shown.push((pos.clone(), moves[0])));
    assert_eq!(shown, [(bare, mv)]);
}

#[test]
fn options_that_make_no_sense_are_named_and_relations_too_rare_make_no_empty_model() {
    let games: EncodedGames = encoded(0..1).into_iter().collect();
    let default = DiscriminantOptions::of(Model::Sibling);
    let ridge = |ridge| DiscriminantOptions { solver: CgOptions { ridge, ..default.solver }, ..default };
    for (options, said) in [
        (ridge(f64::NAN), "ridge is NaN, expected a finite number of at least 0"),
        (ridge(-1.0), "ridge is -1"),
        (DiscriminantOptions { points: f64::INFINITY, ..default }, "points is inf"),
        (DiscriminantOptions { units: 0, ..default }, "units is 0"),
        (DiscriminantOptions { threshold: 1_000_000, ..default }, "no relation is seen in 1000000 positions"),
    ] {
        let error = Discriminant::new(options).train(&games).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}
