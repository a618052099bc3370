//! Discriminant analysis of pairs of pieces \[R7\]: paper 001, sections 4.2 and 5, from positions to a model for play.
//!
//! 1. Relations seen in fewer than 20 training positions are left out ([`count_slots`]).
//! 2. The others get the weights for which x·w is nearest to +1 where Black has improved and to −1 where White has, by least
//!    squares, with some iterations of conjugate gradients.
//! 3. Weights are scaled to points (a pawn has 100) and rounded ([`PairModel`]).
//!
//! The values of the pieces are not learned, since material does not change in the training positions. The model adds them to the
//! weights, as the paper's program does (section 5.5).

use std::sync::Arc;
use std::time::{Duration, Instant};

use komadai_core::PieceValues;
use komadai_core::rng::mix;
use komadai_eval::pair::{Fold, PairModel, Quantised, Symmetry};

use crate::pairs::count::count_slots;
use crate::pairs::games::EncodedGames;
use crate::pairs::model::Model;
use crate::pairs::product::{PairEquations, Spread};
use crate::pairs::table::Unknowns;
use crate::pairs::validation::Metrics;
use crate::reduce::{Reduce, ReduceError};
use crate::solve::{CgOptions, CgState, conjugate_gradient};
use crate::training::{TrainingError, not_negative, positive};

/// Options of discriminant analysis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiscriminantOptions {
    /// Which positions are compared.
    pub model: Model,
    /// The symmetries by which relations share a weight; the paper folds none.
    pub symmetry: Symmetry,
    /// Slots seen in fewer training positions get no weight. Paper 001, section 5: 20.
    pub threshold: u64,
    /// The solver.
    pub solver: CgOptions,
    /// Lanes and threads of a pass.
    pub spread: Spread,
    /// Number of points (a pawn has 100) for a weight of 1. Paper 001, section 5: 128 for the parent–child model and 160 for the
    /// sibling model, so that the weights fill [−127, 127].
    pub points: f64,
    /// Units of the rounded weights in a point ([`PairModel::units`]). The paper rounds to whole points: 1.
    pub units: u16,
}

impl DiscriminantOptions {
    /// The options of the paper for a model.
    pub fn of(model: Model) -> DiscriminantOptions {
        let (iterations, points) = match model {
            Model::ParentChild => (36, 128.0),
            Model::Sibling => (20, 160.0),
        };
        DiscriminantOptions {
            model,
            symmetry: Symmetry::None,
            threshold: 20,
            solver: CgOptions { iterations, ..CgOptions::default() },
            spread: Spread::default(),
            points,
            units: 1,
        }
    }

    /// Fingerprint of the positions of all workers and of the options that decide each step of the solver; iterations, threads and
    /// workers do not matter.
    fn key(&self, games: &EncodedGames, reduce: &mut dyn Reduce) -> Result<u64, ReduceError> {
        let mut all = [games.fingerprint()];
        reduce.sum_words(&mut all)?;
        let words = [
            self.model as u64,
            self.symmetry as u64,
            self.threshold,
            self.solver.ridge.to_bits(),
            self.spread.lanes as u64,
            self.spread.least as u64,
        ];
        Ok(words.into_iter().fold(all[0], |key, word| mix(key ^ word)))
    }

    /// The unknowns to solve for under these options: the slots seen often enough in the positions.
    fn unknowns(&self, games: &EncodedGames, reduce: &mut dyn Reduce) -> Result<Unknowns, TrainingError> {
        let fold = Arc::new(Fold::new(self.symmetry));
        let counts = count_slots(games, &fold, self.spread, reduce)?;
        let least = self.threshold.max(1);
        let unknowns = Unknowns::select(fold, |slot| counts[slot] >= least);
        if unknowns.is_empty() { Err(TrainingError::NoUnknowns(least)) } else { Ok(unknowns) }
    }
}

/// Metrics of one iteration of the solver.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "artifact", derive(serde::Serialize, serde::Deserialize))]
pub struct Iteration {
    /// The number, from 0: no weights yet.
    pub number: u32,
    /// Size of the residual relative to the first one.
    pub residual: f64,
    /// Metrics on the positions held out.
    pub metrics: Option<Metrics>,
    /// Duration of the pass, without validation. Nothing else depends on it.
    pub time: Duration,
}

/// The result of discriminant analysis: unknowns and their weights.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The options of the training.
    pub options: DiscriminantOptions,
    /// The unknowns that the weights belong to.
    pub unknowns: Unknowns,
    /// The weights, one for each unknown, on the scale of labels ±1, with the rest of the solver's state.
    pub state: CgState,
}

impl Trained {
    /// The weights in points, one for each slot of the folding.
    pub fn points(&self) -> impl Iterator<Item = f64> {
        let points = self.options.points;
        self.unknowns.spread(&self.state.x).into_iter().map(move |weight| points * weight)
    }

    /// The evaluation model: the paper's piece values and the rounded weights.
    pub fn model(&self) -> (PairModel, Quantised) {
        let fold = self.unknowns.fold();
        PairModel::from_weights(PieceValues::PAIRS_2007, fold, self.options.units, self.points())
    }
}

/// Discriminant analysis, to be set up and then trained.
///
/// ```
/// use komadai_core::Position;
/// use komadai_learn::pairs::{
///     Discriminant, DiscriminantOptions, EncodedGame, EncodedGames, Model, QuietMoves,
/// };
///
/// let moves = ["7g7f".parse()?, "3c3d".parse()?];
/// let game = EncodedGame::from_moves(&mut QuietMoves::default(), &Position::startpos(), &moves)?;
/// let games: EncodedGames = [game].into_iter().collect();
/// let options = DiscriminantOptions { threshold: 1, ..DiscriminantOptions::of(Model::Sibling) };
/// let mut errors = Vec::new();
/// let trained = Discriminant::new(options)
///     .held_out(&games)
///     .observe(|iteration, _state| {
///         errors.extend(iteration.metrics.map(|metrics| metrics.error()));
///         Ok(())
///     })
///     .train(&games)?;
/// let (model, _) = trained.model();
/// assert!(errors[20] < errors[0] && model.weights.iter().any(|&weight| weight != 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Discriminant<'a> {
    options: DiscriminantOptions,
    held_out: Option<&'a EncodedGames>,
    resume: Option<CgState>,
    observe: Box<Observe<'a>>,
    reduce: Box<dyn Reduce + 'a>,
}

komadai_core::debug_by_sizes!(Discriminant<'a> { options, resume } []);

type Observe<'a> = dyn FnMut(&Iteration, &CgState) -> Result<(), String> + 'a;

impl<'a> Discriminant<'a> {
    /// Sets up training with these options, from weights of 0, by this worker alone.
    pub fn new(options: DiscriminantOptions) -> Self {
        let observe: Box<Observe<'a>> = Box::new(|_, _| Ok(()));
        Discriminant { options, held_out: None, resume: None, observe, reduce: Box::new(()) }
    }

    /// Trains together with other workers, each with games of its own. States belong to all games, and go on with any number of workers.
    pub fn workers(self, reduce: impl Reduce + 'a) -> Self {
        Discriminant { reduce: Box::new(reduce), ..self }
    }

    /// Sets the games on which every iteration is judged.
    pub fn held_out(self, games: &'a EncodedGames) -> Self {
        Discriminant { held_out: Some(games), ..self }
    }

    /// Resumes from a state that an earlier training with the same options and the same games, in the same order, has shown; it
    /// ends with the same bits as if it had never stopped.
    pub fn resume(self, state: impl Into<Option<CgState>>) -> Self {
        Discriminant { resume: state.into(), ..self }
    }

    /// Shows every iteration with the state after it, which may be saved; an error ends the training.
    pub fn observe(self, observe: impl FnMut(&Iteration, &CgState) -> Result<(), String> + 'a) -> Self {
        Discriminant { observe: Box::new(observe), ..self }
    }

    /// Trains on these games.
    ///
    /// # Errors
    ///
    /// [`TrainingError`].
    pub fn train(self, games: &EncodedGames) -> Result<Trained, TrainingError> {
        let Discriminant { options, held_out, resume, mut observe, mut reduce } = self;
        not_negative("ridge", options.solver.ridge)?;
        positive("points", options.points)?;
        positive("units", options.units.into())?;
        let unknowns = options.unknowns(games, &mut *reduce)?;
        let key = options.key(games, &mut *reduce)?;
        let mut began = Instant::now();
        let mut equations = PairEquations::new(games, &unknowns, options.model, options.spread, &mut *reduce);
        let state = conjugate_gradient(&mut equations, &options.solver, key, resume, |state| {
            let time = began.elapsed();
            let metrics = held_out.map(|held_out| Metrics::of(held_out, options.model, &unknowns, &state.x));
            let done = Iteration { number: state.iteration, residual: state.residual(), metrics, time };
            observe(&done, state)?;
            began = Instant::now();
            Ok(())
        })?;
        drop(equations);
        Ok(Trained { options, unknowns, state })
    }
}
