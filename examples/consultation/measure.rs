//! One position: virtual engines in one tree, the same engines apart, one engine without noise.

use std::time::Duration;

use komadai::eval::Material;
use komadai::lab::ThreadClock;
use komadai::search::{
    BrotherBest, Consultation, Consulted, History, Limits, Noise, Sharing, TableError, Vote, tally,
};
use komadai::{Move, Position, Value};

/// Sizes of consultations, which fill registers.
pub(crate) const SIZES: [usize; 4] = [1, 4, 8, 16];

/// What all engines of a measurement have in common.
pub(crate) struct Setup {
    pub(crate) sigma: i32,
    pub(crate) seed: u64,
    pub(crate) depth: u32,
    pub(crate) nodes: Option<u64>,
    pub(crate) scout: bool,
    pub(crate) hash_mb: usize,
}

/// A search and its cost.
pub(crate) struct Search {
    pub(crate) votes: Vec<Vote>,
    pub(crate) best: Option<Move>,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
    pub(crate) sharing: Sharing,
    complete: bool,
}

/// What was found in a position.
pub(crate) struct Measured {
    /// `[size]`: N engines in one tree.
    pub(crate) together: Vec<Search>,
    /// `[element]`: each of the sixteen engines alone.
    pub(crate) apart: Vec<Search>,
    /// One engine without noise.
    pub(crate) still: Search,
    /// Whether every search came to its depth, or to a mate.
    pub(crate) complete: bool,
}

impl Measured {
    /// The majority of the first `n` engines that search apart.
    pub(crate) fn majority_apart(&self, n: usize) -> Option<Move> {
        let votes: Vec<Vote> = self.apart[..n].iter().flat_map(|search| &search.votes).copied().collect();
        tally(&votes).first().map(|tally| tally.mv)
    }
}

impl Setup {
    /// Searches the position by everybody, each from empty tables.
    pub(crate) fn measure(&self, pos: &Position) -> Result<Measured, TableError> {
        let together = vec![
            self.search::<1>(pos, 0, true)?,
            self.search::<4>(pos, 0, true)?,
            self.search::<8>(pos, 0, true)?,
            self.search::<16>(pos, 0, true)?,
        ];
        let apart = (0..16).map(|i| self.search::<1>(pos, i, true)).collect::<Result<Vec<_>, _>>()?;
        let still = self.search::<1>(pos, 0, false)?;
        let complete = together.iter().chain(&apart).chain([&still]).all(|search| search.complete);
        Ok(Measured { together, apart, still, complete })
    }

    fn search<const N: usize>(
        &self,
        pos: &Position,
        first: usize,
        noisy: bool,
    ) -> Result<Search, TableError> {
        let sigma = Value::from_cp(if noisy { self.sigma } else { 0 });
        let engine = Consultation::<_, N>::new(Material::default())
            .memory((BrotherBest::default(), History::default()))
            .noise(Noise { sigma, seed: self.seed })
            .first_element(first)
            .scout(self.scout);
        let mut engine = if self.hash_mb > 0 { engine.table(self.hash_mb)? } else { engine };
        let limits = Limits { nodes: self.nodes, ..Limits::depth(self.depth) };
        let begun = ThreadClock::now();
        let heard = engine.search(pos, &limits);
        let time = begun.elapsed();
        let complete = heard.depth == self.depth || heard.votes.iter().all(|vote| vote.value.is_mate());
        let Consulted { best, votes, nodes, sharing, .. } = heard;
        Ok(Search { votes, best, nodes, time, sharing, complete })
    }
}
