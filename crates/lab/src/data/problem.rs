//! Mate problems with their known answers, read from text: one problem per line.
//!
//! ```text
//! # name <TAB> SFEN <TAB> mate | nomate | unknown <TAB> plies or --
//! zuko073<TAB>9/9/2ls5/9/2p6/l2+Pg4/6+b1+r/+pp+Bg2+p2/2P+skS2+R b 2GS4n2l12p 1<TAB>nomate<TAB>--
//! 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1
//! ```
//!
//! Lengths count every ply. In files whose recorded lengths leave out futile interpositions (無駄合), a comment line `# lengths: traditional`
//! says so for the problems after it; `# lengths: exact` switches back.
//!
//! Collections in this format are in `data/tsume`. A line may be a bare SFEN, and trailing fields may be omitted; a problem without a name
//! is named by its line number.

use std::collections::HashMap;

use komadai_core::notation::sfen::{self, SfenError};
use komadai_core::{Color, Position};
use komadai_notation::record::{At, RecordError};
use komadai_tsume::{LengthRule, Verdict};
use serde::{Deserialize, Serialize};

/// Answer to a mate problem, as recorded or as found by a solver.
///
/// ```
/// use komadai_lab::Label;
/// use komadai::tsume::Verdict;
///
/// assert_eq!(Label::from(&Verdict::NoMate).name(), "nomate");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    /// The side to move mates.
    Mate,
    /// The side to move has no mate.
    NoMate,
    /// Not known.
    #[default]
    Unknown,
}

impl Label {
    /// All labels.
    pub const ALL: [Label; 3] = [Label::Mate, Label::NoMate, Label::Unknown];

    /// `mate`, `nomate` or `unknown`, as in the files.
    pub const fn name(self) -> &'static str {
        match self {
            Label::Mate => "mate",
            Label::NoMate => "nomate",
            Label::Unknown => "unknown",
        }
    }
}

impl From<&Verdict> for Label {
    fn from(verdict: &Verdict) -> Label {
        match verdict {
            Verdict::Mate { .. } => Label::Mate,
            Verdict::NoMate => Label::NoMate,
            Verdict::Unknown => Label::Unknown,
        }
    }
}

/// Mate problem: a position with its name and the recorded answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MateProblem {
    /// Name, unique in its file.
    pub name: String,
    /// The position: the side to move attacks, the other side has a king.
    pub pos: Position,
    /// The recorded answer.
    pub label: Label,
    /// The recorded length in plies. Collections differ: some record the shortest mate, some the composer's solution.
    pub plies: Option<u32>,
    /// How `plies` are counted.
    pub counting: LengthRule,
}

impl MateProblem {
    /// Reads all problems of a text. Empty lines and lines that begin with `#` are skipped.
    ///
    /// ```
    /// use komadai_lab::{Label, MateProblem};
    ///
    /// let text = "head\t4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\tmate\t1\n";
    /// let problems = MateProblem::read_all(text)?;
    /// assert_eq!((problems[0].name.as_str(), problems[0].label), ("head", Label::Mate));
    ///
    /// let error = MateProblem::read_all("\nhead\t4k4/9/4P4 b G 1").unwrap_err();
    /// assert!(error.to_string().starts_with("line 2, column 15: found ' '"));
    /// # Ok::<(), komadai::notation::record::RecordError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RecordError`] with line and column of the first error.
    pub fn read_all(text: &str) -> Result<Vec<MateProblem>, RecordError> {
        let mut problems: Vec<MateProblem> = Vec::new();
        let mut lines = HashMap::new();
        // Some editors begin UTF-8 files with a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut counting = LengthRule::EveryPly;
        for (number, line) in (1..).zip(text.lines()) {
            if let Some(comment) = line.strip_prefix('#') {
                counting = told_counting(number, comment)?.unwrap_or(counting);
                continue;
            }
            if line.trim().is_empty() {
                continue;
            }
            let problem = MateProblem { counting, ..read_line(number, line)? };
            if let Some(first) = lines.insert(problem.name.clone(), number) {
                let found = format!("the name {:?} of line {first} again", problem.name);
                return Err(wrong(number, 1, found, "a name of its own for each problem"));
            }
            problems.push(problem);
        }
        Ok(problems)
    }
}

/// The way of counting that a comment states, if any.
fn told_counting(line: usize, comment: &str) -> Result<Option<LengthRule>, RecordError> {
    match comment.trim().strip_prefix("lengths:").map(str::trim) {
        None => Ok(None),
        Some("exact") => Ok(Some(LengthRule::EveryPly)),
        Some("traditional") => Ok(Some(LengthRule::Traditional)),
        Some(other) => Err(wrong(line, 1, format!("lengths: {other:?}"), "lengths: exact or traditional")),
    }
}

fn wrong(line: usize, column: usize, found: String, expected: &'static str) -> RecordError {
    RecordError::Text { at: At { line, column }, found, expected: expected.into() }
}

fn read_line(number: usize, line: &str) -> Result<MateProblem, RecordError> {
    // Each field with the column where it begins.
    let mut column = 1;
    let mut fields = line.split('\t').map(|field| {
        let start = column;
        column += field.chars().count() + 1;
        (start, field)
    });
    let (name, sfen) = match (fields.next().unwrap_or((1, "")), fields.next()) {
        (bare, None) => (number.to_string(), bare),
        ((column, name), Some(_)) if name.trim().is_empty() => {
            return Err(wrong(number, column, "an empty field".to_owned(), "the name of a problem"));
        }
        ((_, name), Some(sfen)) => (name.trim().to_owned(), sfen),
    };
    let pos = position(number, sfen)?;
    let label = match fields.next() {
        None => Label::Unknown,
        Some((column, text)) => Label::ALL
            .into_iter()
            .find(|label| label.name() == text.trim())
            .ok_or_else(|| wrong(number, column, format!("{text:?}"), "mate, nomate or unknown"))?,
    };
    let plies = match fields.next() {
        None => None,
        Some((_, text)) if text.trim() == "--" => None,
        Some((column, text)) => Some(plies(text.trim()).map_err(|expected| {
            wrong(number, column, format!("{text:?} behind {:?}", label.name()), expected)
        })?),
    };
    match fields.next() {
        None => Ok(MateProblem { name, pos, label, plies, counting: LengthRule::EveryPly }),
        Some((column, text)) => {
            Err(wrong(number, column, format!("{text:?}"), "the end of the line after the plies"))
        }
    }
}

/// Parses the length of a mate in plies; the error says what was expected.
fn plies(text: &str) -> Result<u32, &'static str> {
    match text.parse() {
        Err(_) => Err("a number of plies, or -- for none"),
        Ok(plies) if plies % 2 == 0 => Err("an odd number of plies, since the attacker moves first and last"),
        Ok(plies) => Ok(plies),
    }
}

fn position(line: usize, (column, text): (usize, &str)) -> Result<Position, RecordError> {
    let pos = sfen::position(text).map_err(|error| match error {
        SfenError::Text { column: inside, found, expected } => {
            let found = found.map_or_else(|| "the end".to_owned(), |c| format!("{c:?}"));
            wrong(line, column + inside - 1, found, expected)
        }
        SfenError::Setup(error) => RecordError::Start { at: At { line, column }, error },
        other => wrong(line, column, other.to_string(), "a position"),
    })?;
    if pos.king(!pos.side_to_move()).is_some() {
        return Ok(pos);
    }
    let defender = if pos.side_to_move() == Color::Black { "White" } else { "Black" };
    Err(wrong(line, column, format!("no king of {defender}"), "the king of the side that is to be mated"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

    #[test]
    fn all_forms_of_lines_are_read_in_order() {
        let text = format!(
            "\u{feff}# comment\n\na\t{HEAD}\tmate\t1\r\n  \nb\t{HEAD}\tnomate\t--\n{HEAD}\nc\t{HEAD}\n"
        );
        let problems = MateProblem::read_all(&text).unwrap();
        let seen: Vec<_> = problems.iter().map(|p| (p.name.as_str(), p.label, p.plies)).collect();
        let expected = [
            ("a", Label::Mate, Some(1)),
            ("b", Label::NoMate, None),
            ("6", Label::Unknown, None),
            ("c", Label::Unknown, None),
        ];
        assert_eq!(seen, expected);
        assert!(problems.iter().all(|problem| problem.pos == HEAD.parse().unwrap()));
    }

    #[test]
    fn comments_say_how_plies_are_counted() {
        let text = format!(
            "a\t{HEAD}\n# lengths: traditional\nb\t{HEAD}\n# about lengths\nc\t{HEAD}\n#lengths:exact\nd\t{HEAD}\n"
        );
        let problems = MateProblem::read_all(&text).unwrap();
        let rules: Vec<_> = problems.iter().map(|problem| problem.counting).collect();
        let (exact, traditional) = (LengthRule::EveryPly, LengthRule::Traditional);
        assert_eq!(rules, [exact, traditional, traditional, exact]);
    }

    #[test]
    fn every_mistake_is_told_with_line_and_column() {
        for (line, message) in [
            ("a\t4k4/9/4P4/9/9/x8/9/9/9 b G 1", "17: found 'x', expected a piece letter"),
            ("a\t4k4/9/4P4/9/9/9/9/9/9", "24: found the end, expected "),
            ("詰\t4k4/9/4P4/9/9/9/9/9/9 q G 1", "25: found 'q', expected the side to move"),
            ("a\t4k4/4P4/4P4/9/9/9/9/9/9 b - 1", "3: no valid start position: Black has two "),
            ("a\t9/9/4P4/9/9/9/9/9/4K4 b - 1", "3: found no king of White, expected the king"),
            ("\tHEAD", "1: found an empty field, expected the name"),
            ("a\tHEAD\tmat\t1", "46: found \"mat\", expected mate, nomate or unknown"),
            ("a\tHEAD\tmate\tone", "51: found \"one\" behind \"mate\", expected a number of plies"),
            ("a\tHEAD\tmate\t2", "51: found \"2\" behind \"mate\", expected an odd number of plies"),
            ("a\tHEAD\tmate\t1\tx", "53: found \"x\", expected the end of the line"),
            ("# lengths: long", "1: found lengths: \"long\", expected lengths: exact or"),
            ("b\tHEAD", "1: found the name \"b\" of line 1 again, expected a name"),
        ] {
            let text = format!("b\tHEAD\n\n{line}\n").replace("HEAD", HEAD);
            let error = MateProblem::read_all(&text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("line 3, column {message}")), "{error}\n{message}");
        }
    }
}
