//! The command line of an engine, with its options.

use std::path::PathBuf;
use std::str::FromStr;
use std::{env, fmt};

/// Program of an engine, its arguments and its option settings.
///
/// As text: words separated by blanks; quotation marks enclose the blanks of a word. After the program, `NAME=VALUE` is an option of the
/// engine, if the name does not begin with `-`; anything else is an argument.
///
/// ```
/// use komadai_usi::EngineCommand;
///
/// let command: EngineCommand = "gpsusi -N 1 Thread=1 \"Skill Level=3\"".parse()?;
/// assert_eq!((command.program.as_str(), command.arguments.len()), ("gpsusi", 2));
/// assert_eq!(command.options[1], ("Skill Level".to_owned(), "3".to_owned()));
/// assert_eq!(command.to_string().parse(), Ok(command));
/// # Ok::<(), komadai_usi::EngineCommandError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    /// The file, or its name in a folder of `PATH`.
    pub program: String,
    /// Arguments of the program.
    pub arguments: Vec<String>,
    /// Names and values of options (`setoption`), in order; a button has an empty value.
    pub options: Vec<(String, String)>,
}

/// Why a text is not the command of an engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "found {0:?}, expected the command of an engine with its options, such as fairy-stockfish UCI_Variant=shogi"
)]
#[non_exhaustive]
pub struct EngineCommandError(String);

impl EngineCommand {
    /// The file of the program: its path if that names a folder, else the file found in `PATH`.
    pub fn file(&self) -> PathBuf {
        let path = PathBuf::from(&self.program);
        let folders = env::var_os("PATH").filter(|_| path.components().count() == 1).unwrap_or_default();
        let found = env::split_paths(&folders).map(|folder| folder.join(&path)).find(|file| file.is_file());
        found.unwrap_or(path)
    }
}

impl FromStr for EngineCommand {
    type Err = EngineCommandError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
        for letter in text.chars().chain([' ']) {
            match letter {
                '"' => quoted = !quoted,
                blank if blank.is_whitespace() && !quoted => words.push(std::mem::take(&mut word)),
                letter => word.push(letter),
            }
        }
        let mut words = words.into_iter().filter(|word| !word.is_empty());
        let Some(program) = words.next().filter(|_| !quoted && !text.contains(char::is_control)) else {
            return Err(EngineCommandError(text.to_owned()));
        };
        let mut command = EngineCommand { program, arguments: Vec::new(), options: Vec::new() };
        for word in words {
            match word.split_once('=') {
                Some((name, value)) if !name.is_empty() && !name.starts_with('-') => {
                    command.options.push((name.to_owned(), value.to_owned()));
                }
                _ => command.arguments.push(word),
            }
        }
        Ok(command)
    }
}

impl fmt::Display for EngineCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |word: &str| {
            if word.contains(char::is_whitespace) { format!("\"{word}\"") } else { word.to_owned() }
        };
        f.write_str(&quoted(&self.program))?;
        self.arguments.iter().try_for_each(|word| write!(f, " {}", quoted(word)))?;
        self.options.iter().try_for_each(|(name, value)| write!(f, " {}", quoted(&format!("{name}={value}"))))
    }
}
