//! Epochs over the corpus, and where they can be taken up again.

use komadai_core::notation::packed::Record;
use komadai_core::rng;
use komadai_eval::network::{Inputs, Network};

use crate::corpus::shuffled;
use crate::network::gradient::Data;
use crate::network::options::NetworkOptions;
use crate::network::weights::Shape;
use crate::outcome::{Chance, Division, Lane, Metrics, Round, Selection, fit_scale, targets};
use crate::solve::StepRule;
use crate::training::{TrainingError, goes_on};

/// State of a training between two epochs; with the feature `artifact` a checkpoint file.
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub struct NetworkState {
    /// Records and options, in words: a state goes on with its own only.
    training: String,
    weights: Vec<f32>,
    /// Of each weight: running mean of slopes, and of squares (Adam).
    means: [Vec<f32>; 2],
    epochs: Vec<Round>,
}

komadai_core::debug_by_sizes!(NetworkState { training } [weights, means, epochs]);

impl NetworkState {
    /// Metrics of the epochs done.
    pub fn epochs(&self) -> &[Round] {
        &self.epochs
    }

    /// Takes the place of a new state of the same training.
    fn in_place_of(self, new: &NetworkState) -> Result<NetworkState, TrainingError> {
        let [means, squares] = &self.means;
        let expected = new.weights.len();
        let numbers = [("weights", &self.weights), ("means", means), ("squares", squares)];
        let numbers = numbers.map(|(what, numbers)| (what, numbers.len(), expected));
        goes_on(&self.training, &new.training, numbers)?;
        Ok(self)
    }
}

#[cfg(feature = "artifact")]
impl komadai_core::artifact::Artifact for NetworkState {
    const KIND: [u8; 8] = *b"nnstate\0";
    const VERSION: u16 = 1;
    const WHAT: &'static str = "the state of the training of a network";

    /// All weights and their means finite numbers.
    fn validate(&self) -> Result<(), String> {
        let [means, squares] = &self.means;
        crate::training::all_finite([("weights", &*self.weights), ("means", means), ("squares", squares)])?;
        let mut rounds = self.epochs.iter().flat_map(|round| [&round.train, &round.held_out]);
        let finite = rounds.all(Metrics::is_finite);
        finite.then_some(()).ok_or_else(|| "the metrics of an epoch are no finite numbers".to_owned())
    }
}

/// Result of the training of a network.
#[derive(Clone, Debug)]
pub struct TrainedNetwork {
    /// Weights and epochs.
    pub state: NetworkState,
    /// The network of integers that plays.
    pub network: Network,
    /// Which records were learned from and which held out.
    pub selection: Selection,
    /// K, as set or as fitted to the records learned from.
    pub chance: Chance,
}

/// Training of a K-P network from scores and results of records, to be set up and then trained.
/// [The module](crate::network) says what is minimised.
pub struct NetworkTraining<'a> {
    options: NetworkOptions,
    threads: usize,
    resume: Option<NetworkState>,
    stop_after: u32,
    stepped: Box<dyn FnMut(usize, usize) + 'a>,
    observe: Box<Observe<'a>>,
}

komadai_core::debug_by_sizes!(NetworkTraining<'a> { options, threads, resume } []);

type Observe<'a> = dyn FnMut(&NetworkState) -> Result<(), String> + 'a;

impl<'a> NetworkTraining<'a> {
    /// Training with these options by one thread.
    pub fn new(options: NetworkOptions) -> Self {
        NetworkTraining {
            options,
            threads: 1,
            resume: None,
            stop_after: u32::MAX,
            stepped: Box::new(|_, _| ()),
            observe: Box::new(|_| Ok(())),
        }
    }

    /// Sets the number of threads. Results do not depend on it.
    pub fn threads(self, threads: usize) -> Self {
        NetworkTraining { threads: threads.max(1), ..self }
    }

    /// Goes on after a state of a training with the same records and options; what comes out is the same, bit for bit, as if it had
    /// never stopped.
    pub fn resume(self, state: impl Into<Option<NetworkState>>) -> Self {
        NetworkTraining { resume: state.into(), ..self }
    }

    /// Ends after so many epochs in all, though the options have more.
    pub fn stop_after(self, epochs: u32) -> Self {
        NetworkTraining { stop_after: epochs, ..self }
    }

    /// Calls this after each step, with the number of steps done and of all steps.
    pub fn stepped(self, stepped: impl FnMut(usize, usize) + 'a) -> Self {
        NetworkTraining { stepped: Box::new(stepped), ..self }
    }

    /// Shows the state after each epoch, which may be kept; an error ends the training as [`TrainingError::Observer`].
    pub fn observe(self, observe: impl FnMut(&NetworkState) -> Result<(), String> + 'a) -> Self {
        NetworkTraining { observe: Box::new(observe), ..self }
    }

    /// Trains on these records.
    ///
    /// # Errors
    ///
    /// [`TrainingError`].
    pub fn train(mut self, records: &[Record]) -> Result<TrainedNetwork, TrainingError> {
        let options = self.options;
        options.check()?;
        let of_records = options.records();
        let division = Division::of(records, &mut ())?;
        let selection = Selection::from_game(records, 0, &of_records, self.threads)?;
        if selection.train.is_empty() {
            return Err(TrainingError::Nothing(records.len()));
        }
        let chance = match options.scale {
            Some(scale) => Chance { scale },
            None => fit_scale(records, &selection.train, &mut ())?,
        };
        let shape = Shape::new(options.hidden);
        let new = NetworkState {
            training: format!("{}, {}, {options:?}", Inputs::KingPiece.name(), division.records_in_words()),
            weights: shape.begin(options.seed),
            means: [vec![0.0; shape.len()], vec![0.0; shape.len()]],
            epochs: Vec::new(),
        };
        let mut state = match self.resume.take() {
            Some(state) => state.in_place_of(&new)?,
            None => new,
        };
        let targets = targets(records, chance, &of_records);
        let data = Data { shape, records, targets, chance, threads: self.threads };
        let mut lanes = Lane::all(data.shape.len());
        let held_out: Vec<_> = selection.held_out.iter().map(|&n| (n, false)).collect();
        let last = options.epochs.min(self.stop_after) as usize;
        while state.epochs.len() < last {
            let train = self.epoch(&data, &selection.train, &mut lanes, &mut state);
            let held_out = data.batch::<false>(&state.weights, &held_out, &mut lanes);
            state.epochs.push(Round { train, held_out });
            (self.observe)(&state).map_err(TrainingError::Observer)?;
        }
        let network = data.shape.quantised(&state.weights, chance).expect("the shape is that of a network");
        Ok(TrainedNetwork { state, network, selection, chance })
    }

    /// One epoch, in an order of its own. The rules know no left and right, so each record is mirrored or not by chance.
    fn epoch(
        &mut self,
        data: &Data<'_>,
        train: &[u32],
        lanes: &mut [Lane],
        state: &mut NetworkState,
    ) -> Metrics {
        let NetworkOptions { seed, batch, epochs, rate, .. } = self.options;
        let number = state.epochs.len() as u64;
        let drawn = rng::mix(seed) ^ number;
        let order = shuffled(train.len() as u32, drawn);
        let steps = order.len().div_ceil(batch) as u64;
        let all = steps * u64::from(epochs);
        let mut metrics = Metrics::default();
        let mut own = Vec::with_capacity(batch);
        for (number, batch) in (number * steps..).zip(order.chunks(batch)) {
            own.clear();
            own.extend(batch.iter().map(|&n| (train[n as usize], rng::mix(drawn ^ u64::from(n)) & 1 == 1)));
            metrics.add(&data.batch::<true>(&state.weights, &own, lanes));
            let step = StepRule::adam(rate).at(number, NetworkOptions::falling(number, all));
            let [mean, square] = &mut state.means;
            data.step(step, own.len(), lanes, [&mut state.weights, mean, square]);
            (self.stepped)(number as usize + 1, all as usize);
        }
        metrics
    }
}
