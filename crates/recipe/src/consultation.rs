//! [`ConsultationRecipe`]: engines that vote, as a text, `consultation-8-100` \[R12\].
//!
//! Of a recipe, a search with vector values uses what orders moves, the leaves and the table. It has no socket for
//! forward prunings and depth policies, and a text that names them is refused.

use std::fmt;
use std::str::FromStr;

use komadai_core::{Evaluator, Value};
use komadai_search::{Consultation, Engine, Ensemble, Leaf, Noise, PlainDepth, Searcher, TableError};

use super::build::{DRAW, Order};
use super::own_part::NamedPart;
use super::part::PARTS;
use super::text::{Recipe, RecipeError};

/// Bases: the word, and whether the engines share one tree.
const BASES: [(&str, bool); 2] = [("consultation-", true), ("ensemble-", false)];
/// Numbers of engines that one tree can have.
const LANES: [usize; 4] = [1, 4, 8, 16];
/// Most engines of an ensemble.
const MOST_APART: usize = 64;
/// Largest standard deviation, in centipawns.
const MOST_SIGMA: i32 = 5_000;
/// Engines that vote on the move \[R12\]. As a text: `consultation-8-100` is solo consultation by eight virtual engines in one
/// tree, with noise of σ = 100 centipawns on the evaluation; `ensemble-8-100` is ordinary consultation by the same eight
/// engines in separate searches, which share the limits of nodes and time. A third number is the seed of the noise
/// (`consultation-8-100-7`), 0 by default. `consultation-1-100` is one noisy engine, `consultation-1-0` the same search
/// without noise and vote, to compare the others with.
///
/// One tree has 1, 4, 8 or 16 engines, an ensemble 1 to 64; σ is 0 to 5,000 centipawns.
///
/// Parts are added and removed as in a [`Recipe`]. From the start there are `table`, `brother`, `history`,
/// `check-extension`, `exchange-order` and `short-quiescence`, the search that the example `consultation` measures.
/// Other killers and orderings of moves, `mate-in-one` and `must-promote` can be added, and own parts that are only
/// memories; there are no sockets for prunings, reductions and other controls of depth.
///
/// ```
/// use komadai::Position;
/// use komadai::eval::Material;
/// use komadai_recipe::ConsultationRecipe;
/// use komadai::search::Engine;
/// use komadai::search::Limits;
///
/// let recipe: ConsultationRecipe = "consultation-8-100+must-promote".parse()?;
/// let mut engine = recipe.engine(Material::default, 1)?;
/// assert!(engine.search(&Position::startpos(), &Limits::depth(2)).best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConsultationRecipe {
    one_tree: bool,
    engines: usize,
    noise: Noise,
    /// The parts of each search.
    pub(super) search: Recipe,
}

impl ConsultationRecipe {
    /// Whether a text begins like a recipe of this kind.
    pub(super) fn is_meant(text: &str) -> bool {
        BASES.iter().any(|(base, _)| text == base.trim_end_matches('-') || text.starts_with(base))
    }

    /// Reads a text in which own parts may be named.
    pub(super) fn parse(text: &str, own: &[NamedPart]) -> Result<ConsultationRecipe, RecipeError> {
        let wrong = |found: &str, expected: String| {
            RecipeError::of(text, format!("found {found:?}, expected {expected}"))
        };
        let base = BASES.iter().find(|(base, _)| text.starts_with(base));
        let Some(&(base, one_tree)) = base else {
            return Err(wrong(text, "consultation-N-SIGMA or ensemble-N-SIGMA".to_owned()));
        };
        // The numbers stand between hyphens; what begins with a digit is one of them, since no name of a part does.
        let is_number = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
        let ends = |&(at, c): &(usize, char)| c == '+' || c == '-' && !is_number(&text[at + 1..]);
        let end = text.char_indices().skip(base.len()).find(ends).map_or(text.len(), |(at, _)| at);
        let numbers: Vec<&str> = text[base.len()..end].split('-').collect();
        let [engines, sigma, seed] = [0, 1, 2].map(|i| numbers.get(i).copied().unwrap_or(""));
        let most = if one_tree { 16 } else { MOST_APART };
        let possible =
            |engines: &usize| (1..=most).contains(engines) && (!one_tree || LANES.contains(engines));
        let engines_expected =
            if one_tree { "1, 4, 8 or 16 engines".to_owned() } else { format!("1 to {MOST_APART} engines") };
        let engines =
            engines.parse().ok().filter(possible).ok_or_else(|| wrong(engines, engines_expected))?;
        let sigma = sigma.parse().ok().filter(|sigma| (0..=MOST_SIGMA).contains(sigma)).ok_or_else(|| {
            let found = if sigma.is_empty() { &text[end..] } else { sigma };
            wrong(found, format!("a standard deviation of 0 to {MOST_SIGMA} centipawns after the engines"))
        })?;
        let seed = match seed {
            "" => 0,
            seed => seed.parse().map_err(|_| wrong(seed, "a seed of 64 bits".to_owned()))?,
        };
        if let Some(more) = numbers.get(3) {
            return Err(wrong(more, "at most three numbers: engines, σ, seed".to_owned()));
        }
        let search = Recipe::read(text, end, "consultation", own)?;
        let noise = Noise { sigma: Value::from_cp(sigma), seed };
        let recipe = ConsultationRecipe { one_tree, engines, noise, search };
        recipe.check_sockets()?;
        Ok(recipe)
    }

    fn check_sockets(&self) -> Result<(), RecipeError> {
        let unknown = self.search.parts().find(|part| !part.can_vote()).map(|part| part.name);
        let own = || self.search.own.iter().find(|own| !(own.make)().is_memory_alone());
        match unknown.or_else(|| own().map(|own| &*own.name)) {
            None => Ok(()),
            Some(part) => {
                let can_vote = PARTS.iter().filter(|part| part.can_vote()).map(|part| part.name);
                let expected = can_vote.collect::<Vec<_>>().join(", ");
                let fault =
                    format!("a consultation has no socket for {part}, expected parts among {expected}");
                Err(RecipeError::of(&self.search.to_string(), fault))
            }
        }
    }

    /// Its engine; `make` makes the evaluation of each search. The engines of an ensemble divide `hash_mb` megabytes of
    /// table, at least 1 for each.
    ///
    /// # Errors
    ///
    /// [`TableError`] if the table cannot be made.
    pub fn engine<E>(
        &self,
        make: impl Fn() -> E,
        hash_mb: usize,
    ) -> Result<Box<dyn Engine + Send>, TableError>
    where
        E: Evaluator<State: Send> + Send + 'static,
    {
        if self.one_tree {
            return Ok(match self.engines {
                1 => Box::new(self.tree::<E, 1>(make(), 0, hash_mb)?),
                4 => Box::new(self.tree::<E, 4>(make(), 0, hash_mb)?),
                8 => Box::new(self.tree::<E, 8>(make(), 0, hash_mb)?),
                _ => Box::new(self.tree::<E, 16>(make(), 0, hash_mb)?),
            });
        }
        let share = (hash_mb / self.engines).max(1);
        let members = (0..self.engines).map(|first| self.tree::<E, 1>(make(), first, share));
        Ok(Box::new(Ensemble { members: members.collect::<Result<_, _>>()? }))
    }

    /// A search of `N` engines, numbered from `first`.
    fn tree<E: Evaluator, const N: usize>(
        &self,
        eval: E,
        first: usize,
        hash_mb: usize,
    ) -> Result<Consultation<E, N, Order>, TableError> {
        let settings = self.search.settings();
        let check_extension = self.search.check_extension(&settings);
        let searcher = Searcher::new(eval)
            .memory(self.search.order(&settings, self.search.made().memory))
            .depth_policy(PlainDepth { check_extension, ..PlainDepth::default() })
            .leaf(Leaf::Quiescence(self.search.quiescence(&settings)))
            .exchange_order(self.search.has("exchange-order"))
            .must_promote(self.search.has("must-promote"))
            .draw_value(DRAW);
        let engine = Consultation::of(searcher).noise(self.noise).first_element(first);
        if self.search.has("table") { engine.table(hash_mb) } else { Ok(engine) }
    }
}

impl FromStr for ConsultationRecipe {
    type Err = RecipeError;

    fn from_str(text: &str) -> Result<ConsultationRecipe, RecipeError> {
        ConsultationRecipe::parse(text, &[])
    }
}

impl fmt::Display for ConsultationRecipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.search.fmt(f)
    }
}
