//! The file of `--out`: answers as they come, so that a run can be broken off and taken up again.
//!
//! The first line says how the answers were found and for which problems; a file of other options or other problems is
//! refused, since answers of two kinds in one file would be worth nothing. While a run lasts, lines stand in the
//! order in which problems were solved, each written at once; at its end the file is put into the order of the input.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use komadai::lab::{Failure, MateProblem};
use komadai::rng::mix;

use crate::answer::Answer;
use crate::solve::Recipe;

const FIRST_WORDS: &str = "# solve_tsume: ";

/// An open file of answers.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    heading: String,
    /// Columns behind the moves.
    columns: usize,
    /// Answers of earlier runs by the names of their problems.
    earlier: HashMap<String, Answer>,
}

impl Journal {
    /// Makes the file, or takes it over.
    pub(crate) fn open(path: &Path, recipe: &Recipe, problems: &[MateProblem]) -> Result<Journal, Failure> {
        let name = path.display();
        let failed = |error: std::io::Error| format!("--out {name}: {error}");
        let count = problems.len();
        let heading =
            format!("{FIRST_WORDS}{}; {count} problems {:016x}\n", recipe.describe(), fingerprint(problems));
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed(error).into()),
        };
        // A line without an end was being written when the run was broken off.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let (first, rest) = text[..whole].split_at(text[..whole].find('\n').map_or(0, |end| end + 1));
        if whole == 0 && !heading.starts_with(&text) || whole > 0 && !first.starts_with(FIRST_WORDS) {
            return Err(format!(
                "--out {name}: line 1: found something else than answers of solve_tsume, \
                 expected a new file or one to take up"
            )
            .into());
        }
        if whole > 0 && first != heading {
            return Err(format!(
                "--out {name}: line 1: found {:?}, expected {:?}: take the same options and problems, or a new file",
                first.trim_end(),
                heading.trim_end()
            )
            .into());
        }
        let columns = recipe.questions.columns().len();
        let earlier = read(rest, problems, columns).map_err(|error| format!("--out {name}: {error}"))?;
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        if whole < text.len() {
            eprintln!("{name}: the last line is torn and is left away: {:?}", &text[whole..]);
            file.set_len(whole as u64).map_err(failed)?;
        }
        if !earlier.is_empty() {
            eprintln!("{name}: {} of {count} problems are solved already", earlier.len());
        }
        let mut journal = Journal { path: path.to_owned(), file, heading, columns, earlier };
        if whole == 0 {
            let heading = journal.heading.clone();
            journal.append(&heading)?;
        }
        Ok(journal)
    }

    /// Answers of earlier runs, in the order of the problems.
    pub(crate) fn taken_over(&self, problems: &[MateProblem]) -> Vec<Option<Answer>> {
        problems.iter().map(|problem| self.earlier.get(&problem.name).cloned()).collect()
    }

    /// Writes an answer down at once.
    pub(crate) fn note(&mut self, name: &str, answer: &Answer) -> Result<(), Failure> {
        self.append(&(answer.write(name, self.columns) + "\n"))
    }

    fn append(&mut self, text: &str) -> Result<(), Failure> {
        // One call, no buffer: whoever ends the program finds whole lines.
        self.file
            .write_all(text.as_bytes())
            .map_err(|error| format!("--out {}: {error}", self.path.display()).into())
    }

    /// Puts the file into the order of the input: a new file takes the place of the old one.
    pub(crate) fn finish(self, problems: &[MateProblem], answers: &[Answer]) -> Result<(), Failure> {
        let mut text = self.heading;
        for (problem, answer) in problems.iter().zip(answers) {
            text.push_str(&answer.write(&problem.name, self.columns));
            text.push('\n');
        }
        let mut name = self.path.clone().into_os_string();
        name.push(".new");
        let failed = |error: std::io::Error| format!("{}: {error}", Path::new(&name).display());
        std::fs::write(&name, text).map_err(failed)?;
        Ok(std::fs::rename(&name, &self.path).map_err(failed)?)
    }
}

/// Reads whole lines after the first.
fn read(text: &str, problems: &[MateProblem], columns: usize) -> Result<HashMap<String, Answer>, String> {
    let known: HashMap<&str, &MateProblem> =
        problems.iter().map(|problem| (problem.name.as_str(), problem)).collect();
    let mut earlier = HashMap::new();
    for (number, line) in (2..).zip(text.lines()) {
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

/// A number that changes with the names and positions of the problems.
fn fingerprint(problems: &[MateProblem]) -> u64 {
    let mut print = 0;
    for problem in problems {
        for byte in format!("{}\t{}\n", problem.name, problem.pos).bytes() {
            print = mix(print ^ u64::from(byte));
        }
    }
    print
}
