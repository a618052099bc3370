//! One game of a match: two engines, an opening, the rules.

use std::time::Duration;

use komadai_core::IllegalMove;
use komadai_core::notation::usi::GameLine;
use komadai_core::{Color, Game, GameBuilder, Move};
use komadai_search::{Engine, Limits};

use super::rules::Doubt;
use super::{GameOver, MatchRules};
use crate::ThreadClock;

/// The two engines of a match, the first player first.
pub type Players = [Box<dyn Engine + Send>; 2];

/// Finished game of a match, with the effort of each player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Colour of the first player.
    pub first_is: Color,
    /// Moves after the opening.
    pub moves: Vec<Move>,
    /// How the game ended.
    pub over: GameOver,
    /// Effort of the first and the second player.
    pub effort: [Effort; 2],
}

/// Effort of a player in a game: moves, nodes, depth, time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Effort {
    /// Number of searches, one a move.
    pub moves: u64,
    /// Nodes of those searches.
    pub nodes: u64,
    /// Plies of their last finished iterations, added up.
    pub depth: u64,
    /// Time of the searches, by [`ThreadClock`]; `None` if it is not known. It is the only number that is not reproducible.
    pub time: Option<Duration>,
}

impl Effort {
    pub(crate) fn add(&mut self, other: &Effort) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.depth += other.depth;
        self.time = self.time.zip(other.time).map(|(one, more)| one + more);
    }
}

impl Played {
    /// Half points of the first player: 2 for a win, 1 for a draw.
    pub fn half_points(&self) -> u8 {
        match self.over.winner() {
            None => 1,
            Some(winner) => 2 * u8::from(winner == self.first_is),
        }
    }

    /// The game as a record, with the names of the players and the ending.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the game was not played from this opening.
    pub fn record(&self, opening: &GameLine, names: &[String; 2]) -> Result<Game, IllegalMove> {
        let mut record = GameBuilder::new(opening.start().clone());
        let [black, white] = if self.first_is == Color::Black { [0, 1] } else { [1, 0] };
        record.header("先手", names[black].as_str());
        record.header("後手", names[white].as_str());
        for &mv in opening.moves().iter().chain(&self.moves) {
            record.play(mv)?;
        }
        let side = record.position().side_to_move();
        record.end(self.over.ending(side));
        Ok(record.finish())
    }
}

/// Plays a game from the end of an opening. Both engines are cleared first, so that no game depends on another.
pub(super) fn play(
    opening: &GameLine,
    first_is: Color,
    limits: &[Limits; 2],
    rules: &MatchRules,
    engines: &mut Players,
) -> Played {
    for engine in &mut *engines {
        engine.clear();
    }
    // Searches know of the move limit; they count moves as the position does.
    let before = opening.start().move_number().saturating_sub(1);
    let draw_after = rules.ends.move_limit.map(|limit| u32::from(limit).saturating_add(before));
    let limits = limits.clone().map(|limits| Limits { draw_after, ..limits });

    let mut board = opening.tracked();
    let mut played = Vec::new();
    let mut effort = [Effort { time: Some(Duration::ZERO), ..Effort::default() }; 2];
    let mut doubt = Doubt::default();
    let over = loop {
        if let Some(over) = rules.over(&board) {
            break over;
        }
        let side = board.position().side_to_move();
        if rules.resignation.is_some_and(|rule| doubt.resigns(rule, side)) {
            break GameOver::Resigned(side);
        }
        let player = usize::from(side != first_is);
        let start = ThreadClock::now();
        let report = engines[player].search_game(board.clone(), &limits[player], &mut |_| {});
        effort[player].add(&Effort {
            moves: 1,
            nodes: report.nodes,
            depth: u64::from(report.depth),
            time: Some(start.elapsed()),
        });
        match report.best {
            Some(mv) if board.position().is_legal(mv) => {
                board.do_move(mv);
                played.push(mv);
            }
            _ => break GameOver::Forfeited(side),
        }
        if let Some(rule) = rules.resignation {
            doubt.note(rule, side, report.value);
        }
    };
    Played { first_is, moves: played, over, effort }
}
