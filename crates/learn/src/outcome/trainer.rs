//! Rounds over the corpus, and where they can be taken up again.

use komadai_core::notation::packed::Record;
use komadai_core::rng;
use komadai_core::{Color, Evaluator, Position};
use komadai_eval::{FeatureSet, Material};

use crate::corpus::shuffled;
use crate::outcome::division::Division;
use crate::outcome::gradient::{Below, Data};
use crate::outcome::lanes::{Lane, Metrics};
use crate::outcome::options::OutcomeOptions;
use crate::outcome::quiet::Selection;
use crate::outcome::step::{Stride, add_up};
use crate::outcome::target::{Chance, fit_scale};
use crate::reduce::{Reduce, ReduceError};
use crate::training::{TrainingError, goes_on};

/// Metrics of one round over the corpus.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub struct Round {
    /// Every record learned from, before its own step: better than at the round's begin, worse than at its end.
    pub train: Metrics,
    /// The games held out, at the end of the round.
    pub held_out: Metrics,
}

/// State of a training between two rounds; with the feature `artifact` a checkpoint file.
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub struct OutcomeState {
    /// Features, records and options, in words: a state goes on with its own only.
    training: String,
    /// `[feature]`, then the tempo, in centipawns
    weights: Vec<f32>,
    /// Of each weight: running mean of slopes (Adam)
    first: Vec<f32>,
    /// Of each weight: running mean of squares (Adam)
    second: Vec<f32>,
    /// The games held out, under what the weights are added to alone.
    below: Metrics,
    rounds: Vec<Round>,
}

komadai_core::debug_by_sizes!(OutcomeState { training, below } [weights, first, second, rounds]);

impl OutcomeState {
    /// Metrics of the rounds done.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The games held out, under material alone, or the evaluator of [`Outcome::above`]: what the weights have to beat.
    pub fn below(&self) -> Metrics {
        self.below
    }

    /// Weights of the features, in centipawns, worth to Black.
    pub fn weights(&self) -> &[f32] {
        self.weights.split_last().map_or(&[], |(_, weights)| weights)
    }

    /// What having the move is worth, in centipawns. Not part of a model: in a search it counts for both sides in turn.
    pub fn tempo(&self) -> f32 {
        self.weights.last().copied().unwrap_or(0.0)
    }

    /// Takes the place of a new state of the same training.
    fn in_place_of(self, new: &OutcomeState) -> Result<OutcomeState, TrainingError> {
        let expected = new.weights.len();
        let numbers = [("weights", &self.weights), ("means", &self.first), ("squares", &self.second)];
        let numbers = numbers.map(|(what, numbers)| (what, numbers.len(), expected));
        goes_on(&self.training, &new.training, numbers)?;
        Ok(self)
    }
}

#[cfg(feature = "artifact")]
impl komadai_core::artifact::Artifact for OutcomeState {
    const KIND: [u8; 8] = *b"outcome\0";
    const VERSION: u16 = 1;
    const WHAT: &'static str = "the state of a training from self-play";

    /// As many moments as weights, all of them and the metrics finite numbers.
    fn validate(&self) -> Result<(), String> {
        for (what, numbers) in [("weights", &self.weights), ("means", &self.first), ("squares", &self.second)]
        {
            if numbers.len() != self.weights.len() {
                return Err(format!("{} {what}, expected {}", numbers.len(), self.weights.len()));
            }
        }
        let all = [("weights", &*self.weights), ("means", &self.first), ("squares", &self.second)];
        crate::training::all_finite(all)?;
        let rounds = self.rounds.iter().flat_map(|round| [&round.train, &round.held_out]);
        if !rounds.chain([&self.below]).all(Metrics::is_finite) {
            return Err("the metrics of a round are no finite numbers".to_owned());
        }
        Ok(())
    }
}

/// Result of a training from outcomes.
#[derive(Clone, Debug)]
pub struct TrainedOutcome {
    /// Weights, tempo, rounds.
    pub state: OutcomeState,
    /// Which of this worker's records were learned from and which held out.
    pub selection: Selection,
    /// Records of all workers that were learned from.
    pub records: u64,
    /// K, fitted to the records learned from.
    pub chance: Chance,
}

/// Training of the weights of a feature set from scores and results of records, to be set up and then trained.
/// [The module](crate::outcome) says what is minimised.
///
/// ```
/// use komadai_core::notation::packed::Record;
/// use komadai_eval::PieceCounts;
/// use komadai_learn::TrainingError;
/// use komadai_learn::outcome::{Outcome, OutcomeOptions, OutcomeState};
/// use komadai_learn::reduce::Reduce;
///
/// /// What one of several workers does with its part of the corpus, on from where an earlier job ended.
/// fn train(
///     own: &[Record],
///     reduce: impl Reduce,
///     earlier: Option<OutcomeState>,
/// ) -> Result<OutcomeState, TrainingError> {
///     let training = Outcome::new(PieceCounts, OutcomeOptions::default()).workers(reduce);
///     Ok(training.resume(earlier).train(own)?.state)
/// }
/// assert!(train(&[], (), None).is_err());
/// ```
pub struct Outcome<'a, F, R = ()> {
    set: F,
    options: OutcomeOptions,
    /// What the weights are added to, and its name; material if there is none.
    above: Option<(String, Box<Below<'a>>)>,
    threads: usize,
    resume: Option<OutcomeState>,
    stop_after: u32,
    stepped: Box<dyn FnMut(usize, usize) + 'a>,
    observe: Box<Observe<'a>>,
    reduce: R,
}

komadai_core::debug_by_sizes!(Outcome<'a, F, R> { options, threads, resume } []);

type Observe<'a> = dyn FnMut(&OutcomeState) -> Result<(), String> + 'a;

impl<F: FeatureSet + Sync> Outcome<'_, F> {
    /// Training with these options, from weights of 0, by one thread and this worker alone.
    pub fn new(set: F, options: OutcomeOptions) -> Self {
        Outcome {
            set,
            options,
            above: None,
            threads: 1,
            resume: None,
            stop_after: u32::MAX,
            stepped: Box::new(|_, _| ()),
            observe: Box::new(|_| Ok(())),
            reduce: (),
        }
    }
}

impl<'a, F: FeatureSet + Sync, R: Reduce> Outcome<'a, F, R> {
    /// Trains with other workers. The records of all workers, one after the other in the order of their ranks, are the corpus; it is
    /// cut between games, as [`part_of`](crate::corpus::part_of) does it. A worker may have no record.
    ///
    /// Steps are those of the whole corpus: every worker draws the same order of all its records and takes those of
    /// its own in each batch, so that batches, held-out games and K do not depend on how the corpus is divided. Weights of
    /// different numbers of workers differ by the rounding of sums alone, which for slopes is that of single precision. States are the
    /// same on all workers, and go on with any number of them, one alone included. The order takes 4 bytes of memory on every
    /// worker for each record of the whole corpus. A worker that fails leaves the others to their [`Reduce`], which must tell them.
    pub fn workers<Q: Reduce>(self, reduce: Q) -> Outcome<'a, F, Q> {
        let Outcome { set, options, above, threads, resume, stop_after, stepped, observe, .. } = self;
        Outcome { set, options, above, threads, resume, stop_after, stepped, observe, reduce }
    }

    /// Adds the weights to the values of an evaluator, which stays as it is, in place of material ([`OutcomeOptions::material`] is
    /// then not used). States are of the training above an evaluator of this name.
    pub fn above<E: Evaluator + Sync + 'a>(self, name: &str, evaluator: E) -> Self {
        let below = move |pos: &Position| {
            let value = evaluator.evaluate(&evaluator.fresh(pos), pos).cp() as f32;
            if pos.side_to_move() == Color::Black { value } else { -value }
        };
        Outcome { above: Some((name.to_owned(), Box::new(below))), ..self }
    }

    /// Sets the number of threads. Results do not depend on it.
    pub fn threads(self, threads: usize) -> Self {
        Outcome { threads, ..self }
    }

    /// Goes on after a state of a training with the same features, records and options; what comes out is the
    /// same, bit for bit, as if it had never stopped, and to the rounding of sums if the workers were others.
    pub fn resume(self, state: impl Into<Option<OutcomeState>>) -> Self {
        Outcome { resume: state.into(), ..self }
    }

    /// Ends after so many rounds in all, though the options have more, so that another training goes on.
    pub fn stop_after(self, rounds: u32) -> Self {
        Outcome { stop_after: rounds, ..self }
    }

    /// Calls this after each step, with the number of steps done and of all steps.
    pub fn stepped(self, stepped: impl FnMut(usize, usize) + 'a) -> Self {
        Outcome { stepped: Box::new(stepped), ..self }
    }

    /// Shows the state after each round, which may be kept; an error ends the training as [`TrainingError::Observer`].
    pub fn observe(self, observe: impl FnMut(&OutcomeState) -> Result<(), String> + 'a) -> Self {
        Outcome { observe: Box::new(observe), ..self }
    }

    /// Trains on these records: looks through them, finds K by those to learn from, validates weights of 0 by those held out, and
    /// then makes the rounds.
    ///
    /// # Errors
    ///
    /// [`TrainingError`].
    pub fn train(mut self, records: &[Record]) -> Result<TrainedOutcome, TrainingError> {
        let options = self.options;
        options.check()?;
        let mut division = Division::of(records, &mut self.reduce)?;
        let selection = Selection::from_game(records, division.first_game, &options, self.threads)?;
        division.count_training(&selection, &mut self.reduce)?;
        let chance = fit_scale(records, &selection.train, &mut self.reduce)?;
        let mut training = format!("{}, {}, {options:?}", F::NAME, division.records_in_words());
        let below: Box<Below<'_>> = if let Some((name, below)) = self.above {
            training = format!("{training}, above {name}");
            below
        } else {
            let material = Material::new(options.material);
            Box::new(move |pos| material.fresh(pos) as f32)
        };
        let count = self.set.len() + 1;
        let data = Data::new(self.set, records, chance, &options, self.threads, &*below);
        let zero = vec![0.0; count];
        let mut lanes = Lane::all(count);
        let below = data.batch::<false>(&zero, &selection.held_out, &mut lanes).summed(&mut self.reduce)?;
        let (first, second, slopes) = (zero.clone(), zero.clone(), vec![0.0; count]);
        let new = OutcomeState { training, weights: zero, first, second, below, rounds: Vec::new() };
        let state = match self.resume {
            Some(state) => state.in_place_of(&new)?,
            None => new,
        };
        let reduce = self.reduce;
        let mut trainer = Trainer { data, options, selection, division, state, lanes, slopes, reduce };
        let last = options.rounds.min(self.stop_after) as usize;
        while trainer.state.rounds.len() < last {
            trainer.round(&mut self.stepped)?;
            (self.observe)(&trainer.state).map_err(TrainingError::Observer)?;
        }
        let Trainer { state, selection, division, .. } = trainer;
        Ok(TrainedOutcome { state, selection, records: division.training.into(), chance })
    }
}

/// A training between its beginning and its end.
struct Trainer<'a, F, R> {
    data: Data<'a, F>,
    options: OutcomeOptions,
    selection: Selection,
    division: Division,
    state: OutcomeState,
    lanes: Vec<Lane>,
    /// `[feature]`, then the tempo: slopes of a step, of all workers.
    slopes: Vec<f64>,
    reduce: R,
}

impl<F: FeatureSet + Sync, R: Reduce> Trainer<'_, F, R> {
    /// One round over all records, in an order of its own.
    fn round(&mut self, stepped: &mut dyn FnMut(usize, usize)) -> Result<(), ReduceError> {
        let number = self.state.rounds.len() as u64;
        let order = shuffled(self.division.training, rng::mix(self.options.seed) ^ number);
        let steps = order.len().div_ceil(self.options.batch) as u64;
        let all = steps * u64::from(self.options.rounds);
        // The slope of |w|² / 2s², in the unit of the other slopes: times K, and a record's share of it for each record.
        let scale = self.data.chance.scale;
        let pull = scale / (self.options.prior * self.options.prior) / order.len() as f64;
        let mut train = Metrics::default();
        let mut own = Vec::new();
        for (step, batch) in (number * steps..).zip(order.chunks(self.options.batch)) {
            own.clear();
            own.extend(batch.iter().filter_map(|&n| self.division.own(n, &self.selection)));
            let state = &mut self.state;
            train.add(&self.data.batch::<true>(&state.weights, &own, &mut self.lanes));
            add_up(&self.lanes, &mut self.slopes, self.data.threads);
            self.reduce.sum(&mut self.slopes)?;
            let stride = Stride::new(self.options.step, step, all, pull * batch.len() as f64);
            stride.take(
                &self.slopes,
                &mut state.weights,
                &mut state.first,
                &mut state.second,
                self.data.threads,
            );
            stepped(step as usize + 1, all as usize);
        }
        let held_out =
            self.data.batch::<false>(&self.state.weights, &self.selection.held_out, &mut self.lanes);
        let round =
            Round { train: train.summed(&mut self.reduce)?, held_out: held_out.summed(&mut self.reduce)? };
        self.state.rounds.push(round);
        Ok(())
    }
}
