//! Solo consultation (ぼっち合議): the vote of many virtual engines, searched in one tree \[R12\].
//!
//! *Consultation* asks several programs and plays what most of them say; the programs are one engine, each with noise of
//! its own on the evaluation ([`Ensemble`](crate::Ensemble)). *Solo* consultation is one search whose values are vectors:
//! lane i is what engine i would see. Moves are made once, positions are evaluated once, exchanges are searched once;
//! only the noise and the comparisons are done N times, and those lie in one register.
//!
//! ```text
//!                   move A        move B        move C
//! element 0          +31     <     +40            …        votes B
//! element 1          +35     >     +12            …        votes A
//! element 2          +18     <     +44            …        votes B        → B is played
//! ```
//!
//! The price is paid in cuts: a node ends only when every element has its cut. How many more nodes that takes depends on how
//! far the elements disagree, that is, on [`Noise::sigma`]; [`Sharing`] counts the loss, and the example `consultation`
//! measures it.
//!
//! Without a table, and where leaves do not depend on the window ([`Quiescence::PLAIN`](crate::Quiescence::PLAIN),
//! [`Leaf::Static`]), every element has at the root exactly the value of its own search; `tests/it/consultation.rs` shows it.
//! With a table, or with the shortcuts of the default quiescence, it may differ, as it may between any two orders of moves.
//!
//! | file | |
//! |---|---|
//! | `tree.rs` `quiescence.rs` `root.rs` | the recursion, its leaves, iterative deepening |
//! | `lanes.rs` `noise.rs` `bounds.rs` | vectors; normal numbers by element and position; the table |
//! | `vote.rs` | majority, and what a tie means |
//!
//! It stands beside the scalar recursion and not inside it: the main search stays readable, at the price of some
//! likeness. There is no forward pruning and no principal variation here. With N = 1 it is an ordinary search.

mod bounds;
mod lanes;
mod noise;
mod quiescence;
mod root;
mod tree;
mod vote;

use core::fmt;

use komadai_core::{Evaluator, Move, MoveList, Position, Tracked, Value, movegen};

use crate::depth::Depth;
use crate::engine::contract::Engine;
use crate::engine::time_management::TimeManagement;
use crate::engine::watch::Watch;
use crate::limits::Limits;
use crate::memory::MoveMemory;
use crate::node::{MAX_PLY, Step};
use crate::options::Leaf;
use crate::report::{OnProgress, Report};
use crate::table::TableError;
use bounds::BoundsTable;
use noise::Numbers;
use tree::{Frame, Settings, Tree};

pub use noise::Noise;
pub use vote::{Consulted, Sharing, Tally, Vote, tally};

pub(crate) use vote::root_moves;

/// Solo consultation: a search by `N` virtual engines at once, which then vote.
///
/// 1, 4, 8 and 16 engines fill registers best. Every element carries noise, the first one too, as in the paper. The evaluation is shared, and so must be everything
/// in it: an element differs from the others by [`Noise::of`] alone, added to the value of quiescence at each leaf.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::{Consultation, Limits};
///
/// let mut eight = Consultation::<_, 8>::new(Material::default());
/// let heard = eight.search(&Position::startpos(), &Limits::depth(2));
/// assert_eq!(heard.votes.len(), 8);
/// assert_eq!(heard.best, heard.tallies().first().map(|tally| tally.mv));
/// ```
pub struct Consultation<E, const N: usize = 8, K = ()> {
    eval: E,
    memory: K,
    table: Option<BoundsTable<N>>,
    settings: Settings,
    frames: Vec<Frame>,
}

impl<E: Evaluator, const N: usize> Consultation<E, N> {
    /// Vector-valued alpha-beta with quiescence and the check extension of paper 002 \[R10\]; no table, no memory.
    pub fn new(eval: E) -> Self {
        const { assert!(N > 0, "a consultation of nobody") };
        Consultation { eval, memory: (), table: None, settings: Settings::default(), frames: Vec::new() }
    }
}

impl<E, const N: usize, K> Consultation<E, N, K> {
    /// Replaces the move memory, which all elements share: it learns at each node the move that most elements hold best. It
    /// takes no part in quiescence.
    pub fn memory<K2>(self, memory: K2) -> Consultation<E, N, K2> {
        let Consultation { eval, memory: _, table, settings, frames } = self;
        Consultation { eval, memory, table, settings, frames }
    }

    /// Sets a table of so many megabytes, with two bounds for each element of a position.
    ///
    /// # Errors
    ///
    /// [`TableError`] if the size is out of range or the memory cannot be allocated.
    pub fn table(mut self, megabytes: usize) -> Result<Self, TableError> {
        self.table = Some(BoundsTable::new(megabytes)?);
        Ok(self)
    }

    /// Sets the noise by which the elements differ.
    pub fn noise(mut self, noise: Noise) -> Self {
        self.settings.noise = noise;
        self
    }

    /// Sets the number of the first element; 0 by default. `Consultation::<_, 1>` with `first_element(3)` is the
    /// engine that is lane 3 of a larger one, searching alone.
    pub fn first_element(mut self, first: usize) -> Self {
        self.settings.first = first;
        self
    }

    /// Sets what happens where the budget ends, before noise is added.
    pub fn leaf(mut self, leaf: Leaf) -> Self {
        self.settings.leaf = leaf;
        self
    }

    /// Sets how much less than a ply an answer to a check costs, as in
    /// [`PlainDepth::check_extension`](crate::PlainDepth::check_extension); one ply by default, as in paper 002 \[R10\].
    pub fn check_extension(mut self, extension: Depth) -> Self {
        self.settings.check_extension = extension.max(Depth::ZERO);
        self
    }

    /// Whether moves after the first are searched with null windows first (Scout, which paper 002 lists among the parts of
    /// its search); on by default. Values are the same.
    pub fn scout(mut self, scout: bool) -> Self {
        self.settings.scout = scout;
        self
    }

    /// Whether the table may answer only with values of exactly the wanted budget; see
    /// [`Searcher::exact_depth`](crate::Searcher::exact_depth).
    pub fn exact_depth(mut self, exact: bool) -> Self {
        self.settings.exact_depth = exact;
        self
    }

    /// Sets the value of a draw for the side to move at the root; 0 by default. It carries no noise.
    pub fn draw_value(mut self, value: Value) -> Self {
        self.settings.draw = value;
        self
    }

    /// Whether captures that lose by exchange come after the quiet moves; on by default, as in
    /// [`Searcher::exchange_order`](crate::Searcher::exchange_order).
    pub fn exchange_order(mut self, on: bool) -> Self {
        self.settings.tactics.losing_last = on;
        self
    }

    /// Whether needless non-promotions (不成) are left out
    /// ([`is_needless_non_promotion`](crate::is_needless_non_promotion)); off by default, as in
    /// [`Searcher::must_promote`](crate::Searcher::must_promote).
    pub fn must_promote(mut self, on: bool) -> Self {
        self.settings.tactics.must_promote = on;
        self
    }
}

impl<E: Evaluator, const N: usize, K: MoveMemory> Consultation<E, N, K> {
    /// Searches a position without a history of earlier positions.
    pub fn search(&mut self, pos: &Position, limits: &Limits) -> Consulted {
        self.search_game(Tracked::new(pos.clone()), limits)
    }

    /// Searches the last position of a game, whose earlier positions count for repetitions.
    pub fn search_game(&mut self, board: Tracked, limits: &Limits) -> Consulted {
        self.consult(board, limits, &mut |_| {})
    }

    fn consult(&mut self, board: Tracked, limits: &Limits, progress: OnProgress<'_>) -> Consulted {
        let mut list = MoveList::new();
        movegen::legal_with(board.position(), board.checks(), &mut list);
        limits.keep_root_moves(&mut list, |mv| self.settings.tactics.allows(board.position(), mv));
        let mut moves: Vec<Move> = list.into_iter().collect();
        if self.frames.is_empty() {
            self.frames = Frame::all();
        }
        if let Some(table) = &mut self.table {
            table.new_search();
        }
        let numbers = Numbers::of(self.settings.noise);
        let mut tree = Tree {
            numbers: &numbers,
            states: vec![self.eval.fresh(board.position()); MAX_PLY + 1],
            eval: &self.eval,
            memory: &mut self.memory,
            table: self.table.as_mut(),
            settings: &self.settings,
            board,
            ply: 0,
            path: vec![Step::PASS; MAX_PLY + 1],
            frames: &mut self.frames,
            scratch: MoveList::new(),
            watch: Watch::new(limits, TimeManagement::default()),
            reached: 0,
            sharing: Sharing::default(),
        };
        let (depth, votes) = tree.iterate(&mut moves, progress);
        let (reached, nodes, elapsed, sharing) =
            (tree.reached, tree.watch.nodes(), tree.watch.elapsed(), tree.sharing);
        let winner = tally(&votes).first().map(|tally| tally.mv);
        Consulted {
            // Limits that allow no move at all leave the first one.
            best: winner.or_else(|| moves.first().copied()),
            votes,
            depth,
            reached,
            nodes,
            elapsed,
            fill: self.table.as_ref().map(BoundsTable::fill),
            sharing,
        }
    }

    /// Empties table and memory.
    pub fn clear(&mut self) {
        self.memory.forget();
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }
}

/// Plays the move of the majority, at the value of the first element that voted for it. The report lists the moves voted
/// for, the winner first; their nodes are not counted separately. `progress` is shown the winner of each iteration, a line of one move.
impl<E: Evaluator, const N: usize, K: MoveMemory> Engine for Consultation<E, N, K> {
    fn search_game(&mut self, board: Tracked, limits: &Limits, progress: OnProgress<'_>) -> Report {
        let root = board.position().clone();
        let consulted = self.consult(board, limits, progress);
        // Votes of a first iteration that was broken off are from its first ply.
        let moves = root_moves(&consulted.votes, consulted.depth.max(1));
        Report {
            best: consulted.best,
            value: match (moves.first(), consulted.best) {
                (Some(winner), _) => winner.value,
                (None, Some(_)) => self.eval.evaluate(&self.eval.fresh(&root), &root),
                (None, None) => Value::mated_in(0),
            },
            pv: consulted.best.into_iter().collect(),
            depth: consulted.depth,
            reached: consulted.reached,
            nodes: consulted.nodes,
            elapsed: consulted.elapsed,
            fill: consulted.fill,
            moves,
            iterations: Vec::new(),
        }
    }

    fn clear(&mut self) {
        Consultation::clear(self);
    }
}

impl<E, const N: usize, K> fmt::Debug for Consultation<E, N, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Consultation").field("settings", &self.settings).finish_non_exhaustive()
    }
}
