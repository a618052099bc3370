//! [`Recipe`]: the parts of a search as a text, `modern-null+history`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use komadai_search::{Settings, SettingsError};

use super::names;
use super::own_part::{NamedPart, OwnPart};
use super::part::{PARTS, Part};

/// A text that is no recipe, or a name that no own part can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {fault}")]
#[non_exhaustive]
pub struct RecipeError {
    /// The recipe, or the own part.
    pub place: String,
    /// What was found there, and what was expected.
    pub fault: String,
}

impl RecipeError {
    pub(super) fn of(recipe: &str, fault: impl fmt::Display) -> RecipeError {
        RecipeError { place: format!("recipe {recipe:?}"), fault: fault.to_string() }
    }
}

/// What a search is made of. As a text: a base (`bare`, `modern`, `tacos`), then parts added (`+history`) and taken out (`-null`), and
/// constants of [`Settings`] with their values (`+late_moves.scale=20`).
///
/// Two recipes are equal if they name the same search, however they are written: the same built-in parts and constants,
/// and the same own parts in the same order, in which they are asked.
///
/// ```
/// use komadai_recipe::Recipe;
///
/// let one: Recipe = "modern+context-razoring".parse()?;
/// assert_eq!(one, "modern-razoring+context".parse()?);
/// assert_eq!(one.to_string(), "modern+context-razoring");
/// # Ok::<(), komadai_recipe::RecipeError>(())
/// ```
#[derive(Clone, Debug, Eq)]
pub struct Recipe {
    text: String,
    /// `[number of the registry]`: whether it has this part.
    parts: Vec<bool>,
    /// Constants that are not at their defaults.
    constants: BTreeMap<&'static str, i32>,
    /// In the order in which they were named.
    pub(super) own: Vec<NamedPart>,
}

impl PartialEq for Recipe {
    fn eq(&self, other: &Recipe) -> bool {
        (&self.parts, &self.constants, &self.own) == (&other.parts, &other.constants, &other.own)
    }
}

impl Recipe {
    /// The bases; the registry says which parts each has. `tacos` is the program of paper 000 (section 3.1), as far as the thesis
    /// describes it: depth by realization probability over its categories, moves in their order, three killers that count as likely
    /// moves and take part in quiescence, a pass at every node; without its evaluation and its mate search at the root.
    const BASES: [&'static str; 3] = ["bare", "modern", "tacos"];

    /// Constants of a base that are not at their defaults. The quiescence of TACOS is the tail of its search, so `tacos` has a tail.
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
            return Err(unknown(text, &text[..end], &Recipe::BASES));
        }
        Recipe::read(text, end, &text[..end], own)
    }

    /// Reads the words of a recipe after its base, which ends at `end` and whose parts the registry has under the name `base`.
    pub(super) fn read(text: &str, end: usize, base: &str, own: &[NamedPart]) -> Result<Recipe, RecipeError> {
        let parts = PARTS.iter().map(|part| part.is_in(base)).collect();
        let mut recipe = Recipe { text: text.to_owned(), parts, constants: BTreeMap::new(), own: Vec::new() };
        for &(_, name, value) in Recipe::BASE_CONSTANTS.iter().filter(|(of, ..)| *of == base) {
            recipe.constants.insert(name, value);
        }
        let built_in = PARTS.iter().map(|part| part.name);
        let names: Vec<&str> = built_in.chain(own.iter().map(|part| &*part.name)).collect();
        let mut added = Vec::new();
        let mut rest = &text[end..];
        while let Some(sign) = rest.chars().next() {
            if let Some((name, value, after)) = constant(rest) {
                let wrong = |_| RecipeError::of(text, format!("{name}={value:?}, expected an integer"));
                let value = value.parse().map_err(wrong)?;
                recipe.set(name, value)?;
                rest = after;
                continue;
            }
            let Some((name, after)) = names::first(&rest[1..], &names) else {
                return Err(unknown(text, &rest[1..], &names));
            };
            rest = after;
            let adds = sign == '+';
            if let Some(part) = own.iter().find(|part| *part.name == *name) {
                recipe.own.retain(|known| known != part);
                recipe.own.extend(adds.then(|| part.clone()));
            } else {
                recipe.parts[number(name)] = adds;
                added.extend(adds.then_some(name));
            }
        }
        let built_in = added.into_iter().find_map(|part| Some((part, recipe.idle(part)?)));
        match built_in.or_else(|| recipe.idle_own()) {
            None => Ok(recipe),
            Some((part, why)) => Err(RecipeError::of(text, format!("{part} does nothing {why}"))),
        }
    }

    /// Why a built-in part does nothing in this recipe, if so: it lacks another part, or another one takes its place.
    pub fn idle(&self, part: &str) -> Option<&'static str> {
        let has = |parts: &[&str]| parts.iter().any(|part| self.has(part));
        let own_control = || self.own.iter().any(|part| (part.make)().control.is_some());
        let controls = || has(&["categories", "softmax"]) || own_control();
        match part {
            "iid" | "iir" | "check-extension" if controls() => Some("beside another control of depth"),
            "categories" if has(&["softmax"]) => Some("beside softmax"),
            "categories" | "softmax" if own_control() => Some("beside an own control of depth"),
            "counted-margin" if !has(&["node-futility", "move-futility"]) => Some("without futility"),
            "mate-probcut" if !has(&["probcut", "multi-probcut", "probcut-by-move", "probcut-by-stage"]) => {
                Some("without a ProbCut")
            }
            _ => None,
        }
    }

    /// The first own part that does nothing, and why.
    fn idle_own(&self) -> Option<(&str, &'static str)> {
        let made: Vec<(&str, OwnPart)> = self.own.iter().map(|part| (&*part.name, (part.make)())).collect();
        let first =
            |fills: fn(&OwnPart) -> bool| made.iter().find(|(_, made)| fills(made)).map(|(name, _)| *name);
        let first_of_two = |fills: fn(&OwnPart) -> bool| {
            let is_second = made.iter().filter(|(_, made)| fills(made)).nth(1).is_some();
            first(fills).filter(|_| is_second)
        };
        let is_asked = ["probcut", "multi-probcut", "quiet-probcut"].iter().any(|part| self.has(part));
        let unasked = first(OwnPart::is_margin_alone).filter(|_| !is_asked);
        [
            (unasked, "without probcut, multi-probcut or quiet-probcut"),
            (first_of_two(|made| made.control.is_some()), "beside another own control of depth"),
            (first_of_two(|made| made.margin.is_some()), "beside another margin"),
        ]
        .into_iter()
        .find_map(|(name, why)| Some((name?, why)))
    }

    /// Its built-in parts, in the order of the registry.
    pub(super) fn parts(&self) -> impl Iterator<Item = &'static Part> {
        PARTS.iter().zip(&self.parts).filter(|(_, has)| **has).map(|(part, _)| part)
    }

    /// Whether it has a built-in part of this name.
    pub fn has(&self, part: &str) -> bool {
        self.parts().any(|known| known.name == part)
    }

    /// Whether it has a part of the researcher's own; those of the experiments, which lists of own parts leave out, do not count.
    pub fn is_own(&self) -> bool {
        self.own.iter().any(|part| part.listed)
    }

    /// Whether it has a part that comes with the experiments ([`Parts::with_unlisted`](crate::Parts::with_unlisted)).
    pub fn has_unlisted(&self) -> bool {
        self.own.iter().any(|part| !part.listed)
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
    /// [`RecipeError`] if there is no such constant, or the value is out of its range.
    pub fn with_constant(&self, name: &str, value: i32) -> Result<Recipe, RecipeError> {
        let mut recipe = self.clone();
        recipe.set(name, value)?;
        recipe.text = format!("{}+{name}={value}", recipe.text);
        Ok(recipe)
    }

    fn set(&mut self, name: &str, value: i32) -> Result<(), RecipeError> {
        let wrong = |error: SettingsError| RecipeError::of(&self.text, error);
        let known = Settings::constant(name).map_err(wrong)?;
        Settings::default().set(name, value).map_err(wrong)?;
        if value == known.get(&Settings::default()) {
            self.constants.remove(known.name);
        } else {
            self.constants.insert(known.name, value);
        }
        Ok(())
    }

    /// This recipe with one more built-in part.
    ///
    /// # Panics
    ///
    /// If no built-in part has this name; read text from outside by [`Parts::recipe`](crate::Parts::recipe).
    #[must_use]
    pub fn with(&self, part: &str) -> Recipe {
        self.changed('+', part)
    }

    /// This recipe with one built-in part less.
    ///
    /// # Panics
    ///
    /// If no built-in part has this name; read text from outside by [`Parts::recipe`](crate::Parts::recipe).
    #[must_use]
    pub fn without(&self, part: &str) -> Recipe {
        self.changed('-', part)
    }

    /// This recipe with one more word, if that changes its parts.
    fn changed(&self, sign: char, part: &str) -> Recipe {
        let mut recipe = self.clone();
        let had = core::mem::replace(&mut recipe.parts[number(part)], sign == '+');
        if had != (sign == '+') {
            recipe.text = format!("{}{sign}{part}", recipe.text);
        }
        recipe
    }
}

/// The error for an unexpected word of a recipe.
fn unknown(recipe: &str, word: &str, expected: &[&str]) -> RecipeError {
    RecipeError::of(recipe, format!("found {word:?}, expected one of {}", expected.join(", ")))
}

/// The number of a part in the registry.
fn number(part: &str) -> usize {
    let place = PARTS.iter().position(|known| known.name == part);
    place.unwrap_or_else(|| panic!("{part:?} is no built-in part of recipes"))
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
