//! Positions that tests of evaluations share, and what the symmetries of the game make of them.

use komadai_core::rng::SplitMix64;
use komadai_core::{Position, Setup, random};

/// As the other player sees it, with the other player to move.
pub(crate) fn turned(pos: &Position) -> Position {
    Position::new(&Setup::from(pos).turned()).expect("a symmetry keeps a position valid")
}

/// With left and right exchanged.
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
