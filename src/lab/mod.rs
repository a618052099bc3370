//! What experiments read, run and show: problems, matches, statistics, tables, figures, boards.
//!
//! | part | rows or values in | out |
//! |---|---|---|
//! | [`Table`] | rows of [`Cell`]s | aligned text, Markdown, CSV: the same rows three times |
//! | [`Plot`] | points or samples | an SVG figure: lines, points, histograms |
//! | [`stacked_bars`] | amounts of parts | an SVG figure of shares |
//! | [`heat_map`] | a number for each square | an SVG board |
//! | [`Regression`] | points | the line of least squares, the interval of its slope |
//! | [`Effectiveness`] | a search, watched | how often recalled moves are right |
//! | [`MateProblem`] | lines of a problem file | positions with their known answers |
//! | [`read_suite`] | lines of a file of positions | positions with the moves to be found there |
//! | [`Games`] | lines of a file of games | games by class, some of them held apart |
//! | [`Recipe`] | `modern-null+history` | an [`Engine`]: a searcher of those parts |
//! | [`Shadow`] | claims of forward prunings | a sample of them, to be asked again |
//! | [`self_play`] | two engines, [openings](read_openings) | games in a journal, a score |
//! | [`Score`], [`PairScore`], [`Sprt`] | wins, draws, losses | Elo with its interval, likelihood of superiority, a verdict |
//! | [`Bootstrap`], [`sign_test`] | two searches on the same positions | an interval of the difference, a level of significance |
//! | [`Journal`] | finished pieces of a long run | the same, after an interruption |
//! | [`in_parallel`], [`map_in_parallel`] | positions, workers | results that do not depend on the number of threads |
//!
//! Everything here turns text into numbers or numbers into text; nothing here prints. The feature `lab`
//! (on by default) brings it in, together with the packages `comfy-table` and `plotters`; engines switch it
//! off with `default-features = false`.

mod axis;
mod board;
mod bootstrap;
mod chance;
mod effectiveness;
mod elo;
mod games;
mod interval;
mod layer;
mod openings;
mod plot;
mod problem;
mod recipe;
mod regression;
pub mod self_play;
mod shadow;
mod sprt;
mod stack;
mod suite;
mod table;
mod work_time;

pub use board::heat_map;
pub use bootstrap::Bootstrap;
pub use chance::sign_test;
pub use effectiveness::{CategoryTally, Effectiveness, Tally};
pub use elo::{EloScale, PairScore, Score};
pub use games::{ClassedGame, Games, GamesError};
pub use interval::Interval;
pub use komadai_learn::{Journal, JournalError, JournalHeader, SavedJournal, in_parallel, map_in_parallel};
pub use komadai_search::Engine;
pub use openings::{OpeningError, read_openings};
pub use plot::{Plot, PlotError};
pub use problem::{Label, MateProblem};
pub use recipe::{Part, Recipe, RecipeError};
pub use regression::Regression;
pub use shadow::{Claim, Hindsight, Kind, Reservoir, Sample, Shadow};
pub use sprt::{Sprt, SprtError, Verdict};
pub use stack::stacked_bars;
pub use suite::{SuiteEntry, SuiteError, read_suite};
pub use table::{Cell, Table};
pub use work_time::Moment;

use std::path::{Path, PathBuf};

/// A result could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", path.display())]
pub struct SaveError {
    /// The file or folder that was to be written.
    pub path: PathBuf,
    /// What the system said.
    pub source: std::io::Error,
}

/// Writes a result into a folder, made if it is missing, and returns the path of the file.
///
/// # Errors
///
/// [`SaveError`] with the path that could not be written.
pub fn save(folder: &Path, name: &str, text: &str) -> Result<PathBuf, SaveError> {
    let path = folder.join(name);
    std::fs::create_dir_all(folder).map_err(|source| SaveError { path: folder.to_owned(), source })?;
    match std::fs::write(&path, text) {
        Ok(()) => Ok(path),
        Err(source) => Err(SaveError { path, source }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saving_makes_the_folder_and_failing_names_the_path() {
        let folder = std::env::temp_dir().join(format!("komadai-lab-{}", std::process::id()));
        let path = save(&folder.join("deep"), "a.csv", "x\n1\n").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "x\n1\n");
        let error = save(&path, "b.csv", "").unwrap_err();
        assert!(error.to_string().starts_with(&path.display().to_string()), "{error}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
