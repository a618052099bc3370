//! Writing results into a folder, and checking before the work that this is possible.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use komadai_core::files::{FileError, write_whole};

/// Writes a text file, whole or not at all, into a folder, which is made if it is missing, and returns the path of the file.
///
/// # Errors
///
/// [`FileError`] with the path that could not be written.
pub fn save(folder: &Path, name: &str, text: &str) -> Result<PathBuf, FileError> {
    let path = folder.join(name);
    std::fs::create_dir_all(folder).map_err(|source| FileError::system(folder.display(), source))?;
    save_whole(&path, text)?;
    Ok(path)
}

/// Checks that files can be written into a folder, which is made if it is missing, before work that would be lost.
///
/// `option` is the option that named it, for the message.
///
/// # Errors
///
/// One line that names option, folder and reason.
pub fn check_folder(option: &str, folder: &Path) -> Result<(), String> {
    let probe = folder.join(format!(".komadai-{}.probe", std::process::id()));
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&probe, ""));
    written.and_then(|()| std::fs::remove_file(&probe)).map_err(|error| told(option, folder, &error))
}

/// The same for a single file: its folder must exist, and the path must not be a folder or a device.
///
/// # Errors
///
/// One line that names option, file and reason.
pub fn check_file(option: &str, file: &Path) -> Result<(), String> {
    if file.exists() && !file.is_file() {
        let found = if file.is_dir() { "a folder" } else { "a device" };
        return Err(format!("{option} {}: found {found}, expected a file", file.display()));
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match folder.metadata() {
        Err(error) => Err(told(option, file, &error)),
        Ok(_) => check_folder(option, folder),
    }
}

/// The same for a file that may replace an earlier file of its kind, but nothing else; files of this kind begin with these bytes.
///
/// # Errors
///
/// One line that names option, file and reason.
pub fn check_file_of(option: &str, file: &Path, begin: &[u8], kind: &str) -> Result<(), String> {
    check_file(option, file)?;
    if !file.exists() {
        return Ok(());
    }
    let mut found = Vec::new();
    let read = File::open(file).and_then(|file| file.take(begin.len() as u64).read_to_end(&mut found));
    match read {
        Err(error) => Err(told(option, file, &error)),
        Ok(_) if found == begin => Ok(()),
        Ok(_) => Err(format!(
            "{option} {}: the file is there and is not {kind}, expected a new file",
            file.display()
        )),
    }
}

/// The same for a model file (`komadai::artifact`).
///
/// # Errors
///
/// One line that names option, file and reason.
pub fn check_model_file(option: &str, file: &Path) -> Result<(), String> {
    check_file_of(option, file, b"KMDI", "a model file")
}

/// The same for a file that must not exist yet.
///
/// # Errors
///
/// One line that names option, file and reason.
pub fn check_new_file(option: &str, file: &Path) -> Result<(), String> {
    if file.exists() {
        return Err(format!("{option} {}: the file is there, expected a new one", file.display()));
    }
    check_file(option, file)
}

/// Writes a file whole or not at all, as [`write_whole`] does.
///
/// # Errors
///
/// [`FileError`] with the path of the file; an earlier file stays.
pub fn save_whole(path: &Path, content: impl AsRef<[u8]>) -> Result<(), FileError> {
    write_whole(path, |file| file.write_all(content.as_ref()))
        .map_err(|source| FileError::system(path.display(), source))
}

fn told(option: &str, path: &Path, error: &std::io::Error) -> String {
    if error.kind() == std::io::ErrorKind::AlreadyExists {
        return format!("{option} {}: found a file, expected a folder", path.display());
    }
    format!("{option} {}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saving_makes_the_folder_leaves_nothing_else_there_and_names_the_path_that_cannot_be() {
        let folder = std::env::temp_dir().join(format!("komadai-lab-{}", std::process::id()));
        let path = save(&folder.join("deep"), "a.csv", "x\n1\n").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "x\n1\n");
        check_folder("--out", &folder.join("deep")).unwrap();
        let told = check_folder("--out", &path).unwrap_err();
        assert_eq!(told, format!("--out {}: found a file, expected a folder", path.display()));
        check_model_file("--save", &folder.join("deep").join("model.kmd")).unwrap();
        assert!(check_file("--save", &folder.join("nowhere").join("model.kmd")).is_err());
        let texts = ["y\n".repeat(50_000), "zz\n".repeat(50_000)];
        let saves = |text: &String| (0..20).for_each(|_| save_whole(&path, text).unwrap());
        std::thread::scope(|scope| {
            scope.spawn(|| saves(&texts[0]));
            saves(&texts[1]);
        });
        assert!(texts.contains(&std::fs::read_to_string(&path).unwrap()));
        assert_eq!(std::fs::read_dir(folder.join("deep")).unwrap().count(), 1, "no probe, no part of a file");
        let error = save_whole(&folder.join("nowhere").join("a.csv"), "").unwrap_err();
        assert!(error.to_string().contains("nowhere"), "{error}");
        let error = save(&path, "b.csv", "").unwrap_err();
        assert!(error.to_string().starts_with(&path.display().to_string()), "{error}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
