//! [`Searcher`] and its builder: each call replaces or adds one part, and changes one type parameter.

use core::fmt;

use komadai_core::{Evaluator, MateSolver, Move, MoveList, Position, Tracked, Value, movegen};

use crate::choice::{BestValue, MoveChoice};
use crate::depth::Depth;
use crate::frame::Frame;
use crate::limits::Limits;
use crate::memory::MoveMemory;
use crate::node::{MAX_PLY, Step};
use crate::observe::Observer;
use crate::options::{Leaf, Options, Quiescence};
use crate::policy::{DepthPolicy, PlainDepth};
use crate::pruning::ForwardPruning;
use crate::report::{Iteration, Progress, Report, RootMove};
use crate::span::{Mode, Span};
use crate::table::TranspositionTable;
use crate::watch::Watch;
use crate::worker::{Notes, Rules, Worker};

/// An alpha-beta search assembled from interchangeable parts.
///
/// | parameter | socket | set by | added to by |
/// |---|---|---|---|
/// | `E` | [`Evaluator`]: static evaluation | [`Searcher::new`] | |
/// | `D` | [`DepthPolicy`]: cost of moves, extensions, reductions | [`depth_policy`](Self::depth_policy) | [`wrap_depth`](Self::wrap_depth) |
/// | `P` | [`ForwardPruning`] | [`pruning`](Self::pruning) | [`add_pruning`](Self::add_pruning) |
/// | `K` | [`MoveMemory`]: killers, histories, corrections | [`memory`](Self::memory) | [`add_memory`](Self::add_memory) |
/// | `T` | [`TranspositionTable`] | [`table`](Self::table) | |
/// | `M` | [`MateSolver`] that prunings query | [`mate_solver`](Self::mate_solver) | |
/// | `O` | [`Observer`]: statistics | [`observer`](Self::observer) | [`add_observer`](Self::add_observer) |
///
/// The type is inferred: begin with [`Searcher::new`], where every socket is empty and an answer to a check costs nothing,
/// or with [`modern`](crate::modern()), and replace or add parts. To name a searcher without its type, use
/// [`Engine`](crate::Engine).
///
/// A searcher runs on one thread and, without a limit of time, is deterministic: the same parts and the same searches in
/// the same order visit the same nodes. Tables and memories keep their contents from search to search until
/// [`Searcher::clear`].
///
/// ```
/// use komadai_core::{Position, Value};
/// use komadai_eval::Material;
/// use komadai_search::{BrotherBest, HashTable, Limits, NullMove, Searcher};
///
/// let mut searcher = Searcher::new(Material::default())
///     .table(HashTable::new(16)?)
///     .memory(BrotherBest::default())
///     .pruning(NullMove::default())
///     .multi_pv(3)?
///     .aspiration(Value::from_cp(60))?;
/// let report = searcher.search(&Position::startpos(), &Limits::depth(3));
/// assert_eq!(report.moves.len(), 30); // all root moves, best first; the first three with values of their own
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Searcher<E, D = PlainDepth, P = (), K = (), T = (), M = (), O = ()> {
    eval: E,
    depth: D,
    pruning: P,
    memory: K,
    table: T,
    mate: M,
    observer: O,
    pub(crate) options: Options,
    choice: Box<dyn MoveChoice + Send>,
    frames: Vec<Frame>,
}

impl<E: Evaluator> Searcher<E> {
    /// Plain alpha-beta with quiescence and the check extension of [`PlainDepth`]; all other sockets are empty.
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
    /// Replaces the depth policy: the cost of moves, extensions and reductions.
    pub fn depth_policy<D2: DepthPolicy>(self, depth: D2) -> Searcher<E, D2, P, K, T, M, O> {
        let Searcher { eval, depth: _, pruning, memory, table, mate, observer, options, choice, frames } =
            self;
        Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames }
    }

    /// Replaces the forward pruning; a tuple holds several.
    pub fn pruning<P2: ForwardPruning>(self, pruning: P2) -> Searcher<E, D, P2, K, T, M, O> {
        let Searcher { eval, depth, pruning: _, memory, table, mate, observer, options, choice, frames } =
            self;
        Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames }
    }

    /// Replaces the move memory (killers, histories, corrections); a tuple holds several.
    pub fn memory<K2: MoveMemory>(self, memory: K2) -> Searcher<E, D, P, K2, T, M, O> {
        let Searcher { eval, depth, pruning, memory: _, table, mate, observer, options, choice, frames } =
            self;
        Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames }
    }

    /// Replaces the transposition table.
    pub fn table<T2: TranspositionTable>(self, table: T2) -> Searcher<E, D, P, K, T2, M, O> {
        let Searcher { eval, depth, pruning, memory, table: _, mate, observer, options, choice, frames } =
            self;
        Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames }
    }

    /// Sets the mate solver that prunings and quiescence may query.
    pub fn mate_solver<M2: MateSolver>(self, mate: M2) -> Searcher<E, D, P, K, T, M2, O> {
        let Searcher { eval, depth, pruning, memory, table, mate: _, observer, options, choice, frames } =
            self;
        Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames }
    }

    /// Replaces the observer, which receives the events of the search.
    pub fn observer<O2: Observer>(self, observer: O2) -> Searcher<E, D, P, K, T, M, O2> {
        let Searcher { eval, depth, pruning, memory, table, mate, observer: _, options, choice, frames } =
            self;
        Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames }
    }

    /// Adds a memory behind those that are there: it is asked after them, and learns from the same nodes.
    ///
    /// ```
    /// use komadai_core::Position;
    /// use komadai_eval::Material;
    /// use komadai_search::{ContextBest, Limits, MateSearch, NodeCount, Singular, modern};
    ///
    /// let mut searcher = modern(Material::default(), 16)?
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

    /// Adds a pruning, which is asked after those that are there.
    pub fn add_pruning<P2: ForwardPruning>(self, pruning: P2) -> Searcher<E, D, (P, P2), K, T, M, O> {
        let Searcher { eval, depth, pruning: first, memory, table, mate, observer, options, choice, frames } =
            self;
        let pruning = (first, pruning);
        Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames }
    }

    /// Adds an observer, which receives the same events as those that are there.
    pub fn add_observer<O2: Observer>(self, observer: O2) -> Searcher<E, D, P, K, T, M, (O, O2)> {
        let Searcher { eval, depth, pruning, memory, table, mate, observer: first, options, choice, frames } =
            self;
        let observer = (first, observer);
        Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames }
    }

    /// Wraps the depth policy in another one: `wrap_depth(LateMove::around)`.
    pub fn wrap_depth<D2: DepthPolicy>(self, wrap: impl FnOnce(D) -> D2) -> Searcher<E, D2, P, K, T, M, O> {
        let Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames } = self;
        let depth = wrap(depth);
        Searcher { eval, depth, pruning, memory, table, mate, observer, options, choice, frames }
    }

    /// Replaces the rule by which a root move is chosen to be played; [`BestValue`] by default.
    pub fn choice(self, choice: impl MoveChoice + Send + 'static) -> Self {
        Searcher { choice: Box::new(choice), ..self }
    }

    /// The evaluation.
    pub fn eval(&self) -> &E {
        &self.eval
    }

    /// The observer, with what it counted.
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
    /// Searches a position without a history of earlier positions.
    pub fn search(&mut self, pos: &Position, limits: &Limits) -> Report {
        self.search_game(Tracked::new(pos.clone()), limits, &mut |_| {})
    }

    /// Searches the last position of a game, whose earlier positions count for repetitions, and calls `progress` after
    /// each iteration.
    pub fn search_game(
        &mut self,
        board: Tracked,
        limits: &Limits,
        progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Report {
        let mut list = MoveList::new();
        movegen::legal_with(board.position(), board.checks(), &mut list);
        limits.keep_root_moves(&mut list, |mv| self.options.tactics.allows(board.position(), mv));
        let mut moves: Vec<RootMove> = list.into_iter().map(RootMove::new).collect();
        let lines = self.options.lines.max(self.choice.lines());
        let root = board.position().clone();
        self.table.new_search();
        let mut worker = self.worker(board, limits);
        let mut iterations = Vec::new();
        let depth = worker.iterate(&mut moves, lines, &mut |seen| {
            iterations.extend(seen.lines.first().map(|line| Iteration {
                depth: seen.depth,
                value: line.value,
                best: line.mv,
                nodes: seen.nodes,
            }));
            progress(seen);
        });
        let (reached, nodes, elapsed) = (worker.reached, worker.watch.nodes(), worker.watch.elapsed());
        let chosen = self.choice.choose(&root, &moves).and_then(|index| moves.get(index));
        Report {
            best: chosen.map(|root| root.mv),
            value: match chosen {
                Some(chosen) if chosen.depth > 0 => chosen.value,
                Some(_) => self.eval.evaluate(&self.eval.fresh(&root), &root),
                None => Value::mated_in(0),
            },
            pv: chosen.map_or_else(Vec::new, |root| root.pv.clone()),
            depth,
            reached,
            nodes,
            elapsed,
            fill: self.table.fill(),
            moves,
            iterations,
        }
    }

    /// Quiescence value of a position for the side to move \[R6\]: exchanges alone, no move of the main search. If
    /// [`Searcher::leaf`] is static, the default quiescence is used.
    pub fn quiescence(&mut self, pos: &Position) -> Value {
        self.quiescence_line(pos).0
    }

    /// [`Searcher::quiescence`] with the line to the position evaluated; with a table it may break off early.
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

    /// Value of a position for the side to move (fail-soft), searched as an inner node with this budget and window, but
    /// without pruning the node itself: for checking what a pruning claimed. `None` if the limits ran out.
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

    /// Empties tables and memories.
    pub fn clear(&mut self) {
        self.memory.forget();
        self.table.clear();
        self.mate.clear();
    }

    fn worker<'a>(&'a mut self, board: Tracked, limits: &Limits) -> Worker<'a, (E, D, P, K, T, M, O)> {
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
            watch: Watch::new(limits, self.options.time),
            reached: 0,
        }
    }
}

impl<E, D, P, K, T, M, O> fmt::Debug for Searcher<E, D, P, K, T, M, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher").field("options", &self.options).finish_non_exhaustive()
    }
}
