//! The findings for a position of a game, and their text in the journal.

use komadai::analysis::Finding;
use komadai::{Color, Move, Trust, Value};

/// The findings for a position of the game.
pub(crate) struct Row {
    /// Its value for Black.
    pub(crate) score: Value,
    /// The best move of the side to move.
    pub(crate) best: Option<Move>,
    /// The line that begins with it.
    pub(crate) line: Vec<Move>,
    /// The ends between which the value of a deeper search lies in two of three cases, in centipawns for Black.
    pub(crate) trusted: Option<(i32, i32)>,
}

impl Row {
    /// The findings for a position with this side to move.
    pub(crate) fn new(to_move: Color, finding: &Finding, trust: Option<Trust>) -> Row {
        let black = to_move == Color::Black;
        // Once a mate is proved, the score no longer matters.
        let trust = trust.filter(|_| !finding.value.is_mate());
        Row {
            score: if black { finding.value } else { -finding.value },
            best: finding.best,
            line: finding.line().to_vec(),
            trusted: trust.map(
                |Trust { interval: (low, high), .. }| {
                    if black { (low, high) } else { (-high, -low) }
                },
            ),
        }
    }

    /// Score, trusted ends, best move and line; `-` for what is missing.
    pub(crate) fn write(&self) -> String {
        let trusted = self.trusted.map_or_else(|| "-".to_owned(), |(low, high)| format!("{low},{high}"));
        let best = self.best.map_or_else(|| "-".to_owned(), |mv| mv.to_string());
        let mut words = vec![self.score.cp().to_string(), trusted, best];
        words.extend(self.line.iter().map(ToString::to_string));
        words.join(" ")
    }

    pub(crate) fn read(text: &str) -> Option<Row> {
        let mut words = text.split(' ');
        let score = words.next()?.parse().ok().and_then(Value::from_number)?;
        let trusted = match words.next()? {
            "-" => None,
            ends => {
                let (low, high) = ends.split_once(',')?;
                Some((low.parse().ok()?, high.parse().ok()?))
            }
        };
        let best = match words.next()? {
            "-" => None,
            mv => Some(mv.parse().ok()?),
        };
        let line = words.map(str::parse).collect::<Result<_, _>>().ok()?;
        Some(Row { score, best, line, trusted })
    }
}
