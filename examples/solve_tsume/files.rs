//! Folders of files, one a problem: certificates and records.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use komadai::lab::{Failure, MateProblem};

/// The file of a problem: its name, without what file systems do not like. A path that has the extension already is a
/// file itself.
pub(crate) fn of(folder: &Path, problem: &str, extension: &str) -> PathBuf {
    if is_file(folder, extension) {
        return folder.to_owned();
    }
    folder.join(format!("{}.{extension}", stem(problem)))
}

fn stem(problem: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let name: String = problem.chars().map(plain).collect();
    // Files that begin with a dot are hidden from people.
    if name.starts_with('.') { format!("_{name}") } else { name }
}

fn is_file(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|other| other.eq_ignore_ascii_case(extension))
}

/// Makes the folder of an option. No two problems may get the same file.
pub(crate) fn prepare(
    option: &str,
    folder: &Path,
    extension: &str,
    problems: &[MateProblem],
) -> Result<(), Failure> {
    if is_file(folder, extension) {
        return match problems.len() {
            1 => Ok(()),
            count => Err(format!(
                "{option} {}: one file for {count} problems, expected a folder",
                folder.display()
            )
            .into()),
        };
    }
    let mut owners = HashMap::new();
    for problem in problems {
        let (name, stem) = (&problem.name, stem(&problem.name));
        // Some file systems do not tell capitals from small letters.
        if let Some(other) = owners.insert(stem.to_lowercase(), name) {
            return Err(format!(
                "{option}: {other:?} and {name:?} would both be {stem:?}, expected other names"
            )
            .into());
        }
    }
    Ok(std::fs::create_dir_all(folder).map_err(|error| format!("{option} {}: {error}", folder.display()))?)
}
