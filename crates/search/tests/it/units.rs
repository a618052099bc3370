//! The units of the memories' socket: scores inside ±`SCORE_LIMIT`, corrections inside ±`CORRECTION_LIMIT`.

use crate::common::{FINE, POSITIONS, position};
use komadai_core::rng::SplitMix64;
use komadai_core::{Move, Position, Value};
use komadai_search::memory::{CORRECTION_LIMIT, SCORE_LIMIT, SCORE_PER_PLY};
use komadai_search::policy::{Bits, ByCategory, CategoryOrder, MoveFeatures, MoveProbability, Softmax};
use komadai_search::{
    Bound, BrotherBest, Butterfly, Candidates, ContextBest, ContextN, ContinuationHistory, Correction,
    CounterMove, Depth, First, Futility, HashedPremove, History, LateMove, Limits, MoveMemory, Node,
    NullMove, Outcome, PassBest, Phases, PlainDepth, PremoveBest, Searcher, Step, TaggedContext, TwoAgo,
};

/// Passes everything on to a memory, and checks what it answers.
struct Checked<'a>(&'a mut dyn MoveMemory, &'static str);

impl MoveMemory for Checked<'_> {
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        self.0.recall(at, out);
    }
    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        let score = self.0.score(at, mv);
        assert!((-SCORE_LIMIT..=SCORE_LIMIT).contains(&score), "{}: {mv} scores {score}", self.1);
        score
    }
    fn correct(&self, at: &Node<'_>) -> Value {
        let by = self.0.correct(at);
        assert!((-CORRECTION_LIMIT..=CORRECTION_LIMIT).contains(&by), "{}: correction {by:?}", self.1);
        by
    }
    fn record(&mut self, at: &Node<'_>, outcome: &Outcome) {
        self.0.record(at, outcome);
    }
    fn forget(&mut self) {
        self.0.forget();
    }
    fn in_quiescence(&self) -> bool {
        self.0.in_quiescence()
    }
}

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

/// Records random outcomes of random nodes along random games: many plies of budget, values of any size.
fn live(memory: &mut dyn MoveMemory, seed: u64) {
    let mut rng = SplitMix64::new(seed);
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
                memory.score(&at, mv);
            }
            if !pos.in_check() {
                memory.correct(&at);
            }
            let mv = any(&mut rng);
            let step = Step { mv: Some(mv), piece: pos.placed_by(mv), captured: pos.piece_at(mv.to()) };
            path.push(step);
            pos.do_move(mv);
        }
    }
}

fn assert_in_range(name: &'static str, mut memory: impl MoveMemory) {
    live(&mut Checked(&mut memory, name), 7);
    for (_, sfen) in POSITIONS {
        Searcher::new(FINE)
            .memory(Checked(&mut memory, name))
            .depth_policy(LateMove::<PlainDepth>::default())
            .pruning((NullMove::default(), Futility::default()))
            .search(&position(sfen), &Limits::nodes(1_500));
    }
}

#[test]
fn scores_and_corrections_of_every_memory_stay_in_range() {
    assert_in_range("brother", BrotherBest::<2>::default());
    assert_in_range("pass", PassBest::default());
    assert_in_range("premove", PremoveBest::default());
    assert_in_range("hashed premove", HashedPremove::<2>::default());
    assert_in_range("counter", CounterMove::default());
    assert_in_range("two ago", TwoAgo::default());
    assert_in_range("context", ContextBest::default());
    assert_in_range("tagged context", TaggedContext::<4>::default());
    assert_in_range("context n", ContextN::default());
    assert_in_range("history", History::default());
    assert_in_range("long history", History::with_limit(i32::MAX));
    assert_in_range("butterfly", Butterfly::default());
    assert_in_range("short butterfly", Butterfly::with_limit(0));
    assert_in_range("continuation", ContinuationHistory::default());
    assert_in_range("long", ContinuationHistory::with_limit(i32::MAX));
    assert_in_range("correction", Correction::default());
    assert_in_range("fast correction", Correction::with_rate(1_000));
    assert_in_range("categories", CategoryOrder(ByCategory::tacos()));
    assert_in_range("coarse categories", CategoryOrder(ByCategory::coarse()));
    let weights: Vec<i16> =
        (0..MoveFeatures::COUNT).map(|n| if n % 2 == 0 { i16::MAX } else { i16::MIN }).collect();
    let softmax = Softmax::new(&weights, Bits::from_units(1)).expect("as many weights as features");
    assert_in_range("softmax", CategoryOrder(softmax));
    assert_in_range("first", First(History::default()));
    assert_in_range("phases", Phases::everywhere((History::default(), Correction::default())));
    assert_in_range("perhaps", Some((Butterfly::default(), History::default())));
}

#[test]
fn tuples_add_and_stay_in_range() {
    let pos = Position::startpos();
    let (at, mv) = (Node::new(&pos), "7g7f".parse().unwrap());
    let five = (Extreme(1), Extreme(1), Extreme(-1), Extreme(1), Extreme(1));
    assert_eq!((five.score(&at, mv), five.correct(&at)), (SCORE_LIMIT, CORRECTION_LIMIT));
    let low = (Extreme(-1), Extreme(-1));
    assert_eq!((low.score(&at, mv), low.correct(&at)), (-SCORE_LIMIT, -CORRECTION_LIMIT));
    let none = (Extreme(-1), Extreme(1));
    assert_eq!((none.score(&at, mv), none.correct(&at)), (0, Value::ZERO));
    assert_in_range("extremes", five);
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
