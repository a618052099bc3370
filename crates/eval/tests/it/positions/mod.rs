//! Positions that tests of evaluations share, with their images under the symmetries of the game and their values.

use komadai_core::rng::SplitMix64;
use komadai_core::{Evaluator, Position, Setup, random};
use komadai_eval::{FeatureId, FeatureSet};

/// The position as the other player sees it, with the other player to move.
pub(crate) fn turned(pos: &Position) -> Position {
    Position::new(&Setup::from(pos).turned()).expect("a symmetry keeps a position valid")
}

/// The position with left and right exchanged.
pub(crate) fn mirrored(pos: &Position) -> Position {
    Position::new(&Setup::from(pos).mirrored()).expect("a symmetry keeps a position valid")
}

/// Positions of random play and with pieces anywhere.
pub(crate) fn positions(count: usize) -> Vec<Position> {
    let mut rng = SplitMix64::new(5);
    let mut found = vec![Position::startpos()];
    while found.len() < count {
        let plies = rng.below(300) as u32;
        found.push(random::play(&mut rng, plies));
        found.extend(random::placement(&mut rng));
    }
    found
}

/// Value of a position for the side to move, computed anew; a closure that is compiled once for each evaluation.
pub(crate) fn worth<E: Evaluator>(eval: &E) -> impl Fn(&Position) -> i32 {
    |pos| eval.evaluate(&eval.fresh(pos), pos).cp()
}

/// The features that hold in a position, in their order; compiled once for each set.
pub(crate) fn features<F: FeatureSet>(set: &F) -> impl Fn(&Position) -> Vec<(FeatureId, f32)> {
    |pos| {
        let mut found = Vec::new();
        set.visit(pos, |id, value| {
            assert!((id as usize) < set.len(), "{id} of {}", set.len());
            found.push((id, value));
        });
        found
    }
}
