//! The passes of a training: search all positions, keep the leaves fixed, take some steps.

use komadai_core::PieceValues;
use komadai_core::rng::mix;
use komadai_eval::{FeatureSet, Material};

use super::gradient::add_gradient;
use super::options::ComparisonOptions;
use super::siblings::{PositionLines, SiblingSearch, TrainingGame, search_siblings};
use super::state::ComparisonState;
use super::weighted::Weighted;
use crate::dyn_feature_set::DynFeatureSet;
use crate::parallel::map_in_parallel;
use crate::reduce::{Reduce, ReduceError};
use crate::training::{TrainingError, check_rule, goes_on, not_negative, positive};

/// Metrics of one pass: agreement before its steps, loss before and after them.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub struct Pass {
    /// Number of the pass, from 1.
    pub number: u32,
    /// Agreement and loss under the weights before the pass.
    pub search: SiblingSearch,
    /// Loss of a position over the siblings within the window, before the first step.
    pub loss_before: f64,
    /// The same before the last step, with the same leaves.
    pub loss_after: f64,
}

/// Result of weights on games that are not learned from.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub struct Judged {
    /// The pass that led to the weights; `None` for weights that this training has not changed.
    pub pass: Option<Pass>,
    /// Agreement and loss on the games held out; of no position if there are none.
    pub held_out: SiblingSearch,
}

/// Result of a comparison training.
#[derive(Clone, Debug)]
pub struct TrainedComparison {
    /// The weights and the state of the training.
    pub state: ComparisonState,
    /// Weights of 0 first, then those after each pass made, or those of the resumed state if it was complete.
    pub course: Vec<Judged>,
}

/// Comparison training of the weights of a feature set, to be set up and then trained.
///
/// ```
/// use komadai_core::{PieceValues, Position};
/// use komadai_eval::PiecePlaces;
/// use komadai_learn::comparison::{Comparison, ComparisonOptions, TrainingGame};
///
/// let moves = ["7g7f", "3c3d", "2g2f", "8c8d"].map(|mv| mv.parse().unwrap()).to_vec();
/// let games = [TrainingGame { start: Position::startpos(), moves }];
/// let options = ComparisonOptions { steps: 4, ..ComparisonOptions::default() };
/// let trained = Comparison::new(PiecePlaces, PieceValues::default(), options)
///     .passes(1)
///     .held_out(&games)
///     .train(&games)?;
/// let pass = trained.course[1].pass.unwrap();
/// assert!(pass.loss_after < pass.loss_before);
/// assert!(trained.course[1].held_out.agreement() > pass.search.agreement());
/// # Ok::<(), komadai_learn::TrainingError>(())
/// ```
pub struct Comparison<'a> {
    trainer: Trainer<'a>,
    passes: u32,
    held_out: Option<&'a [TrainingGame]>,
    resume: Option<ComparisonState>,
    searched: Box<dyn FnMut() + 'a>,
    observe: Box<Observe<'a>>,
    reduce: Box<dyn Reduce + 'a>,
}

komadai_core::debug_by_sizes!(Comparison<'a> { passes, resume } []);

type Observe<'a> = dyn FnMut(&Judged, &ComparisonState) -> Result<(), String> + 'a;

impl<'a> Comparison<'a> {
    /// Sets up training with these options, from weights of 0, in 8 passes, by one thread and this worker alone. The evaluation is
    /// the value of the pieces by `base` plus the weighted features; with a `base` of zeros the features have to learn the values
    /// of the pieces. (Quiescence always judges exchanges by the piece values of searches, [`PieceValues::default`].)
    pub fn new(set: impl FeatureSet + Sync + 'a, base: PieceValues, options: ComparisonOptions) -> Self {
        let state = ComparisonState::new(set.len(), options.rule);
        let (set, base) = (Box::new(set), Material::new(base));
        Comparison {
            trainer: Trainer { set, base, options, threads: 1, state },
            passes: 8,
            held_out: None,
            resume: None,
            searched: Box::new(|| ()),
            observe: Box::new(|_, _| Ok(())),
            reduce: Box::new(()),
        }
    }

    /// Trains together with other workers, each with games of its own; a worker may have none.
    ///
    /// Loss, gradient and counts are sums over all games, the penalty is taken once, and every worker takes the same steps. The
    /// division of the games changes only the rounding of the sums. A weight then differs in its last digits, which now and then
    /// changes the rounding of a position's value, so passes after the first may see another leaf. States are the same on all
    /// workers and go on with any number of them.
    pub fn workers(self, reduce: impl Reduce + 'a) -> Self {
        Comparison { reduce: Box::new(reduce), ..self }
    }

    /// Sets the number of threads. Results do not depend on it; each thread needs memory for a gradient.
    pub fn threads(mut self, threads: usize) -> Self {
        self.trainer.threads = threads.max(1);
        self
    }

    /// Sets the number of passes over the games, including those of a resumed state.
    pub fn passes(self, passes: u32) -> Self {
        Comparison { passes, ..self }
    }

    /// Sets the games on which the weights are judged, before the first pass and after each; those of all workers count together.
    pub fn held_out(self, games: &'a [TrainingGame]) -> Self {
        Comparison { held_out: Some(games), ..self }
    }

    /// Resumes from a state of a training with the same features, values, options and games, which has made no more passes than are
    /// set, and ends with the same bits as if it had never stopped.
    pub fn resume(self, state: impl Into<Option<ComparisonState>>) -> Self {
        Comparison { resume: state.into(), ..self }
    }

    /// Calls this after each searched game, learned from or held out.
    pub fn searched(self, searched: impl FnMut() + 'a) -> Self {
        Comparison { searched: Box::new(searched), ..self }
    }

    /// Shows every pass with the state after it, which may be saved; an error ends the training as [`TrainingError::Observer`].
    pub fn observe(self, observe: impl FnMut(&Judged, &ComparisonState) -> Result<(), String> + 'a) -> Self {
        Comparison { observe: Box::new(observe), ..self }
    }

    /// Trains on these games, at least one over all workers.
    ///
    /// # Errors
    ///
    /// [`TrainingError`].
    pub fn train(self, games: &[TrainingGame]) -> Result<TrainedComparison, TrainingError> {
        let Comparison { mut trainer, passes, held_out, resume, mut searched, mut observe, mut reduce } =
            self;
        let ComparisonOptions { steepness, penalty, rule, .. } = trainer.options;
        positive("steepness", steepness)?;
        not_negative("penalty", penalty)?;
        check_rule(rule)?;
        trainer.state.of = trainer.described(games, &mut *reduce)?;
        let judged = |trainer: &Trainer<'_>, pass, reduce: &mut dyn Reduce, searched: &mut dyn FnMut()| {
            let held_out = match held_out {
                Some(games) => trainer.search(games, searched).1.summed(reduce)?,
                None => SiblingSearch::default(),
            };
            Ok::<_, ReduceError>(Judged { pass, held_out })
        };
        let mut course = vec![judged(&trainer, None, &mut *reduce, &mut *searched)?];
        if let Some(state) = resume {
            let new = &trainer.state;
            goes_on(&state.of, &new.of, [state.numbers(), new.numbers()])?;
            trainer.state = state;
            if trainer.state.passes > passes {
                let (what, found, expected) = ("passes", trainer.state.passes as usize, passes as usize);
                return Err(TrainingError::State { what, found, expected });
            }
            if trainer.state.passes == passes {
                course.push(judged(&trainer, None, &mut *reduce, &mut *searched)?);
            }
        }
        while trainer.state.passes < passes {
            let pass = trainer.pass(games, &mut *reduce, &mut *searched)?;
            let after = judged(&trainer, Some(pass), &mut *reduce, &mut *searched)?;
            observe(&after, &trainer.state).map_err(TrainingError::Observer)?;
            course.push(after);
        }
        Ok(TrainedComparison { state: trainer.state, course })
    }
}

/// Features, options and weights.
struct Trainer<'a> {
    set: Box<dyn DynFeatureSet + 'a>,
    base: Material,
    options: ComparisonOptions,
    threads: usize,
    state: ComparisonState,
}

/// Number of parts of the games that are summed separately, each in memory of its own.
const SHARDS: usize = 16;

impl Trainer<'_> {
    /// Everything that decides the weights after a number of passes, in words; the games of all workers as a number.
    fn described(&self, games: &[TrainingGame], reduce: &mut dyn Reduce) -> Result<String, ReduceError> {
        let of_game = |game: &TrainingGame| {
            let start = game.start.to_string().into_bytes();
            let words = start.into_iter().map(u64::from);
            words.chain(game.moves.iter().map(|mv| mv.bits().into())).fold(0, |key, word| mix(key ^ word))
        };
        let mut print = [games.iter().map(of_game).fold(0, u64::wrapping_add)];
        reduce.sum_words(&mut print)?;
        let Trainer { set, base, options, .. } = self;
        let (set, [print]) = (set.named(), print);
        Ok(format!("{set}, {:?}, {options:?}, games {print:016x}", base.values))
    }

    fn evaluation(&self) -> Weighted<'_> {
        Weighted { set: &*self.set, base: &self.base, weights: &self.state.weights }
    }

    fn pass(
        &mut self,
        games: &[TrainingGame],
        reduce: &mut dyn Reduce,
        searched: &mut dyn FnMut(),
    ) -> Result<Pass, ReduceError> {
        let (lines, search) = self.search(games, searched);
        let search = search.summed(reduce)?;
        let positions = search.positions.max(1) as f64;
        let (mut before, mut after) = (0.0, 0.0);
        for step in 0..self.options.steps {
            let mut means = self.gradient(games, &lines);
            reduce.sum(&mut means)?;
            for mean in &mut means {
                *mean /= positions;
            }
            after = means.pop().unwrap_or_default();
            if step == 0 {
                before = after;
            }
            self.state.step(self.options.rule, self.options.penalty, &means);
        }
        self.state.passes += 1;
        Ok(Pass { number: self.state.passes, search, loss_before: before, loss_after: after })
    }

    /// Searches all positions; returns the lines of each game, and the totals.
    fn search(
        &self,
        games: &[TrainingGame],
        done: &mut dyn FnMut(),
    ) -> (Vec<Vec<PositionLines>>, SiblingSearch) {
        let eval = self.evaluation();
        let one = |(): &mut (), game: &TrainingGame| search_siblings(game, &eval, &self.options);
        let mut total = SiblingSearch::default();
        let lines =
            map_in_parallel(vec![(); self.threads], games, one, done).into_iter().map(|(lines, search)| {
                total += search;
                lines
            });
        (lines.collect(), total)
    }

    /// Gradient of all games, followed by the loss, so that a step needs one sum; added up shard by shard.
    fn gradient(&self, games: &[TrainingGame], lines: &[Vec<PositionLines>]) -> Vec<f64> {
        let eval = self.evaluation();
        let shard = games.len().div_ceil(SHARDS).max(1);
        let none = || vec![0.0; self.state.weights.len() + 1];
        let one = |(): &mut (), (games, lines): (&[TrainingGame], &[Vec<PositionLines>])| {
            let mut sums = none();
            for (game, lines) in games.iter().zip(lines) {
                add_gradient(game, lines, &eval, self.options.steepness, &mut sums);
            }
            sums
        };
        let shards = games.chunks(shard).zip(lines.chunks(shard));
        let parts = map_in_parallel(vec![(); self.threads], shards, one, || {});
        parts.into_iter().fold(none(), |mut total, part| {
            total.iter_mut().zip(&part).for_each(|(sum, slope)| *sum += slope);
            total
        })
    }
}
