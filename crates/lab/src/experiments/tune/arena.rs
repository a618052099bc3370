//! Pairs of games between two recipes that differ from pair to pair.

use std::ops::Range;

use komadai::journal::Answers;
use komadai::samples::MIDGAME;
use komadai_core::notation::usi::GameLine;
use komadai_core::rng::{SplitMix64, mix};
use komadai_recipe::{NamedEvaluation, Parts, Recipe};
use komadai_report::{Failure, Progress};
use komadai_search::{Engine, Limits, TableError};
use serde::{Deserialize, Serialize};

use super::TuneOptions;
use crate::data::suite::read_suite;
use crate::run::answers::{self, ask_among};
use crate::run::print_of;
use crate::self_play::{Effort, Match, Played, Standing};

/// Positions of a trace.
pub(super) const TRACED: usize = 8;

/// Everything that decides a pair of games but its number and its two recipes.
pub(super) struct Arena<'a> {
    options: &'a TuneOptions,
    eval: NamedEvaluation,
    openings: Vec<GameLine>,
    /// Positions of a trace: the first openings, alternating with positions of the middle game, where mates are near.
    traced: Vec<GameLine>,
    /// Nodes of a search, and megabytes of its table.
    pub(super) nodes: u64,
    hash_mb: usize,
}

impl<'a> Arena<'a> {
    pub(super) fn new(options: &'a TuneOptions, parts: &Parts) -> Result<Arena<'a>, Failure> {
        let eval = parts.evaluation(&options.eval.eval).map_err(|error| format!("--eval: {error}"))?;
        let openings = options.play.openings()?;
        if openings.is_empty() {
            return Err(format!("{}: no opening, expected at least one", options.play.openings_name()).into());
        }
        let middle = read_suite(MIDGAME)?.into_iter().step_by(50).map(|entry| entry.game);
        let first = openings.iter().cycle().cloned();
        let traced = first.zip(middle).flat_map(|(opening, middle)| [opening, middle]).take(TRACED).collect();
        let (nodes, hash_mb) = (options.nodes.nodes, options.play.hash_mb.hash_mb);
        Ok(Arena { options, eval, openings, traced, nodes, hash_mb })
    }

    /// Everything that decides the games, in one line, to tell journals apart. The recipes are extreme ones of the run; the number beside
    /// each is made of node counts, so that a changed search does not go on with games of the old one.
    pub(super) fn describe(&self, recipes: [&Recipe; 2]) -> Result<String, Failure> {
        let name = |recipe: &Recipe| -> Result<String, Failure> {
            let mut engine =
                self.eval.engine(recipe, self.hash_mb).map_err(|error| format!("--hash-mb: {error}"))?;
            let print = print_of(&mut engine, recipe, &self.eval)?;
            Ok(format!("{recipe} ({} MB, {}, {print:06x})", self.hash_mb, self.eval))
        };
        let names = [name(recipes[0])?, name(recipes[1])?];
        let games = self.of(names, Vec::new()).describe();
        let openings = self.openings.iter().fold(0, |sum, opening| {
            opening.to_string().bytes().fold(mix(sum), |sum, byte| mix(sum ^ u64::from(byte)))
        });
        let (count, print, seed) = (self.openings.len(), openings >> 40, self.options.play.seed.seed);
        Ok(format!("{games}; {count} openings {print:06x}, seed {seed}"))
    }

    /// Trace of the search of a recipe in some of [`TRACED`] positions, each searched only when its item is taken: recipes that search
    /// alike have the same trace.
    pub(super) fn trace(
        &self,
        recipe: &Recipe,
        positions: Range<usize>,
    ) -> Result<impl Iterator<Item = u64>, TableError> {
        let mut engine = self.eval.engine(recipe, self.hash_mb)?;
        Ok(self.traced[positions].iter().map(move |position| {
            engine.clear();
            let (mut trace, limits) = (0, Limits::nodes(self.nodes));
            let report = engine.search_game(position.tracked(), &limits, &mut |progress| {
                trace = mix(trace ^ progress.nodes);
            });
            mix(trace ^ report.value.cp() as u64)
        }))
    }

    /// Plays both games of a pair; the first recipe has Black in the first one.
    fn play_pair(&self, number: usize, recipes: &[Recipe; 2]) -> Result<PlayedPair, TableError> {
        let engine = |recipe| self.eval.engine(recipe, self.hash_mb);
        let mut players = [engine(&recipes[0])?, engine(&recipes[1])?];
        let opening = self.openings[self.opening_number(number)].clone();
        let of = self.of(Default::default(), vec![opening]);
        let games = [0, 1].map(|game| of.play(game, &mut players));
        let effort = Standing::of(&games).effort;
        Ok(PlayedPair { half_points: games.each_ref().map(Played::half_points), effort })
    }

    /// Returns the numbered pairs of a run: those in the journal are read, the others are played in parallel and kept as they come.
    pub(super) fn play(
        &self,
        answers: &Answers,
        run: &str,
        progress: &Progress,
        pairs: &[(usize, [Recipe; 2])],
    ) -> Result<Vec<PlayedPair>, Failure> {
        let question = |(number, _): &(usize, [Recipe; 2])| question(run, *number);
        let workers = self.options.play.threads.workers((), pairs.len());
        let play = |(): &mut (), (number, recipes): &(usize, [Recipe; 2])| {
            self.play_pair(*number, recipes).map_err(|error| error.to_string())
        };
        ask_among(Some(answers), progress, pairs, question, workers, play, |_, _| Ok(()))
    }

    fn of(&self, names: [String; 2], openings: Vec<GameLine>) -> Match {
        let limits = [(); 2].map(|()| Limits::nodes(self.nodes));
        Match { names, limits, rules: self.options.play.rules(), openings }
    }

    /// Number of the opening of a pair. When all have been played, they come again in another order.
    pub(super) fn opening_number(&self, number: usize) -> usize {
        let (round, place) = (number / self.openings.len(), number % self.openings.len());
        let mut order: Vec<usize> = (0..self.openings.len()).collect();
        if round > 0 {
            SplitMix64::new(mix(self.options.play.seed.seed ^ mix(round as u64))).shuffle(&mut order);
        }
        order[place]
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

/// Progress of a run over the pairs with these numbers.
pub(super) fn progress(answers: &Answers, run: &str, asked: &[usize]) -> Progress {
    answers::progress(Some(answers), "pairs", asked, |&number| question(run, number))
}

/// Everything that decides a pair of a run.
fn question(run: &str, number: usize) -> String {
    format!("{run}; pair {number}")
}
