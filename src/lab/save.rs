//! Writing results into a folder.

use std::path::{Path, PathBuf};

/// Result that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", path.display())]
pub struct SaveError {
    /// The file or folder that was to be written.
    pub path: PathBuf,
    /// Error of the file system.
    pub source: std::io::Error,
}

/// Writes a text file into a folder, which is made if it is missing, and returns the path of the file.
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
