//! The course of an experiment: answers that are kept, time that is limited and counted.

pub(crate) mod answers;
pub(crate) mod clocks;

use std::ffi::OsString;
use std::path::Path;

use komadai::analysis::fingerprint;
use komadai_report::{Failure, Printed, content_fingerprint};
use komadai_search::Engine;

/// Runs an experiment by its words, subcommand and options, its files in a folder, unless the words name a file of data that it makes, as
/// those of `make-corpus` do; nothing goes to standard output.
pub(crate) type Runner<'a> = dyn Fn(&[OsString], &Path) -> Result<Vec<Printed>, Failure> + 'a;

/// Whether files that are to be written, each with the option that names it, are different ones.
pub(crate) fn check_apart(files: &[(&str, &Path)]) -> Result<(), String> {
    for (i, (option, path)) in files.iter().enumerate() {
        if let Some((before, _)) = files[..i].iter().find(|(_, before)| before == path) {
            return Err(format!("{option} {}: found the file of {before}, expected another", path.display()));
        }
    }
    Ok(())
}

/// What tells an engine from another version of it in a journal: its [`fingerprint`]. That looks at a few thousand nodes, in which a
/// changed part of the researcher's own may play as before; so where it has such a part, `is_own`, the program counts too: its size and
/// when it was built.
pub(crate) fn print_of(engine: &mut (impl Engine + ?Sized), is_own: bool) -> Result<u64, Failure> {
    let print = fingerprint(engine);
    if !is_own {
        return Ok(print);
    }
    let program = std::env::current_exe().and_then(std::fs::metadata)?;
    Ok(content_fingerprint(format!("{print} {} {:?}", program.len(), program.modified()?)))
}
