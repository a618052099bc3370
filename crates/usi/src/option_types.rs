//! The types of USI options: how each is offered in the answer to `usi`, and which values it accepts from `setoption`.
//!
//! An option is declared once, usually as a constant, and read by that constant from [`Options`](crate::Options), which shows an example of
//! each. Names contain no blanks, because some programs split the line there.

use std::fmt;

/// How USI writes an empty text.
const EMPTY: &str = "<empty>";

/// `type spin`: a whole number in a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spin {
    /// The name, without blanks.
    pub name: &'static str,
    /// The value before any `setoption`, in the range.
    pub default: i64,
    /// The least value accepted.
    pub min: i64,
    /// The largest value accepted.
    pub max: i64,
    /// Whether the engine is kept when the option changes; see [`Program::engine`](crate::Program::engine).
    pub live: bool,
}

/// `type check`: true or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// The name, without blanks.
    pub name: &'static str,
    /// The value before any `setoption`.
    pub default: bool,
    /// Whether the engine is kept when the option changes; see [`Program::engine`](crate::Program::engine).
    pub live: bool,
}

/// `type combo`: one of several words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combo {
    /// The name, without blanks.
    pub name: &'static str,
    /// The word before any `setoption`, one of the choices.
    pub default: &'static str,
    /// The words accepted.
    pub choices: &'static [&'static str],
    /// Whether the engine is kept when the option changes; see [`Program::engine`](crate::Program::engine).
    pub live: bool,
}

/// `type button`: an action without a value; [`Program::option_set`](crate::Program::option_set) carries it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Button {
    /// The name, without blanks.
    pub name: &'static str,
    /// Whether the engine is kept when the button is pressed; see [`Program::engine`](crate::Program::engine).
    pub live: bool,
}

/// `type string`: any text; `type filename`: the path of a file, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// The name, without blanks.
    pub name: &'static str,
    /// The text or path before any `setoption`.
    pub default: &'static str,
    /// Whether the text is the path of a file, for which user interfaces show a button.
    pub is_file: bool,
    /// Whether the engine is kept when the option changes; see [`Program::engine`](crate::Program::engine).
    pub live: bool,
}

impl Spin {
    /// A number from `min` to `max`, both included.
    pub const fn new(name: &'static str, default: i64, min: i64, max: i64) -> Spin {
        Spin { name, default, min, max, live: false }
    }
}

impl Check {
    /// A switch.
    pub const fn new(name: &'static str, default: bool) -> Check {
        Check { name, default, live: false }
    }
}

impl Combo {
    /// A choice; `default` is one of the choices.
    pub const fn new(name: &'static str, default: &'static str, choices: &'static [&'static str]) -> Combo {
        Combo { name, default, choices, live: false }
    }
}

impl Button {
    /// An action.
    pub const fn new(name: &'static str) -> Button {
        Button { name, live: false }
    }
}

impl Text {
    /// A text.
    pub const fn new(name: &'static str, default: &'static str) -> Text {
        Text { name, default, is_file: false, live: false }
    }

    /// A path; an empty one means none.
    pub const fn file(name: &'static str, default: &'static str) -> Text {
        Text { name, default, is_file: true, live: false }
    }
}

/// An option of any type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyOption {
    /// A whole number in a range.
    Spin(Spin),
    /// True or false.
    Check(Check),
    /// One of several words.
    Combo(Combo),
    /// An action.
    Button(Button),
    /// Any text, or a path.
    Text(Text),
}

/// A value that an option does not accept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: found {found:?}, expected {expected}")]
#[non_exhaustive]
pub struct OptionError {
    /// The option.
    pub name: &'static str,
    /// The value given.
    pub found: String,
    /// The values accepted.
    pub expected: String,
}

/// Code that is the same for each type.
macro_rules! types {
    ($($kind:ident)*) => {
        $(
            impl $kind {
                /// The same option as a live one: its change leaves the engine as it is, since no part of the search depends on it.
                pub const fn live(self) -> $kind {
                    $kind { live: true, ..self }
                }
            }

            impl From<$kind> for AnyOption {
                fn from(option: $kind) -> AnyOption {
                    AnyOption::$kind(option)
                }
            }
        )*

        impl AnyOption {
            /// The name.
            pub fn name(&self) -> &'static str {
                match self {
                    $(AnyOption::$kind(option) => option.name,)*
                }
            }

            /// Whether the engine is kept when the option changes.
            pub fn is_live(&self) -> bool {
                match self {
                    $(AnyOption::$kind(option) => option.live,)*
                }
            }
        }
    };
}

types!(Spin Check Combo Button Text);

impl AnyOption {
    /// The value before any `setoption`, as text; a button has none.
    pub(crate) fn default(&self) -> String {
        match self {
            AnyOption::Spin(spin) => spin.default.to_string(),
            AnyOption::Check(check) => check.default.to_string(),
            AnyOption::Combo(Combo { default, .. }) | AnyOption::Text(Text { default, .. }) => {
                (*default).to_owned()
            }
            AnyOption::Button(_) => String::new(),
        }
    }

    /// Reads the value of a `setoption`; equal values give equal texts.
    pub(crate) fn read(&self, text: &str) -> Result<String, OptionError> {
        let text = text.trim_ascii();
        let refused = |expected| OptionError { name: self.name(), found: text.to_owned(), expected };
        match *self {
            AnyOption::Spin(Spin { min, max, .. }) => {
                let number = text.parse().ok().filter(|number: &i64| (min..=max).contains(number));
                let error = || refused(format!("a number from {min} to {max}"));
                number.map(|number| number.to_string()).ok_or_else(error)
            }
            AnyOption::Check(_) if text.parse::<bool>().is_err() => Err(refused("true or false".to_owned())),
            AnyOption::Combo(Combo { choices, .. }) if !choices.contains(&text) => {
                Err(refused(format!("one of {}", choices.join(", "))))
            }
            AnyOption::Text(_) if text == EMPTY => Ok(String::new()),
            _ => Ok(text.to_owned()),
        }
    }
}

impl fmt::Display for AnyOption {
    /// The line that offers the option, without an end of line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = self.default();
        write!(f, "option name {} type ", self.name())?;
        match *self {
            AnyOption::Spin(Spin { min, max, .. }) => write!(f, "spin default {default} min {min} max {max}"),
            AnyOption::Check(_) => write!(f, "check default {default}"),
            AnyOption::Combo(Combo { choices, .. }) => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            AnyOption::Button(_) => f.write_str("button"),
            AnyOption::Text(Text { is_file, .. }) => {
                let kind = if is_file { "filename" } else { "string" };
                write!(f, "{kind} default {}", if default.is_empty() { EMPTY } else { &default })
            }
        }
    }
}
