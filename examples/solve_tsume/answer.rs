//! The answer to one problem, as a line of text and back.

use std::time::Duration;

use komadai::{Move, Position};

/// What was said of a problem.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Said {
    Mate,
    NoMate,
    Unknown,
}

impl Said {
    const ALL: [Said; 3] = [Said::Mate, Said::NoMate, Said::Unknown];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Said::Mate => "mate",
            Said::NoMate => "nomate",
            Said::Unknown => "unknown",
        }
    }
}

/// An answer and what it cost.
#[derive(Clone)]
pub(crate) struct Answer {
    pub(crate) said: Said,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    /// Whether rules that share nothing with the search accept its certificate.
    pub(crate) checked: bool,
    /// Why they do not, if they were asked in this run.
    pub(crate) refused: Option<String>,
    /// Of a mate: the main line.
    pub(crate) line: Vec<Move>,
}

const NOTHING: &str = "--";

impl Answer {
    /// `name verdict plies nodes milliseconds checked|unchecked moves`, separated by tabs, without the end of the line.
    pub(crate) fn write(&self, name: &str) -> String {
        let (plies, moves) = match self.said {
            Said::Mate => {
                let moves: Vec<_> = self.line.iter().map(ToString::to_string).collect();
                (self.line.len().to_string(), moves.join(" "))
            }
            _ => (NOTHING.to_owned(), NOTHING.to_owned()),
        };
        let checked = if self.checked { "checked" } else { "unchecked" };
        let milliseconds = self.time.as_secs_f64() * 1e3;
        format!(
            "{name}\t{}\t{plies}\t{}\t{milliseconds:.1}\t{checked}\t{moves}",
            self.said.name(),
            self.nodes
        )
    }

    /// Reads a line back: the name and the answer. What is wrong is told without saying where the line is.
    pub(crate) fn read(line: &str) -> Result<(&str, Answer), String> {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[name, said, plies, nodes, milliseconds, checked, moves] = fields.as_slice() else {
            return Err(format!("found {} fields, expected 7", fields.len()));
        };
        let said = Said::ALL
            .into_iter()
            .find(|verdict| verdict.name() == said)
            .ok_or_else(|| format!("found {said:?}, expected mate, nomate or unknown"))?;
        let nodes = nodes.parse().map_err(|_| format!("found {nodes:?}, expected a number of nodes"))?;
        let time = milliseconds
            .parse()
            .ok()
            .and_then(|ms: f64| Duration::try_from_secs_f64(ms / 1e3).ok())
            .ok_or_else(|| format!("found {milliseconds:?}, expected milliseconds"))?;
        let checked = match checked {
            "checked" => true,
            "unchecked" => false,
            _ => return Err(format!("found {checked:?}, expected checked or unchecked")),
        };
        let line: Vec<Move> = match said {
            Said::Mate => moves
                .split(' ')
                .map(|mv| mv.parse().map_err(|error| format!("{error}")))
                .collect::<Result<_, String>>()?,
            _ => Vec::new(),
        };
        if said == Said::Mate && plies != line.len().to_string() {
            return Err(format!(
                "found {plies:?} plies, expected {}, as many as there are moves",
                line.len()
            ));
        }
        Ok((name, Answer { said, nodes, time, checked, refused: None, line }))
    }

    /// Whether the line of a mate can be played and ends in mate.
    pub(crate) fn fits(&self, pos: &Position) -> bool {
        let mut pos = pos.clone();
        for &mv in &self.line {
            if !pos.is_legal(mv) {
                return false;
            }
            let _ = pos.do_move(mv);
        }
        self.said != Said::Mate || pos.in_check() && pos.legal_moves().is_empty()
    }
}
