//! What the games of a match come to.

use std::collections::BTreeMap;

use komadai_core::Color;

use super::{Effort, Played};
use crate::{PairScore, Score};

/// Standing of a match: sums over its games, from the first player's side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Games of the first player.
    pub games: Score,
    /// Pairs of games from one opening.
    pub pairs: PairScore,
    /// Games of the side that had Black.
    pub black: Score,
    /// Number of games by their ending, [`GameOver::name`](super::GameOver::name).
    pub ends: BTreeMap<&'static str, u64>,
    /// Moves after the opening, of all games.
    pub moves: u64,
    /// Effort of the first and the second player in all games.
    pub effort: [Effort; 2],
}

impl Standing {
    /// Of games in the order of a match: both games of the first opening, both of the second, and so on. A last game
    /// without its other half counts as a game alone.
    pub fn of(games: &[Played]) -> Standing {
        let mut standing = Standing { effort: [Effort::NONE; 2], ..Standing::default() };
        for game in games {
            let half_points = game.half_points();
            standing.games.push(half_points);
            standing.black.push(if game.first_is == Color::Black { half_points } else { 2 - half_points });
            *standing.ends.entry(game.over.name()).or_default() += 1;
            standing.moves += game.moves.len() as u64;
            for (sum, effort) in standing.effort.iter_mut().zip(&game.effort) {
                sum.add(effort);
            }
        }
        for pair in games.chunks_exact(2) {
            standing.pairs.push(pair.iter().map(Played::half_points).sum());
        }
        standing
    }
}
