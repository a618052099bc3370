//! [`Options`]: the options of a program with their values.

use std::fmt;
use std::mem::discriminant;

use crate::option_types::{AnyOption, Check, Combo, OptionError, Spin, Text};
use crate::standard;

/// The options of a program, in the order in which it offers them, and their values.
///
/// Printed, they are the answer to `usi`. An option is read by its declaration; one that is not offered, or is offered with another type
/// under the same name, reads as its default.
///
/// ```
/// use komadai_usi::{Button, Change, Check, Combo, Options, Spin, Text, standard};
///
/// const CONTEMPT: Spin = Spin::new("Contempt", 20, -100, 100);
/// const OWN_BOOK: Check = Check::new("OwnBook", true);
/// const STYLE: Combo = Combo::new("Style", "normal", &["solid", "normal", "risky"]);
/// const TITLE: Text = Text::new("Title", "");
/// const BOOK: Text = Text::file("BookFile", "").live();
///
/// let options = Options::new().with(CONTEMPT).with(OWN_BOOK).with(STYLE).with(TITLE).with(BOOK);
/// let mut options = options.with(Button::new("ClearHash"));
/// let offered = "option name Contempt type spin default 20 min -100 max 100
/// option name OwnBook type check default true
/// option name Style type combo default normal var solid var normal var risky
/// option name Title type string default <empty>
/// option name BookFile type filename default <empty>
/// option name ClearHash type button
/// ";
/// assert_eq!(options.to_string(), offered);
/// assert_eq!(options.set("Contempt", "-5"), Ok(Change::New));
/// assert_eq!(options.set("ClearHash", ""), Ok(Change::New));
/// assert_eq!(options.set("Unheard_Of", "1"), Ok(Change::Unknown));
/// options.set("Title", "Second room")?;
/// options.set("BookFile", "books/ranging rook.kmd")?;
/// let error = options.set("Style", "wild").unwrap_err();
/// assert_eq!(error.to_string(), r#"Style: found "wild", expected one of solid, normal, risky"#);
/// assert_eq!((options.number(CONTEMPT), options.is_on(OWN_BOOK), options.choice(STYLE)), (-5, true, "normal"));
/// assert_eq!((options.text(TITLE), options.path(BOOK)), ("Second room", Some("books/ranging rook.kmd")));
/// options.set("BookFile", "<empty>")?;
/// assert_eq!(options.path(BOOK), None);
/// assert_eq!(options.text(Text::new("OwnBook", "none")), "none", "a switch under this name is no text");
///
/// // What the conversation honours by itself, one option with another default.
/// let options = Options::standard().with(Spin { default: 500, ..standard::NETWORK_DELAY });
/// assert_eq!(options.number(standard::NETWORK_DELAY), 500);
/// # Ok::<(), komadai_usi::OptionError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    option: AnyOption,
    value: String,
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

    /// The options that the conversation honours without help from the program: limits of nodes and depth, resignation, limit of moves, use
    /// of the clock, and whether a move to ponder on is named.
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

    /// Adds an option, at its default; it replaces one with the same name.
    pub fn with(mut self, option: impl Into<AnyOption>) -> Options {
        let option = option.into();
        let entry = Entry { value: option.default(), option };
        match self.entries.iter_mut().find(|entry| entry.option.name() == option.name()) {
            Some(same) => *same = entry,
            None => self.entries.push(entry),
        }
        self
    }

    /// Sets an option to the value of a `setoption`.
    ///
    /// Unknown names are not errors: interfaces send `USI_Hash` and `USI_Ponder` whether offered or not.
    ///
    /// # Errors
    ///
    /// [`OptionError`] if the option does not accept the value; it keeps its old value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Change, OptionError> {
        let Some(entry) = self.entries.iter_mut().find(|entry| entry.option.name() == name) else {
            return Ok(Change::Unknown);
        };
        let value = entry.option.read(value)?;
        if value == entry.value && !matches!(entry.option, AnyOption::Button(_)) {
            return Ok(Change::Same);
        }
        entry.value = value;
        Ok(Change::New)
    }

    /// Whether a change of the option leaves the engine as it is; true if it is not offered.
    pub fn is_live(&self, name: &str) -> bool {
        self.entry(name).is_none_or(|entry| entry.option.is_live())
    }

    /// The value of a whole number.
    pub fn number(&self, option: Spin) -> i64 {
        self.value(option).and_then(|value| value.parse().ok()).unwrap_or(option.default)
    }

    /// The value of a switch.
    pub fn is_on(&self, option: Check) -> bool {
        self.value(option).and_then(|value| value.parse().ok()).unwrap_or(option.default)
    }

    /// The word chosen.
    pub fn choice(&self, option: Combo) -> &str {
        self.value(option).unwrap_or(option.default)
    }

    /// The value of a text.
    pub fn text(&self, option: Text) -> &str {
        self.value(option).unwrap_or(option.default)
    }

    /// The path of a file; `None` if none is named.
    pub fn path(&self, option: Text) -> Option<&str> {
        Some(self.text(option)).filter(|path| !path.is_empty())
    }

    /// The value of an option that is offered under this name and is of this type.
    fn value(&self, option: impl Into<AnyOption>) -> Option<&str> {
        let option = option.into();
        let entry = self.entry(option.name())?;
        (discriminant(&entry.option) == discriminant(&option)).then_some(&*entry.value)
    }

    fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.option.name() == name)
    }
}

impl fmt::Display for Options {
    /// The lines that answer `usi`, each with its default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.entries.iter().try_for_each(|entry| writeln!(f, "{}", entry.option))
    }
}
