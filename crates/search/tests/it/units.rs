//! The units of the memories' socket: scores inside ±`SCORE_LIMIT`, corrections inside ±`CORRECTION_LIMIT`.

use crate::common::memories::memories;
use crate::common::{POSITIONS, position};
use komadai_core::rng::SplitMix64;
use komadai_core::{Move, Position, Value};
use komadai_search::memory::{Bonus, CORRECTION_LIMIT, CheckBonus, Danger, SCORE_LIMIT, SCORE_PER_PLY};
use komadai_search::policy::{Bits, ByCategory, CategoryOrder, MoveFeatures, MoveProbability, Softmax};
use komadai_search::{
    Bound, Butterfly, ContinuationHistory, Correction, Depth, History, MoveMemory, Node, Outcome, Step,
};

/// A memory that goes to both ends of the ranges.
struct Extreme(i32);

impl MoveMemory for Extreme {
    fn score(&self, _: &Node<'_>, _: Move) -> i32 {
        self.0 * SCORE_LIMIT
    }
    fn correct(&self, _: &Node<'_>) -> Value {
        if self.0 > 0 { CORRECTION_LIMIT } else { -CORRECTION_LIMIT }
    }
}

/// Records random outcomes of random nodes along random games: many plies of budget, values of any size. What a memory says in a
/// search is checked in `every_part.rs`.
fn assert_in_range(name: &str, memory: &mut dyn MoveMemory) {
    let mut rng = SplitMix64::new(7);
    for (_, sfen) in POSITIONS {
        let mut pos = position(sfen);
        let mut path = Vec::new();
        for _ in 0..40 {
            let moves: Vec<Move> = pos.legal_moves().into_iter().collect();
            if moves.is_empty() {
                break;
            }
            let any = |rng: &mut SplitMix64| moves[rng.below(moves.len() as u64) as usize];
            let value = |rng: &mut SplitMix64| Value::from_cp(rng.below(60_000) as i32 - 30_000);
            let tried: Vec<Move> = (0..4).map(|_| any(&mut rng)).collect();
            for _ in 0..60 {
                let at = Node {
                    path: &path,
                    depth: Depth::plies(rng.below(64) as i32),
                    static_value: Some(value(&mut rng)).filter(|_| !pos.in_check()),
                    tried: &tried,
                    ..Node::new(&pos)
                };
                let bound = [Bound::Lower, Bound::Exact, Bound::Upper][rng.below(3) as usize];
                memory.record(&at, &Outcome { best: tried[3], value: value(&mut rng), bound });
            }
            let at = Node { path: &path, ..Node::new(&pos) };
            for &mv in &moves {
                let score = memory.score(&at, mv);
                assert!((-SCORE_LIMIT..=SCORE_LIMIT).contains(&score), "{name}: {mv} scores {score}");
            }
            if !pos.in_check() {
                let by = memory.correct(&at);
                assert!((-CORRECTION_LIMIT..=CORRECTION_LIMIT).contains(&by), "{name}: correction {by:?}");
            }
            let mv = any(&mut rng);
            let step = Step { mv: Some(mv), piece: pos.placed_by(mv), captured: pos.piece_at(mv.to()) };
            path.push(step);
            pos.do_move(mv);
        }
    }
}

#[test]
fn scores_and_corrections_of_every_memory_stay_in_range() {
    for (name, mut memory) in memories() {
        assert_in_range(name, &mut *memory);
    }
    assert_in_range("long history", &mut History::new(i32::MAX, Bonus::default()));
    assert_in_range("short butterfly", &mut Butterfly::with_limit(0));
    assert_in_range("long continuation", &mut ContinuationHistory::new(i32::MAX, Bonus::default()));
    assert_in_range("great danger", &mut Danger { per_pawn: i32::MAX });
    assert_in_range("great bonus of checks", &mut CheckBonus { score: i32::MAX });
    assert_in_range("fast correction", &mut Correction::with_rate(1_000));
    let weights: Vec<i16> =
        (0..MoveFeatures::COUNT).map(|n| if n % 2 == 0 { i16::MAX } else { i16::MIN }).collect();
    let softmax = Softmax::new(&weights, Bits::from_units(1)).expect("as many weights as features");
    assert_in_range("extreme softmax", &mut CategoryOrder(softmax));
}

#[test]
fn tuples_add_and_stay_in_range() {
    let pos = Position::startpos();
    let (at, mv) = (Node::new(&pos), "7g7f".parse().unwrap());
    let mut five = (Extreme(1), Extreme(1), Extreme(-1), Extreme(1), Extreme(1));
    assert_eq!((five.score(&at, mv), five.correct(&at)), (SCORE_LIMIT, CORRECTION_LIMIT));
    let low = (Extreme(-1), Extreme(-1));
    assert_eq!((low.score(&at, mv), low.correct(&at)), (-SCORE_LIMIT, -CORRECTION_LIMIT));
    let none = (Extreme(-1), Extreme(1));
    assert_eq!((none.score(&at, mv), none.correct(&at)), (0, Value::ZERO));
    assert_in_range("extremes", &mut five);
}

#[test]
fn a_move_as_likely_as_the_average_one_scores_nothing_and_a_ply_dearer_one_a_ply() {
    let pos = Position::startpos();
    let at = Node::new(&pos);
    let model = ByCategory::tacos();
    let average = model.average().units();
    let memory = CategoryOrder(&model);
    for mv in &pos.legal_moves() {
        let plies = f64::from(average - model.surprise(&at, mv).units()) / f64::from(average);
        let score = f64::from(memory.score(&at, mv)) / f64::from(SCORE_PER_PLY);
        assert!((plies - score).abs() <= 0.001, "{mv}: {plies} plies, {score}");
    }
}
