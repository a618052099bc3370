//! Test suites of searches: positions with the moves that should be played there, or that were played \[R2\] \[R4\].
//!
//! ```text
//! # name <TAB> position <TAB> moves, separated by commas <TAB> class
//! problem012<TAB>l5k1l/9/3p1+Sgrp/p1Psppp2/1p2b2nP/P1pP2P2/1PNGP2p1/1KG6/L1R4NL b PGpn2sb 1<TAB>P*2d<TAB>problem
//! quiet<TAB>startpos moves 7g7f 3c3d<TAB>2g2f,6g6f
//! ```
//!
//! A position is an SFEN, or a game in USI whose path counts for repetitions. Trailing fields may be omitted; `-` stands for no move. A
//! class that begins with `played` says that the moves were played in a game; in all other classes they are right answers. Agreement with
//! strong players is not the same as solving problems, and one number must not mix the two ([`SuiteEntry::is_played`]).

use std::collections::HashMap;
use std::path::Path;

use komadai_core::files::FileError;
use komadai_core::notation::usi::GameLine;
use komadai_core::{Move, Position};
use komadai_report::{InputText, numbered_lines, words};

/// Position of a test suite, with the moves to be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteEntry {
    /// Name, unique in its file.
    pub name: String,
    /// The position, at the end of its game.
    pub game: GameLine,
    /// The moves given in the file, all legal; may be empty.
    pub moves: Vec<Move>,
    /// Class of the position, such as `mate` or `played by professionals`; empty if the file has none.
    pub class: String,
}

impl SuiteEntry {
    /// Whether the moves were played in a game, and need not be right.
    pub fn is_played(&self) -> bool {
        self.class.starts_with("played")
    }

    /// The game of the position: its name without the number of the ply, `game1` for `game1-024`; any other name stands for a game of its
    /// own. Positions of one game are not independent samples.
    pub(crate) fn source(&self) -> &str {
        match self.name.rsplit_once('-') {
            Some((game, ply)) if ply.parse::<u32>().is_ok() => game,
            _ => &self.name,
        }
    }

    /// The position itself.
    pub fn position(&self) -> Position {
        self.game.position()
    }

    /// Everything that decides what the search described by `search` finds here, and whether that is one of the moves.
    pub(crate) fn question(&self, search: &str) -> String {
        format!("{search}; {}; {}", self.game, words::usi(&self.moves).join(","))
    }
}

/// Reads all positions of a text. Empty lines and lines that begin with `#` are skipped.
///
/// ```
/// use komadai_lab::read_suite;
///
/// let suite = read_suite("head\t4k4/9/4P4/9/9/9/9/9/4K4 b G 1\tG*5b\tmate\n")?;
/// assert_eq!((suite[0].moves.len(), suite[0].class.as_str()), (1, "mate"));
///
/// let error = read_suite("head\t4k4/9/4P4/9/9/9/9/9/4K4 b G 1\tG*5a\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, field 3: found \"G*5a\", expected legal moves, separated by commas, or -");
/// # Ok::<(), komadai_core::files::FileError>(())
/// ```
///
/// # Errors
///
/// [`FileError`] with line and field of the first error.
pub fn read_suite(text: &str) -> Result<Vec<SuiteEntry>, FileError> {
    let mut suite = Vec::new();
    let mut names = HashMap::new();
    for (line, words) in numbered_lines(text) {
        let wrong = |(field, found, expected): Wrong| {
            FileError::contents(format!("line {line}, field {field}: found {found}, expected {expected}"))
        };
        let entry = read_entry(words).map_err(wrong)?;
        if let Some(first) = names.insert(entry.name.clone(), line) {
            let found = format!("the name {:?} of line {first} again", entry.name);
            return Err(wrong((1, found, "a name of its own for each position")));
        }
        suite.push(entry);
    }
    Ok(suite)
}

/// Reads the positions of the file that `--suite` names, or of the built-in text, which errors call `built_in`.
pub(crate) fn read_file(file: Option<&Path>, built_in: &str, text: &str) -> Result<Vec<SuiteEntry>, String> {
    let input = InputText::read(file, built_in, &[text]).map_err(|error| format!("--suite {error}"))?;
    read_suite(&input.text).map_err(|error| format!("--suite {}: {error}", input.name))
}

/// Number of a field, what was found there, what was expected.
type Wrong = (usize, String, &'static str);

fn read_entry(line: &str) -> Result<SuiteEntry, Wrong> {
    let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
    if let Some(more) = fields.get(4) {
        return Err((5, format!("{more:?}"), "the end of the line after the class"));
    }
    let field = |number: usize| fields.get(number - 1).copied().unwrap_or_default();
    if field(1).is_empty() {
        return Err((1, "nothing".to_owned(), "the name of a position"));
    }
    let game =
        GameLine::parse(field(2)).map_err(|error| (2, error.to_string(), "an SFEN or a game in USI"))?;
    let pos = game.position();
    let words = field(3).split(',').map(str::trim).filter(|word| !["", "-"].contains(word));
    let moves = words.map(|word| {
        word.parse()
            .ok()
            .filter(|&mv| pos.is_legal(mv))
            .ok_or_else(|| (3, format!("{word:?}"), "legal moves, separated by commas, or -"))
    });
    let moves = moves.collect::<Result<Vec<Move>, _>>()?;
    Ok(SuiteEntry { name: field(1).to_owned(), game, moves, class: field(4).to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_forms_of_lines_are_read_in_order() {
        let text = "# x\n\na\tstartpos moves 7g7f\t3c3d, 8c8d\tplayed\r\n\
                    b\t4k4/9/4P4/9/9/9/9/9/4K4 b G 1\t-\nc\tstartpos\n";
        let suite = read_suite(text).unwrap();
        let seen: Vec<_> = suite.iter().map(|e| (e.name.as_str(), e.moves.len(), e.class.as_str())).collect();
        assert_eq!(seen, [("a", 2, "played"), ("b", 0, ""), ("c", 0, "")]);
        assert_eq!(suite[0].game.tracked().history().len(), 1);
        assert_eq!(suite[2].position(), Position::startpos());
    }

    #[test]
    fn mistakes_are_told_with_line_and_field() {
        for (line, message) in [
            ("\tstartpos", "line 3, field 1: found nothing, expected the name"),
            ("a", "line 3, field 2: found "),
            ("a\t4k4/9 b - 1", "line 3, field 2: found "),
            ("a\tstartpos\t7g7f,5i5a", "line 3, field 3: found \"5i5a\", expected legal moves"),
            ("a\tstartpos\tx", "line 3, field 3: found \"x\""),
            ("a\tstartpos\t-\tb\tc", "line 3, field 5: found \"c\", expected the end of the line"),
            ("z\tstartpos", "line 3, field 1: found the name \"z\" of line 1 again"),
        ] {
            let error = read_suite(&format!("z\tstartpos\n#\n{line}\n")).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}\n{message}");
        }
    }

    #[test]
    fn suites_of_the_repository_hold_what_they_say() {
        let problems = read_suite(komadai::samples::PROBLEMS).unwrap();
        let played = read_suite(komadai::samples::PLAYED).unwrap();
        assert_eq!((problems.len(), played.len()), (11, 100));
        assert_eq!(played.chunk_by(|one, next| one.source() == next.source()).count(), 9, "games");
        assert_eq!(problems.chunk_by(|one, next| one.source() == next.source()).count(), 11, "games");
        assert!(problems.iter().all(|entry| !entry.is_played() && !entry.moves.is_empty()));
        assert!(played.iter().all(|entry| entry.is_played() && entry.moves.len() == 1));
    }
}
