//! Rounds over the corpus, and where they can be taken up again.

use komadai_core::notation::packed::Record;
use komadai_core::rng::{self, SplitMix64};
use komadai_eval::FeatureSet;

use crate::outcome::division::Division;
use crate::outcome::gradient::{Data, LANES, Lane, Metrics};
use crate::outcome::options::{OutcomeError, OutcomeOptions};
use crate::outcome::quiet::Selection;
use crate::outcome::step::{Stride, add_up};
use crate::outcome::target::{Chance, fit_scale_shared};
use crate::reduce::{Reduce, ReduceError};

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
    /// Of each weight: running mean of squares (Adam), or their sum (`AdaGrad`)
    second: Vec<f32>,
    /// The games held out, under material alone.
    material: Metrics,
    rounds: Vec<Round>,
}

komadai_core::debug_by_sizes!(OutcomeState { training, material } [weights, first, second, rounds]);

impl OutcomeState {
    /// Metrics of the rounds done.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The games held out, under material alone: what the weights have to beat.
    pub fn material(&self) -> Metrics {
        self.material
    }

    /// Weights of the features, in centipawns, worth to Black.
    pub fn weights(&self) -> &[f32] {
        self.weights.split_last().map_or(&[], |(_, weights)| weights)
    }

    /// What having the move is worth, in centipawns. Not part of a model: in a search it counts for both sides in turn.
    pub fn tempo(&self) -> f32 {
        self.weights.last().copied().unwrap_or(0.0)
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
            if let Some(at) = numbers.iter().position(|number| !number.is_finite()) {
                return Err(format!("{what}: number {at} is {}, expected a finite number", numbers[at]));
            }
        }
        let rounds = self.rounds.iter().flat_map(|round| [&round.train, &round.held_out]);
        if !rounds.chain([&self.material]).all(Metrics::is_finite) {
            return Err("the metrics of a round are no finite numbers".to_owned());
        }
        Ok(())
    }
}

/// Trains weights of a feature set on records. [The module](crate::outcome) says what is minimised.
///
/// Several workers, each with records of its own, train together by a [`Reduce`] ([`shared`](Self::shared)).
#[derive(Clone)]
pub struct OutcomeTrainer<'a, F, R = ()> {
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

komadai_core::debug_by_sizes!(OutcomeTrainer<'a, F, R> { selection, state } [lanes, slopes]);

impl<'a, F: FeatureSet + Sync> OutcomeTrainer<'a, F> {
    /// Looks through the records, finds K by those to learn from, and validates material by those held out. Results do not depend
    /// on the number of threads.
    ///
    /// # Errors
    ///
    /// Any [`OutcomeError`] but those of states and of other workers.
    pub fn new(
        set: F,
        records: &'a [Record],
        options: OutcomeOptions,
        threads: usize,
    ) -> Result<Self, OutcomeError> {
        Self::shared(set, records, options, threads, ())
    }

    /// One round over all records, in an order of its own; `None` once all rounds are done. `learned` is called with how many
    /// records went into each step.
    pub fn round(&mut self, learned: impl FnMut(usize)) -> Option<Round> {
        // One worker alone has nobody to fail it.
        self.shared_round(learned).ok().flatten()
    }
}

impl<'a, F: FeatureSet + Sync, R: Reduce> OutcomeTrainer<'a, F, R> {
    /// One worker of several. The records of all workers, one after the other in the order of their ranks, are the corpus; it is
    /// cut between games, as [`part_of`](crate::corpus::part_of) does it. A worker may have no record.
    ///
    /// Steps are those of the whole corpus: every worker draws the same order of all its records and takes those of
    /// its own in each batch, so that batches, held-out games and K do not depend on how the corpus is divided. Weights of
    /// different numbers of workers differ by the rounding of sums alone, which for slopes is that of single precision. States are the
    /// same on all workers, and go on with any number of them, one alone included. The order takes 4 bytes of memory on every
    /// worker for each record of the whole corpus.
    ///
    /// ```
    /// use komadai_core::notation::packed::Record;
    /// use komadai_eval::PieceCounts;
    /// use komadai_learn::outcome::{OutcomeError, OutcomeOptions, OutcomeTrainer};
    /// use komadai_learn::reduce::Reduce;
    ///
    /// /// What one worker does with its part of the corpus.
    /// fn train(own: &[Record], reduce: impl Reduce) -> Result<Vec<f32>, OutcomeError> {
    ///     let mut trainer = OutcomeTrainer::shared(PieceCounts, own, OutcomeOptions::default(), 1, reduce)?;
    ///     while trainer.shared_round(|_| ())?.is_some() {}
    ///     Ok(trainer.state().weights().to_vec())
    /// }
    /// assert!(train(&[], ()).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Any [`OutcomeError`] but those of states. A worker that fails leaves the others to their [`Reduce`], which must tell them.
    pub fn shared(
        set: F,
        records: &'a [Record],
        options: OutcomeOptions,
        threads: usize,
        mut reduce: R,
    ) -> Result<Self, OutcomeError> {
        options.check()?;
        let mut division = Division::of(records, &mut reduce)?;
        let selection = Selection::from_game(records, division.first_game, &options, threads)?;
        division.count_training(&selection, &mut reduce)?;
        let chance = fit_scale_shared(records, &selection.train, &mut reduce)?;
        let training = format!("{}, {}, {options:?}", F::NAME, division.records_in_words());
        let count = set.len() + 1;
        let data = Data::new(set, records, chance, &options, threads);
        let zero = vec![0.0; count];
        let mut lanes = vec![Lane::new(count); LANES];
        let material = data.batch::<false>(&zero, &selection.held_out, &mut lanes).summed(&mut reduce)?;
        let (first, second, slopes) = (zero.clone(), zero.clone(), vec![0.0; count]);
        let state = OutcomeState { training, weights: zero, first, second, material, rounds: Vec::new() };
        Ok(OutcomeTrainer { data, options, selection, division, state, lanes, slopes, reduce })
    }

    /// Resumes from a state that a trainer of the same features, records and options left behind; what comes out is the
    /// same, bit for bit, as if it had never stopped, and to the rounding of sums if the workers were others.
    ///
    /// # Errors
    ///
    /// [`OutcomeError::OtherTraining`], [`OutcomeError::State`].
    pub fn resume(&mut self, state: OutcomeState) -> Result<(), OutcomeError> {
        if state.training != self.state.training {
            let expected = self.state.training.clone();
            return Err(OutcomeError::OtherTraining { found: state.training, expected });
        }
        let expected = self.state.weights.len();
        for (what, found) in
            [("weights", state.weights.len()), ("means", state.first.len()), ("squares", state.second.len())]
        {
            if found != expected {
                return Err(OutcomeError::State { what, found, expected });
            }
        }
        self.state = state;
        Ok(())
    }

    /// As [`round`](OutcomeTrainer::round), with the other workers; `learned` is called with how many records of all workers went into each step.
    ///
    /// # Errors
    ///
    /// [`ReduceError`]: another worker is gone. The state is then without meaning.
    pub fn shared_round(&mut self, mut learned: impl FnMut(usize)) -> Result<Option<Round>, ReduceError> {
        let number = self.state.rounds.len() as u64;
        if number >= self.options.rounds.into() {
            return Ok(None);
        }
        let order = shuffled(self.division.training, rng::mix(self.options.seed) ^ number);
        let steps = order.len().div_ceil(self.options.batch) as u64;
        let all = steps * u64::from(self.options.rounds);
        // The slope of |w|² / 2s², in the unit of the other slopes: times K, and a record's share of it for each record.
        let scale = self.data.chance.scale;
        let pull = scale / (self.options.prior * self.options.prior) / order.len() as f64;
        let mut train = Metrics::default();
        let mut own = Vec::new();
        for (step, batch) in order.chunks(self.options.batch).enumerate() {
            own.clear();
            own.extend(batch.iter().filter_map(|&n| self.division.own(n, &self.selection)));
            let state = &mut self.state;
            train.add(&self.data.batch::<true>(&state.weights, &own, &mut self.lanes));
            add_up(&self.lanes, &mut self.slopes, self.data.threads);
            self.reduce.sum(&mut self.slopes)?;
            let stride =
                Stride::new(self.options.step, number * steps + step as u64, all, pull * batch.len() as f64);
            stride.take(
                &self.slopes,
                &mut state.weights,
                &mut state.first,
                &mut state.second,
                self.data.threads,
            );
            learned(batch.len());
        }
        let held_out =
            self.data.batch::<false>(&self.state.weights, &self.selection.held_out, &mut self.lanes);
        let round =
            Round { train: train.summed(&mut self.reduce)?, held_out: held_out.summed(&mut self.reduce)? };
        self.state.rounds.push(round);
        Ok(Some(round))
    }

    /// Which of this worker's records are learned from and which are held out.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// How many records of all workers are learned from.
    pub fn training_records(&self) -> u64 {
        self.division.training.into()
    }

    /// K, fitted to the records learned from.
    pub fn chance(&self) -> Chance {
        self.data.chance
    }

    /// The current state: weights, tempo, rounds.
    pub fn state(&self) -> &OutcomeState {
        &self.state
    }
}

/// The numbers below `count` in an order that depends on them and the seed alone.
fn shuffled(count: u32, seed: u64) -> Vec<u32> {
    let mut rng = SplitMix64::new(seed);
    let mut order: Vec<u32> = (0..count).collect();
    for i in (1..order.len()).rev() {
        order.swap(i, rng.below(i as u64 + 1) as usize);
    }
    order
}
