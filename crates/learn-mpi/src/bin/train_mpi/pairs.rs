//! The sibling model of paper 001, by conjugate gradients [R7].

use std::sync::Arc;

use komadai_core::rng::mix;
use komadai_eval::pair::{Fold, Symmetry};
use komadai_learn::pairs::{
    EncodedGame, EncodedGames, Model, PairEquations, QuietMoves, Spread, Unknowns, count_slots,
};
use komadai_learn::reduce::Reduce;
use komadai_learn::solve::{CgOptions, CgState, conjugate_gradient};
use komadai_learn_mpi::MpiReduce;

use crate::games::Games;
use crate::job::Job;
use crate::options::Options;

pub(crate) fn train(job: &Job<'_>, options: &Options) -> Result<(), String> {
    let (rank, ranks) = (job.worker.rank(), job.worker.workers());
    let games = Games::read(options.games.as_deref())?;
    let (mut quiet, mut own) = (QuietMoves::default(), EncodedGames::new());
    for game in games.share(rank, ranks, options.repeat)? {
        let encoded = EncodedGame::from_moves(&mut quiet, &game.start, &game.moves);
        own.push(&encoded.map_err(|error| error.to_string())?);
    }
    let spread = Spread { lanes: options.lanes, threads: options.threads, ..Spread::default() };
    let fold = Arc::new(Fold::new(Symmetry::ColorsAndSides));
    let mut reduce = MpiReduce::new(job.worker);
    let counts = count_slots(&own, &fold, spread, &mut reduce).map_err(|error| error.to_string())?;
    let unknowns = Unknowns::select(fold, |slot| counts[slot] >= options.threshold.max(1));
    let mut rows = [own.totals().siblings];
    reduce.sum_words(&mut rows).map_err(|error| error.to_string())?;
    job.say(&format!("{ranks} ranks, {} rows, {} unknowns", rows[0], unknowns.len()));
    // Not of the ranks or what each of them has: a checkpoint is of all games.
    let key = [options.repeat as u64, options.threshold].into_iter().fold(games.key(), |key, n| mix(key ^ n));
    let from = job.resume(|state: &CgState| state.iteration)?;
    let solver = CgOptions { iterations: options.iterations, ..CgOptions::default() };
    let mut equations = PairEquations::shared(&own, &unknowns, Model::Sibling, spread, reduce);
    job.begin();
    let state = conjugate_gradient(&mut equations, &solver, key, from, |state| {
        job.iteration(state.iteration, &format!("residual {:.6}", state.residual()), state)
    });
    let state = state.map_err(|error| error.to_string())?;
    job.save(options.weights.as_deref(), state.x)
}
