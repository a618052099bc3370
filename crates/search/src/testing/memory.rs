//! The law of memories: they change the order of moves alone.

use komadai_core::rng::SplitMix64;
use komadai_core::{Evaluator, random};

use crate::limits::Limits;
use crate::memory::MoveMemory;
use crate::options::Leaf;
use crate::policy::PlainDepth;
use crate::searcher::Searcher;

/// Searches random positions to a fixed depth with a memory of moves and without: a memory changes the order of moves, and so the
/// nodes, never the value. The memory is kept from position to position, as in a game.
///
/// ```
/// use komadai_eval::Material;
/// use komadai_search::{BrotherBest, testing};
///
/// testing::assert_value_stays(&Material::default(), BrotherBest::<2>::default(), 1, 5, 3);
/// ```
///
/// # Panics
///
/// Where the values differ: with the position and both values.
pub fn assert_value_stays<E: Evaluator, K: MoveMemory>(
    eval: &E,
    memory: K,
    seed: u64,
    positions: u32,
    depth: u32,
) {
    let mut rng = SplitMix64::new(seed);
    let plain = || Searcher::new(eval).depth_policy(PlainDepth::UNIFORM).leaf(Leaf::Static);
    let (mut without, mut with) = (plain(), plain().memory(memory));
    for number in 0..positions {
        let plies = rng.below(160) as u32;
        let pos = random::play(&mut rng, plies);
        let values = (
            without.search(&pos, &Limits::depth(depth)).value,
            with.search(&pos, &Limits::depth(depth)).value,
        );
        let (plain, ordered) = values;
        assert!(
            plain == ordered,
            "seed {seed}, position {number}, depth {depth}: {plain:?} without the memory, {ordered:?} with it: {pos}"
        );
    }
}
