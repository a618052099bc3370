//! Solo consultation (ぼっち合議): the vote of many virtual engines, searched in one tree \[R12\].
//!
//! *Consultation* asks several programs and plays the move of the majority; the programs are one engine, each with its
//! own noise on the evaluation ([`Ensemble`](crate::Ensemble)). *Solo* consultation is one search whose values are
//! vectors: lane i is what engine i would see. Moves are made once, positions are evaluated once, exchanges are
//! searched once; only the noise and the comparisons are done N times, within one register.
//!
//! ```text
//!                   move A        move B        move C
//! element 0          +31     <     +40            …        votes B
//! element 1          +35     >     +12            …        votes A
//! element 2          +18     <     +44            …        votes B        → B is played
//! ```
//!
//! The price is fewer cuts: a node ends only when every element has its cut. How many more nodes that takes depends on
//! how far the elements disagree, that is, on [`Noise::sigma`]; [`Sharing`] counts the loss, and the example
//! `consultation` measures it.
//!
//! Without a table, and if leaves do not depend on the window ([`Quiescence::PLAIN`](crate::Quiescence::PLAIN),
//! [`Leaf::Static`](crate::Leaf::Static)), every element has at the root exactly the value of its own search; `tests/it/consultation.rs`
//! checks it. With a table, or with the shortcuts of the default quiescence, it may differ, as it may between any two orders of moves.
//!
//! | file | |
//! |---|---|
//! | `tree.rs` `root.rs` | the recursion, iterative deepening |
//! | `lanes.rs` `noise.rs` `bounds.rs` | vectors; normal numbers by element and position; the table |
//! | `vote.rs` | majority, and what a tie means |
//!
//! It is separate from the scalar recursion: the main search stays readable, at the price of some duplication. There is
//! no forward pruning and no principal variation here. With N = 1 it is an ordinary search.

mod bounds;
mod lanes;
mod noise;
mod root;
mod tree;
mod vote;

use core::fmt;

use komadai_core::{Evaluator, Move, Position, Tracked, Value};

use crate::engine::contract::Engine;
use crate::engine::searcher::Searcher;
use crate::limits::Limits;
use crate::memory::MoveMemory;
use crate::report::{OnProgress, Report};
use crate::table::TableError;
use bounds::BoundsTable;
use noise::Numbers;
use tree::{Parts, Tree};

pub use noise::Noise;
pub use vote::{Consulted, Sharing, Tally, Vote, tally};

pub(crate) use vote::root_moves;

/// Solo consultation: a search by `N` virtual engines at once, which then vote.
///
/// 1, 4, 8 and 16 engines fill registers best. Every element carries noise, the first one too, as in the paper. The evaluation and
/// everything in it is shared: an element differs from the others only by [`Noise::of`], added to the value of quiescence at each leaf.
///
/// ```
/// use komadai_core::Position;
/// use komadai_eval::Material;
/// use komadai_search::{BrotherBest, Consultation, Limits, Searcher, tally};
///
/// let one = Searcher::new(Material::default()).memory(BrotherBest::default());
/// let mut eight = Consultation::<_, 8, _>::of(one);
/// let heard = eight.search(&Position::startpos(), &Limits::depth(2));
/// assert_eq!(heard.votes.len(), 8);
/// assert_eq!(heard.report.best, tally(&heard.votes).first().map(|tally| tally.mv));
/// ```
pub struct Consultation<E, const N: usize = 8, K = ()> {
    searcher: Searcher<Parts<E, K>>,
    table: Option<BoundsTable<N>>,
    noise: Noise,
    first: usize,
}

impl<E: Evaluator, const N: usize, K: MoveMemory> Consultation<E, N, K> {
    /// A consultation of `N` engines with the parts of this searcher; no table of bounds yet.
    ///
    /// They share its evaluation, its leaves, its check extension (by default that of paper 002 \[R10\]), its rules of
    /// draws, promotions and exchanges, and its memory, which learns at each node the move that most elements consider
    /// best. Choice, aspiration, time management and internal iterative deepening and reduction of the searcher have no
    /// effect here, nor have [`Limits::lines`].
    pub fn of(searcher: Searcher<Parts<E, K>>) -> Self {
        const { assert!(N > 0, "a consultation of nobody") };
        Consultation { searcher, table: None, noise: Noise::default(), first: 0 }
    }

    /// Sets a table of so many megabytes, at least 1, with two bounds for each element of a position.
    ///
    /// # Errors
    ///
    /// [`TableError`] if the size is too large or the memory cannot be allocated.
    pub fn table(self, megabytes: usize) -> Result<Self, TableError> {
        Ok(Consultation { table: Some(BoundsTable::new(megabytes)?), ..self })
    }

    /// Sets the noise by which the elements differ.
    pub fn noise(self, noise: Noise) -> Self {
        Consultation { noise, ..self }
    }

    /// Sets the number of the first element; 0 by default. `Consultation::<_, 1>` with `first_element(3)` is the
    /// engine that is lane 3 of a larger one, searching alone.
    pub fn first_element(self, first: usize) -> Self {
        Consultation { first, ..self }
    }

    /// Searches a position without a history of earlier positions.
    pub fn search(&mut self, pos: &Position, limits: &Limits) -> Consulted {
        self.consult(Tracked::new(pos.clone()), limits, &mut |_| {})
    }

    fn consult(&mut self, board: Tracked, limits: &Limits, progress: OnProgress<'_>) -> Consulted {
        let mut moves: Vec<Move> = self.searcher.root_moves(&board, limits).into_iter().collect();
        let root = board.position().clone();
        if let Some(table) = &mut self.table {
            table.new_search();
        }
        let numbers = Numbers::of(self.noise);
        let worker = self.searcher.worker(board, limits);
        let (table, sharing) = (self.table.as_mut(), Sharing::default());
        let mut tree = Tree { worker, table, numbers: &numbers, first: self.first, sharing };
        let (depth, votes) = tree.iterate(&mut moves, progress);
        let Tree { worker, sharing, .. } = tree;
        let (reached, nodes, elapsed) = (worker.reached, worker.watch.nodes(), worker.watch.elapsed());
        // Votes of an interrupted first iteration are from its first ply.
        let winners = root_moves(&votes, depth.max(1));
        // If the limits allow no move at all, the first one is played.
        let best = winners.first().map(|winner| winner.mv).or_else(|| moves.first().copied());
        let report = Report {
            best,
            value: match (winners.first(), best) {
                (Some(winner), _) => winner.value,
                (None, Some(_)) => self.searcher.evaluate(&root),
                (None, None) => Value::mated_in(0),
            },
            pv: best.into_iter().collect(),
            depth,
            reached,
            nodes,
            elapsed,
            fill: self.table.as_ref().map(BoundsTable::fill),
            moves: winners,
            iterations: Vec::new(),
        };
        Consulted { report, votes, sharing }
    }
}

/// Plays the move of the majority, at the value of the first element that voted for it. `progress` gets the winner of
/// each iteration as a line of one move.
impl<E: Evaluator, const N: usize, K: MoveMemory> Engine for Consultation<E, N, K> {
    fn search_game(&mut self, board: Tracked, limits: &Limits, progress: OnProgress<'_>) -> Report {
        self.consult(board, limits, progress).report
    }

    fn clear(&mut self) {
        self.searcher.clear();
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }
}

impl<E, const N: usize, K> fmt::Debug for Consultation<E, N, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Consultation { searcher, noise, first, .. } = self;
        let mut shown = f.debug_struct("Consultation");
        shown.field("searcher", searcher).field("noise", noise).field("first", first);
        shown.finish_non_exhaustive()
    }
}
