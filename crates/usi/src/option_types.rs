//! The types of USI options.
//!
//! An option is declared once, usually as a constant, and read by that constant from [`Options`](crate::Options), which has an example of
//! each.
//! Names hold no blanks, because some programs split the line there.

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
    /// Whether the text is the path of a file, for which users are shown a button.
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

    /// A path; empty: none.
    pub const fn file(name: &'static str, default: &'static str) -> Text {
        Text { name, default, is_file: true, live: false }
    }
}

/// The same option, live.
macro_rules! live {
    ($($kind:ident)*) => {$(
        impl $kind {
            /// The same option, whose change leaves the engine as it is: no part of the search is made of it.
            pub const fn live(self) -> $kind {
                $kind { live: true, ..self }
            }
        }
    )*};
}

live!(Spin Check Combo Button Text);
