//! The course of an experiment: answers that are kept, time that is limited and counted.

pub(crate) mod answers;
pub(crate) mod clocks;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use komadai::analysis::fingerprint;
use komadai::artifact::{Artifact, Provenance};
use komadai::default_reliability;
use komadai_recipe::{NamedEvaluation, Recipe};
use komadai_report::{Failure, Printed, content_fingerprint};
use komadai_search::Engine;

/// Runs an experiment by its words, subcommand and options, its files in a folder, unless the words name a file of data that it makes, as
/// those of `make-corpus` do; nothing goes to standard output.
pub(crate) type Runner<'a> = dyn Fn(&[OsString], &Path) -> Result<Vec<Printed>, Failure> + 'a;

/// Whether files that are to be written, each with the option that names it, are different ones.
pub(crate) fn check_apart(files: &[(&str, &Path)]) -> Result<(), String> {
    for (i, (option, path)) in files.iter().enumerate() {
        if let Some((before, _)) = files[..i].iter().find(|(_, before)| place(before) == place(path)) {
            return Err(format!("{option} {}: found the file of {before}, expected another", path.display()));
        }
    }
    Ok(())
}

/// Where a file is or will be, however it is named.
fn place(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let new = || Some(folder.canonicalize().ok()?.join(path.file_name()?));
    path.canonicalize().ok().or_else(new).unwrap_or_else(|| path.to_owned())
}

/// What tells an engine from another version of it in a journal: its [`fingerprint`]. That looks at a few thousand nodes, in which a
/// changed part may play as before. So where recipe or evaluation are the researcher's own, the program counts too, its size and when it
/// was built; where a margin is learned, the model it comes from.
pub(crate) fn print_of(
    engine: &mut (impl Engine + ?Sized),
    recipe: &Recipe,
    eval: &NamedEvaluation,
) -> Result<u64, Failure> {
    let mut print = fingerprint(engine);
    if recipe.has_unlisted() {
        let spread = default_reliability::model().to_bytes(&Provenance::default())?;
        print = content_fingerprint(format!("{print} {}", content_fingerprint(spread)));
    }
    if !recipe.is_own() && !eval.is_own() {
        return Ok(print);
    }
    let program = std::env::current_exe().and_then(std::fs::metadata)?;
    Ok(content_fingerprint(format!("{print} {} {:?}", program.len(), program.modified()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_the_same_by_another_name() {
        let apart =
            |other: &str| check_apart(&[("--save", Path::new("x.kmd")), ("--checkpoint", Path::new(other))]);
        for same in ["x.kmd", "./x.kmd", "src/../x.kmd"] {
            let error = apart(same).unwrap_err();
            assert_eq!(error, format!("--checkpoint {same}: found the file of --save, expected another"));
        }
        assert_eq!([apart("src/x.kmd"), apart("y.kmd"), apart("nowhere/x.kmd")], [Ok(()), Ok(()), Ok(())]);
    }
}
