//! Files of problems in a folder: certificates and records.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::data::problem::MateProblem;
use komadai_report::{check_file_of, check_folder, check_new_file};

/// Returns the file of a problem: its name, without characters that file systems do not like. A path that already has the extension is the
/// file itself.
///
/// ```
/// use std::path::Path;
///
/// use komadai_lab::mate::file_of;
///
/// assert_eq!(file_of(Path::new("out"), "a b", "kmdc"), Path::new("out/a_b.kmdc"));
/// assert_eq!(file_of(Path::new("one.kmdc"), "a b", "kmdc"), Path::new("one.kmdc"));
/// ```
pub fn file_of(folder: &Path, problem: &str, extension: &str) -> PathBuf {
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

/// Makes the folder for the files of problems, such as `NAME.kmdc`; a path with that extension is the file of a single problem.
///
/// An existing file is replaced if it is of the same kind, except a record (`kif`) that was named by itself, which may be somebody else's.
///
/// # Errors
///
/// A message of one line: a file for several problems, two problems with the same file, a folder that cannot be made, a file that would be
/// lost. `option` is the name of the option in the message.
pub fn prepare_folder(
    option: &str,
    folder: &Path,
    extension: &str,
    problems: &[MateProblem],
) -> Result<(), String> {
    if is_file(folder, extension) {
        return match problems.len() {
            1 if extension == "kif" => check_new_file(option, folder),
            1 => check_kind(option, folder, extension),
            count => Err(format!(
                "{option} {}: one file for {count} problems, expected a folder",
                folder.display()
            )),
        };
    }
    let mut owners = HashMap::new();
    for problem in problems {
        let (name, stem) = (&problem.name, stem(&problem.name));
        // Some file systems ignore case.
        if let Some(other) = owners.insert(stem.to_lowercase(), name) {
            return Err(format!(
                "{option}: {other:?} and {name:?} would both be {stem:?}, expected other names"
            ));
        }
    }
    // A mate and the lower bound of its length are two files of one problem.
    for (stem, name) in &owners {
        if let Some(other) = stem.strip_suffix(".lower").and_then(|stem| owners.get(stem)) {
            return Err(format!(
                "{option}: {name:?} would be the lower bound of {other:?}, expected other names"
            ));
        }
    }
    std::fs::create_dir_all(folder).map_err(|error| format!("{option} {}: {error}", folder.display()))?;
    check_folder(option, folder)?;
    problems
        .iter()
        .try_for_each(|problem| check_kind(option, &file_of(folder, &problem.name, extension), extension))
}

/// Checks that a file is missing or of the kind that its extension says.
fn check_kind(option: &str, file: &Path, extension: &str) -> Result<(), String> {
    let (begin, kind): (&[u8], _) = match extension {
        "kmdc" => (b"KMDC", "a certificate of a mate or no-mate"),
        "kmdh" => (b"KMDH", "a certificate of a hisshi"),
        "html" => (b"<!DOCTYPE html>", "a page"),
        // Records may begin with anything.
        _ => (b"", "a record"),
    };
    check_file_of(option, file, begin, kind)
}
