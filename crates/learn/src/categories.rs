//! Probabilities of moves, counted by category in games: those of realization-probability search \[R3\].
//!
//! A category's probability is the number of positions in which one of its moves was played, divided by the number of positions in
//! which one was possible (Tsuruoka et al. 2002). Games are counted one by one and not kept, and counts of parts of a collection
//! add up to those of the whole.

use komadai_core::{Move, Position};
use komadai_search::Node;
use komadai_search::policy::category::Classifier;
use komadai_search::policy::{ByCategory, Count};

use crate::replay::{ReplayError, replay};

/// Counts do not belong to this classifier, or to these other counts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found}, expected {expected}")]
#[non_exhaustive]
pub struct CountsError {
    /// A number of categories, or the name of one.
    pub found: String,
    /// What it should be.
    pub expected: String,
}

/// How often moves of each category were possible and played: a model file with the feature `artifact`.
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub struct CategoryCounts {
    names: Vec<String>,
    /// `[category]`: positions, moves, played, as in [`Count`].
    counts: Vec<[u64; 3]>,
    /// Positions counted.
    positions: u64,
}

komadai_core::debug_by_sizes!(CategoryCounts { positions } [names, counts]);

impl CategoryCounts {
    /// Counts of 0 for all categories of `C`.
    pub fn new<C: Classifier>() -> CategoryCounts {
        CategoryCounts {
            names: C::NAMES.iter().map(|&name| name.to_owned()).collect(),
            counts: vec![[0; 3]; C::NAMES.len()],
            positions: 0,
        }
    }

    /// Adds all positions of a game and returns their number. If a move is illegal, the positions before it are added.
    ///
    /// # Errors
    ///
    /// [`GameError`]: counts of another classifier, or an illegal move.
    pub fn add_game<C: Classifier>(
        &mut self,
        classifier: &C,
        start: &Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<usize, GameError> {
        self.are_of(C::NAMES)?;
        Ok(replay(start, moves, |at, played| self.add(classifier, at, played))?)
    }

    /// Adds a position and the move played in it.
    fn add<C: Classifier>(&mut self, classifier: &C, at: &Node<'_>, played: Move) {
        let view = classifier.look(at);
        let moves = at.pos.legal_moves();
        // A classifier has at most 256 categories, see `Classifier::NAMES`.
        let mut here = [0u64; 256];
        for mv in &moves {
            here[classifier.category(&view, at, mv)] += 1;
        }
        let chosen = classifier.category(&view, at, played);
        for (n, (count, here)) in self.counts.iter_mut().zip(here).enumerate() {
            raise(count, [u64::from(here > 0), here, u64::from(n == chosen)]);
        }
        self.positions = self.positions.saturating_add(1);
    }

    /// Adds the counts of other games.
    ///
    /// # Errors
    ///
    /// [`CountsError`] if the names differ.
    pub fn merge(&mut self, other: &CategoryCounts) -> Result<(), CountsError> {
        other.are_of(&self.names)?;
        for (sum, more) in self.counts.iter_mut().zip(&other.counts) {
            raise(sum, *more);
        }
        self.positions = self.positions.saturating_add(other.positions);
        Ok(())
    }

    /// Name and count of each category, in the order of the classifier.
    pub fn rows(&self) -> impl Iterator<Item = (&str, Count)> {
        let count = |&[positions, moves, played]: &[u64; 3]| Count { positions, moves, played };
        self.names.iter().map(String::as_str).zip(self.counts.iter().map(count))
    }

    /// Number of positions counted.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Makes the move probabilities that a search uses.
    ///
    /// # Errors
    ///
    /// [`CountsError`] if the counts are of another classifier.
    pub fn probabilities<C: Classifier>(&self, classifier: C) -> Result<ByCategory<C>, CountsError> {
        self.are_of(C::NAMES)?;
        let counts: Vec<Count> = self.rows().map(|(_, count)| count).collect();
        Ok(ByCategory::new(classifier, &counts))
    }

    /// Refuses counts of categories with other names.
    fn are_of(&self, names: &[impl AsRef<str>]) -> Result<(), CountsError> {
        if self.names.len() != names.len() {
            let found = format!("counts of {} categories", self.names.len());
            return Err(CountsError { found, expected: names.len().to_string() });
        }
        let mut pairs = self.names.iter().zip(names.iter().map(AsRef::as_ref)).zip(1..);
        match pairs.find(|((found, expected), _)| found != expected) {
            None => Ok(()),
            Some(((found, expected), number)) => {
                let found = format!("category {number} is {found:?}");
                Err(CountsError { found, expected: format!("{expected:?}") })
            }
        }
    }
}

fn raise(sum: &mut [u64; 3], more: [u64; 3]) {
    *sum = core::array::from_fn(|n| sum[n].saturating_add(more[n]));
}

/// A game that cannot be counted or learned from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// Counts of another classifier.
    #[error(transparent)]
    Counts(#[from] CountsError),
    /// A game that cannot be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

#[cfg(feature = "artifact")]
impl komadai_core::artifact::Artifact for CategoryCounts {
    const KIND: [u8; 8] = *b"category";
    const VERSION: u16 = 1;
    const WHAT: &'static str = "counts of move categories, as komadai-lab count-categories saves them";

    /// Checks that every category has a name and possible counts: no more moves played than positions, no more positions than
    /// moves; and that every position had one move played.
    fn validate(&self) -> Result<(), String> {
        let (names, counts) = (self.names.len(), self.counts.len());
        if names != counts || names > 256 {
            return Err(format!("{names} names and {counts} counts, expected the same number, at most 256"));
        }
        for (n, (name, &[positions, moves, played])) in self.names.iter().zip(&self.counts).enumerate() {
            if played > positions || positions > moves || positions > self.positions {
                let all = self.positions;
                return Err(format!(
                    "category {}, {name:?}: played in {played} of {positions} positions with {moves} moves, of {all}",
                    n + 1
                ));
            }
        }
        let played: u128 = self.counts.iter().map(|&[_, _, played]| u128::from(played)).sum();
        if played != u128::from(self.positions) {
            return Err(format!("{played} moves played in {} positions", self.positions));
        }
        Ok(())
    }
}
