//! [`Recipe`]: the parts of a search as a text, `modern-null+history`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use komadai_search::{Settings, SettingsError};

use super::own_part::NamedPart;
use super::part::{PARTS, Part};

/// A text that is no recipe.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecipeError {
    /// Neither a base nor a part.
    #[error("recipe {recipe:?}: found {word:?}, expected one of {}", expected.join(", "))]
    Unknown {
        /// The whole text.
        recipe: String,
        /// The word that is not known.
        word: String,
        /// What it could have been.
        expected: Vec<String>,
    },
    /// Unknown constant, or value out of range.
    #[error("recipe {recipe:?}: {error}")]
    Constant {
        /// The whole text.
        recipe: String,
        /// What is wrong.
        #[source]
        error: SettingsError,
    },
    /// What follows the `=` of a constant is no integer.
    #[error("recipe {recipe:?}: {name}={found:?}, expected an integer")]
    Number {
        /// The whole text.
        recipe: String,
        /// The constant.
        name: String,
        /// What stands there.
        found: String,
    },
    /// The numbers of a consultation are wrong.
    #[error("recipe {recipe:?}: found {found:?}, expected {expected}")]
    Consultation {
        /// The whole text.
        recipe: String,
        /// What stands there.
        found: String,
        /// What could have stood there.
        expected: String,
    },
    /// A part that a consultation cannot have.
    #[error("recipe {recipe:?}: a consultation has no socket for {part}, expected parts among {}", expected.join(", "))]
    NoSocket {
        /// The whole text.
        recipe: String,
        /// The part.
        part: String,
        /// The parts that it can have.
        expected: Vec<&'static str>,
    },
    /// The name of an own part cannot be one.
    #[error(
        "own part {name:?}: expected small letters, digits and hyphens, beginning with a letter, and no name that is taken"
    )]
    Name {
        /// The name.
        name: String,
    },
}

/// What a search is made of. As a text: a base (`bare`, `modern`, `tacos`), then parts added (`+history`) and taken out (`-null`), and
/// constants of [`Settings`] with their values (`+late_moves.scale=20`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    text: String,
    /// Numbers of the registry.
    parts: BTreeSet<usize>,
    /// Constants that are not at their defaults.
    constants: BTreeMap<&'static str, i32>,
    /// In the order in which they were named.
    pub(super) own: Vec<NamedPart>,
}

/// A part that a text names.
enum Word<'a> {
    /// By its number in the registry.
    BuiltIn(usize),
    Own(&'a NamedPart),
}

impl Recipe {
    /// The bases; the registry says which parts each has. `tacos` is the program of paper 000 (section 3.1), as far as the thesis
    /// describes it: depth by realization probability over its categories, moves in their order, three killers that are likely moves
    /// and reach into quiescence, a pass at every node; without its evaluation and its mate search at the root.
    const BASES: [&'static str; 3] = ["bare", "modern", "tacos"];

    /// Constants of a base that are not at their defaults. The quiescence of TACOS is the tail of its search, so it has one.
    const BASE_CONSTANTS: &'static [(&'static str, &'static str, i32)] = &[("tacos", "realization.tail", 64)];

    /// Its parts by name, in one fixed order: the same for every way to write the same recipe.
    pub fn parts_text(&self) -> String {
        let built_in = self.parts().map(|part| part.name);
        let mut own: Vec<&str> = self.own.iter().map(|part| &*part.name).collect();
        own.sort_unstable();
        let parts: Vec<&str> = built_in.chain(own).collect();
        let parts = if parts.is_empty() { "nothing".to_owned() } else { parts.join("+") };
        let constants = self.constants.iter().map(|(name, value)| format!("+{name}={value}"));
        constants.fold(parts, |text, constant| text + &constant)
    }

    /// Reads a recipe in which the built-in parts and these may be named.
    pub(super) fn parse(text: &str, own: &[NamedPart]) -> Result<Recipe, RecipeError> {
        let end = text.find(['+', '-']).unwrap_or(text.len());
        if !Recipe::BASES.contains(&&text[..end]) {
            return Err(RecipeError::Unknown {
                recipe: text.to_owned(),
                word: text[..end].to_owned(),
                expected: Recipe::BASES.map(str::to_owned).to_vec(),
            });
        }
        Recipe::read(text, end, &text[..end], own)
    }

    /// Reads the words of a recipe behind its base, which ends here and has the parts of this name in the registry.
    pub(super) fn read(text: &str, end: usize, base: &str, own: &[NamedPart]) -> Result<Recipe, RecipeError> {
        let unknown = |word: &str, expected: Vec<String>| RecipeError::Unknown {
            recipe: text.to_owned(),
            word: word.to_owned(),
            expected,
        };
        let mut recipe = Recipe {
            text: text.to_owned(),
            parts: (0..PARTS.len()).filter(|&number| PARTS[number].is_in(base)).collect(),
            constants: Recipe::BASE_CONSTANTS
                .iter()
                .filter(|(name, ..)| *name == base)
                .map(|&(_, name, value)| (name, value))
                .collect(),
            own: Vec::new(),
        };
        let built_in = PARTS.iter().enumerate().map(|(number, part)| (part.name, Word::BuiltIn(number)));
        let words: Vec<(&str, Word<'_>)> =
            built_in.chain(own.iter().map(|part| (&*part.name, Word::Own(part)))).collect();
        let mut rest = &text[end..];
        while let Some(sign) = rest.chars().next() {
            if let Some((name, value, after)) = constant(rest) {
                let value = value.parse().map_err(|_| RecipeError::Number {
                    recipe: text.to_owned(),
                    name: name.to_owned(),
                    found: value.to_owned(),
                })?;
                recipe.set(name, value)?;
                rest = after;
                continue;
            }
            // A name may have a hyphen of its own: the longest name that fits is meant.
            let found = words
                .iter()
                .filter(|(name, _)| rest[1..].starts_with(name))
                .max_by_key(|(name, _)| name.len());
            let Some((name, word)) = found else {
                return Err(unknown(&rest[1..], words.iter().map(|(name, _)| (*name).to_owned()).collect()));
            };
            rest = &rest[1 + name.len()..];
            if !(rest.is_empty() || rest.starts_with(['+', '-'])) {
                return Err(unknown(rest, vec!["+".to_owned(), "-".to_owned()]));
            }
            match (word, sign) {
                (Word::BuiltIn(part), '+') => _ = recipe.parts.insert(*part),
                (Word::BuiltIn(part), _) => _ = recipe.parts.remove(part),
                (Word::Own(part), sign) => {
                    recipe.own.retain(|known| known != *part);
                    if sign == '+' {
                        recipe.own.push((*part).clone());
                    }
                }
            }
        }
        Ok(recipe)
    }

    /// Its built-in parts, in the order of the registry.
    pub(super) fn parts(&self) -> impl Iterator<Item = &'static Part> {
        self.parts.iter().map(|&number| &PARTS[number])
    }

    /// Whether it has a built-in part of this name.
    ///
    /// # Panics
    ///
    /// If no built-in part has this name, as do [`Recipe::with`] and [`Recipe::without`]: text from outside is for [`Parts::recipe`].
    ///
    /// [`Parts::recipe`]: crate::Parts::recipe
    pub fn has(&self, part: &str) -> bool {
        self.parts.contains(&number(part))
    }

    /// Whether it has a part that is not built in.
    pub fn has_own_parts(&self) -> bool {
        !self.own.is_empty()
    }

    /// Whether it has a part of the researcher's own: those of the experiments, which lists of own parts leave out, are none.
    pub fn is_own(&self) -> bool {
        self.own.iter().any(|part| part.listed)
    }

    /// The constants of its parts.
    pub fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        for (name, value) in &self.constants {
            settings.set(name, *value).unwrap_or_else(|_| unreachable!("checked when the recipe got it"));
        }
        settings
    }

    /// This recipe with a value for a constant of [`Settings`].
    ///
    /// # Errors
    ///
    /// [`RecipeError::Constant`] if there is no such constant, or the value is out of its range.
    pub fn with_constant(&self, name: &str, value: i32) -> Result<Recipe, RecipeError> {
        let mut recipe = self.clone();
        recipe.set(name, value)?;
        recipe.text = format!("{}+{name}={value}", recipe.text);
        Ok(recipe)
    }

    fn set(&mut self, name: &str, value: i32) -> Result<(), RecipeError> {
        let wrong = |error| RecipeError::Constant { recipe: self.text.clone(), error };
        let known = Settings::constant(name).map_err(wrong)?;
        Settings::default().set(name, value).map_err(wrong)?;
        self.constants.insert(known.name, value);
        Ok(())
    }

    /// This recipe and one built-in part more.
    #[must_use]
    pub fn with(&self, part: &str) -> Recipe {
        let mut recipe = self.clone();
        if recipe.parts.insert(number(part)) {
            recipe.text.push('+');
            recipe.text.push_str(part);
        }
        recipe
    }

    /// This recipe and one built-in part less.
    #[must_use]
    pub fn without(&self, part: &str) -> Recipe {
        let mut recipe = self.clone();
        if recipe.parts.remove(&number(part)) {
            recipe.text.push('-');
            recipe.text.push_str(part);
        }
        recipe
    }
}

/// The number of a part that the code names.
fn number(part: &str) -> usize {
    Part::named(part).unwrap_or_else(|| unreachable!("{part} is a part of the registry"))
}

/// A constant at the front of the rest of a recipe, `+late_moves.scale=20`: its name, its value, what follows.
fn constant(rest: &str) -> Option<(&str, &str, &str)> {
    let (name, value) = rest.strip_prefix('+')?.split_once('=')?;
    if name.contains(['+', '-']) {
        return None;
    }
    // The value may begin with a minus of its own.
    let end = value.get(1..).and_then(|value| value.find(['+', '-'])).map_or(value.len(), |end| end + 1);
    Some((name, &value[..end], &value[end..]))
}

impl FromStr for Recipe {
    type Err = RecipeError;

    fn from_str(text: &str) -> Result<Recipe, RecipeError> {
        Recipe::parse(text, &[])
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
