//! The searcher and its builder: every call swaps one part, and with it one type.

use core::fmt;

use komadai_core::{Evaluator, MateSolver, Move, MoveList, PieceValues, Position, Tracked, Value, movegen};

use crate::choice::{BestValue, MoveChoice};
use crate::depth::Depth;
use crate::frame::Frame;
use crate::limits::{Limits, Watch};
use crate::memory::MoveMemory;
use crate::node::{MAX_PLY, Step};
use crate::observe::Observer;
use crate::options::{Leaf, OptionError, Options, Quiescence};
use crate::policy::{DepthPolicy, PlainDepth};
use crate::pruning::ForwardPruning;
use crate::report::{Progress, Report, RootMove};
use crate::span::{Mode, Span};
use crate::table::TranspositionTable;
use crate::worker::{Notes, Rules, Worker};

/// An alpha-beta search put together from parts.
///
/// `E` evaluates, `D` says what moves cost, `P` prunes, `K` remembers good moves (killers), `T` remembers
/// positions, `M` solves mates for whoever asks, `O` watches. Nobody writes the type out: begin with
/// [`Searcher::new`], where every socket is empty and an answer to a check costs nothing, and swap parts.
///
/// A searcher is single-threaded and, without a limit of time, deterministic: the same parts and the same
/// searches in the same order visit the same nodes. What the parts remember stays from search to search until
/// [`Searcher::clear`].
pub struct Searcher<E, D = PlainDepth, P = (), K = (), T = (), M = (), O = ()> {
    eval: E,
    depth: D,
    pruning: P,
    memory: K,
    table: T,
    mate: M,
    observer: O,
    options: Options,
    choice: Box<dyn MoveChoice + Send>,
    frames: Vec<Frame>,
}

impl<E: Evaluator> Searcher<E> {
    /// Plain alpha-beta with quiescence and the check extension of [`PlainDepth`], all other sockets empty.
    pub fn new(eval: E) -> Self {
        Searcher {
            eval,
            depth: PlainDepth::default(),
            pruning: (),
            memory: (),
            table: (),
            mate: (),
            observer: (),
            options: Options::default(),
            choice: Box::new(BestValue),
            frames: Vec::new(),
        }
    }
}

impl<E, D, P, K, T, M, O> Searcher<E, D, P, K, T, M, O> {
    /// What moves cost.
    pub fn depth_policy<D2: DepthPolicy>(self, depth: D2) -> Searcher<E, D2, P, K, T, M, O> {
        let Searcher { eval, depth: _, pruning, memory, table, mate, observer, options, choice, frames } =
            self;
        Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames }
    }

    /// What is given up without a full search.
    pub fn pruning<P2: ForwardPruning>(self, pruning: P2) -> Searcher<E, D, P2, K, T, M, O> {
        let Searcher { eval, depth, pruning: _, memory, table, mate, observer, options, choice, frames } =
            self;
        Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames }
    }

    /// What good moves are remembered by.
    pub fn memory<K2: MoveMemory>(self, memory: K2) -> Searcher<E, D, P, K2, T, M, O> {
        let Searcher { eval, depth, pruning, memory: _, table, mate, observer, options, choice, frames } =
            self;
        Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames }
    }

    /// What positions are remembered by.
    pub fn table<T2: TranspositionTable>(self, table: T2) -> Searcher<E, D, P, K, T2, M, O> {
        let Searcher { eval, depth, pruning, memory, table: _, mate, observer, options, choice, frames } =
            self;
        Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames }
    }

    /// Whom prunings ask about mates.
    pub fn mate_solver<M2: MateSolver>(self, mate: M2) -> Searcher<E, D, P, K, T, M2, O> {
        let Searcher { eval, depth, pruning, memory, table, mate: _, observer, options, choice, frames } =
            self;
        Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames }
    }

    /// Who watches.
    pub fn observer<O2: Observer>(self, observer: O2) -> Searcher<E, D, P, K, T, M, O2> {
        let Searcher { eval, depth, pruning, memory, table, mate, observer: _, options, choice, frames } =
            self;
        Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames }
    }

    /// One memory more: it is asked after those that are there, and learns from the same nodes.
    ///
    /// ```
    /// # use komadai_core::{Change, Evaluator, Position, Value};
    /// # struct Hands;
    /// # impl Evaluator for Hands {
    /// #     type State = ();
    /// #     fn fresh(&self, _: &Position) {}
    /// #     fn advance(&self, _: &(), _: &Position, _: &Change) {}
    /// #     fn evaluate(&self, _: &(), pos: &Position) -> Value {
    /// #         let us = pos.side_to_move();
    /// #         Value::from_cp(pos.hand(us).len() as i32 - pos.hand(!us).len() as i32)
    /// #     }
    /// # }
    /// use komadai_search::{ContextBest, Limits, MateSearch, NodeCount, Singular, modern};
    ///
    /// let mut searcher = modern(Hands, 16)?
    ///     .add_memory(ContextBest::default())
    ///     .add_pruning(MateSearch::default())
    ///     .wrap_depth(Singular::around)
    ///     .add_observer(NodeCount::default());
    /// assert!(searcher.search(&Position::startpos(), &Limits::nodes(1_000)).best.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_memory<K2: MoveMemory>(self, memory: K2) -> Searcher<E, D, P, (K, K2), T, M, O> {
        let Searcher { eval, depth, pruning, memory: first, table, mate, observer, options, choice, frames } =
            self;
        let memory = (first, memory);
        Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames }
    }

    /// One pruning more, asked after those that are there.
    pub fn add_pruning<P2: ForwardPruning>(self, pruning: P2) -> Searcher<E, D, (P, P2), K, T, M, O> {
        let Searcher { eval, depth, pruning: first, memory, table, mate, observer, options, choice, frames } =
            self;
        let pruning = (first, pruning);
        Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames }
    }

    /// One observer more, beside those that are there.
    pub fn add_observer<O2: Observer>(self, observer: O2) -> Searcher<E, D, P, K, T, M, (O, O2)> {
        let Searcher { eval, depth, pruning, memory, table, mate, observer: first, options, choice, frames } =
            self;
        let observer = (first, observer);
        Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames }
    }

    /// The depth policy inside another one: `wrap_depth(LateMove::around)`.
    pub fn wrap_depth<D2: DepthPolicy>(self, wrap: impl FnOnce(D) -> D2) -> Searcher<E, D2, P, K, T, M, O> {
        let Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames } = self;
        let depth = wrap(depth);
        Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames }
    }

    /// Which root move is played; [`BestValue`] unless told otherwise.
    pub fn choice(self, choice: impl MoveChoice + Send + 'static) -> Self {
        Searcher { choice: Box::new(choice), ..self }
    }

    /// What happens where the budget ends.
    pub fn leaf(mut self, leaf: Leaf) -> Self {
        self.options.leaf = leaf;
        self
    }

    /// Whether the table may answer only with values of just the wanted budget. With a table alone, a search of
    /// fixed depth then returns the value of plain negamax to the same depth; it costs some cuts. For
    /// experiments.
    pub fn exact_depth(mut self, exact: bool) -> Self {
        self.options.exact_depth = exact;
        self
    }

    /// What a draw is worth to the side to move at the root; 0 unless told otherwise.
    pub fn draw_value(mut self, value: Value) -> Self {
        self.options.draw = value;
        self
    }

    /// Whether a board that comes again with more pieces in hand than before counts as won for who holds them, and
    /// with fewer as lost (優等局面, 劣等局面): going round to be worse off is never forced. Off unless told otherwise,
    /// since plain negamax does not know of it.
    pub fn superior_repetition(mut self, on: bool) -> Self {
        self.options.superior = on;
        self
    }

    /// Piece values by which exchanges are counted.
    pub fn piece_values(mut self, values: PieceValues) -> Self {
        self.options.tactics.values = values;
        self
    }

    /// Whether captures that lose by static exchange come after the quiet moves; they do unless told otherwise.
    /// Quiescence leaves them out in either case.
    pub fn exchange_order(mut self, on: bool) -> Self {
        self.options.tactics.losing_last = on;
        self
    }

    /// Least gain of a promotion, by the piece values, for it to be tried with the captures: 200 unless told
    /// otherwise, which leaves out only the silver's.
    pub fn least_promotion(mut self, gain: i32) -> Self {
        self.options.tactics.least_promotion = gain;
        self
    }

    /// How many best moves are to have a line and an exact value of their own (`MultiPV`).
    ///
    /// # Errors
    ///
    /// [`OptionError::NoLine`] for 0.
    pub fn multi_pv(mut self, lines: usize) -> Result<Self, OptionError> {
        if lines == 0 {
            return Err(OptionError::NoLine);
        }
        self.options.lines = lines;
        Ok(self)
    }

    /// Half the window of an iteration around the value of the one before; without it the window is open.
    ///
    /// # Errors
    ///
    /// [`OptionError::Aspiration`] for 0 or less.
    pub fn aspiration(mut self, half: Value) -> Result<Self, OptionError> {
        if half <= Value::ZERO {
            return Err(OptionError::Aspiration(half.cp()));
        }
        self.options.aspiration = half;
        Ok(self)
    }

    /// The evaluation.
    pub fn eval(&self) -> &E {
        &self.eval
    }

    /// The observer, with what it saw.
    pub fn seen(&self) -> &O {
        &self.observer
    }
}

impl<E, D, P, K, T, M, O> Searcher<E, D, P, K, T, M, O>
where
    E: Evaluator,
    D: DepthPolicy,
    P: ForwardPruning,
    K: MoveMemory,
    T: TranspositionTable,
    M: MateSolver,
    O: Observer,
{
    /// Searches a position without a past.
    pub fn search(&mut self, pos: &Position, limits: &Limits) -> Report {
        self.search_game(Tracked::new(pos.clone()), limits, &mut |_| {})
    }

    /// Searches the last position of a game, whose earlier positions count for repetitions, and tells the progress
    /// after each iteration.
    pub fn search_game(
        &mut self,
        board: Tracked,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Report {
        let mut list = MoveList::new();
        movegen::legal_with(board.position(), board.checks(), &mut list);
        let mut moves: Vec<RootMove> = list.into_iter().map(RootMove::new).collect();
        let lines = self.options.lines.max(self.choice.lines());
        let root = board.position().clone();

        self.table.new_search();
        let mut worker = self.worker(board, limits);
        let depth = worker.iterate(&mut moves, lines, progress);
        let (reached, nodes, elapsed) = (worker.reached, worker.watch.nodes(), worker.watch.elapsed());

        let chosen = self.choice.choose(&root, &moves).and_then(|index| moves.get(index));
        Report {
            best: chosen.map(|root| root.mv),
            value: chosen.map_or(Value::mated_in(0), |root| root.value),
            pv: chosen.map_or_else(Vec::new, |root| root.pv.clone()),
            depth,
            reached,
            nodes,
            elapsed,
            fill: self.table.fill(),
            moves,
        }
    }

    /// Value of a position after exchanges alone, for the side to move \[R6\]: no move of the main search is
    /// tried, whatever [`Searcher::leaf`] says.
    pub fn quiescence(&mut self, pos: &Position) -> Value {
        self.quiescence_line(pos).0
    }

    /// [`Searcher::quiescence`], with the exchanges that lead to the value: played out, they end in the position whose
    /// evaluation it is. With a table the line may break off early.
    pub fn quiescence_line(&mut self, pos: &Position) -> (Value, Vec<Move>) {
        let leaf = self.options.leaf;
        if leaf == Leaf::Static {
            self.options.leaf = Leaf::Quiescence(Quiescence::default());
        }
        let mut worker = self.worker(Tracked::new(pos.clone()), &Limits::none());
        let span = Span::new(Depth::ZERO, -Value::INFINITE, Value::INFINITE, false);
        let value = worker.leaf(span).expect("a search without limits ends with a value");
        let line = worker.frames.first().map_or_else(Vec::new, |frame| frame.pv.clone());
        self.options.leaf = leaf;
        (value, line)
    }

    /// Value of a position, for the side to move, searched with this budget and window as an inner node would be, but
    /// not given up itself; fail-soft. For asking a second time what a pruning decided.
    pub fn value(
        &mut self,
        pos: &Position,
        depth: Depth,
        alpha: Value,
        beta: Value,
        limits: &Limits,
    ) -> Option<Value> {
        self.table.new_search();
        let mut worker = self.worker(Tracked::new(pos.clone()), limits);
        worker.search(depth, alpha, beta, false, Mode::Verify)
    }

    /// Forgets everything that earlier searches left behind.
    pub fn clear(&mut self) {
        self.memory.forget();
        self.table.clear();
        self.mate.clear();
    }

    fn worker<'a>(&'a mut self, board: Tracked, limits: &Limits) -> Worker<'a, E, D, P, K, T, M, O> {
        if self.frames.is_empty() {
            self.frames = Frame::all();
        }
        let state = self.eval.fresh(board.position());
        Worker {
            states: vec![state; MAX_PLY + 2],
            rules: Rules {
                eval: &self.eval,
                depth: &self.depth,
                pruning: &self.pruning,
                options: &self.options,
            },
            notes: Notes {
                memory: &mut self.memory,
                table: &mut self.table,
                mate: &mut self.mate,
                observer: &mut self.observer,
            },
            board,
            ply: 0,
            path: vec![Step::PASS; MAX_PLY + 2],
            frames: &mut self.frames,
            scratch: MoveList::new(),
            watch: Watch::new(limits),
            reached: 0,
        }
    }
}

impl<E, D, P, K, T, M, O> fmt::Debug for Searcher<E, D, P, K, T, M, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher").field("options", &self.options).finish_non_exhaustive()
    }
}
