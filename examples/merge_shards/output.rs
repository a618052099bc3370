//! A file that is there whole or not at all.

use std::path::{Path, PathBuf};

use komadai::lab::Failure;

/// Nothing is written over.
pub(crate) fn refuse_existing(out: &Path) -> Result<(), Failure> {
    if out.exists() {
        return Err(format!("--out {}: the file is there, expected a new one", out.display()).into());
    }
    Ok(())
}

/// Makes the file beside its place by `write`, then moves it there.
pub(crate) fn make<T>(out: &Path, write: impl FnOnce(&Path) -> Result<T, Failure>) -> Result<T, Failure> {
    let told = |path: &Path, error: std::io::Error| format!("--out {}: {error}", path.display());
    if let Some(folder) = out.parent() {
        std::fs::create_dir_all(folder).map_err(|error| told(folder, error))?;
    }
    let mut beside = out.as_os_str().to_owned();
    beside.push(format!(".{}.new", std::process::id()));
    let beside = PathBuf::from(beside);
    let made = write(&beside).and_then(|made| {
        refuse_existing(out)?;
        std::fs::rename(&beside, out).map_err(|error| told(out, error))?;
        Ok(made)
    });
    if made.is_err() {
        // Best effort: the first error is the one to tell.
        let _ = std::fs::remove_file(&beside);
    }
    made
}
