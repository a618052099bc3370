//! Who plays a match: searches of this process, and programs that speak USI.

use std::time::{Duration, Instant};

use komadai::usi::{Answer, Client, ClientError, EngineCommand, Reply};
use komadai_core::{Move, Position, Tracked, Value};
use komadai_search::{Engine, Limits};

use super::rules::Fault;
use crate::ThreadClock;
use crate::run::clocks::process_time;

/// Effort of a player in a game: moves, nodes, depth, time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Effort {
    /// Number of searches, one per move.
    pub moves: u64,
    /// Nodes of those searches.
    pub nodes: u64,
    /// Sum of the depths of their last finished iterations, in plies.
    pub depth: u64,
    /// Processor time of the searches, by [`ThreadClock`](crate::ThreadClock), or of all threads of another program; `None` if unknown. The
    /// times are the only numbers that are not reproducible.
    pub time: Option<Duration>,
    /// Time of the searches by the wall clock.
    #[serde(default)]
    pub wall: Duration,
    /// By how much the latest answer exceeded its time.
    #[serde(default)]
    pub late: Duration,
}

impl Effort {
    /// The effort of no search.
    pub(crate) fn none() -> Effort {
        Effort { time: Some(Duration::ZERO), ..Effort::default() }
    }

    pub(crate) fn add(&mut self, other: &Effort) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.depth += other.depth;
        self.time = self.time.zip(other.time).map(|(one, more)| one + more);
        self.wall += other.wall;
        self.late = self.late.max(other.late);
    }
}

/// Player of a match. Every [`Engine`] is one.
pub trait Player: Send {
    /// Begins a game, which must not depend on earlier ones.
    ///
    /// # Errors
    ///
    /// [`Lost`]: the player loses the game at its turn.
    fn begin(&mut self) -> Result<(), Lost>;

    /// Answers in the last position of a game, `board`, which `moves` from `start` led to.
    fn turn(&mut self, start: &Position, moves: &[Move], board: &Tracked, limits: &Limits) -> Turn;
}

/// A fault, and what was seen of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// What kind of fault.
    pub fault: Fault,
    /// What was found and expected.
    pub seen: String,
}

pub(super) fn lost(fault: Fault, seen: impl Into<String>) -> Lost {
    Lost { fault, seen: seen.into() }
}

/// What a player does when it is its turn.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Its answer, which the match judges, or why there is none.
    pub answer: Result<Answer, Lost>,
    /// Its value of the position, for the side to move.
    pub value: Option<Value>,
    /// What it cost.
    pub effort: Effort,
}

impl From<Lost> for Turn {
    fn from(lost: Lost) -> Turn {
        Turn { answer: Err(lost), value: None, effort: Effort::none() }
    }
}

impl Player for Box<dyn Player> {
    fn begin(&mut self) -> Result<(), Lost> {
        (**self).begin()
    }

    fn turn(&mut self, start: &Position, moves: &[Move], board: &Tracked, limits: &Limits) -> Turn {
        (**self).turn(start, moves, board, limits)
    }
}

impl<E: Engine + Send> Player for E {
    fn begin(&mut self) -> Result<(), Lost> {
        self.clear();
        Ok(())
    }

    fn turn(&mut self, _: &Position, _: &[Move], board: &Tracked, limits: &Limits) -> Turn {
        let (worked, begun) = (ThreadClock::now(), Instant::now());
        let report = self.search_game(board.clone(), limits, &mut |_| {});
        let (wall, time) = (begun.elapsed(), Some(worked.elapsed()));
        let (nodes, depth) = (report.nodes, report.depth.into());
        let answer = report.best.map(Answer::Move).ok_or_else(|| lost(Fault::IllegalMove, "no move"));
        let effort = Effort { moves: 1, nodes, depth, time, wall, late: Duration::ZERO };
        Turn { answer, value: Some(report.value), effort }
    }
}

/// A program that speaks USI as a player; it is restarted for the next game after it has ended or stopped answering.
#[derive(Debug)]
pub struct UsiPlayer {
    command: EngineCommand,
    patience: Duration,
    client: Option<Client>,
}

impl UsiPlayer {
    /// Starts the program; [`Client::start`] says what `patience` is.
    ///
    /// # Errors
    ///
    /// Those of [`Client::start`].
    pub fn start(command: EngineCommand, patience: Duration) -> Result<UsiPlayer, ClientError> {
        let client = Some(Client::start(&command, patience)?);
        Ok(UsiPlayer { command, patience, client })
    }

    /// Asks the program something; if that fails, the program is ended.
    fn ask<T>(&mut self, ask: impl FnOnce(&mut Client) -> Result<T, ClientError>) -> Result<T, Lost> {
        let mut client = self.client.take().ok_or_else(|| lost(Fault::NoStart, "no game was begun"))?;
        let told = ask(&mut client).map_err(|error| {
            let fault = match error {
                ClientError::Ended { .. } => Fault::Crash,
                ClientError::Answer { .. } => Fault::Nonsense,
                _ => Fault::NoAnswer,
            };
            lost(fault, error.to_string())
        })?;
        self.client = Some(client);
        Ok(told)
    }
}

impl Player for UsiPlayer {
    fn begin(&mut self) -> Result<(), Lost> {
        if self.client.is_none() {
            let client = Client::start(&self.command, self.patience);
            self.client = Some(client.map_err(|error| lost(Fault::NoStart, error.to_string()))?);
        }
        self.ask(Client::new_game)
    }

    fn turn(&mut self, start: &Position, moves: &[Move], _: &Tracked, limits: &Limits) -> Turn {
        let asked = self.ask(|client| {
            let before = process_time(client.process_id());
            let reply = client.search(start, moves, limits)?;
            let after = process_time(client.process_id());
            Ok((reply, after.zip(before).map(|(after, before)| after.saturating_sub(before))))
        });
        let (reply, time) = match asked {
            Ok(asked) => asked,
            Err(lost) => return lost.into(),
        };
        let Reply { nodes, elapsed: wall, .. } = reply;
        let answer = if reply.stopped {
            Err(lost(Fault::Overrun, format!("no answer before it was stopped, {} ms", wall.as_millis())))
        } else {
            Ok(reply.answer)
        };
        let effort = Effort { moves: 1, nodes, depth: reply.depth.into(), time, wall, late: Duration::ZERO };
        Turn { answer, value: reply.value, effort }
    }
}
