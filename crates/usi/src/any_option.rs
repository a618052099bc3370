//! An option of any type: how it is offered in the answer to `usi`, and which values `setoption` may give it.

use std::fmt;

use crate::option_types::{Button, Check, Combo, Spin, Text};

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
    /// Any text, or a path.
    Text(Text),
}

/// A value that an option does not accept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: found {found:?}, expected {expected}")]
pub struct OptionError {
    /// The option.
    pub name: &'static str,
    /// The value given.
    pub found: String,
    /// The values accepted.
    pub expected: String,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OptionValue {
    Number(i64),
    Switch(bool),
    /// Of a combo or a text.
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

any_of!(Spin Check Combo Button Text);

impl AnyOption {
    /// The value before any `setoption`.
    pub(crate) fn default_value(&self) -> OptionValue {
        match self {
            AnyOption::Spin(spin) => OptionValue::Number(spin.default),
            AnyOption::Check(check) => OptionValue::Switch(check.default),
            AnyOption::Combo(Combo { default, .. }) | AnyOption::Text(Text { default, .. }) => {
                OptionValue::Text((*default).to_owned())
            }
            AnyOption::Button(_) => OptionValue::Nothing,
        }
    }

    /// Reads the value of a `setoption`.
    pub(crate) fn read(&self, text: &str) -> Result<OptionValue, OptionError> {
        let text = text.trim();
        let refused = |expected| OptionError { name: self.name(), found: text.to_owned(), expected };
        match *self {
            AnyOption::Spin(Spin { min, max, .. }) => {
                let number = text.parse().ok().filter(|number| (min..=max).contains(number));
                let error = || refused(format!("a number from {min} to {max}"));
                number.map(OptionValue::Number).ok_or_else(error)
            }
            AnyOption::Check(_) => {
                text.parse().map(OptionValue::Switch).map_err(|_| refused("true or false".to_owned()))
            }
            AnyOption::Combo(Combo { choices, .. }) if !choices.contains(&text) => {
                Err(refused(format!("one of {}", choices.join(", "))))
            }
            AnyOption::Button(_) => Ok(OptionValue::Nothing),
            AnyOption::Text(_) if text == EMPTY => Ok(OptionValue::Text(String::new())),
            AnyOption::Combo(_) | AnyOption::Text(_) => Ok(OptionValue::Text(text.to_owned())),
        }
    }
}

impl fmt::Display for AnyOption {
    /// The line that offers it, without an end of line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name())?;
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
            AnyOption::Text(Text { default, is_file, .. }) => {
                let (kind, default) = (
                    if is_file { "filename" } else { "string" },
                    if default.is_empty() { EMPTY } else { default },
                );
                write!(f, "{kind} default {default}")
            }
        }
    }
}
