//! The laws of memories: they keep to their units, and they change only the order of moves.

use core::cell::Cell;

use komadai_core::rng::SplitMix64;
use komadai_core::{Evaluator, Move, Position, Value};

use super::aids::{Parts, Tree, played};
use crate::depth::Depth;
use crate::engine::probe::Probe;
use crate::limits::Limits;
use crate::memory::{CORRECTION_LIMIT, Candidates, GAIN_LIMIT, MoveMemory, SCORE_LIMIT, forward_memory};
use crate::node::Node;
use crate::options::Leaf;
use crate::policy::PlainDepth;
use crate::pruning::{ForwardPruning, NullWindowPass};

/// Searches positions of random play to a fixed depth with a memory of moves, and checks what every memory must guarantee:
///
/// - A score lies in ±[`SCORE_LIMIT`], a gain in ±[`GAIN_LIMIT`], a correction in ±[`CORRECTION_LIMIT`], and all are the same when asked again;
///   [`MoveMemory::scorer`] gives the scores of [`MoveMemory::score`].
/// - After [`MoveMemory::forget`] it is as if new: the same positions give the same nodes again.
///
/// The value is compared with that of a search without a memory: memories change the order of moves, and so the nodes, never the value.
/// Its leaves are evaluated statically. A second search has quiescence and passes ([`NullWindowPass`]), for memories that learn there. Both ask for
/// corrections, but prune nothing by them. The memory is kept from position to position, as in a game. Returns how often it recalled moves, scored a move other than 0, added to its gain or corrected an evaluation.
///
/// ```
/// use komadai_eval::Material;
/// use komadai_search::{BrotherBest, testing};
///
/// let acted = testing::assert_memory_laws(&Material::default(), BrotherBest::<2>::default(), 1, 5, 3);
/// assert!(acted > 0);
/// ```
///
/// # Panics
///
/// If a law is broken: with the law, the position, for scores and gains the move, and both numbers or trees.
pub fn assert_memory_laws<E: Evaluator, K: MoveMemory>(
    eval: &E,
    mut memory: K,
    seed: u64,
    positions: u32,
    depth: u32,
) -> u64 {
    let mut rng = SplitMix64::new(seed);
    let games: Vec<Position> = (0..positions).map(|_| played(&mut rng)).collect();
    let case =
        |number: usize| format!("seed {seed}, position {number}, depth {depth}: search of {}", games[number]);
    let count = Cell::new(0);
    let search =
        |number: usize, leaf: Leaf, inner: Option<&mut K>| {
            let mut asked = Asked { inner, case: &case(number), count: &count };
            let passes = Passes(leaf != Leaf::Static);
            Parts { depth: &PlainDepth::UNIFORM, pruning: &passes, memory: &mut asked, table: None, leaf }
                .search(eval, &games[number], &Limits::depth(depth))
        };
    let mut with_memory = || -> Vec<[Tree; 2]> {
        memory.forget();
        let mut both =
            |number| [Leaf::Static, Leaf::default()].map(|leaf| search(number, leaf, Some(&mut memory)));
        (0..games.len()).map(&mut both).collect()
    };
    let first = with_memory();
    let acted = count.get();
    let again = with_memory();
    for (number, trees) in first.iter().enumerate() {
        let case = case(number);
        for (tree, again) in trees.iter().zip(&again[number]) {
            assert!(tree == again, "forgotten and searched again it differs: {tree}; then {again}: {case}");
        }
        let (with, without) = (&trees[0], search(number, Leaf::Static, None));
        assert!(with.value == without.value, "{with}; without the memory {without}: {case}");
    }
    acted
}

/// Passes that prune nothing, or no passes, in a search that evaluates inner nodes.
struct Passes(bool);

impl ForwardPruning for Passes {
    fn uses_static_value(&self) -> bool {
        true
    }

    fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
        let pass = NullWindowPass { cost: Depth::PLY };
        if self.0 { pass.prune(probe) } else { None }
    }
}

/// A memory whose answers are checked and counted.
struct Asked<'a, K> {
    /// `None`: no memory is asked or taught.
    inner: Option<&'a mut K>,
    case: &'a str,
    count: &'a Cell<u64>,
}

impl<K> Asked<'_, K> {
    fn counted(&self, acts: bool) {
        self.count.set(self.count.get() + u64::from(acts));
    }
}

impl<K: MoveMemory> MoveMemory for Asked<'_, K> {
    fn recall(&self, at: &Node<'_>, out: &mut Candidates) {
        let before = out.len();
        self.inner.recall(at, out);
        self.counted(out.len() > before);
    }

    fn score(&self, at: &Node<'_>, mv: Move) -> i32 {
        let Some(memory) = self.inner.as_deref() else { return 0 };
        let (pos, case) = (at.pos, self.case);
        let by_scorer = pos.placed_by(mv).map_or(0, |piece| memory.scorer(at)(mv, piece));
        let (score, again) = (by_scorer, memory.score(at, mv));
        assert!(score == again, "{mv} in {pos} scores {score}, then {again}: {case}");
        let inside = (-SCORE_LIMIT..=SCORE_LIMIT).contains(&score);
        assert!(inside, "{mv} in {pos} scores {score}, not within ±{SCORE_LIMIT}: {case}");
        self.counted(score != 0);
        score
    }

    fn gain(&self, at: &Node<'_>, mv: Move) -> i32 {
        let (gain, again) = (self.inner.gain(at, mv), self.inner.gain(at, mv));
        let (pos, case) = (at.pos, self.case);
        assert!(gain == again, "{mv} in {pos} gains {gain}, then {again}: {case}");
        let inside = (-GAIN_LIMIT..=GAIN_LIMIT).contains(&gain);
        assert!(inside, "{mv} in {pos} gains {gain}, not within ±{GAIN_LIMIT}: {case}");
        self.counted(gain != 0);
        gain
    }

    fn correct(&self, at: &Node<'_>) -> Value {
        let (by, again) = (self.inner.correct(at), self.inner.correct(at));
        let (pos, case) = (at.pos, self.case);
        assert!(by == again, "{pos} is corrected by {by}, then by {again}: {case}");
        let inside = (-CORRECTION_LIMIT..=CORRECTION_LIMIT).contains(&by);
        assert!(inside, "{pos} is corrected by {by}, not within ±{CORRECTION_LIMIT}: {case}");
        self.counted(by != Value::ZERO);
        by
    }

    forward_memory!(record, in_quiescence, gives_probabilities in self { asked => asked.inner });
}
