//! Who looks at the positions: the analyst of this library, or another engine.

use std::fmt::Display;
use std::time::Duration;

use komadai::analysis::{Analyst, Finding};
use komadai::search::Limits;
use komadai::usi::{Answer, Client, EngineCommand};
use komadai::{Move, Position, Tracked};
use komadai_report::Failure;

/// How long another engine may take to start, and to answer beyond its limits.
const PATIENCE: Duration = Duration::from_secs(60);

/// Who looks at the positions.
pub(crate) enum Searcher {
    /// Search and mate solver of this library.
    Own(Box<Analyst>),
    /// Another program, under these limits.
    Other(Box<Client>, Limits),
}

impl Searcher {
    /// Starts another program.
    pub(crate) fn start(command: &EngineCommand, limits: Limits) -> Result<Searcher, Failure> {
        let client =
            Client::start(command, PATIENCE).map_err(|error| format!("--engine {command}: {error}"))?;
        Ok(Searcher::Other(Box::new(client), limits))
    }

    /// Looks at the position after these moves, `board`, which has a legal move, with nothing left of those before.
    pub(crate) fn look(
        &mut self,
        start: &Position,
        moves: &[Move],
        board: &Tracked,
    ) -> Result<Finding, Failure> {
        let (client, limits) = match self {
            Searcher::Own(analyst) => {
                analyst.clear();
                return Ok(analyst.look(board));
            }
            Searcher::Other(client, limits) => (client, limits),
        };
        let pos = board.position();
        let asked = client.new_game().and_then(|()| client.search(start, moves, limits));
        let wrong = |found: &dyn Display| format!("--engine {}: {found}", client.name());
        let reply = asked.map_err(|error| wrong(&error))?;
        match reply.answer {
            Answer::Move(mv) if !pos.is_legal(mv) => {
                Err(wrong(&format!("found {mv} in {pos}, expected a legal move")).into())
            }
            _ => Ok(Finding::of_engine(pos, &reply)),
        }
    }
}
