//! An option of any type: how it is offered in the answer to `usi`, and which values `setoption` may give it.

use std::fmt;

use crate::option_types::{Button, Check, Combo, Filename, Spin, Text};

/// How USI writes an empty text.
const EMPTY: &str = "<empty>";

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
    /// Any text.
    Text(Text),
    /// A path or none.
    Filename(Filename),
}

/// A value that an option does not accept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// No number, or one outside the range of a [`Spin`].
    #[error("{name}: found {found:?}, expected a number from {min} to {max}")]
    Number {
        /// The option.
        name: &'static str,
        /// The value given.
        found: String,
        /// The least value accepted.
        min: i64,
        /// The largest value accepted.
        max: i64,
    },
    /// A value of a [`Check`] that is neither `true` nor `false`.
    #[error("{name}: found {found:?}, expected true or false")]
    Switch {
        /// The option.
        name: &'static str,
        /// The value given.
        found: String,
    },
    /// A word that is no choice of a [`Combo`].
    #[error("{name}: found {found:?}, expected one of {}", .choices.join(", "))]
    Choice {
        /// The option.
        name: &'static str,
        /// The value given.
        found: String,
        /// The words accepted.
        choices: &'static [&'static str],
    },
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OptionValue {
    Number(i64),
    Switch(bool),
    /// Of a combo, a text or a filename.
    Text(String),
    /// Of a button.
    Nothing,
}

macro_rules! any_of {
    ($($kind:ident)*) => {
        $(
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

any_of!(Spin Check Combo Button Text Filename);

impl AnyOption {
    /// The value before any `setoption`.
    pub(crate) fn default_value(&self) -> OptionValue {
        match self {
            AnyOption::Spin(spin) => OptionValue::Number(spin.default),
            AnyOption::Check(check) => OptionValue::Switch(check.default),
            AnyOption::Combo(Combo { default, .. })
            | AnyOption::Text(Text { default, .. })
            | AnyOption::Filename(Filename { default, .. }) => OptionValue::Text((*default).to_owned()),
            AnyOption::Button(_) => OptionValue::Nothing,
        }
    }

    /// Reads the value of a `setoption`.
    pub(crate) fn read(&self, text: &str) -> Result<OptionValue, OptionError> {
        let text = text.trim();
        let found = || text.to_owned();
        match *self {
            AnyOption::Spin(Spin { name, min, max, .. }) => match text.parse() {
                Ok(number) if (min..=max).contains(&number) => Ok(OptionValue::Number(number)),
                _ => Err(OptionError::Number { name, found: found(), min, max }),
            },
            AnyOption::Check(Check { name, .. }) => match text.parse() {
                Ok(switch) => Ok(OptionValue::Switch(switch)),
                Err(_) => Err(OptionError::Switch { name, found: found() }),
            },
            AnyOption::Combo(Combo { name, choices, .. }) => {
                if choices.contains(&text) {
                    Ok(OptionValue::Text(found()))
                } else {
                    Err(OptionError::Choice { name, found: found(), choices })
                }
            }
            AnyOption::Button(_) => Ok(OptionValue::Nothing),
            AnyOption::Text(_) | AnyOption::Filename(_) => {
                Ok(OptionValue::Text(if text == EMPTY { String::new() } else { found() }))
            }
        }
    }
}

impl fmt::Display for AnyOption {
    /// The line that offers it, without an end of line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name())?;
        let text = |default: &'static str| if default.is_empty() { EMPTY } else { default };
        match *self {
            AnyOption::Spin(Spin { default, min, max, .. }) => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            AnyOption::Check(Check { default, .. }) => write!(f, "check default {default}"),
            AnyOption::Combo(Combo { default, choices, .. }) => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            AnyOption::Button(_) => f.write_str("button"),
            AnyOption::Text(Text { default, .. }) => write!(f, "string default {}", text(default)),
            AnyOption::Filename(Filename { default, .. }) => write!(f, "filename default {}", text(default)),
        }
    }
}
