//! The six types of USI options.
//!
//! An option is declared once, usually as a constant, and read by that constant from [`Options`](crate::Options).
//! Names hold no blanks, because some programs split the line there.

/// `type spin`: a whole number in a range.
///
/// ```
/// use komadai_usi::{Options, Spin};
///
/// const CONTEMPT: Spin = Spin::new("Contempt", 20, -100, 100);
/// let mut options = Options::new().with(CONTEMPT);
/// assert_eq!(options.to_string(), "option name Contempt type spin default 20 min -100 max 100\n");
/// options.set("Contempt", "-5")?;
/// assert_eq!(options.number(CONTEMPT), -5);
/// # Ok::<(), komadai_usi::OptionError>(())
/// ```
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
///
/// ```
/// use komadai_usi::{Check, Options};
///
/// const OWN_BOOK: Check = Check::new("OwnBook", true);
/// let mut options = Options::new().with(OWN_BOOK);
/// assert_eq!(options.to_string(), "option name OwnBook type check default true\n");
/// options.set("OwnBook", "false")?;
/// assert!(!options.is_on(OWN_BOOK));
/// # Ok::<(), komadai_usi::OptionError>(())
/// ```
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
///
/// ```
/// use komadai_usi::{Combo, Options};
///
/// const STYLE: Combo = Combo::new("Style", "normal", &["solid", "normal", "risky"]);
/// let mut options = Options::new().with(STYLE);
/// assert_eq!(
///     options.to_string(),
///     "option name Style type combo default normal var solid var normal var risky\n"
/// );
/// assert!(options.set("Style", "wild").is_err());
/// assert_eq!(options.choice(STYLE), "normal");
/// ```
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
///
/// ```
/// use komadai_usi::{Button, Change, Options};
///
/// let mut options = Options::new().with(Button::new("ClearHash"));
/// assert_eq!(options.to_string(), "option name ClearHash type button\n");
/// assert_eq!(options.set("ClearHash", ""), Ok(Change::New));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Button {
    /// The name, without blanks.
    pub name: &'static str,
    /// Whether the engine is kept when the button is pressed; see [`Program::engine`](crate::Program::engine).
    pub live: bool,
}

/// `type string`: any text.
///
/// ```
/// use komadai_usi::{Options, Text};
///
/// const TITLE: Text = Text::new("Title", "");
/// let mut options = Options::new().with(TITLE);
/// assert_eq!(options.to_string(), "option name Title type string default <empty>\n");
/// options.set("Title", "Second room")?;
/// assert_eq!(options.text(TITLE), "Second room");
/// # Ok::<(), komadai_usi::OptionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// The name, without blanks.
    pub name: &'static str,
    /// The text before any `setoption`.
    pub default: &'static str,
    /// Whether the engine is kept when the option changes; see [`Program::engine`](crate::Program::engine).
    pub live: bool,
}

/// `type filename`: the path of a file, or none.
///
/// ```
/// use komadai_usi::{Filename, Options};
///
/// const BOOK: Filename = Filename::new("BookFile", "").live();
/// let mut options = Options::new().with(BOOK);
/// assert_eq!(options.to_string(), "option name BookFile type filename default <empty>\n");
/// options.set("BookFile", "books/ranging rook.kmd")?;
/// assert_eq!(options.file(BOOK), Some("books/ranging rook.kmd"));
/// options.set("BookFile", "<empty>")?;
/// assert_eq!(options.file(BOOK), None);
/// # Ok::<(), komadai_usi::OptionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filename {
    /// The name, without blanks.
    pub name: &'static str,
    /// The path before any `setoption`; empty: none.
    pub default: &'static str,
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
        Text { name, default, live: false }
    }
}

impl Filename {
    /// A path; empty: none.
    pub const fn new(name: &'static str, default: &'static str) -> Filename {
        Filename { name, default, live: false }
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

live!(Spin Check Combo Button Text Filename);
