//! The solver's public interface: memory kept between questions, answers with a line and a tree.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use komadai_core::{Hand, Key, Mate, MateSolver, Move, Position};

use crate::bounded::length::Lengths;
use crate::dfpn::cycle::{CyclePolicy, DependenceTable, Simulations};
use crate::dfpn::search::{Dfpn, Options, Outcome};
use crate::dfpn::team::Team;
use crate::heuristic::{DfpnHeuristic, FarDrops, Odds};
use crate::problem::Problem;
use crate::tree::{Tree, disproof, proof};
use crate::widening::TableError;

/// Positions to look at for a shortest mate per node that finding the mate took, in the command lines and in `go mate`.
pub const SHORTEST: u32 = 1;

/// Minimum number of positions to look at for a shortest mate; they take less than a millisecond.
const FEWEST_POSITIONS: u64 = 1_000;

/// Answer of a solver: mate, no mate, or unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move mates by checks alone. The mate has been played through against every reply.
    Mate {
        /// A main line that ends in mate: the moves of the proof against the replies that hold out longest. A shorter mate may
        /// exist, unless [`Solution::shortest`] says that there is none.
        line: Vec<Move>,
    },
    /// The side to move does not mate by checks alone, whatever moves led here. A reply to every check has been played
    /// through, unless [`SolverBuilder::show_no_mates`](crate::SolverBuilder::show_no_mates) is off.
    NoMate,
    /// The limits ended the search first.
    Unknown,
}

impl Verdict {
    /// Whether the verdict is a mate; `None` if it is unknown.
    pub const fn mates(&self) -> Option<bool> {
        match self {
            Verdict::Mate { .. } => Some(true),
            Verdict::NoMate => Some(false),
            Verdict::Unknown => None,
        }
    }
}

/// Answer of a solver, its cost, and the tree that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The answer.
    pub verdict: Verdict,
    /// Nodes in the sense of the df-pn papers: positions entered, counted at each entry. On entering a position, the search looks at the
    /// positions after each of its moves, about four on average. Includes `rebuild_nodes`.
    pub nodes: u64,
    /// Nodes entered only to build the tree: for results that the table had lost, or that had been found on other paths
    /// only (paper 003, Figs. 5 and 6).
    pub rebuild_nodes: u64,
    /// Kawano simulations; of the built-in cycle policies only [`Twin`](crate::Twin) uses them.
    pub simulations: Simulations,
    /// The tree that shows the answer; `None` for [`Verdict::Unknown`], and for a no-mate if
    /// [`SolverBuilder::show_no_mates`](crate::SolverBuilder::show_no_mates) is off.
    pub tree: Option<Arc<Tree>>,
    /// Whether no mate is shorter than the line, as found by the search that [`SolverBuilder::shortest`](crate::SolverBuilder::shortest)
    /// turns on.
    pub shortest: bool,
    /// Positions looked at by that search; `nodes` does not include them.
    pub shortest_positions: u64,
}

/// Solves mate problems for whichever side is to move, with or without a king of its own, in check or not.
///
/// One solver serves many positions in turn. It keeps its results until [`Solver::clear`], so the cost of an answer, though not its
/// truth, depends on earlier questions.
///
/// ```
/// use komadai_core::Position;
/// use komadai_tsume::{Solver, Verdict};
///
/// let mut pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// let solution = Solver::builder().hash_mb(1).build()?.solve(&mut pos);
/// assert_eq!(solution.verdict, Verdict::Mate { line: vec!["G*5b".parse()?] });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<H = FarDrops<Odds>, C = DependenceTable> {
    dfpn: Dfpn<H, C>,
    /// The threads other than that of `dfpn`.
    team: Option<Team<H, C>>,
    /// The position that was solved last.
    root: Option<(Problem, Key, Hand)>,
    /// Nodes granted for that position by all calls together.
    granted: u64,
    /// Finds shortest mates, if these are turned on.
    lengths: Option<Lengths>,
    options: Options,
}

/// Prints the number of places of the table instead of the table.
impl<H, C> fmt::Debug for Solver<H, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = self.dfpn.memory.table.places();
        f.debug_struct("Solver")
            .field("options", &self.options)
            .field("places", &places)
            .finish_non_exhaustive()
    }
}

impl<H: DfpnHeuristic, C: CyclePolicy> Solver<H, C> {
    pub(crate) fn new(
        dfpn: Dfpn<H, C>,
        team: Option<Team<H, C>>,
        options: Options,
    ) -> Result<Solver<H, C>, TableError> {
        let lengths = Lengths::builder().hash_bytes(options.hash_bytes / 8).max_plies(options.max_plies);
        let lengths = lengths.nodes(0).stop(Arc::clone(&options.stop));
        let lengths = (options.shortest > 0).then(|| lengths.build()).transpose()?;
        Ok(Solver { dfpn, team, root: None, granted: 0, lengths, options })
    }

    /// Solves a position for its side to move. Moves are played on `pos` itself and taken back, so a caller that asks at many nodes
    /// copies no positions; `pos` is unchanged afterwards.
    ///
    /// Called again with the same position, the search continues where it stopped: many calls with few nodes each achieve the same as one
    /// call with many, if each has more nodes than the line to be searched has plies. Building the tree may then take as many nodes as
    /// all calls had together.
    pub fn solve(&mut self, pos: &mut Position) -> Solution {
        self.solve_within(pos, self.options.nodes)
    }

    /// [`Solver::solve`] with another node limit.
    pub fn solve_within(&mut self, pos: &mut Position, nodes: u64) -> Solution {
        self.solve_and_show(pos, nodes, self.options.shorten)
    }

    fn solve_and_show(&mut self, pos: &mut Position, nodes: u64, shorten: bool) -> Solution {
        let attacker = pos.side_to_move();
        let problem = Problem::new(pos, attacker);
        let root = (problem, pos.board_key(), pos.hand(attacker));
        if self.root != Some(root) {
            self.dfpn.memory.new_problem(problem);
            if let Some(team) = &mut self.team {
                team.join(problem);
            }
            (self.root, self.granted) = (Some(root), 0);
        }
        self.granted = self.granted.saturating_add(nodes);
        self.dfpn.nodes = 0;
        self.dfpn.simulations = Simulations::default();
        let outcome = match &mut self.team {
            Some(team) => team.search(&mut self.dfpn, pos, nodes),
            None => self.dfpn.search(pos, nodes),
        };
        let searched = self.dfpn.nodes;
        let mut shortest = false;
        let tree = match outcome {
            Outcome::Mate => {
                let found = if shorten { self.shortest_mate(pos) } else { None };
                shortest = found.is_some();
                found.or_else(|| {
                    let mut tree = proof::build(&mut self.dfpn, pos, self.granted, shorten)?;
                    shortest = shorten && self.is_shortest(&mut tree);
                    Some(tree)
                })
            }
            Outcome::NoMate if self.options.show_no_mates => {
                disproof::build(&mut self.dfpn, pos, self.granted)
            }
            Outcome::NoMate | Outcome::Unknown => None,
        };
        let verdict = match (outcome, &tree) {
            (Outcome::Mate, Some(tree)) => Verdict::Mate { line: tree.line() },
            (Outcome::NoMate, tree) if tree.is_some() || !self.options.show_no_mates => Verdict::NoMate,
            _ => Verdict::Unknown,
        };
        let nodes = self.dfpn.nodes;
        let looked = self.lengths.as_ref().filter(|_| shorten && outcome == Outcome::Mate);
        Solution {
            verdict,
            nodes,
            rebuild_nodes: nodes - searched,
            simulations: self.dfpn.simulations,
            tree: tree.map(Arc::new),
            shortest,
            shortest_positions: looked.map_or(0, Lengths::nodes),
        }
    }

    /// A shortest mate, if one is found within the positions granted for it.
    fn shortest_mate(&mut self, pos: &mut Position) -> Option<Tree> {
        let positions = self.shortest_positions();
        let lengths = self.lengths.as_mut()?;
        lengths.clear();
        lengths.shortest_mate(pos, positions)
    }

    /// Whether [`Solver::shortest_mate`] has found that no mate is shorter than that of `proof`. If so, the proof gets a line in which
    /// neither side can do better.
    fn is_shortest(&mut self, proof: &mut Tree) -> bool {
        let positions = self.shortest_positions();
        self.lengths.as_mut().is_some_and(|lengths| lengths.show_shortest(proof, positions))
    }

    /// Positions that may be looked at for a shortest mate.
    fn shortest_positions(&self) -> u64 {
        self.dfpn.nodes.saturating_mul(self.options.shortest.into()).max(FEWEST_POSITIONS)
    }

    /// Whether the side to move mates by checks alone, shown like any answer; `None` if `nodes` nodes leave it open.
    pub(crate) fn mates_within(&mut self, pos: &mut Position, nodes: u64) -> Option<bool> {
        self.solve_and_show(pos, nodes, false).verdict.mates()
    }

    /// Its node limit.
    pub(crate) fn limit(&self) -> u64 {
        self.options.nodes
    }

    /// Nodes of the last search.
    pub(crate) fn nodes(&self) -> u64 {
        self.dfpn.nodes
    }

    /// Prepares to ask which positions of the problem of `start` are mate without passing `others`; returns the keys of `others`, for
    /// [`Solver::mates_beside`].
    pub(crate) fn begin_beside(&mut self, start: &Position, others: &[Position]) -> Vec<(Key, Hand)> {
        let names = |problem: Problem| others.iter().map(|pos| problem.key(pos)).collect::<Vec<_>>();
        let problem = Problem::new(start, start.side_to_move());
        let problem = problem.beside(&names(problem));
        self.root = None;
        self.dfpn.memory.new_problem(problem);
        names(problem)
    }

    /// Whether the side to move mates by checks alone without passing a barred position; `None` if `nodes` nodes leave it open. The
    /// answer rests on the search alone: no tree is built. [`Solver::begin_beside`] must be called before, with no other question in
    /// between.
    pub(crate) fn mates_beside(
        &mut self,
        pos: &mut Position,
        barred: &[(Key, Hand)],
        nodes: u64,
    ) -> Option<bool> {
        self.dfpn.nodes = 0;
        match self.dfpn.search_beside(pos, barred, nodes) {
            Outcome::Mate => Some(true),
            Outcome::NoMate => Some(false),
            Outcome::Unknown => None,
        }
    }

    /// Clears the tables.
    pub fn clear(&mut self) {
        self.root = None;
        self.dfpn.memory.table.clear();
    }

    /// The cycle policy, as the last search has left it; with several threads, the policy of one of them.
    pub fn cycles(&self) -> &C {
        &self.dfpn.memory.cycles
    }

    /// The flag that ends searches; see [`SolverBuilder::stop`](crate::SolverBuilder::stop).
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.options.stop)
    }

    /// Whether the flag that ends searches is set.
    pub fn is_stopped(&self) -> bool {
        self.dfpn.is_stopped()
    }
}

impl<H: DfpnHeuristic, C: CyclePolicy> MateSolver for Solver<H, C> {
    fn find_mate(&mut self, pos: &mut Position, nodes: u64) -> Mate {
        match self.solve_and_show(pos, nodes, false).verdict {
            // A mate known from an earlier search may have more plies than `nodes`.
            Verdict::Mate { line } if line.len() as u64 <= nodes => {
                line.first().map_or(Mate::Unknown, |&mv| Mate::Mate(mv))
            }
            Verdict::NoMate => Mate::NoMate,
            Verdict::Mate { .. } | Verdict::Unknown => Mate::Unknown,
        }
    }

    fn clear(&mut self) {
        Solver::clear(self);
    }
}
