//! Matches between two players: pairs of games from the same opening with colours changed \[R4\].
//!
//! A player is a search of this process or any program that speaks USI ([`UsiPlayer`]); what such a program does against the rules is
//! reported as a [`Fault`].
//!
//! A [`Match`] holds everything that decides its games: openings, limits, rules. Players are cleared before every game, so that a game does
//! not depend on its thread or on earlier games: with limits of nodes or depth, any number of threads gives the same games, also if the
//! match is interrupted and resumed ([`Match::run`]). Time limits give other games on every run. To ask who is stronger in *equal time*,
//! let the slower player have fewer nodes: the limits of the two players need not be the same.
//!
//! | file | does |
//! |---|---|
//! | `rules.rs` | when a game is over, and who has won |
//! | `player.rs` | what a player does |
//! | `game.rs` | one game; all games of a match, each kept as an answer, from which a match is resumed |

mod game;
mod player;
mod rules;

pub use game::{Played, Players};
pub use player::{Effort, Lost, Player, Turn, UsiPlayer};
pub use rules::{Fault, GameOver, MatchRules, Resignation};

use std::collections::BTreeMap;

use komadai_core::Color;
use komadai_core::notation::usi::GameLine;
use komadai_search::Limits;

use crate::{PairScore, Score};

/// Two games from each of some openings: the first player has Black in one and White in the other.
#[derive(Clone, Debug)]
pub struct Match {
    /// Names of the players. A name holds everything that decides their play: from a journal, a match takes only games of its names.
    pub names: [String; 2],
    /// Limits of a move, of the first and the second player.
    pub limits: [Limits; 2],
    /// Rules by which games end.
    pub rules: MatchRules,
    /// Openings from which games begin. Each should occur once, since the same engines would play the same game from it again.
    pub openings: Vec<GameLine>,
}

impl Match {
    /// Number of games.
    pub fn games(&self) -> usize {
        2 * self.openings.len()
    }

    /// Opening of game number `index`; games `2n` and `2n + 1` belong to opening `n`.
    pub fn opening(&self, index: usize) -> &GameLine {
        &self.openings[index / 2]
    }

    /// Colour of the first player in game number `index`: Black in the first of each pair.
    pub fn first_is(&self, index: usize) -> Color {
        if index.is_multiple_of(2) { Color::Black } else { Color::White }
    }

    /// Plays game number `index`.
    pub fn play<P: Player>(&self, index: usize, players: &mut [P; 2]) -> Played {
        game::play(self.opening(index), self.first_is(index), &self.limits, &self.rules, players)
    }

    /// Everything but the openings that decides the games, in one line.
    pub fn describe(&self) -> String {
        let player = |i: usize| format!("{} with {}", self.names[i], describe_limits(&self.limits[i]));
        let MatchRules { ends, declaration, resignation, margin } = &self.rules;
        let limit = ends.move_limit.map(|limit| format!("draw after {limit} moves"));
        let declaration = declaration.map(|rule| format!("declaration {rule:?}"));
        let timed = self.limits.iter().any(|limits| limits.time.is_some());
        let rules = [
            Some(limit.unwrap_or_else(|| "no limit of moves".to_owned())),
            ends.try_rule.then(|| "try rule".to_owned()),
            Some(declaration.unwrap_or_else(|| "no declaration".to_owned())),
            resignation.map(|rule| format!("resign {} behind for {} plies", rule.behind.cp(), rule.plies)),
            timed.then(|| format!("lost {margin:?} after the time")),
        ];
        let rules: Vec<String> = rules.into_iter().flatten().collect();
        format!("{} against {}; {}", player(0), player(1), rules.join(", "))
    }
}

fn describe_limits(limits: &Limits) -> String {
    let parts = [
        limits.nodes.map(|nodes| format!("{nodes} nodes")),
        limits.depth.map(|plies| format!("{plies} plies")),
        limits.time.map(|time| format!("{time:?}")),
        limits.soft_time.map(|time| format!("{time:?} to begin an iteration")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "no limit".to_owned() } else { parts.join(", ") }
}

/// Standing of a match: sums over its games, from the first player's side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Games of the first player.
    pub games: Score,
    /// Pairs of games from one opening.
    pub pairs: PairScore,
    /// Games of the side that had Black.
    pub black: Score,
    /// Number of games by their ending, [`GameOver::name`].
    pub ends: BTreeMap<&'static str, u64>,
    /// Moves after the opening, of all games.
    pub moves: u64,
    /// Effort of the first and the second player in all games.
    pub effort: [Effort; 2],
}

impl Standing {
    /// Standing of games in the order of a match: both games of the first opening, both of the second, and so on. A last game without its
    /// other half counts as a game, but not as a pair.
    pub fn of(games: &[Played]) -> Standing {
        let mut standing = Standing { effort: [Effort::none(); 2], ..Standing::default() };
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

#[cfg(test)]
mod tests;
