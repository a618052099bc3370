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
    /// Of a mate: what else was asked for.
    pub(crate) further: Vec<Further>,
}

/// What stands in a column behind the moves.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Further {
    Length(Length),
    /// `sound`, `unsound` or `open`, and other checks that mate.
    Second(String),
}

const NOTHING: &str = "--";

impl Answer {
    /// `name verdict plies nodes milliseconds checked|unchecked moves` and what else was asked for in `columns` more
    /// columns, separated by tabs, without the end of the line.
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
        fields.extend((0..columns).map(|column| match self.further.get(column) {
            None => NOTHING.to_owned(),
            Some(Further::Length(length)) => length_text(*length),
            Some(Further::Second(text)) => text.clone(),
        }));
        fields.join("\t")
    }

    /// Reads a line back: the name and the answer. What is wrong is told without saying where the line is.
    pub(crate) fn read(line: &str, columns: usize) -> Result<(&str, Answer), String> {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[name, said, plies, nodes, milliseconds, checked, moves, ref further @ ..] = fields.as_slice()
        else {
            return Err(format!("found {} fields, expected {}", fields.len(), 7 + columns));
        };
        if further.len() != columns {
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
        let further = further.iter().filter(|&&text| text != NOTHING).map(|text| Further::read(text));
        let further = further.collect::<Result<_, _>>()?;
        Ok((name, Answer { said, nodes, time, checked, refused: None, line, further }))
    }

    /// The lengths in the columns behind the moves.
    pub(crate) fn lengths(&self) -> impl Iterator<Item = Length> {
        self.further.iter().filter_map(|further| match further {
            Further::Length(length) => Some(*length),
            Further::Second(_) => None,
        })
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

impl Further {
    fn read(text: &str) -> Result<Further, String> {
        if ["sound", "unsound", "open"].contains(&text.split(';').next().unwrap_or_default()) {
            return Ok(Further::Second(text.to_owned()));
        }
        let length = match text.strip_prefix(">=") {
            Some(plies) => plies.parse().ok().map(Length::AtLeast),
            None if text == Said::NoMate.name() => Some(Length::NoMate),
            None => match text.split_once("..") {
                Some((least, most)) => least
                    .parse()
                    .ok()
                    .zip(most.parse().ok())
                    .map(|(at_least, at_most)| Length::Between { at_least, at_most }),
                None => text.parse().ok().map(Length::Exact),
            },
        };
        length.map(Further::Length).ok_or_else(|| {
            format!("found {text:?}, expected a length such as 11, 9..13 or >=9, or sound, unsound, open")
        })
    }
}

/// `11`, `9..13`, `>=9`, `nomate`.
pub(crate) fn length_text(length: Length) -> String {
    match length {
        Length::Exact(plies) => plies.to_string(),
        Length::AtLeast(plies) => format!(">={plies}"),
        Length::Between { at_least, at_most } => format!("{at_least}..{at_most}"),
        Length::NoMate => Said::NoMate.name().to_owned(),
    }
}
