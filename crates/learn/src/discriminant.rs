//! Discriminant analysis of pairs of pieces \[R7\]: paper 001, sections 4.2 and 5, from positions to a model that plays.
//!
//! 1. Relations seen in fewer than 20 training positions are left out ([`count_slots`]).
//! 2. The others get the weights for which x·w is nearest to +1 where Black has improved and to −1 where White has, in the
//!    sense of least squares, by some iterations of conjugate gradients.
//! 3. Weights are scaled to points of a pawn's hundred and rounded ([`PairModel`]).
//!
//! The values of the pieces are not learned: the training positions are those where material does not change. The model has
//! them beside the weights, as the paper's program has (section 5.5).

use std::sync::Arc;
use std::time::{Duration, Instant};

use komadai_core::PieceValues;
use komadai_core::rng::mix;
use komadai_eval::pair::{Fold, PairModel, Quantised, Symmetry};

use crate::pairs::{
    Hands, Metrics, Model, PairEquations, PassError, ShardError, Shards, Spread, Unknowns, Validator,
    count_slots, fingerprint,
};
use crate::reduce::Reduce;
use crate::solve::{CgError, CgOptions, CgState, conjugate_gradient};

/// Options of discriminant analysis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiscriminantOptions {
    /// Which positions are compared.
    pub model: Model,
    /// Relations that share a weight; the paper folds none.
    pub symmetry: Symmetry,
    /// How like pieces in hand count; the paper says both.
    pub hands: Hands,
    /// Slots seen in fewer training positions have no weight. Paper 001, section 5: 20.
    pub threshold: u64,
    /// The solver.
    pub solver: CgOptions,
    /// Lanes and threads of a pass.
    pub spread: Spread,
    /// Points (a pawn has 100) that a weight of 1 is worth. Paper 001, section 5: 128 for the parent–child model and 160 for
    /// the sibling model, so that the weights fill [−127, 127].
    pub points: f64,
    /// Units of the rounded weights in a point ([`PairModel::units`]). The paper rounds to whole points: 1.
    pub units: u16,
}

impl DiscriminantOptions {
    /// The paper's numbers for a model.
    pub fn of(model: Model) -> DiscriminantOptions {
        let (iterations, points) = match model {
            Model::ParentChild => (36, 128.0),
            Model::Sibling => (20, 160.0),
        };
        DiscriminantOptions {
            model,
            symmetry: Symmetry::None,
            hands: Hands::default(),
            threshold: 20,
            solver: CgOptions { iterations, ..CgOptions::default() },
            spread: Spread::default(),
            points,
            units: 1,
        }
    }

    /// A number for all that decides the way to the solution: positions and options, but for the number of iterations and
    /// the threads.
    fn key(&self, shards: &impl Shards) -> Result<u64, ShardError> {
        let words = [
            self.model as u64,
            self.symmetry as u64,
            self.threshold,
            self.solver.ridge.to_bits(),
            u64::from(self.solver.jacobi),
            self.spread.lanes as u64,
            self.spread.least as u64,
        ];
        let key = words.into_iter().fold(fingerprint(shards)?, |key, word| mix(key ^ word));
        // As if there were no other way where each counts: states of before stay good.
        Ok(if self.hands == Hands::Once { mix(!key) } else { key })
    }

    /// The unknowns that these options solve for on some positions: slots seen often enough.
    ///
    /// `reduce` adds up the counts of several workers; `()` for one alone.
    ///
    /// # Errors
    ///
    /// [`TrainError::Pass`], and [`TrainError::NoUnknowns`] if no slot is seen often enough.
    pub fn unknowns<S: Shards, R: Reduce>(
        &self,
        positions: &S,
        reduce: &mut R,
    ) -> Result<Unknowns, TrainError> {
        let fold = Arc::new(Fold::new(self.symmetry));
        let counts = count_slots(positions, &fold, self.spread, reduce)?;
        let least = self.threshold.max(1);
        let unknowns = Unknowns::select(fold, |slot| counts[slot] >= least).with_hands(self.hands);
        if unknowns.is_empty() { Err(TrainError::NoUnknowns(least)) } else { Ok(unknowns) }
    }
}

/// Metrics of one iteration of the solver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iteration {
    /// Its number, from 0: no weights yet.
    pub number: u32,
    /// Size of the residual as part of what it was.
    pub residual: f64,
    /// Metrics on the positions held out.
    pub metrics: Option<Metrics>,
    /// How long the pass took, validation not included. Nothing else depends on it.
    pub time: Duration,
}

/// Why training failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrainError {
    /// A pass over the positions failed.
    #[error(transparent)]
    Pass(#[from] PassError),
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] CgError<PassError>),
    /// No relation is seen often enough.
    #[error("no relation is seen in {0} positions, expected at least one that is")]
    NoUnknowns(u64),
}

impl From<ShardError> for TrainError {
    fn from(error: ShardError) -> TrainError {
        TrainError::Pass(PassError::Shard(error))
    }
}

/// The result of discriminant analysis: unknowns and their weights.
#[derive(Clone, Debug)]
pub struct Trained {
    /// How it was learned.
    pub options: DiscriminantOptions,
    /// Which weights it is.
    pub unknowns: Unknowns,
    /// The weights, one for each unknown, by the scale of labels ±1; and where the solver stands.
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

/// Trains on some positions and validates every iteration on others.
///
/// `reduce` adds up what several workers learn from shards of their own; `()` for one alone. `from` is a state that
/// `observe` was shown by an earlier call with the same positions and options: training goes on after it and ends with the
/// same bits as if it had never stopped.
///
/// # Errors
///
/// [`TrainError`]; what `observe` says becomes [`CgError::Observer`].
pub fn train<S: Shards, T: Shards, R: Reduce>(
    positions: &S,
    held_out: Option<&T>,
    options: &DiscriminantOptions,
    mut reduce: R,
    from: Option<CgState>,
    mut observe: impl FnMut(&Iteration, &CgState) -> Result<(), String>,
) -> Result<Trained, TrainError> {
    let unknowns = options.unknowns(positions, &mut reduce)?;
    let key = options.key(positions)?;
    let mut validator = Validator::new();
    let mut began = Instant::now();
    let mut equations =
        PairEquations::shared(positions, &unknowns, options.model, options.spread, &mut reduce);
    let state = conjugate_gradient(&mut equations, &options.solver, key, from, |state| {
        let time = began.elapsed();
        let metrics = held_out
            .map(|held_out| validator.validate(held_out, options.model, &unknowns, &state.x))
            .transpose()
            .map_err(|error| error.to_string())?;
        let done = Iteration { number: state.iteration, residual: state.residual(), metrics, time };
        observe(&done, state)?;
        began = Instant::now();
        Ok(())
    })?;
    drop(equations);
    Ok(Trained { options: *options, unknowns, state })
}
