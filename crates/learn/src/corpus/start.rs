//! The beginning of a game: a part of an opening, then random moves, so that no two games are the same.

use komadai_core::ending::{EndRules, game_end};
use komadai_core::notation::usi::GameLine;
use komadai_core::rng::{SplitMix64, mix};
use komadai_core::{Tracked, random};

use super::CorpusOptions;

/// Numbers of the openings, shuffled by the seed: games take them in turn, so that all are used equally often.
pub(super) fn shuffled(openings: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..openings).collect();
    let mut rng = SplitMix64::new(mix(seed));
    // Fisher and Yates.
    for i in (1..order.len()).rev() {
        order.swap(i, rng.below(i as u64 + 1) as usize);
    }
    order
}

/// Chance of one game. Numbers in a row give streams that have nothing to do with each other.
pub(super) fn chance(seed: u64, number: u64) -> SplitMix64 {
    SplitMix64::new(mix(seed ^ mix(number.wrapping_add(1))))
}

/// Plays between half of an opening and all of it, then random legal moves. `None` if that ends the game.
pub(super) fn start(
    rng: &mut SplitMix64,
    opening: &GameLine,
    options: &CorpusOptions,
    rules: EndRules,
) -> Option<Tracked> {
    let all = opening.moves().len();
    let plies = all - rng.below(all as u64 / 2 + 1) as usize;
    let mut board = Tracked::new(opening.start().clone());
    for &mv in &opening.moves()[..plies] {
        board.do_move(mv);
    }
    let (fewest, most) = (*options.random_plies.start(), *options.random_plies.end());
    let plies = fewest + rng.below(u64::from(most.saturating_sub(fewest)) + 1) as u8;
    for _ in 0..plies {
        let mv = random::legal_move(rng, board.position())?;
        board.do_move(mv);
    }
    game_end(board.position(), board.history(), rules).is_none().then_some(board)
}
