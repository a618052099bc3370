//! Pairs of games between two recipes that differ from pair to pair.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use komadai::files::FileError;
use komadai::journal::Answers;
use komadai_core::notation::usi::GameLine;
use komadai_core::rng::mix;
use komadai_learn::in_parallel;
use komadai_recipe::{NamedEvaluation, Parts, Recipe};
use komadai_report::Failure;
use komadai_report::options::Out;
use komadai_search::{Engine, Limits, TableError};
use serde::{Deserialize, Serialize};

use super::TuneOptions;
use crate::experiments::game_options::shuffle;
use crate::run::{answers, print_of};
use crate::self_play::{Effort, Match, MatchRules};

/// Positions of a trace.
pub(super) const TRACED: usize = 8;

/// Everything that decides a pair of games but its number and its two recipes.
pub(super) struct Arena {
    eval: NamedEvaluation,
    hash_mb: usize,
    nodes: u64,
    rules: MatchRules,
    openings: Vec<GameLine>,
    seed: u64,
    threads: usize,
}

impl Arena {
    pub(super) fn new(options: &TuneOptions, parts: &Parts) -> Result<Arena, Failure> {
        let eval = parts.evaluation(&options.eval.eval).map_err(|error| format!("--eval: {error}"))?;
        let openings = options.play.openings()?;
        if openings.is_empty() {
            return Err(format!("{}: no opening, expected at least one", options.play.openings_name()).into());
        }
        Ok(Arena {
            eval,
            hash_mb: options.play.hash_mb.megabytes(),
            nodes: options.nodes.nodes,
            rules: options.play.rules(),
            openings,
            seed: options.play.seed.seed,
            threads: options.play.threads.count(),
        })
    }

    /// Nodes of a search.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// All that decides the games, in one line: what tells journals apart. The recipes are extreme ones of the run; the
    /// number beside each is made of node counts, so that a search that was changed since does not go on with games of
    /// the old one.
    pub(super) fn describe(&self, recipes: [&Recipe; 2]) -> Result<String, Failure> {
        let name = |recipe: &Recipe| -> Result<String, Failure> {
            let mut engine =
                self.eval.engine(recipe, self.hash_mb).map_err(|error| format!("--hash-mb: {error}"))?;
            let print = print_of(&mut engine, recipe.is_own())?;
            Ok(format!("{recipe} ({} MB, {}, {print:06x})", self.hash_mb, self.eval))
        };
        let names = [name(recipes[0])?, name(recipes[1])?];
        let mut text = self.of(names, Vec::new()).describe();
        let openings = self.openings.iter().fold(0, |sum, opening| {
            opening.to_string().bytes().fold(mix(sum), |sum, byte| mix(sum ^ u64::from(byte)))
        });
        // Writing to a String cannot fail.
        let _ = write!(text, "; {} openings {:06x}, seed {}", self.openings.len(), openings >> 40, self.seed);
        Ok(text)
    }

    /// What the search of a recipe sees in some positions: recipes that search alike have the same trace.
    pub(super) fn trace(&self, recipe: &Recipe) -> Result<Vec<u64>, TableError> {
        let mut engine = self.eval.engine(recipe, self.hash_mb)?;
        Ok(self.traced().map(|opening| self.trace_of(&mut *engine, opening)).collect())
    }

    /// Whether the search of a recipe has another trace than this one.
    pub(super) fn trace_differs(&self, recipe: &Recipe, other: &[u64]) -> Result<bool, TableError> {
        let mut engine = self.eval.engine(recipe, self.hash_mb)?;
        Ok(self.traced().zip(other).any(|(opening, other)| self.trace_of(&mut *engine, opening) != *other))
    }

    /// Whether two recipes search the opening of a pair otherwise.
    pub(super) fn differs_at(&self, number: usize, recipes: [&Recipe; 2]) -> Result<bool, TableError> {
        let opening = self.opening(number);
        let trace = |recipe| Ok(self.trace_of(&mut *self.eval.engine(recipe, self.hash_mb)?, opening));
        Ok(trace(recipes[0])? != trace(recipes[1])?)
    }

    fn traced(&self) -> impl Iterator<Item = &GameLine> {
        self.openings.iter().take(TRACED)
    }

    fn trace_of(&self, engine: &mut dyn Engine, opening: &GameLine) -> u64 {
        engine.clear();
        let mut trace = 0;
        let report = engine.search_game(opening.tracked(), &Limits::nodes(self.nodes), &mut |progress| {
            trace = mix(trace ^ progress.nodes);
        });
        mix(trace ^ report.value.cp() as u64)
    }

    /// Plays the pairs with these numbers and recipes, `threads` at once; each is written to the journal as soon as it is
    /// over. Results come in the order of the items.
    pub(super) fn play(
        &self,
        items: &[(usize, [Recipe; 2])],
        journal: &PairJournal,
        mut finished: impl FnMut(usize, PlayedPair),
    ) -> Result<(), Failure> {
        if items.is_empty() {
            return Ok(());
        }
        let workers = vec![(); self.threads.min(items.len())];
        let work = |(): &mut (), (number, recipes): &(usize, [Recipe; 2])| self.play_pair(*number, recipes);
        let outcome = in_parallel(workers, items, work, |index, played| {
            let number = items[index].0;
            let noted = played.map_err(Failure::from).and_then(|pair| {
                journal.note(number, &pair)?;
                Ok(pair)
            });
            match noted {
                Ok(pair) => {
                    finished(number, pair);
                    ControlFlow::Continue(())
                }
                Err(failure) => ControlFlow::Break(failure),
            }
        });
        match outcome {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(failure) => Err(failure),
        }
    }

    /// Both games of a pair; the first recipe has Black in the first one.
    fn play_pair(&self, number: usize, recipes: &[Recipe; 2]) -> Result<PlayedPair, TableError> {
        let engine = |recipe| self.eval.engine(recipe, self.hash_mb);
        let mut players = [engine(&recipes[0])?, engine(&recipes[1])?];
        let of = self.of(Default::default(), vec![self.opening(number).clone()]);
        let mut pair = PlayedPair {
            half_points: [0; 2],
            effort: [Effort { time: Some(std::time::Duration::ZERO), ..Effort::default() }; 2],
        };
        for game in 0..2 {
            let played = of.play(game, &mut players);
            pair.half_points[game] = played.half_points();
            for (sum, effort) in pair.effort.iter_mut().zip(&played.effort) {
                sum.add(effort);
            }
        }
        Ok(pair)
    }

    fn of(&self, names: [String; 2], openings: Vec<GameLine>) -> Match {
        Match { names, limits: [(); 2].map(|()| Limits::nodes(self.nodes)), rules: self.rules, openings }
    }

    /// The opening of a pair. When all have been played they come again, in another order.
    fn opening(&self, number: usize) -> &GameLine {
        let (round, place) = (number / self.openings.len(), number % self.openings.len());
        let mut order: Vec<usize> = (0..self.openings.len()).collect();
        if round > 0 {
            shuffle(&mut order, mix(self.seed ^ mix(round as u64)));
        }
        &self.openings[order[place]]
    }
}

/// Both games of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PlayedPair {
    /// Half points of the first player: with Black, with White.
    pub(super) half_points: [u8; 2],
    /// Effort of the first and the second player in both games.
    pub(super) effort: [Effort; 2],
}

impl PlayedPair {
    /// Games that the first player won less those that it lost: −2 to 2.
    pub(super) fn margin(&self) -> f64 {
        let [black, white] = self.half_points.map(f64::from);
        black + white - 2.0
    }
}

/// The pairs of a run that are known, and the file of new ones.
pub(super) struct PairJournal {
    answers: Answers,
    /// All that decides the run but the number of a pair.
    run: String,
}

impl PairJournal {
    /// Makes `MODE.tsv` in the folder or takes it over.
    pub(super) fn open(out: &Out, mode: &str, run: &str) -> Result<PairJournal, Failure> {
        Ok(PairJournal { answers: answers::open(out, mode)?, run: run.to_owned() })
    }

    /// The first pairs of the run, as far as they are known; says how many there are.
    pub(super) fn known(&self, mode: &str, pairs: usize) -> Result<Vec<Option<PlayedPair>>, Failure> {
        let known: Vec<Option<PlayedPair>> = (0..pairs)
            .map(|number| answers::known(&self.answers, &self.question(number)))
            .collect::<Result<_, _>>()?;
        match known.iter().flatten().count() {
            0 => {}
            there => eprintln!("{mode}: {there} of {pairs} pairs are played already"),
        }
        Ok(known)
    }

    /// Keeps a pair.
    pub(super) fn note(&self, number: usize, pair: &PlayedPair) -> Result<(), FileError> {
        answers::keep(&self.answers, &self.question(number), pair)
    }

    fn question(&self, number: usize) -> String {
        format!("{}; pair {number}", self.run)
    }
}
