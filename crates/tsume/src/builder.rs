//! Builder of a [`Solver`]: memory, limits, heuristic, cycle policy, threads.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::dfpn::child::Counting;
use crate::dfpn::cycle::{CyclePolicy, DependenceTable};
use crate::dfpn::memory::Memory;
use crate::dfpn::search::{Dfpn, Options};
use crate::dfpn::team::Team;
use crate::heuristic::{DfpnHeuristic, FarDrops, Odds};
use crate::problem::LONGEST_MATE;
use crate::solver::Solver;
use crate::widening::TableError;

/// Maximum number of threads of a solver.
const MOST_THREADS: usize = 128;

/// Builder of a [`Solver`]: memory, limits, heuristic, cycle policy. [`Solver::builder`] starts one.
///
/// ```
/// use komadai_tsume::{Mobility, Solver, Twin};
///
/// let solver =
///     Solver::builder().hash_mb(16).nodes(100_000).heuristic(Mobility).cycles(Twin::default()).build()?;
/// # Ok::<(), komadai_tsume::TableError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SolverBuilder<H = FarDrops<Odds>, C = DependenceTable> {
    options: Options,
    heuristic: H,
    cycles: C,
}

impl<H: DfpnHeuristic, C: CyclePolicy> SolverBuilder<H, C> {
    /// Memory of the tables in megabytes, at least 1 (0 means 1); 64 by default. More memory helps from a few million nodes on.
    pub fn hash_mb(mut self, megabytes: usize) -> Self {
        self.options.hash_bytes = megabytes.clamp(1, usize::MAX >> 20) << 20;
        self
    }

    /// Memory of the tables in bytes, for less than a megabyte: for many solvers at once, or for one that stays in a processor's cache.
    /// The transposition table has at least 64 entries (2 KiB).
    pub fn hash_bytes(mut self, bytes: usize) -> Self {
        self.options.hash_bytes = bytes;
        self
    }

    /// Node limit of [`Solver::solve`]; 10 million by default. Building the tree may take as many again.
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.options.nodes = nodes;
        self
    }

    /// Longest line to search, 1 to 50,000 plies; 3,999 by default. Values outside the range are clamped, and an even number stands for
    /// the odd one before it. A position whose answer depends on longer lines is [`Verdict::Unknown`](crate::Verdict::Unknown).
    pub fn max_plies(mut self, plies: u16) -> Self {
        self.options.max_plies = (plies.clamp(1, LONGEST_MATE) - 1) | 1;
        self
    }

    /// Whether a tree is built for a no-mate before it is reported, as is always done for a mate; on by default. Without a tree, a
    /// no-mate costs less and rests on the search alone.
    pub fn show_no_mates(mut self, show: bool) -> Self {
        self.options.show_no_mates = show;
        self
    }

    /// Whether [`Solver::solve`] shortens a mate as far as the positions of its proof allow; on by default.
    /// [`MateSolver::find_mate`](komadai_core::MateSolver::find_mate) never does, since it returns only the first move.
    pub fn shorten(mut self, shorten: bool) -> Self {
        self.options.shorten = shorten;
        self
    }

    /// Positions that [`Solver::solve`] may look at to find a shortest mate ([`Lengths::shortest_mate`](crate::Lengths::shortest_mate)),
    /// per node that finding a mate took, at least 1,000 in all; 0, the default, turns this off. If one is found, its line and tree are the
    /// answer. Else the known mate is shortened ([`SolverBuilder::shorten`]); [`Solution::shortest`](crate::Solution::shortest) is `false`
    /// unless shorter ones are ruled out.
    ///
    /// This takes an additional eighth of the memory of the tables. The command lines use [`SHORTEST`](crate::SHORTEST).
    pub fn shortest(mut self, positions_per_node: u32) -> Self {
        self.options.shortest = positions_per_node;
        self
    }

    /// Sets a flag that ends searches from another thread. They answer [`Verdict::Unknown`](crate::Verdict::Unknown); the flag stays set
    /// until its owner clears it.
    pub fn stop(mut self, flag: Arc<AtomicBool>) -> Self {
        self.options.stop = flag;
        self
    }

    /// Sets the heuristic for initial proof and disproof numbers and edge costs; [`FarDrops`] around [`Odds`] by default.
    pub fn heuristic<G: DfpnHeuristic>(self, heuristic: G) -> SolverBuilder<G, C> {
        let SolverBuilder { options, cycles, .. } = self;
        SolverBuilder { options, heuristic, cycles }
    }

    /// Sets the policy for no-mates that depend on a repetition; [`DependenceTable`] by default.
    pub fn cycles<D: CyclePolicy>(self, cycles: D) -> SolverBuilder<H, D> {
        let SolverBuilder { options, heuristic, .. } = self;
        SolverBuilder { options, heuristic, cycles }
    }

    /// Sets how the numbers of children that are alike or share positions are counted.
    pub fn counting(mut self, counting: Counting) -> Self {
        self.options.counting = counting;
        self
    }

    /// Reserves memory for the tables; its pages are used only as the tables fill.
    ///
    /// # Errors
    ///
    /// [`TableError`] if there is no memory of that size.
    pub fn build(self) -> Result<Solver<H, C>, TableError> {
        let bytes = self.options.hash_bytes;
        let memory = Memory::new(bytes, self.cycles).map_err(|_| TableError { bytes })?;
        Solver::new(Dfpn::new(memory, self.heuristic, &self.options), None, self.options)
    }
}

impl<H: DfpnHeuristic + Clone + Send, C: CyclePolicy + Clone + Send> SolverBuilder<H, C> {
    /// Like [`SolverBuilder::build`], for 1 to 128 threads that work on one problem. Values outside the range are clamped.
    ///
    /// The threads share the table; limits and memory are for all threads together. Answers are shown by the rules as with one thread.
    /// The cost of an answer, and which mate is found, differ from run to run; with one thread they do not.
    ///
    /// ```
    /// use komadai_core::Position;
    /// use komadai_tsume::{Solver, Verdict};
    ///
    /// let mut pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
    /// let solution = Solver::builder().hash_mb(1).build_threads(2)?.solve(&mut pos);
    /// assert_eq!(solution.verdict, Verdict::Mate { line: vec!["G*5b".parse()?] });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TableError`] if there is no memory of that size.
    pub fn build_threads(self, threads: usize) -> Result<Solver<H, C>, TableError> {
        if threads <= 1 {
            return self.build();
        }
        let SolverBuilder { options, heuristic, cycles } = self;
        let team = Team::new(threads.min(MOST_THREADS), &options, &heuristic, &cycles);
        let (dfpn, team) = team.map_err(|_| TableError { bytes: options.hash_bytes })?;
        Solver::new(dfpn, Some(team), options)
    }
}

impl Solver {
    /// A builder with default limits, heuristic [`FarDrops`] around [`Odds`] and cycle policy [`DependenceTable`].
    pub fn builder() -> SolverBuilder {
        let options = Options {
            hash_bytes: 64 << 20,
            nodes: 10_000_000,
            max_plies: 3_999,
            show_no_mates: true,
            shorten: true,
            shortest: 0,
            stop: Arc::new(AtomicBool::new(false)),
            counting: Counting::default(),
        };
        SolverBuilder { options, heuristic: FarDrops::default(), cycles: DependenceTable::default() }
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::builder().build().expect("64 MB can be reserved")
    }
}
