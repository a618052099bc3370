//! Running an experiment: answers that are kept, time that is limited and counted.

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

/// Runs an experiment given by its words (subcommand and options), with its files in a folder, unless the words name a data file that it
/// makes, as with `make-corpus`. Nothing goes to standard output.
pub(crate) type Runner<'a> = dyn Fn(&[OsString], &Path) -> Result<Vec<Printed>, Failure> + 'a;

/// Checks that files to be written, each with the option that names it, are different.
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

/// Number that distinguishes an engine from other versions of it in a journal: its [`fingerprint`]. This covers a few thousand nodes, in
/// which a changed part may play as before. So if recipe or evaluation is the researcher's own, the size and build time of the program
/// count too; if a margin is learned, so does the model it comes from.
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
