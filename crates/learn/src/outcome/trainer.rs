//! Rounds over the corpus, and the states from which they resume.

use komadai_core::Evaluator;
use komadai_core::notation::packed::Record;
use komadai_core::rng;
use komadai_eval::network::Network;
use komadai_eval::{FeatureSet, Material};

use crate::network::KingPiece;
use crate::outcome::division::Division;
use crate::outcome::features::Features;
use crate::outcome::lanes::{Batch, Lane, Metrics, add_up, chunk};
use crate::outcome::model::{Data, Model, Moment};
use crate::outcome::options::OutcomeOptions;
use crate::outcome::quiet::Selection;
use crate::outcome::target::{Chance, fit_scale, targets};
use crate::parallel::map_in_parallel;
use crate::reduce::{Reduce, ReduceError};
use crate::training::{Numbers, TrainingError, goes_on};

/// Metrics of one round over the corpus.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub struct Round {
    /// Every record learned from, before its own step: better than at the beginning of the round, worse than at its end.
    pub train: Metrics,
    /// The games held out, at the end of the round.
    pub held_out: Metrics,
}

/// State of a training between two rounds; with the feature `artifact` a checkpoint file.
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub struct OutcomeState {
    /// Features or network, records and options, in words: a state goes on only with the same ones.
    training: String,
    /// `[feature]`, then the tempo, in centipawns; for a network layer by layer
    weights: Vec<f32>,
    /// Of each weight: running mean of slopes (Adam)
    first: Vec<f32>,
    /// Of each weight: running mean of squares (Adam)
    second: Vec<f32>,
    /// The games held out, under material alone or the evaluator of [`Outcome::above`], which the weights have to beat. For a
    /// network: under its first weights.
    pub below: Metrics,
    /// Metrics of the rounds done.
    pub rounds: Vec<Round>,
}

komadai_core::debug_by_sizes!(OutcomeState { training, below } [weights, first, second, rounds]);

impl OutcomeState {
    /// Weights of the features, in centipawns for Black; those of a network are not meant to be read.
    pub fn weights(&self) -> &[f32] {
        self.weights.split_last().map_or(&[], |(_, weights)| weights)
    }

    /// Value of having the move, in centipawns. Not part of a model: in a search it counts for both sides in turn.
    pub fn tempo(&self) -> f32 {
        self.weights.last().copied().unwrap_or(0.0)
    }

    fn numbers(&self) -> Numbers<'_, f32> {
        [("weights", &self.weights), ("means", &self.first), ("squares", &self.second)]
    }
}

#[cfg(feature = "artifact")]
impl komadai_core::artifact::Artifact for OutcomeState {
    const KIND: [u8; 8] = *b"outcome\0";
    const VERSION: u16 = 1;
    const WHAT: &'static str = "the state of a training from self-play";

    /// Checks that there are as many moments as weights, that no square is negative, and that all of them and the metrics are finite.
    fn validate(&self) -> Result<(), String> {
        crate::solve::check_vectors(self.weights.len(), self.numbers())?;
        crate::solve::check_squares(&self.second)?;
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
    /// For a network: the network of integers, which plays.
    pub network: Option<Network>,
    /// Which of this worker's records were learned from and which were held out.
    pub selection: Selection,
    /// Number of records of all workers that were learned from.
    pub records: u64,
    /// K, fitted to the records learned from.
    pub chance: Chance,
}

/// Training of the weights of a feature set, or of a network, from scores and results of records, to be set up and then trained.
/// [The module](crate::outcome) describes what is minimised.
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
pub struct Outcome<'a> {
    model: Box<dyn Model + 'a>,
    threads: usize,
    resume: Option<OutcomeState>,
    stop_after: u32,
    stepped: Box<dyn FnMut(usize, usize) + 'a>,
    observe: Box<Observe<'a>>,
    reduce: Box<dyn Reduce + 'a>,
}

komadai_core::debug_by_sizes!(Outcome<'a> { model, threads, resume } []);

type Observe<'a> = dyn FnMut(&OutcomeState) -> Result<(), String> + 'a;

impl<'a> Outcome<'a> {
    /// Sets up training of the weights of features above material, from 0, by one thread and this worker alone.
    pub fn new(set: impl FeatureSet + Sync + 'a, options: OutcomeOptions) -> Self {
        Outcome::of(Features::above(None, Material::new(options.material), set, options))
    }

    /// The same above an evaluator, which stays fixed, in place of material ([`OutcomeOptions::material`] is then not used). States
    /// go on only above an evaluator of this name.
    pub fn above(
        name: &str,
        evaluator: impl Evaluator + Sync + 'a,
        set: impl FeatureSet + Sync + 'a,
        options: OutcomeOptions,
    ) -> Self {
        Outcome::of(Features::above(Some(name), evaluator, set, options))
    }

    /// Sets up training of a K-P network ([`komadai_eval::network`]), also called NNUE, from the rules alone, by one thread and
    /// this worker alone. The first hidden layer, where most of the time of an evaluation is spent, has 8, 16 or 32 outputs. In
    /// each round about half of the records are shown with left and right of the board exchanged.
    ///
    /// ```
    /// use komadai_core::notation::packed::Record;
    /// use komadai_learn::TrainingError;
    /// use komadai_learn::outcome::{Outcome, OutcomeOptions};
    ///
    /// fn train(corpus: &[Record]) -> Result<Vec<u8>, TrainingError> {
    ///     let trained = Outcome::network(16, OutcomeOptions::network()).threads(2).train(corpus)?;
    ///     Ok(trained.network.expect("a network was trained").to_bytes())
    /// }
    /// assert!(train(&[]).is_err());
    /// ```
    pub fn network(hidden: u8, options: OutcomeOptions) -> Self {
        Outcome::of(KingPiece::new(hidden, options))
    }

    fn of(model: impl Model + 'a) -> Self {
        Outcome {
            model: Box::new(model),
            threads: 1,
            resume: None,
            stop_after: u32::MAX,
            stepped: Box::new(|_, _| ()),
            observe: Box::new(|_| Ok(())),
            reduce: Box::new(()),
        }
    }

    /// Trains with other workers. The records of all workers, one after the other in the order of their ranks, are the corpus; it is
    /// cut between games, as [`part_of`](crate::corpus::part_of) does it. A worker may have no record.
    ///
    /// Steps are those of the whole corpus: every worker draws the same order of all records and takes its own in each batch, so
    /// batches, held-out games and K do not depend on the division of the corpus. With another number of workers, weights differ by
    /// the rounding of sums alone, for slopes in single precision. States are the same on all workers, and go on with any number of
    /// them, even one alone. The order takes 4 bytes of memory on every worker for each record of the whole corpus. If a worker
    /// fails, [`Reduce`] must tell the others.
    pub fn workers(self, reduce: impl Reduce + 'a) -> Self {
        Outcome { reduce: Box::new(reduce), ..self }
    }

    /// Sets the number of threads. Results do not depend on it.
    pub fn threads(self, threads: usize) -> Self {
        Outcome { threads: threads.max(1), ..self }
    }

    /// Resumes from a state of a training of the same model, with the same records and options. The result is the same, bit for
    /// bit, as if it had never stopped; with another number of workers, up to the rounding of sums.
    pub fn resume(self, state: impl Into<Option<OutcomeState>>) -> Self {
        Outcome { resume: state.into(), ..self }
    }

    /// Ends after `rounds` rounds in all, even if the options have more, so that another training goes on.
    pub fn stop_after(self, rounds: u32) -> Self {
        Outcome { stop_after: rounds, ..self }
    }

    /// Calls this after each step, with the number of steps done and the number of all steps.
    pub fn stepped(self, stepped: impl FnMut(usize, usize) + 'a) -> Self {
        Outcome { stepped: Box::new(stepped), ..self }
    }

    /// Shows the state after each round, which may be saved; an error ends the training as [`TrainingError::Observer`].
    pub fn observe(self, observe: impl FnMut(&OutcomeState) -> Result<(), String> + 'a) -> Self {
        Outcome { observe: Box::new(observe), ..self }
    }

    /// Trains on these records: looks through them, fits K to those to learn from, validates the first weights on those held out,
    /// and then makes the rounds.
    ///
    /// # Errors
    ///
    /// [`TrainingError`].
    pub fn train(self, records: &[Record]) -> Result<TrainedOutcome, TrainingError> {
        let Outcome { mut model, threads, resume, stop_after, mut stepped, mut observe, mut reduce } = self;
        let options = model.options()?;
        let mut division = Division::of(records, &mut *reduce)?;
        let selection = Selection::from_game(records, division.first_game, &options, threads)?;
        division.count_training(&selection, &mut *reduce)?;
        let chance = fit_scale(records, &selection.train, &mut *reduce)?;
        model.look_through(records, threads);
        let data = Data { records, targets: targets(records, chance, &options), chance, threads };
        let training = model.words(&division.records_in_words());
        let weights = model.begin();
        let (zeros, slopes) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
        let (first, second, lanes) = (zeros.clone(), zeros, Lane::all(weights.len()));
        let below = Metrics::default();
        let state = OutcomeState { training, weights, first, second, below, rounds: Vec::new() };
        let mut trainer = Trainer { model, data, options, selection, division, state, lanes, slopes, reduce };
        trainer.state.below = trainer.held_out()?;
        if let Some(state) = resume {
            let new = &trainer.state;
            goes_on(&state.training, &new.training, [state.numbers(), new.numbers()])?;
            trainer.state = state;
        }
        let last = options.rounds.min(stop_after) as usize;
        while trainer.state.rounds.len() < last {
            trainer.round(&mut stepped)?;
            if !trainer.state.weights.iter().all(|weight| weight.is_finite()) {
                return Err(TrainingError::Diverged(trainer.state.rounds.len()));
            }
            observe(&trainer.state).map_err(TrainingError::Observer)?;
        }
        let Trainer { model, state, selection, division, .. } = trainer;
        let network = model.network(&state.weights, chance);
        Ok(TrainedOutcome { state, network, selection, records: division.training.into(), chance })
    }
}

/// A training between its beginning and its end.
struct Trainer<'a> {
    model: Box<dyn Model + 'a>,
    data: Data<'a>,
    options: OutcomeOptions,
    selection: Selection,
    division: Division,
    state: OutcomeState,
    lanes: Vec<Lane>,
    /// `[weight]`: slopes of a step, of all workers.
    slopes: Vec<f64>,
    reduce: Box<dyn Reduce + 'a>,
}

impl Trainer<'_> {
    /// One round over all records, in an order of its own.
    fn round(&mut self, stepped: &mut dyn FnMut(usize, usize)) -> Result<(), ReduceError> {
        let number = self.state.rounds.len() as u64;
        let drawn = rng::mix(self.options.seed) ^ number;
        let mut order: Vec<u32> = (0..self.division.training).collect();
        rng::SplitMix64::new(drawn).shuffle(&mut order);
        let steps = order.len().div_ceil(self.options.batch) as u64;
        let all = steps * u64::from(self.options.rounds);
        let mirrored = |n: u32| self.model.is_mirrored() && rng::mix(drawn ^ u64::from(n)) & 1 == 1;
        let mut train = Metrics::default();
        let mut own = Vec::new();
        for (number, batch) in (number * steps..).zip(order.chunks(self.options.batch)) {
            own.clear();
            let numbers =
                batch.iter().filter_map(|&n| Some((self.division.own(n, &self.selection)?, mirrored(n))));
            own.extend(numbers);
            let shown = Batch { shown: &own, with_slopes: true };
            train += self.model.batch(&self.data, &self.state.weights, shown, &mut self.lanes);
            add_up(&self.lanes, &mut self.slopes, self.data.threads);
            self.reduce.sum(&mut self.slopes)?;
            let chance = self.data.chance;
            let moment = Moment { number, all, batch: batch.len(), round: order.len(), chance };
            step(&*self.model, moment, &self.slopes, &mut self.state, self.data.threads);
            stepped(number as usize + 1, all as usize);
        }
        let train = train.summed(&mut *self.reduce)?;
        let held_out = self.held_out()?;
        self.state.rounds.push(Round { train, held_out });
        Ok(())
    }

    /// Metrics of the games held out, of all workers, under the current weights.
    fn held_out(&mut self) -> Result<Metrics, ReduceError> {
        let held_out: Vec<_> = self.selection.held_out.iter().map(|&number| (number, false)).collect();
        let batch = Batch { shown: &held_out, with_slopes: false };
        let metrics = self.model.batch(&self.data, &self.state.weights, batch, &mut self.lanes);
        metrics.summed(&mut *self.reduce)
    }
}

/// One step of all weights.
fn step(model: &dyn Model, moment: Moment, slopes: &[f64], state: &mut OutcomeState, threads: usize) {
    let chunk = chunk(slopes.len(), threads);
    let memory = state.first.chunks_mut(chunk).zip(state.second.chunks_mut(chunk));
    let chunks = slopes.chunks(chunk).zip(state.weights.chunks_mut(chunk)).zip(memory).enumerate();
    let one = |(): &mut (), (n, ((slopes, weights), (mean, square))): (usize, Chunk<'_>)| {
        model.take(moment, n * chunk, slopes, [weights, mean, square]);
    };
    map_in_parallel(vec![(); threads], chunks, one, || {});
}

/// Slopes of some weights, the weights, and their means and squares.
type Chunk<'a> = ((&'a [f64], &'a mut [f32]), (&'a mut [f32], &'a mut [f32]));
