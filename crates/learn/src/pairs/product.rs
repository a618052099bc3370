//! The normal equations of the pair models: `XᵀX p` computed from positions, without building rows.
//!
//! The rows of a position share nearly all their parts. For the sibling model, with s(i) = (Δ(0) − Δ(i))·p and Δ(i) the change of
//! relations by move i,
//!
//! ```text
//! XᵀX p = Σ over positions (Σ s(i)) Δ(0) − Σ s(i) Δ(i)
//! ```
//!
//! so a position needs the values Δ(i)·p, then one factor for each Δ ([`super::kernel`]), where paper 001 adds up row by row.
//! Positions of a game in turn share most of that ([`super::path`]).
//!
//! Sums of floats depend on their order. So blocks are dealt to a fixed number of lanes, block n to lane n mod lanes; each lane is
//! summed in order, and lanes are added in order. Threads only decide how many lanes are computed at once: the bits are the same
//! for any number of threads.

use crate::pairs::games::EncodedGames;
use crate::pairs::kernel::{Backward, Forward};
use crate::pairs::model::Model;
use crate::pairs::path::Path;
use crate::pairs::position::PositionPlaces;
use crate::pairs::table::{PlaceOrder, Triangle, Unknowns};
use crate::parallel::map_in_parallel;
use crate::reduce::{Reduce, ReduceError};
use crate::solve::NormalEquations;

/// How a pass over the positions is split into lanes and threads. The last bits of sums depend on the lanes, but not on the threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    /// Number of parts summed separately, at least 1; more threads than this have nothing to do. 8 by default.
    pub lanes: usize,
    /// Least number of blocks of a part, if there are so many: adding up a part takes a pass over all unknowns, which does not pay
    /// for few games. 32 by default.
    pub least: usize,
    /// Number of threads. Each takes 21 MB.
    pub threads: usize,
}

impl Default for Spread {
    fn default() -> Self {
        Spread { lanes: 8, least: 32, threads: 1 }
    }
}

impl Spread {
    /// Number of lanes for so many blocks.
    fn lanes_of(&self, blocks: usize) -> usize {
        self.lanes.min(blocks / self.least.max(1)).max(1)
    }
}

/// `XᵀX w = Xᵀy` of a pair model, over this worker's games and those of all workers of its [`Reduce`].
pub struct PairEquations<'a> {
    games: &'a EncodedGames,
    unknowns: &'a Unknowns,
    model: Model,
    spread: Spread,
    reduce: Box<dyn Reduce + 'a>,
    weights: Triangle<f32>,
    workers: Vec<Worker>,
}

komadai_core::debug_by_sizes!(PairEquations<'a> { model, spread, unknowns } [workers]);

/// The working memory of a thread.
#[derive(Debug, Default)]
struct Worker {
    sums: Triangle<f64>,
    position: PositionPlaces,
    path: Path,
    forward: Forward,
    backward: Backward,
    values: Vec<f64>,
    factors: Vec<f64>,
}

/// The quantity that a pass adds up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quantity {
    Product,
    RightHandSide,
}

impl<'a> PairEquations<'a> {
    /// Makes the equations over the games of several workers, which must have the same unknowns; `()` is one worker alone.
    pub fn new(
        games: &'a EncodedGames,
        unknowns: &'a Unknowns,
        model: Model,
        spread: Spread,
        reduce: impl Reduce + 'a,
    ) -> PairEquations<'a> {
        let (reduce, weights, workers) = (Box::new(reduce), Triangle::default(), Vec::new());
        PairEquations { games, unknowns, model, spread, reduce, weights, workers }
    }

    fn pass(&mut self, quantity: Quantity, into: &mut [f64]) -> Result<(), ReduceError> {
        let lanes = self.spread.lanes_of(self.games.blocks());
        let threads = self.spread.threads.max(1);
        self.workers.resize_with(threads.min(lanes).max(self.workers.len()), Worker::default);
        let (games, model, weights, order) = (self.games, self.model, &self.weights, &self.unknowns.order);
        for first in (0..lanes).step_by(threads) {
            let at_work = threads.min(lanes - first);
            let workers = self.workers[..at_work].iter_mut().enumerate();
            let run = |(): &mut (), (n, worker): (usize, &mut Worker)| {
                worker.lane(games, model, (weights, order), quantity, (first + n, lanes));
            };
            map_in_parallel(vec![(); at_work], workers, run, || {});
            for worker in &mut self.workers[..at_work] {
                self.unknowns.take(&mut worker.sums, into);
            }
        }
        self.reduce.sum(into)
    }
}

impl Worker {
    fn lane(
        &mut self,
        games: &EncodedGames,
        model: Model,
        (weights, order): (&Triangle<f32>, &PlaceOrder),
        quantity: Quantity,
        (lane, lanes): (usize, usize),
    ) {
        let Worker { sums, position, path, forward, backward, values, factors } = self;
        for block in (lane..games.blocks()).step_by(lanes) {
            games.visit(block, |pos, moves| {
                position.look(pos, moves, order);
                let follows = path.follows(&position.places);
                if !follows {
                    forward.forget();
                    backward.settle(path, sums);
                }
                path.step(&position.places, follows);
                if quantity == Quantity::Product {
                    forward.values(path, position, weights, values);
                } else {
                    // Values that meet every label.
                    values.clear();
                    values.resize(position.moves.len(), 0.0);
                    values[0] = if position.black { 1.0 } else { -1.0 };
                }
                factors.clear();
                match model {
                    Model::ParentChild => {
                        position.moves.truncate(1);
                        factors.push(values[0]);
                    }
                    Model::Sibling => {
                        let played = values[0];
                        factors.push(0.0);
                        factors.extend(values[1..].iter().map(|value| value - played));
                        factors[0] = -factors[1..].iter().sum::<f64>();
                    }
                }
                backward.add(path, position, factors, sums);
            });
        }
        // The next pass has other weights, and its lane begins elsewhere.
        forward.forget();
        backward.settle(path, sums);
        *path = Path::default();
    }
}

impl NormalEquations for PairEquations<'_> {
    fn unknowns(&self) -> usize {
        self.unknowns.len()
    }

    fn right_hand_side(&mut self, b: &mut [f64]) -> Result<(), ReduceError> {
        self.pass(Quantity::RightHandSide, b)
    }

    fn multiply(&mut self, p: &[f32], q: &mut [f64]) -> Result<(), ReduceError> {
        self.unknowns.unfold(|unknown| p[unknown], &mut self.weights);
        self.pass(Quantity::Product, q)
    }
}
