//! The file of `--out`: answers as they come, so that a run can be broken off and taken up again.
//!
//! The first line says how the answers were found and for which problems; a file of other options or other problems is
//! refused, since answers of two kinds in one file would be worth nothing. While a run lasts, lines stand in the
//! order in which problems were solved, each written at once; at its end the file is put into the order of the input.

use std::collections::HashMap;
use std::path::Path;

use komadai::journal::{JournalError, JournalHeader, SavedJournal};
use komadai_lab::MateProblem;
use komadai_lab::mate::{MateAnswer as Answer, MateRun};
use komadai_report::Failure;

/// An open file of answers.
pub(crate) struct Journal {
    file: komadai::journal::Journal,
    /// Columns behind the moves.
    columns: usize,
    /// Answers of earlier runs by the names of their problems.
    earlier: HashMap<String, Answer>,
}

impl Journal {
    /// Makes the file, or takes it over.
    pub(crate) fn open(path: &Path, recipe: &MateRun, problems: &[MateProblem]) -> Result<Journal, Failure> {
        let failed = |error: JournalError| format!("--out {error}");
        let (name, count) = (path.display(), problems.len());
        let run =
            format!("{}; {count} problems {:016x}", recipe.describe(), MateProblem::fingerprint(problems));
        let header = JournalHeader { kind: "solve_tsume", run: &run, columns: "" };
        let saved = SavedJournal::read(path, &header).map_err(failed)?;
        let columns = recipe.questions.columns().len();
        let earlier = read(&saved, problems, columns).map_err(|error| format!("--out {name}: {error}"))?;
        if let Some(torn) = saved.torn() {
            eprintln!("{name}: the last line is torn and is left away: {torn:?}");
        }
        if !earlier.is_empty() {
            eprintln!("{name}: {} of {count} problems are solved already", earlier.len());
        }
        Ok(Journal { file: saved.resume().map_err(failed)?, columns, earlier })
    }

    /// Answers of earlier runs, in the order of the problems.
    pub(crate) fn taken_over(&self, problems: &[MateProblem]) -> Vec<Option<Answer>> {
        problems.iter().map(|problem| self.earlier.get(&problem.name).cloned()).collect()
    }

    /// Writes an answer down at once.
    pub(crate) fn note(&mut self, name: &str, answer: &Answer) -> Result<(), Failure> {
        self.file.append(&answer.write(name, self.columns)).map_err(|error| format!("--out {error}").into())
    }

    /// Puts the file into the order of the input.
    pub(crate) fn finish(self, problems: &[MateProblem], answers: &[Answer]) -> Result<(), Failure> {
        let Journal { file, columns, .. } = self;
        let lines =
            problems.iter().zip(answers).map(|(problem, answer)| answer.write(&problem.name, columns));
        file.finish(lines).map_err(|error| format!("--out {error}").into())
    }
}

/// The answers of earlier runs.
fn read(
    saved: &SavedJournal,
    problems: &[MateProblem],
    columns: usize,
) -> Result<HashMap<String, Answer>, String> {
    let known: HashMap<&str, &MateProblem> =
        problems.iter().map(|problem| (problem.name.as_str(), problem)).collect();
    let mut earlier = HashMap::new();
    for (number, line) in saved.lines() {
        let (name, answer) =
            Answer::read(line, columns).map_err(|error| format!("line {number}: {error}"))?;
        let problem = known
            .get(name)
            .ok_or_else(|| format!("line {number}: found {name:?}, expected the name of a problem"))?;
        if !answer.fits(&problem.pos) {
            return Err(format!("line {number}: found moves that do not mate in {name:?}, expected a mate"));
        }
        earlier.insert(name.to_owned(), answer);
    }
    Ok(earlier)
}
