//! Cost and votes of solo consultation \[R12\]: virtual engines in one tree against the same engines in separate searches.

use std::time::Duration;

use komadai_core::{Evaluator, Move, Position, Value};
use komadai_search::{
    BrotherBest, Consultation, Consulted, History, Limits, Noise, Sharing, TableError, Vote, tally,
};

use crate::run::thread_clock::ThreadClock;

/// Numbers of virtual engines that are measured; powers of two fill vector registers.
pub const SIZES: [usize; 4] = [1, 4, 8, 16];
/// Engines that are measured apart as well: those of the largest tree.
pub const APART: usize = 16;

/// Parameters that all engines of a measurement share.
///
/// ```
/// use komadai::Position;
/// use komadai::eval::Material;
/// use komadai_lab::consultation::Setup;
///
/// let setup = Setup { sigma: 50, seed: 1, depth: 2, nodes: None, scout: true, hash_mb: 0 };
/// let measured = setup.measure(&Material::default(), &Position::startpos())?;
/// let apart: u64 = measured.apart[..4].iter().map(|search| search.nodes).sum();
/// assert!(measured.is_complete() && measured.together[1].nodes < apart);      // four in one tree, four apart
/// # Ok::<(), komadai::search::TableError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    /// Standard deviation of the noise, in centipawns.
    pub sigma: i32,
    /// Seed of the noise.
    pub seed: u64,
    /// Depth of every search, in plies.
    pub depth: u32,
    /// Limit of moves played in a search.
    pub nodes: Option<u64>,
    /// Whether the searches use null windows (Scout).
    pub scout: bool,
    /// Megabytes of the transposition table of a search; 0 is none.
    pub hash_mb: usize,
}

/// Result and cost of one search.
#[derive(Clone, Debug)]
pub struct Search {
    /// Vote of each virtual engine.
    pub votes: Vec<Vote>,
    /// Move of the majority.
    pub best: Option<Move>,
    /// Nodes of the search.
    pub nodes: u64,
    /// Time of the search, by [`ThreadClock`].
    pub time: Duration,
    /// How the engines shared nodes.
    pub sharing: Sharing,
    /// Whether it reached its depth, or a mate.
    pub complete: bool,
}

/// Measurement of one position.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// `[size of SIZES]`: the first N engines in one tree.
    pub together: Vec<Search>,
    /// `[engine]`: each of [`APART`] engines in a search of its own.
    pub apart: Vec<Search>,
    /// One engine without noise.
    pub noiseless: Search,
}

impl Measurement {
    /// Whether every search reached its depth, or a mate.
    pub fn is_complete(&self) -> bool {
        self.together.iter().chain(&self.apart).chain([&self.noiseless]).all(|search| search.complete)
    }

    /// Majority of the first `n` engines in separate searches.
    pub fn majority_apart(&self, n: usize) -> Option<Move> {
        let votes: Vec<Vote> = self.apart[..n].iter().flat_map(|search| &search.votes).copied().collect();
        tally(&votes).first().map(|tally| tally.mv)
    }
}

impl Setup {
    /// Searches a position with all engines together, apart and without noise, each from empty tables.
    ///
    /// # Errors
    ///
    /// [`TableError`]: a table of this size cannot be allocated.
    pub fn measure<E: Evaluator>(&self, eval: &E, pos: &Position) -> Result<Measurement, TableError> {
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
        let engine = Consultation::<_, N>::new(eval)
            .memory((BrotherBest::default(), History::default()))
            .noise(Noise { sigma, seed: self.seed })
            .first_element(first)
            .scout(self.scout);
        let mut engine = if self.hash_mb > 0 { engine.table(self.hash_mb)? } else { engine };
        let limits = Limits { nodes: self.nodes, ..Limits::depth(self.depth) };
        let start = ThreadClock::now();
        let consulted = engine.search(pos, &limits);
        let time = start.elapsed();
        let complete =
            consulted.depth == self.depth || consulted.votes.iter().all(|vote| vote.value.is_mate());
        let Consulted { best, votes, nodes, sharing, .. } = consulted;
        Ok(Search { votes, best, nodes, time, sharing, complete })
    }
}
