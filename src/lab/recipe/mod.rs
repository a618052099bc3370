//! Searches put together by name, at run time: `modern`, `modern-null`, `bare+table+history`.
//!
//! An experiment compares many combinations of the same parts. If every combination were a type, each would be
//! compiled; here every part is an [`Option`] of one type, and a part left out costs one test where it would have been
//! asked. The nodes are those of a searcher that has the same parts in its sockets; only the clock sees the tests,
//! and sees them in both sides of a comparison. A draw is worth −50 to the side to move at the root of any recipe.
//!
//! | file | |
//! |---|---|
//! | `part.rs` | the parts and their names: a new one is named here … |
//! | `build.rs` | … and put into its socket here |
//! | `control.rs` | the controls of depth, of which a recipe has one |

mod build;
mod control;
mod part;

use core::fmt;
use core::str::FromStr;
use std::collections::BTreeSet;

pub use part::Part;

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
        expected: Vec<&'static str>,
    },
}

/// What a search is made of. As a text: a base (`bare`, `modern`), then parts added (`+history`) and taken out (`-null`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    text: String,
    parts: BTreeSet<Part>,
}

impl Recipe {
    /// The bases and their parts.
    const BASES: &'static [(&'static str, &'static [Part])] = &[
        ("bare", &[]),
        (
            "modern",
            &[
                Part::Table,
                Part::Brother,
                Part::History,
                Part::Continuation,
                Part::Correction,
                Part::Null,
                Part::NodeFutility,
                Part::MoveFutility,
                Part::LateMoves,
                Part::LatePruning,
                Part::Exchange,
                Part::ExchangeOrder,
                Part::Razoring,
                Part::CaptureCut,
                Part::Delta,
                Part::CheckExtension,
                Part::GiveUp,
                Part::Aspiration,
                Part::Bent,
                Part::MateInOne,
                Part::Superior,
            ],
        ),
    ];

    /// Its parts by name, in one fixed order: the same for every way to write the same recipe.
    pub fn parts_text(&self) -> String {
        let parts: Vec<&str> = self.parts.iter().map(|part| part.name()).collect();
        if parts.is_empty() { "nothing".to_owned() } else { parts.join("+") }
    }

    /// Whether it has a part.
    pub fn has(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }

    /// This recipe and one part more.
    #[must_use]
    pub fn with(&self, part: Part) -> Recipe {
        let mut recipe = self.clone();
        if recipe.parts.insert(part) {
            recipe.text.push('+');
            recipe.text.push_str(part.name());
        }
        recipe
    }

    /// This recipe and one part less.
    #[must_use]
    pub fn without(&self, part: Part) -> Recipe {
        let mut recipe = self.clone();
        if recipe.parts.remove(&part) {
            recipe.text.push('-');
            recipe.text.push_str(part.name());
        }
        recipe
    }
}

impl FromStr for Recipe {
    type Err = RecipeError;

    fn from_str(text: &str) -> Result<Recipe, RecipeError> {
        let end = text.find(['+', '-']).unwrap_or(text.len());
        let unknown = |word: &str, expected: Vec<&'static str>| RecipeError::Unknown {
            recipe: text.to_owned(),
            word: word.to_owned(),
            expected,
        };
        let base = Recipe::BASES.iter().find(|(name, _)| *name == &text[..end]);
        let Some((_, parts)) = base else {
            return Err(unknown(&text[..end], Recipe::BASES.iter().map(|(name, _)| *name).collect()));
        };
        let mut parts: BTreeSet<Part> = parts.iter().copied().collect();
        let mut rest = &text[end..];
        while let Some(sign) = rest.chars().next() {
            // A name may have a hyphen of its own: the longest name that fits is meant.
            let found = Part::ALL
                .iter()
                .filter(|(_, name)| rest[1..].starts_with(name))
                .max_by_key(|(_, name)| name.len());
            let Some((part, name)) = found else {
                return Err(unknown(&rest[1..], Part::ALL.iter().map(|(_, name)| *name).collect()));
            };
            rest = &rest[1 + name.len()..];
            if !(rest.is_empty() || rest.starts_with(['+', '-'])) {
                return Err(unknown(rest, vec!["+", "-"]));
            }
            if sign == '+' {
                parts.insert(*part);
            } else {
                parts.remove(part);
            }
        }
        Ok(Recipe { text: text.to_owned(), parts })
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_are_read_and_shown_as_written() {
        let recipe: Recipe = "modern-null-late-moves+null".parse().unwrap();
        assert!(recipe.has(Part::Null) && !recipe.has(Part::LateMoves) && recipe.has(Part::Table));
        assert_eq!(recipe.to_string(), "modern-null-late-moves+null");
        let error = "modern+nul".parse::<Recipe>().unwrap_err();
        assert!(
            error.to_string().starts_with("recipe \"modern+nul\": found \"nul\", expected one of table, ")
        );
        assert!("classic".parse::<Recipe>().is_err());
        assert!("bare+nullx".parse::<Recipe>().is_err());
    }
}
