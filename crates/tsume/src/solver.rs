//! The solver as its users see it: limits, tables that are used again, an answer with a line.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use komadai_core::rng::mix;
use komadai_core::{Color, Hand, Key, Mate, MateSolver, Move, PieceKind, Position};

use crate::child::Counting;
use crate::cycle::{CyclePolicy, LeanOn};
use crate::dfpn::{DEEPEST, Dfpn, Outcome};
use crate::heuristic::{DfpnHeuristic, Odds};
use crate::simulation::Simulations;
use crate::tree::{Tree, disproof, proof};

/// What a solver says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move mates by checks alone. It has been shown against every reply.
    Mate {
        /// A main line that ends in mate: the moves of the proof against the replies that hold out longest. Its length
        /// is that of this proof; a shorter mate may exist.
        line: Vec<Move>,
    },
    /// The side to move does not mate by checks alone, on whatever path it came here. It has been shown against every
    /// check, unless that was not wanted ([`SolverBuilder::show_no_mates`]).
    NoMate,
    /// Neither was shown within the limits.
    Unknown,
}

/// An answer and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The answer.
    pub verdict: Verdict,
    /// Positions entered, as often as they were: the nodes of the df-pn papers. Each has its moves made and the
    /// positions after them looked at, about four on average. `rebuild_nodes` are among them.
    pub nodes: u64,
    /// Those entered only to show the answer: to find again what the table had lost, and what had been decided on other
    /// paths only (paper 003, Figs. 5 and 6).
    pub rebuild_nodes: u64,
    /// Replays of refutations on other paths; only [`Twin`](crate::Twin) makes any.
    pub simulations: Simulations,
    /// What shows the answer; `None` for [`Verdict::Unknown`], and for a no-mate that was not to be shown.
    pub tree: Option<Arc<Tree>>,
}

/// How a [`Solver`] is made; begin with [`Solver::builder`].
#[derive(Clone, Debug)]
pub struct SolverBuilder<H = Odds, C = LeanOn> {
    options: Options,
    heuristic: H,
    cycles: C,
}

/// All that is no part of the search.
#[derive(Clone, Debug)]
struct Options {
    hash_bytes: usize,
    nodes: u64,
    max_plies: u16,
    show_no_mates: bool,
    shorten: bool,
    stop: Arc<AtomicBool>,
    counting: Counting,
}

impl<H: DfpnHeuristic, C: CyclePolicy> SolverBuilder<H, C> {
    /// Memory for tables in megabytes, at least 1; 64 unless told. More helps from some millions of nodes on.
    pub fn hash_mb(mut self, megabytes: usize) -> Self {
        self.options.hash_bytes = megabytes.clamp(1, usize::MAX >> 20) << 20;
        self
    }

    /// The same in bytes, for tables below a megabyte: solvers by the thousand, or one that stays in a processor's
    /// cache. A table has 64 entries at least (2 KiB).
    pub fn hash_bytes(mut self, bytes: usize) -> Self {
        self.options.hash_bytes = bytes;
        self
    }

    /// The most positions that [`Solver::solve`] enters; 10 million unless told. Showing the answer may take as many
    /// again.
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.options.nodes = nodes;
        self
    }

    /// The longest line the search follows, 1 to 50,000 plies; 4,000 unless told. Beyond it nothing is claimed.
    pub fn max_plies(mut self, plies: u16) -> Self {
        self.options.max_plies = plies.clamp(1, DEEPEST);
        self
    }

    /// Whether every no-mate is shown by a tree before it is told, as every mate is; it is unless told otherwise.
    /// Without, an answer of no mate costs less and rests on the search alone.
    pub fn show_no_mates(mut self, show: bool) -> Self {
        self.options.show_no_mates = show;
        self
    }

    /// Whether [`Solver::solve`] makes the mate it tells as short as the positions of its proof allow; it does unless told
    /// otherwise. [`MateSolver::find_mate`] does not: there a mate is a mate.
    pub fn shorten(mut self, shorten: bool) -> Self {
        self.options.shorten = shorten;
        self
    }

    /// A flag that ends a search from another thread; it is answered with [`Verdict::Unknown`] and stays set until
    /// its owner clears it.
    pub fn stop(mut self, flag: Arc<AtomicBool>) -> Self {
        self.options.stop = flag;
        self
    }

    /// Another first guess of proof and disproof numbers.
    pub fn heuristic<G: DfpnHeuristic>(self, heuristic: G) -> SolverBuilder<G, C> {
        let SolverBuilder { options, cycles, .. } = self;
        SolverBuilder { options, heuristic, cycles }
    }

    /// Another treatment of no-mates that lean on a repetition.
    pub fn cycles<D: CyclePolicy>(self, cycles: D) -> SolverBuilder<H, D> {
        let SolverBuilder { options, heuristic, .. } = self;
        SolverBuilder { options, heuristic, cycles }
    }

    /// Another way to count children that are alike or shared.
    pub fn counting(mut self, counting: Counting) -> Self {
        self.options.counting = counting;
        self
    }

    /// The solver, with its tables.
    pub fn build(self) -> Solver<H, C> {
        let Options { hash_bytes, max_plies, counting, .. } = self.options;
        Solver {
            root: None,
            dfpn: Dfpn::new(hash_bytes, self.heuristic, self.cycles, counting, max_plies),
            options: self.options,
        }
    }
}

/// Solves mate problems for whichever side is to move, with or without a king of its own, in check or not.
///
/// One solver serves many positions in turn: what it has proved is kept (and makes later answers depend on earlier
/// questions, in cost though not in truth) until [`Solver::clear`].
///
/// ```
/// use komadai_core::Position;
/// use komadai_tsume::{Solver, Verdict};
///
/// let mut pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// let solution = Solver::builder().hash_mb(1).build().solve(&mut pos);
/// assert_eq!(solution.verdict, Verdict::Mate { line: vec!["G*5b".parse()?] });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Solver<H = Odds, C = LeanOn> {
    dfpn: Dfpn<H, C>,
    /// The position asked about last, and what kept it apart.
    root: Option<(Key, Hand, Key)>,
    options: Options,
}

impl Solver {
    /// A solver in the making, with default limits and [`Odds`].
    pub fn builder() -> SolverBuilder {
        let options = Options {
            hash_bytes: 64 << 20,
            nodes: 10_000_000,
            max_plies: 4_000,
            show_no_mates: true,
            shorten: true,
            stop: Arc::new(AtomicBool::new(false)),
            counting: Counting::default(),
        };
        SolverBuilder { options, heuristic: Odds::default(), cycles: LeanOn::default() }
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::builder().build()
    }
}

impl<H: DfpnHeuristic, C: CyclePolicy> Solver<H, C> {
    /// Solves the position for its side to move. It is the same again afterwards.
    ///
    /// Asked again of the same position, the search goes on where it stopped: many calls with few nodes each come to what
    /// one call with many would.
    pub fn solve(&mut self, pos: &mut Position) -> Solution {
        self.solve_within(pos, self.options.nodes)
    }

    /// [`Solver::solve`] with a limit of its own.
    pub fn solve_within(&mut self, pos: &mut Position, nodes: u64) -> Solution {
        self.solve_and_show(pos, nodes, self.options.shorten)
    }

    fn solve_and_show(&mut self, pos: &mut Position, nodes: u64, shorten: bool) -> Solution {
        let attacker = pos.side_to_move();
        let salt = salt(pos, attacker);
        let root = (pos.board_key(), pos.hand(attacker), salt);
        if self.root != Some(root) {
            self.dfpn.new_problem(attacker, salt);
            self.root = Some(root);
        }
        self.dfpn.nodes = 0;
        self.dfpn.simulations = Simulations::default();
        let outcome = self.dfpn.search(pos, nodes, &self.options.stop);
        let searched = self.dfpn.nodes;
        let tree = match outcome {
            Outcome::Mate => proof::build(&mut self.dfpn, pos, nodes, shorten, &self.options.stop),
            Outcome::NoMate if self.options.show_no_mates => {
                disproof::build(&mut self.dfpn, pos, nodes, &self.options.stop)
            }
            Outcome::NoMate | Outcome::Unknown => None,
        };
        let verdict = match (outcome, &tree) {
            (Outcome::Mate, Some(tree)) => Verdict::Mate { line: tree.line() },
            (Outcome::NoMate, tree) if tree.is_some() || !self.options.show_no_mates => Verdict::NoMate,
            _ => Verdict::Unknown,
        };
        let nodes = self.dfpn.nodes;
        Solution {
            verdict,
            nodes,
            rebuild_nodes: nodes - searched,
            simulations: self.dfpn.simulations,
            tree: tree.map(Arc::new),
        }
    }

    /// Forgets everything that has been found out.
    pub fn clear(&mut self) {
        self.root = None;
        self.dfpn.table.clear();
    }

    /// The flag that ends a search; see [`SolverBuilder::stop`].
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.options.stop)
    }

    /// Whether the flag is set.
    pub fn is_stopped(&self) -> bool {
        self.options.stop.load(Ordering::Relaxed)
    }
}

impl<H: DfpnHeuristic, C: CyclePolicy> MateSolver for Solver<H, C> {
    fn find_mate(&mut self, pos: &mut Position, nodes: u64) -> Mate {
        match self.solve_and_show(pos, nodes, false).verdict {
            Verdict::Mate { line } => line.first().map_or(Mate::Unknown, |&mv| Mate::Mate(mv)),
            Verdict::NoMate => Mate::NoMate,
            Verdict::Unknown => Mate::Unknown,
        }
    }

    fn clear(&mut self) {
        Solver::clear(self);
    }
}

/// Keeps apart what the table must not mix up: another attacker, and another set of pieces. The table knows the
/// attacker's hand only; the defender's follows from the board if the set is the same.
pub(crate) fn salt(pos: &Position, attacker: Color) -> Key {
    let mut salt = mix(attacker as u64 + 1);
    for kind in PieceKind::HAND {
        let promoted = kind.promoted().map_or(0, |kind| pos.of_kind(kind).len());
        let hands: u32 = Color::ALL.iter().map(|&color| pos.hand(color).count(kind)).sum();
        salt = mix(salt ^ u64::from(pos.of_kind(kind).len() + promoted + hands));
    }
    salt
}
