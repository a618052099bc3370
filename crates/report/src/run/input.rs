//! Text of an input file, or the data built into a program in its place.

use std::fmt::Display;
use std::io::Read;
use std::path::Path;

use komadai_core::files::FileError;
use komadai_core::rng::mix;

/// Text that an experiment reads, with its name in error messages.
///
/// ```
/// use komadai_core::notation::usi::GameLine;
/// use komadai_report::InputText;
///
/// let input = InputText::read(None, "the built-in openings", &["startpos moves 7g7f\n", "startpos moves 7g7g\n"])?;
/// let error = input.lines(GameLine::parse).unwrap_err();
/// assert!(error.to_string().starts_with("the built-in openings, line 2: usi, word 3"));
/// # Ok::<(), komadai_core::files::FileError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputText {
    /// Path of the file, or the name of the built-in data.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Size in bytes of the largest input that is read as a whole: 1 GiB.
const LARGEST: u64 = 1 << 30;

/// Reads a whole file of at most 1 GiB (a device may have no end).
///
/// # Errors
///
/// Those of the file system, or the file is larger.
pub fn read_whole(path: &Path) -> std::io::Result<Vec<u8>> {
    read_to_end(std::fs::File::open(path)?)
}

/// Reads an input that is not a file, such as standard input, in the same way.
///
/// # Errors
///
/// Those of the input, or the input is larger.
pub fn read_to_end(input: impl Read) -> std::io::Result<Vec<u8>> {
    read_up_to(input, LARGEST)
}

fn read_up_to(input: impl Read, most: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let told = format!("found more than {most} bytes, expected fewer");
        return Err(std::io::Error::other(told));
    }
    Ok(bytes)
}

impl InputText {
    /// Reads a file, or joins the built-in texts if no file is given.
    ///
    /// # Errors
    ///
    /// [`FileError`]: the file cannot be read or is not text.
    pub fn read(file: Option<&Path>, built_in: &str, texts: &[&str]) -> Result<InputText, FileError> {
        let Some(path) = file else {
            return Ok(InputText { name: built_in.to_owned(), text: texts.concat() });
        };
        let bytes = read_whole(path).map_err(|source| FileError::system(path.display(), source))?;
        InputText::from_bytes(path.display().to_string(), bytes)
    }

    /// Takes the text of an input that has been read.
    ///
    /// # Errors
    ///
    /// [`FileError`]: bytes that are not UTF-8, with line and column in characters, from 1.
    pub fn from_bytes(name: String, bytes: Vec<u8>) -> Result<InputText, FileError> {
        match String::from_utf8(bytes) {
            Ok(text) => Ok(InputText { name, text }),
            Err(error) => {
                let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                let text = String::from_utf8_lossy(valid);
                let line = text.matches('\n').count() + 1;
                let column = text.chars().rev().take_while(|&c| c != '\n').count() + 1;
                Err(FileError::contents(format!(
                    "{name}, line {line}, column {column}: found bytes that are not UTF-8, expected a text file"
                )))
            }
        }
    }

    /// Parses the text; errors are preceded by the name of the input.
    ///
    /// # Errors
    ///
    /// [`FileError`]: that of `read`.
    pub fn parse<T, E: Display>(&self, read: impl FnOnce(&str) -> Result<T, E>) -> Result<T, FileError> {
        read(&self.text).map_err(|error| FileError::contents(format!("{}, {error}", self.name)))
    }

    /// Parses the text line by line; empty lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    ///
    /// [`FileError`] with the number of the first line that cannot be parsed.
    pub fn lines<T, E: Display>(&self, read: impl Fn(&str) -> Result<T, E>) -> Result<Vec<T>, FileError> {
        let read = |(number, line)| read(line).map_err(|error| format!("line {number}: {error}"));
        self.parse(|_| numbered_lines(&self.text).map(read).collect::<Result<Vec<T>, String>>())
    }

    /// Returns the items, unless there are none; `what` names them in the error, such as `position with a move`.
    ///
    /// # Errors
    ///
    /// [`FileError`]: there are none.
    pub fn at_least_one<T>(&self, items: Vec<T>, what: &'static str) -> Result<Vec<T>, FileError> {
        let none = || FileError::contents(format!("no {what}, expected at least one")).of(&self.name);
        if items.is_empty() { Err(none()) } else { Ok(items) }
    }
}

/// The lines of a text with their numbers, from 1, without empty ones and those that begin with `#`.
///
/// ```
/// let text = "\u{feff}# numbers\n\n1\n2\n";
/// assert!(komadai_report::numbered_lines(text).eq([(3, "1"), (4, "2")]));
/// ```
pub fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    // Some editors begin a UTF-8 file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
}

/// A 24-bit number computed from the bytes of a text or a model.
///
/// ```
/// use komadai_report::content_fingerprint;
///
/// assert_eq!(content_fingerprint("spread"), content_fingerprint(b"spread"));
/// assert_ne!(content_fingerprint("spread"), content_fingerprint("spreads"));
/// ```
pub fn content_fingerprint(content: impl AsRef<[u8]>) -> u64 {
    content.as_ref().iter().fold(0, |sum, &byte| mix(sum ^ u64::from(byte))) >> 40
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text_are_found_by_line_and_column() {
        let path = std::env::temp_dir().join(format!("komadai-input-{}", std::process::id()));
        std::fs::write(&path, b"a\n\xe8\xa9\xb0b\xff\n").unwrap();
        let error = InputText::read(Some(&path), "", &[]).unwrap_err().to_string();
        assert!(error.contains(", line 2, column 3: found bytes that are not UTF-8"), "{error}");
        std::fs::remove_file(&path).unwrap();
        let error = InputText::read(Some(&path), "", &[]).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{}: ", path.display())), "{error}");
    }

    #[test]
    fn an_input_without_an_end_is_refused() {
        let error = read_up_to(std::io::repeat(0), 1_000).unwrap_err().to_string();
        assert_eq!(error, "found more than 1000 bytes, expected fewer");
    }
}
