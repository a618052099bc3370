//! The answer to one problem, as a line of text and back.

use std::time::Duration;

use komadai::tsume::Length;
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
    /// Of a mate: the lengths that were asked for.
    pub(crate) lengths: Vec<Length>,
}

const NOTHING: &str = "--";

impl Answer {
    /// `name verdict plies nodes milliseconds checked|unchecked moves` and the lengths, separated by tabs, without the end
    /// of the line. There are `columns` columns of lengths.
    pub(crate) fn write(&self, name: &str, columns: usize) -> String {
        let (plies, moves) = match self.said {
            Said::Mate => {
                let moves: Vec<_> = self.line.iter().map(ToString::to_string).collect();
                (self.line.len().to_string(), moves.join(" "))
            }
            _ => (NOTHING.to_owned(), NOTHING.to_owned()),
        };
        let checked = if self.checked { "checked" } else { "unchecked" };
        let milliseconds = self.time.as_secs_f64() * 1e3;
        let mut fields = vec![
            name.to_owned(),
            self.said.name().to_owned(),
            plies,
            self.nodes.to_string(),
            format!("{milliseconds:.1}"),
            checked.to_owned(),
            moves,
        ];
        let length = |column| {
            self.lengths.get(column).map_or_else(|| NOTHING.to_owned(), |&length| write_length(length))
        };
        fields.extend((0..columns).map(length));
        fields.join("\t")
    }

    /// Reads a line back: the name and the answer. What is wrong is told without saying where the line is.
    pub(crate) fn read(line: &str, columns: usize) -> Result<(&str, Answer), String> {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[name, said, plies, nodes, milliseconds, checked, moves, ref lengths @ ..] = fields.as_slice()
        else {
            return Err(format!("found {} fields, expected {}", fields.len(), 7 + columns));
        };
        if lengths.len() != columns {
            return Err(format!("found {} fields, expected {}", fields.len(), 7 + columns));
        }
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
        let lengths = lengths
            .iter()
            .filter(|&&text| text != NOTHING)
            .map(|text| read_length(text))
            .collect::<Result<_, _>>()?;
        Ok((name, Answer { said, nodes, time, checked, refused: None, line, lengths }))
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

/// `11`, `>=9`, `nomate`.
fn write_length(length: Length) -> String {
    match length {
        Length::Exact(plies) => plies.to_string(),
        Length::AtLeast(plies) => format!(">={plies}"),
        Length::NoMate => Said::NoMate.name().to_owned(),
    }
}

fn read_length(text: &str) -> Result<Length, String> {
    let length = match text.strip_prefix(">=") {
        Some(plies) => plies.parse().ok().map(Length::AtLeast),
        None if text == Said::NoMate.name() => Some(Length::NoMate),
        None => text.parse().ok().map(Length::Exact),
    };
    length.ok_or_else(|| format!("found {text:?}, expected a length such as 11 or >=9"))
}
