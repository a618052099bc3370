//! Answer to one mate problem, as a line of text and back.

use std::time::Duration;

use komadai_core::{Move, Position};
use komadai_tsume::Length;

use super::shown::ShownLength;
use crate::data::problem::Label;

/// Answer of a solver to a mate problem, with its cost.
///
/// ```
/// use komadai_lab::Label;
/// use komadai_lab::mate::MateAnswer;
///
/// let (name, answer) = MateAnswer::read("head\tmate\t1\t12\t0.500\tchecked\tG*5b\tshortest", 0)?;
/// assert_eq!((name, answer.said, answer.nodes), ("head", Label::Mate, 12));
/// assert_eq!(answer.write("head", 0), "head\tmate\t1\t12\t0.500\tchecked\tG*5b\tshortest");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct MateAnswer {
    /// Mate, no mate, or unknown.
    pub said: Label,
    /// Nodes of the search.
    pub nodes: u64,
    /// Time of the search, by [`ThreadClock`](crate::ThreadClock).
    pub time: Duration,
    /// Whether the checker, whose rules share no code with the search, accepted the certificate.
    pub checked: bool,
    /// Why the checker refused it, if it was asked in this run.
    pub refused: Option<String>,
    /// Main line of a mate.
    pub line: Vec<Move>,
    /// Whether no mate is shorter than the main line, as far as has been found out.
    pub shortest: bool,
    /// Answers to further questions about a mate, a column each.
    pub further: Vec<Further>,
}

/// Answer to a further question about a mate: a column behind the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Further {
    /// Length, by one way of counting plies.
    Length(Length),
    /// The longest line without leftovers where futile interpositions do not count; empty if every line leaves pieces over.
    Solution(Vec<Move>),
    /// Whether other checks mate (余詰): `sound`, `unsound` or `open`, and those checks.
    Cooks(String),
    /// The line whose plies count traditionally and its futile interpositions: `line MOVES; after PLY on SQUARES; …`, or
    /// `no line`.
    Futile(String),
    /// Which bounds of the exact length certificates have shown.
    Shown(ShownLength),
}

const NOTHING: &str = "--";
/// Fields before the columns of further questions.
const FIELDS: usize = 8;
/// Whether a line is known to be a shortest mate.
const SHORTEST: [(bool, &str); 2] = [(true, "shortest"), (false, "not shown to be shortest")];
/// In the column of the solution: every line leaves pieces over.
const LEFTOVERS: &str = "leftovers";

impl MateAnswer {
    /// The answer as a line: `name verdict plies nodes milliseconds checked|unchecked moves shortest|not shown to be shortest` and what else was
    /// asked for in `columns` more columns, separated by tabs, without the end of the line.
    pub fn write(&self, name: &str, columns: usize) -> String {
        let (plies, moves, shortest) = match self.said {
            Label::Mate => {
                let moves: Vec<_> = self.line.iter().map(ToString::to_string).collect();
                (self.line.len().to_string(), moves.join(" "), SHORTEST[usize::from(!self.shortest)].1)
            }
            _ => (NOTHING.to_owned(), NOTHING.to_owned(), NOTHING),
        };
        let checked = if self.checked { "checked" } else { "unchecked" };
        let milliseconds = self.time.as_secs_f64() * 1e3;
        let mut fields = vec![
            name.to_owned(),
            self.said.name().to_owned(),
            plies,
            self.nodes.to_string(),
            format!("{milliseconds:.3}"),
            checked.to_owned(),
            moves,
            shortest.to_owned(),
        ];
        fields.extend((0..columns).map(|column| match self.further.get(column) {
            None => NOTHING.to_owned(),
            Some(Further::Length(length)) => length_text(*length),
            Some(Further::Solution(line)) if line.is_empty() => LEFTOVERS.to_owned(),
            Some(Further::Solution(line)) => {
                let moves: Vec<_> = line.iter().map(ToString::to_string).collect();
                format!("solution {}", moves.join(" "))
            }
            Some(Further::Cooks(text) | Further::Futile(text)) => text.clone(),
            Some(Further::Shown(shown)) => shown.name().to_owned(),
        }));
        fields.join("\t")
    }

    /// Reads a line: the name of the problem, and the answer.
    ///
    /// # Errors
    ///
    /// What was found and expected, without the number of the line.
    pub fn read(line: &str, columns: usize) -> Result<(&str, MateAnswer), String> {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[name, said, plies, nodes, milliseconds, checked, moves, shortest, ref further @ ..] =
            fields.as_slice()
        else {
            return Err(format!("found {} fields, expected {}", fields.len(), FIELDS + columns));
        };
        if further.len() != columns {
            return Err(format!("found {} fields, expected {}", fields.len(), FIELDS + columns));
        }
        let said = Label::from_name(said)
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
            Label::Mate => moves
                .split(' ')
                .map(|mv| mv.parse().map_err(|error| format!("{error}")))
                .collect::<Result<_, String>>()?,
            _ => Vec::new(),
        };
        if said == Label::Mate && plies != line.len().to_string() {
            return Err(format!(
                "found {plies:?} plies, expected {}, as many as there are moves",
                line.len()
            ));
        }
        let of_line = SHORTEST.iter().find(|(_, name)| *name == shortest);
        let shortest = match (said, of_line) {
            (Label::Mate, Some(&(shortest, _))) => shortest,
            (Label::NoMate | Label::Unknown, None) if shortest == NOTHING => false,
            _ => return Err(format!("found {shortest:?}, expected shortest or not shown to be shortest")),
        };
        let further = further.iter().filter(|&&text| text != NOTHING).map(|text| Further::read(text));
        let further = further.collect::<Result<_, _>>()?;
        Ok((name, MateAnswer { said, nodes, time, checked, refused: None, line, shortest, further }))
    }

    /// Which bounds of the exact length certificates have shown, if that was asked.
    pub fn shown(&self) -> Option<ShownLength> {
        self.further.iter().find_map(|further| match further {
            Further::Shown(shown) => Some(*shown),
            _ => None,
        })
    }

    /// Lengths among the further answers, in their order.
    pub fn lengths(&self) -> impl Iterator<Item = Length> {
        self.further.iter().filter_map(|further| match further {
            Further::Length(length) => Some(*length),
            _ => None,
        })
    }

    /// Plies of the solution by traditional counting: of the longest line without leftovers, else those of the length as far as
    /// it is known.
    pub fn solution_plies(&self) -> Option<u16> {
        let solution = self.further.iter().find_map(|further| match further {
            Further::Solution(line) => Some(line),
            _ => None,
        })?;
        if !solution.is_empty() {
            return solution.len().try_into().ok();
        }
        // The traditional length is the last of the lengths.
        match self.lengths().last()? {
            Length::Exact(plies) | Length::Between { at_most: plies, .. } => Some(plies),
            Length::AtLeast(_) | Length::NoMate => None,
        }
    }

    /// Whether the line of a mate can be played and ends in mate.
    pub fn fits(&self, pos: &Position) -> bool {
        let mut pos = pos.clone();
        for &mv in &self.line {
            if !pos.is_legal(mv) {
                return false;
            }
            pos.do_move(mv);
        }
        self.said != Label::Mate || pos.in_check() && pos.legal_moves().is_empty()
    }
}

impl Further {
    fn read(text: &str) -> Result<Further, String> {
        if ["sound", "unsound", "open"].contains(&text.split(';').next().unwrap_or_default()) {
            return Ok(Further::Cooks(text.to_owned()));
        }
        if text.starts_with("line ") || text == "no line" {
            return Ok(Further::Futile(text.to_owned()));
        }
        if text == LEFTOVERS {
            return Ok(Further::Solution(Vec::new()));
        }
        if let Some(moves) = text.strip_prefix("solution ") {
            let moves = moves.split(' ').map(|mv| mv.parse().map_err(|error| format!("{error}")));
            return moves.collect::<Result<_, String>>().map(Further::Solution);
        }
        if let Some(shown) = ShownLength::from_name(text) {
            return Ok(Further::Shown(shown));
        }
        let length = match text.strip_prefix(">=") {
            Some(plies) => plies.parse().ok().map(Length::AtLeast),
            None if text == Label::NoMate.name() => Some(Length::NoMate),
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
            format!("found {text:?}, expected a length such as 11, 9..13 or >=9, solution, leftovers, sound, unsound, open, line, no line, or what is shown")
        })
    }
}

/// A length as text: `11`, `9..13`, `>=9`, `nomate`.
pub fn length_text(length: Length) -> String {
    match length {
        Length::Exact(plies) => plies.to_string(),
        Length::AtLeast(plies) => format!(">={plies}"),
        Length::Between { at_least, at_most } => format!("{at_least}..{at_most}"),
        Length::NoMate => Label::NoMate.name().to_owned(),
    }
}
