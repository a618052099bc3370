//! [`Searcher`] and its builder: each call replaces or adds one part, and changes one type parameter.

use komadai_core::{Evaluator, MateSolver, Move, MoveList, PieceValues, Position, Tracked, Value, movegen};

use crate::choice::{BestValue, MoveChoice};
use crate::depth::Depth;
use crate::engine::frame::Frame;
use crate::engine::sockets::{SearchParts, Sockets};
use crate::engine::time_management::TimeManagement;
use crate::engine::watch::Watch;
use crate::engine::worker::{Mode, Worker};
use crate::limits::Limits;
use crate::memory::MoveMemory;
use crate::node::{MAX_PLY, Span, Step};
use crate::observe::Observer;
use crate::options::{Leaf, Options, Quiescence};
use crate::policy::{DepthPolicy, PlainDepth};
use crate::pruning::ForwardPruning;
use crate::report::{Iteration, Line, OnProgress, Report, RootMove};
use crate::table::TranspositionTable;

/// An alpha-beta search assembled from interchangeable parts. The [page of the crate](crate) lists the sockets, the
/// parts that fill them, and the calls.
///
/// The type of the parts is inferred: begin with [`Searcher::new`], where every socket is empty and an answer to a
/// check costs nothing, or with [`modern`](crate::modern()), and replace or add parts. To name a searcher without their
/// types, use `Searcher<impl Sockets>` ([`Sockets`]) or [`Engine`](crate::Engine).
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
///     .aspiration(Value::from_cp(60));
/// let report = searcher.search(&Position::startpos(), &Limits { lines: 3, ..Limits::depth(3) });
/// assert_eq!(report.moves.len(), 30); // all root moves, best first; the first three with values of their own
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Searcher<S> {
    parts: S,
    pub(crate) options: Options,
    choice: Box<dyn MoveChoice + Send>,
    frames: Vec<Frame>,
}

impl<E: Evaluator> Searcher<SearchParts<E>> {
    /// Plain alpha-beta with quiescence and the check extension of [`PlainDepth`]; all other sockets are empty.
    pub fn new(eval: E) -> Self {
        let depth = PlainDepth::default();
        Searcher {
            parts: SearchParts { eval, depth, pruning: (), memory: (), table: (), mate: (), observer: () },
            options: Options::default(),
            choice: Box::new(BestValue),
            frames: Vec::new(),
        }
    }
}

/// A searcher with one part changed: of all these, `$part` becomes `$changed`.
macro_rules! with {
    ($searcher:ident [$($all:ident)+] $part:ident = $changed:expr) => {{
        let Searcher { parts: SearchParts { $($all),+ }, options, choice, frames } = $searcher;
        let $part = { let _ = &$part; $changed };
        Searcher { parts: SearchParts { $($all),+ }, options, choice, frames }
    }};
}

#[expect(clippy::type_complexity, reason = "one type a socket, inferred by users")]
impl<E, D, P, K, T, M, O> Searcher<SearchParts<E, D, P, K, T, M, O>> {
    /// Replaces the depth policy: the cost of moves, extensions and reductions.
    pub fn depth_policy<D2: DepthPolicy>(self, policy: D2) -> Searcher<SearchParts<E, D2, P, K, T, M, O>> {
        with!(self [eval depth pruning memory table mate observer] depth = policy)
    }

    /// Wraps the depth policy in another one: `wrap_depth(LateMove::around)`.
    pub fn wrap_depth<D2: DepthPolicy>(
        self,
        wrap: impl FnOnce(D) -> D2,
    ) -> Searcher<SearchParts<E, D2, P, K, T, M, O>> {
        with!(self [eval depth pruning memory table mate observer] depth = wrap(depth))
    }

    /// Replaces the forward pruning; a tuple holds several.
    pub fn pruning<P2: ForwardPruning>(self, new: P2) -> Searcher<SearchParts<E, D, P2, K, T, M, O>> {
        with!(self [eval depth pruning memory table mate observer] pruning = new)
    }

    /// Adds a pruning, which is asked after the present ones.
    pub fn add_pruning<P2: ForwardPruning>(
        self,
        new: P2,
    ) -> Searcher<SearchParts<E, D, (P, P2), K, T, M, O>> {
        with!(self [eval depth pruning memory table mate observer] pruning = (pruning, new))
    }

    /// Replaces the move memory (killers, histories, corrections); a tuple holds several.
    pub fn memory<K2: MoveMemory>(self, new: K2) -> Searcher<SearchParts<E, D, P, K2, T, M, O>> {
        with!(self [eval depth pruning memory table mate observer] memory = new)
    }

    /// Adds a memory behind the present ones: it is asked after them, and learns from the same nodes.
    pub fn add_memory<K2: MoveMemory>(self, new: K2) -> Searcher<SearchParts<E, D, P, (K, K2), T, M, O>> {
        with!(self [eval depth pruning memory table mate observer] memory = (memory, new))
    }

    /// Replaces the transposition table.
    pub fn table<T2: TranspositionTable>(self, new: T2) -> Searcher<SearchParts<E, D, P, K, T2, M, O>> {
        with!(self [eval depth pruning memory table mate observer] table = new)
    }

    /// Sets the mate solver that prunings and quiescence may query.
    pub fn mate_solver<M2: MateSolver>(self, new: M2) -> Searcher<SearchParts<E, D, P, K, T, M2, O>> {
        with!(self [eval depth pruning memory table mate observer] mate = new)
    }

    /// Replaces the observer, which receives the events of the search.
    pub fn observer<O2: Observer>(self, new: O2) -> Searcher<SearchParts<E, D, P, K, T, M, O2>> {
        with!(self [eval depth pruning memory table mate observer] observer = new)
    }

    /// Adds an observer, which receives the same events as the present ones.
    pub fn add_observer<O2: Observer>(self, new: O2) -> Searcher<SearchParts<E, D, P, K, T, M, (O, O2)>> {
        with!(self [eval depth pruning memory table mate observer] observer = (observer, new))
    }
}

komadai_core::debug_by_sizes!(Searcher<S> { options } [frames]);

/// Settings that fill no socket: leaves, windows, lines, draws, rules of move ordering.
impl<S> Searcher<S> {
    /// Replaces the rule that chooses the root move to play; [`BestValue`] by default.
    pub fn choice(self, choice: impl MoveChoice + Send + 'static) -> Self {
        Searcher { choice: Box::new(choice), ..self }
    }

    /// Sets what happens where the budget ends: quiescence, or the evaluation at once.
    pub fn leaf(mut self, leaf: Leaf) -> Self {
        self.options.leaf = leaf;
        self
    }

    /// Whether the table may answer only with values of exactly the required budget; off by default. With a table alone, a
    /// search of fixed depth then returns the value of plain negamax to the same depth; it costs some cuts.
    pub fn exact_depth(mut self, exact: bool) -> Self {
        self.options.exact_depth = exact;
        self
    }

    /// Sets the value of a draw for the side to move at the root; 0 by default.
    pub fn draw_value(mut self, value: Value) -> Self {
        self.options.draw = value;
        self
    }

    /// Whether superior repetition (優等局面, 劣等局面) ends a path: a board that comes again with more pieces in hand counts
    /// as won for the side that holds them, with fewer as lost. Off by default, since plain negamax does not know of it.
    pub fn superior_repetition(mut self, on: bool) -> Self {
        self.options.superior = on;
        self
    }

    /// Sets the piece values by which exchanges are counted.
    pub fn piece_values(mut self, values: PieceValues) -> Self {
        self.options.tactics.values = values;
        self
    }

    /// Whether captures that lose by exchange come after the quiet moves; on by default. Quiescence without quiet moves leaves
    /// them out anyway.
    pub fn exchange_order(mut self, on: bool) -> Self {
        self.options.tactics.losing_last = on;
        self
    }

    /// Whether needless non-promotions (不成) of pawns, bishops, rooks and lances are left out
    /// ([`is_needless_non_promotion`](crate::is_needless_non_promotion)). Off by default, on in [`modern`](crate::modern()).
    pub fn must_promote(mut self, on: bool) -> Self {
        self.options.tactics.must_promote = on;
        self
    }

    /// Sets half the width of the aspiration window, around the value of the previous iteration. By default, and with 0 or less, the
    /// window is open.
    pub fn aspiration(mut self, half: Value) -> Self {
        self.options.aspiration = if half > Value::ZERO { half } else { Value::INFINITE };
        self
    }

    /// Sets how the soft limit of time is stretched and shortened; without [`Limits::soft_time`](crate::Limits::soft_time) it
    /// changes nothing.
    pub fn time_management(mut self, rule: TimeManagement) -> Self {
        self.options.time = rule;
        self
    }
}

impl<S: Sockets> Searcher<S> {
    /// The observer, with what it counted.
    pub fn seen(&self) -> &S::Observer {
        self.parts.seen()
    }

    /// Searches a position without a history of earlier positions.
    pub fn search(&mut self, pos: &Position, limits: &Limits) -> Report {
        self.search_game(Tracked::new(pos.clone()), limits, &mut |_| {})
    }

    /// Searches the last position of a game, whose earlier positions count for repetitions, and calls `progress` after
    /// each iteration.
    pub fn search_game(&mut self, board: Tracked, limits: &Limits, progress: OnProgress<'_>) -> Report {
        let mut moves: Vec<RootMove> =
            self.root_moves(&board, limits).into_iter().map(RootMove::new).collect();
        let lines = limits.lines.max(self.choice.lines()).max(1);
        let root = board.position().clone();
        self.parts.lend().table.new_search();
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
                Some(_) => self.evaluate(&root),
                None => Value::mated_in(0),
            },
            pv: chosen.map_or_else(Line::new, |root| root.pv.clone()),
            depth,
            reached,
            nodes,
            elapsed,
            fill: self.parts.lend().table.fill(),
            moves,
            iterations,
        }
    }

    /// Quiescence value of a position for the side to move \[R6\]: exchanges alone, no move of the main search. If
    /// [`Searcher::leaf`] is static, the default quiescence is used.
    pub fn quiescence(&mut self, pos: &Position) -> Value {
        self.quiescence_line(pos).0
    }

    /// [`Searcher::quiescence`] with the line to the position evaluated; with a table the line may end early.
    pub fn quiescence_line(&mut self, pos: &Position) -> (Value, Vec<Move>) {
        let leaf = self.options.leaf;
        if leaf == Leaf::Static {
            self.options.leaf = Leaf::Quiescence(Quiescence::default());
        }
        let mut worker = self.worker(Tracked::new(pos.clone()), &Limits::none());
        let span = Span::new(Depth::ZERO, -Value::INFINITE, Value::INFINITE, false);
        let value = worker.leaf(|| span).expect("a search without limits ends with a value");
        let line = worker.frames.first().map_or_else(Vec::new, |frame| frame.pv.clone());
        self.options.leaf = leaf;
        (value, line)
    }

    /// Value of a position for the side to move (fail-soft), searched as an inner node with this budget and window, but
    /// without pruning the node itself: to check what a pruning claimed. `None` if the limits ran out. The budget is
    /// clamped to ±[`MAX_PLY`] plies: no path is longer.
    pub fn value(
        &mut self,
        pos: &Position,
        depth: Depth,
        alpha: Value,
        beta: Value,
        limits: &Limits,
    ) -> Option<Value> {
        const MOST: i32 = MAX_PLY as i32;
        self.parts.lend().table.new_search();
        let mut worker = self.worker(Tracked::new(pos.clone()), limits);
        worker.search(depth.clamp(Depth::plies(-MOST), Depth::plies(MOST)), alpha, beta, false, Mode::Verify)
    }

    /// Empties tables and memories.
    pub fn clear(&mut self) {
        let parts = self.parts.lend();
        parts.memory.forget();
        parts.table.clear();
        parts.mate.clear();
    }

    /// The root moves to search: the named ones, else those that the search admits.
    pub(crate) fn root_moves(&self, board: &Tracked, limits: &Limits) -> MoveList {
        let mut list = MoveList::new();
        movegen::legal_with(board.position(), board.checks(), &mut list);
        match &limits.root_moves {
            Some(named) if list.iter().any(|mv| named.contains(mv)) => list.retain(|mv| named.contains(&mv)),
            _ => list.retain(|mv| self.options.tactics.allows(board.position(), mv)),
        }
        list
    }

    /// The evaluation of a position, computed from scratch.
    pub(crate) fn evaluate(&mut self, pos: &Position) -> Value {
        let eval = self.parts.lend().eval;
        eval.evaluate(&eval.fresh(pos), pos)
    }

    pub(crate) fn worker(&mut self, board: Tracked, limits: &Limits) -> Worker<'_, S> {
        if self.frames.is_empty() {
            self.frames = Frame::all();
        }
        let parts = self.parts.lend();
        Worker {
            states: vec![parts.eval.fresh(board.position()); MAX_PLY + 2],
            late: vec![None; MAX_PLY + 2],
            parts,
            options: &self.options,
            board,
            ply: 0,
            path: vec![Step::PASS; MAX_PLY + 2],
            frames: &mut self.frames,
            tried: Vec::with_capacity(komadai_core::MAX_LEGAL_MOVES),
            watch: Watch::new(limits, self.options.time),
            reached: 0,
        }
    }
}
