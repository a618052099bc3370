//! Cost and votes of solo consultation \[R12\]: virtual engines in one tree against the same engines in separate searches.

use std::time::Duration;

use komadai::analysis::fingerprint;
use komadai::evaluation::Evaluation;
use komadai_core::{Evaluator, Move, Position, Value};
use komadai_recipe::{ConsultationRecipe, NamedEvaluation};
use komadai_report::Failure;
use komadai_search::{
    BrotherBest, Consultation, Consulted, History, Limits, Noise, Report, Searcher, Sharing, TableError,
    Vote, tally,
};

use crate::run::clocks::ThreadClock;

/// Numbers of virtual engines that are measured; powers of two fill vector registers.
pub(super) const SIZES: [usize; 4] = [1, 4, 8, 16];
/// Engines that are measured in separate searches as well: those of the largest tree.
pub(super) const APART: usize = 16;

/// Parameters that all engines of a measurement share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup {
    /// Standard deviation of the noise, in centipawns.
    pub(super) sigma: i32,
    /// Seed of the noise.
    pub(super) seed: u64,
    /// Depth of every search, in plies.
    pub(super) depth: u32,
    /// Megabytes of the transposition table of a search; 0 is none.
    pub(super) hash_mb: usize,
}

/// Result and cost of one search.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(super) struct Search {
    /// Move and value that each virtual engine votes for.
    pub(super) votes: Vec<(Move, Value)>,
    /// Move of the majority.
    pub(super) best: Option<Move>,
    /// Nodes of the search.
    pub(super) nodes: u64,
    /// Time of the search, by [`ThreadClock`].
    pub(super) time: Duration,
    /// How the engines shared nodes.
    #[serde(with = "SharingForm")]
    pub(super) sharing: Sharing,
}

/// [`Sharing`] in a journal.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(remote = "Sharing")]
struct SharingForm {
    inner: u64,
    cut: u64,
    split: u64,
    moves: u64,
    waiting: u64,
}

/// Measurement of one position.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub(super) struct Measurement {
    /// `[size of SIZES]`: the first N engines in one tree.
    pub(super) together: Vec<Search>,
    /// `[engine]`: each of [`APART`] engines in a search of its own.
    pub(super) apart: Vec<Search>,
    /// One engine without noise.
    pub(super) noiseless: Search,
}

impl Measurement {
    /// Majority of the first `n` engines in separate searches.
    pub(super) fn majority_apart(&self, n: usize) -> Option<Move> {
        let votes = self.apart[..n].iter().flat_map(|search| &search.votes);
        let votes: Vec<Vote> = votes.map(|&(mv, value)| Vote { mv, value }).collect();
        tally(&votes).first().map(|tally| tally.mv)
    }
}

impl Setup {
    /// Searches a position with all engines together, apart and without noise, each from empty tables.
    ///
    /// An error if a table of this size cannot be allocated.
    pub(super) fn measure<E: Evaluator>(&self, eval: &E, pos: &Position) -> Result<Measurement, TableError> {
        let together = vec![
            self.search::<E, 1>(eval, pos, 0, true)?,
            self.search::<E, 4>(eval, pos, 0, true)?,
            self.search::<E, 8>(eval, pos, 0, true)?,
            self.search::<E, 16>(eval, pos, 0, true)?,
        ];
        let apart =
            (0..APART).map(|i| self.search::<E, 1>(eval, pos, i, true)).collect::<Result<Vec<_>, _>>()?;
        let noiseless = self.search::<E, 1>(eval, pos, 0, false)?;
        Ok(Measurement { together, apart, noiseless })
    }

    fn search<E: Evaluator, const N: usize>(
        &self,
        eval: &E,
        pos: &Position,
        first: usize,
        noisy: bool,
    ) -> Result<Search, TableError> {
        let sigma = Value::from_cp(if noisy { self.sigma } else { 0 });
        let one = Searcher::new(eval).memory((BrotherBest::default(), History::default()));
        let noise = Noise { sigma, seed: self.seed };
        let engine = Consultation::<_, N, _>::of(one).noise(noise).first_element(first);
        let mut engine = if self.hash_mb > 0 { engine.table(self.hash_mb)? } else { engine };
        let start = ThreadClock::now();
        let consulted = engine.search(pos, &Limits::depth(self.depth));
        let time = start.elapsed();
        let Consulted { report: Report { best, nodes, .. }, votes, sharing } = consulted;
        let votes = votes.iter().map(|vote| (vote.mv, vote.value)).collect();
        Ok(Search { votes, best, nodes, time, sharing })
    }
}

/// What decides the answers of a setup. The number is made of node counts: a changed search or evaluation most likely has another one.
pub(super) fn describe(setup: &Setup, eval: &Evaluation) -> Result<String, Failure> {
    let Setup { sigma, seed, depth, hash_mb } = setup;
    let recipe: ConsultationRecipe = format!("consultation-8-{sigma}-{seed}").parse()?;
    let mut engine = NamedEvaluation::from(eval.clone()).consultation(&recipe, 1)?;
    let print = fingerprint(&mut engine);
    Ok(format!("{recipe} {eval} {print:06x} depth {depth} scout true hash {hash_mb}"))
}
