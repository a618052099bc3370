//! Openings of matches, read from text: one game per line; `#` begins a comment.
//!
//! ```text
//! # from which the engines go on
//! startpos moves 7g7f 8c8d 2h7h 3c3d   # Third File Rook
//! sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves 2g2f
//! ```

use std::collections::HashMap;

use komadai_core::Color;
use komadai_core::ending::{EndRules, game_end};
use komadai_core::files::FileError;
use komadai_core::notation::usi::GameLine;
use komadai_report::numbered_lines;

/// Reads all openings of a text. Empty lines and lines with only a comment are skipped.
///
/// ```
/// use komadai_lab::read_openings;
///
/// let openings = read_openings("# two\nstartpos moves 7g7f # old\nstartpos moves 2g2f 8c8d\n")?;
/// assert_eq!(openings[1].tracked().history().len(), 2);
///
/// let error = read_openings("startpos moves 7g7f\n\nstartpos moves 7g7g").unwrap_err();
/// assert!(error.to_string().starts_with("line 3: usi, word 3"));
/// # Ok::<(), komadai_core::files::FileError>(())
/// ```
///
/// # Errors
///
/// [`FileError`] with the number of the first line that is wrong.
pub fn read_openings(text: &str) -> Result<Vec<GameLine>, FileError> {
    let mut openings = Vec::new();
    let mut seen = HashMap::new();
    for (line, words) in numbered_lines(text) {
        let words = words.split('#').next().unwrap_or_default().trim();
        if words.is_empty() {
            continue;
        }
        let wrong = |reason: String| FileError::contents(format!("line {line}: {reason}"));
        let opening = GameLine::parse(words).map_err(|error| wrong(error.to_string()))?;
        let board = opening.tracked();
        let pos = board.position();
        let kings = [Color::Black, Color::White].map(|color| pos.king(color));
        if kings.contains(&None) || game_end(pos, board.history(), EndRules::default()).is_some() {
            let reason = "found a game that is over or lacks a king, expected one to go on with";
            return Err(wrong(reason.to_owned()));
        }
        if let Some(first) = seen.insert(pos.key(), line) {
            // Engines would play the same games again.
            let reason = format!("found the position of line {first} again, expected every position once");
            return Err(wrong(reason));
        }
        openings.push(opening);
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use komadai::evaluation::Evaluation;
    use komadai_recipe::NamedEvaluation;
    use komadai_search::Limits;

    use super::*;

    #[test]
    fn openings_of_the_repository_are_enough_for_the_match_of_the_thesis_and_lose_nothing_at_once() {
        let text = komadai::samples::BALANCED_OPENINGS;
        let openings = read_openings(text).unwrap();
        assert!(openings.len() >= 150);
        let mut engine =
            NamedEvaluation::from(Evaluation::material()).engine(&"bare".parse().unwrap(), 1).unwrap();
        for opening in &openings {
            let pos = opening.position();
            assert!(!pos.in_check() && (16..=30).contains(&opening.moves().len()), "{opening}");
            engine.clear();
            let value = engine.search_game(opening.tracked(), &Limits::nodes(5_000), &mut |_| {}).value;
            assert!(value.cp().abs() <= 400, "{opening}: {}", value.cp());
        }
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        for (line, message) in [
            ("startpos moves 7g7f 7g7f", "line 2: usi, word 4"),
            ("startpos 7g7f", "line 2: usi, word 2"),
            ("sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", "line 2: found a game that is over"),
            ("sfen 4k4/9/9/9/9/9/9/9/9 b R 1", "line 2: found a game that is over or lacks a king"),
            // Other moves to the same position.
            ("startpos moves 2g2f 3c3d 7g7f 8c8d", "line 2: found the position of line 1 again"),
        ] {
            let error = read_openings(&format!("startpos moves 7g7f 3c3d 2g2f 8c8d\n{line}\n")).unwrap_err();
            assert!(error.to_string().starts_with(message), "{error}\n{message}");
        }
    }
}
