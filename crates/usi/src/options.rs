//! [`Options`]: the options of a program with their values.

use std::fmt;

use crate::any_option::{AnyOption, OptionError, OptionValue};
use crate::option_types::{Check, Combo, Filename, Spin, Text};
use crate::standard;

/// The options that a program offers, in the order in which it offers them, and what they are set to.
///
/// Printed, it is the answer to `usi`. An option is read by what it was declared with; one that is not among those
/// offered, or is of another type under the same name, reads as its default.
///
/// ```
/// use komadai_usi::{Change, Filename, Options, Spin, standard};
///
/// const EVAL_FILE: Filename = Filename::new("EvalFile", "");
/// // What the conversation honours by itself, one of them with another default, and an option of our own.
/// let mut options = Options::standard()
///     .with(Spin { default: 500, ..standard::NETWORK_DELAY })
///     .with(EVAL_FILE);
/// assert_eq!(options.number(standard::NETWORK_DELAY), 500);
/// assert_eq!(options.set("NetworkDelay", "1000"), Ok(Change::New));
/// assert_eq!(options.set("Unheard_Of", "1"), Ok(Change::Unknown));
/// let error = options.set("NetworkDelay", "-1").unwrap_err();
/// assert_eq!(error.to_string(), r#"NetworkDelay: found "-1", expected a number from 0 to 10000"#);
/// assert_eq!(options.number(standard::NETWORK_DELAY), 1000);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    option: AnyOption,
    value: OptionValue,
}

/// What a `setoption` did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing: there is no such option.
    Unknown,
    /// Nothing: the option had this value already.
    Same,
    /// The option has a new value, or a button was pressed.
    New,
}

impl Options {
    /// No options.
    pub fn new() -> Options {
        Options::default()
    }

    /// The options that the conversation honours without help of the program: limits of nodes and depth, resignation,
    /// limit of moves, use of the clock, and whether a move to ponder on is named.
    pub fn standard() -> Options {
        Options::new()
            .with(standard::NODES_LIMIT)
            .with(standard::DEPTH_LIMIT)
            .with(standard::RESIGN_VALUE)
            .with(standard::MAX_MOVES_TO_DRAW)
            .with(standard::NETWORK_DELAY)
            .with(standard::MINIMUM_THINKING_TIME)
            .with(standard::SLOW_MOVER)
            .with(standard::PONDER)
    }

    /// One option more, at its default; in the place of one with the same name, if there is one.
    pub fn with(mut self, option: impl Into<AnyOption>) -> Options {
        let option = option.into();
        let entry = Entry { value: option.default_value(), option };
        match self.entries.iter_mut().find(|entry| entry.option.name() == option.name()) {
            Some(same) => *same = entry,
            None => self.entries.push(entry),
        }
        self
    }

    /// Sets an option to the value of a `setoption`.
    ///
    /// Unknown names are no errors: interfaces send `USI_Hash` and `USI_Ponder` whether offered or not.
    ///
    /// # Errors
    ///
    /// [`OptionError`] if the option does not accept the value; it keeps the one it had.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Change, OptionError> {
        let Some(entry) = self.entries.iter_mut().find(|entry| entry.option.name() == name) else {
            return Ok(Change::Unknown);
        };
        let value = entry.option.read(value)?;
        if value == entry.value && value != OptionValue::Nothing {
            return Ok(Change::Same);
        }
        entry.value = value;
        Ok(Change::New)
    }

    /// Whether a change of the option leaves the engine as it is; so does one that is not offered.
    pub fn is_live(&self, name: &str) -> bool {
        self.entries
            .iter()
            .find(|entry| entry.option.name() == name)
            .is_none_or(|entry| entry.option.is_live())
    }

    /// The value of a number.
    pub fn number(&self, option: Spin) -> i64 {
        match self.value(option.name) {
            Some(OptionValue::Number(number)) => *number,
            _ => option.default,
        }
    }

    /// The value of a switch.
    pub fn is_on(&self, option: Check) -> bool {
        match self.value(option.name) {
            Some(OptionValue::Switch(on)) => *on,
            _ => option.default,
        }
    }

    /// The word chosen.
    pub fn choice(&self, option: Combo) -> &str {
        self.words(option.name, option.default)
    }

    /// The value of a text.
    pub fn text(&self, option: Text) -> &str {
        self.words(option.name, option.default)
    }

    /// The path of a file; `None` if none is named.
    pub fn file(&self, option: Filename) -> Option<&str> {
        Some(self.words(option.name, option.default)).filter(|path| !path.is_empty())
    }

    fn words<'a>(&'a self, name: &str, default: &'a str) -> &'a str {
        match self.value(name) {
            Some(OptionValue::Text(text)) => text,
            _ => default,
        }
    }

    fn value(&self, name: &str) -> Option<&OptionValue> {
        self.entries.iter().find(|entry| entry.option.name() == name).map(|entry| &entry.value)
    }
}

impl fmt::Display for Options {
    /// The lines that answer `usi`, each with its default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.entries.iter().try_for_each(|entry| writeln!(f, "{}", entry.option))
    }
}
