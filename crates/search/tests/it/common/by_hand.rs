//! A search written by hand in the shape of a [`Searcher`](komadai_search::Searcher) with empty sockets. The tests compare its nodes and
//! values, `benches/search.rs` its speed.

use komadai_core::{
    Bitboard, Evaluator, Move, MoveList, PieceKind, PieceValues, Position, Tracked, Value, attacks, movegen,
    see,
};

/// Alpha-beta with evaluated leaves, one ply a move, no table, no memory: what `Searcher` is with empty sockets, and
/// nothing more general than that.
///
/// The same shape means: the same board (`Tracked`), states on a stack, stages, order of moves, shortcut around the
/// exchange evaluation, checks of repetition and limits at the same nodes, best line collected at nodes with an open
/// window. It lacks what only a socket could need: a path, a list of the moves tried, a `Node`, a switch for what
/// happens at leaves, recalled moves, a place for them in the order.
pub(crate) struct ByHand<E: Evaluator> {
    eval: E,
    values: PieceValues,
    board: Tracked,
    /// `[ply]`
    states: Vec<E::State>,
    /// `[ply]`
    buffers: Vec<Buffers>,
    list: MoveList,
    /// Moves played.
    pub(crate) nodes: u64,
    /// No further node after so many.
    stop_at: u64,
    /// No further move after so many of the game.
    draw_after: u32,
}

/// What a ply keeps from node to node.
#[derive(Default)]
struct Buffers {
    /// Moves as sorted keys.
    keys: Vec<u64>,
    /// Tactical moves that lose.
    losing: Vec<Move>,
    pv: Vec<Move>,
}

/// A node that has begun to try moves.
struct Trying {
    depth: i32,
    ply: usize,
    open: bool,
    alpha: Value,
    beta: Value,
    best: Value,
}

const MAX_PLY: usize = 128;

impl<E: Evaluator> ByHand<E> {
    pub(crate) fn new(eval: E, pos: &Position) -> Self {
        let state = eval.fresh(pos);
        ByHand {
            eval,
            values: PieceValues::default(),
            board: Tracked::new(pos.clone()),
            states: vec![state; MAX_PLY + 2],
            buffers: (0..MAX_PLY + 2).map(|_| Buffers::default()).collect(),
            list: MoveList::new(),
            nodes: 0,
            stop_at: u64::MAX,
            draw_after: u32::MAX,
        }
    }

    /// The value of a position after so many iterations, and the best line; `None` if the limits ran out.
    pub(crate) fn iterate(&mut self, pos: &Position, depth: i32) -> Option<(Value, Vec<Move>)> {
        self.board = Tracked::new(pos.clone());
        self.states[0] = self.eval.fresh(pos);
        self.nodes = 0;
        let mut moves = self.root_moves();
        let mut alpha = -Value::INFINITE;
        for depth in 1..=depth {
            let mut best = 0;
            alpha = -Value::INFINITE;
            for (i, &mv) in moves.iter().enumerate() {
                let value = self.try_move(mv, depth, 0, i == 0, alpha, Value::INFINITE)?;
                if value > alpha {
                    (alpha, best) = (value, i);
                    self.extend_pv(0, mv);
                }
            }
            // The best one first, the others again in their order.
            let first = moves[best];
            moves = self.root_moves();
            let place = moves.iter().position(|&mv| mv == first)?;
            moves[..=place].rotate_right(1);
        }
        Some((alpha, self.buffers[0].pv.clone()))
    }

    /// The moves in the order in which a node tries them.
    fn root_moves(&mut self) -> Vec<Move> {
        if self.board.in_check() {
            self.make_evasions(0);
            return self.sorted(0);
        }
        self.make_captures(0);
        let loses = |mv: &Move| loses(self.board.position(), &self.values, *mv);
        let (losing, mut moves): (Vec<_>, Vec<_>) = self.sorted(0).into_iter().partition(loses);
        self.make_quiets(0);
        moves.extend(self.sorted(0).into_iter().chain(losing));
        moves
    }

    fn sorted(&self, ply: usize) -> Vec<Move> {
        self.buffers[ply].keys.iter().filter_map(|&key| Move::from_bits(key as u16 ^ u16::MAX)).collect()
    }

    fn try_move(
        &mut self,
        mv: Move,
        depth: i32,
        ply: usize,
        first: bool,
        alpha: Value,
        beta: Value,
    ) -> Option<Value> {
        if self.nodes >= self.stop_at {
            return None;
        }
        self.nodes += 1;
        let next = alpha + Value::from_cp(1);
        let change = self.board.position().change(mv);
        self.board.do_move(mv);
        self.states[ply + 1] = self.eval.advance(&self.states[ply], self.board.position(), &change);
        let top = if first { beta } else { next };
        let mut value = -self.search(depth - 1, ply + 1, -top, -alpha)?;
        if value > alpha && value < beta && top < beta {
            value = -self.search(depth - 1, ply + 1, -beta, -alpha)?;
        }
        self.board.undo();
        Some(value)
    }

    fn search(&mut self, depth: i32, ply: usize, alpha: Value, beta: Value) -> Option<Value> {
        let open = beta - alpha > Value::from_cp(1);
        self.buffers[ply].pv.clear();
        let pos = self.board.position();
        if let Some(repetition) = self.board.repetition()
            && (repetition.since <= ply || repetition.count >= 4)
        {
            return Some(match repetition.perpetual {
                None => Value::ZERO,
                Some(checker) if checker == pos.side_to_move() => -Value::MAX_EVAL,
                Some(_) => Value::MAX_EVAL,
            });
        }
        if pos.move_number() > self.draw_after && pos.has_legal_move() {
            return Some(Value::ZERO);
        }
        if ply >= MAX_PLY {
            return Some(self.eval.evaluate(&self.states[ply], pos));
        }
        let alpha = alpha.max(Value::mated_in(ply as u16));
        let beta = beta.min(Value::mate_in(ply as u16 + 1));
        if alpha >= beta {
            return Some(alpha);
        }
        if depth <= 0 {
            return Some(self.eval.evaluate(&self.states[ply], pos));
        }
        let mut at = Trying { depth, ply, open, alpha, beta, best: -Value::INFINITE };
        self.try_moves(&mut at)?;
        Some(if at.best == -Value::INFINITE { Value::mated_in(ply as u16) } else { at.best })
    }

    /// Tries the moves of a node stage by stage, until one cuts.
    fn try_moves(&mut self, at: &mut Trying) -> Option<()> {
        if self.board.in_check() {
            self.make_evasions(at.ply);
            self.try_sorted(at, false)?;
            return Some(());
        }
        self.make_captures(at.ply);
        self.buffers[at.ply].losing.clear();
        if self.try_sorted(at, true)? {
            return Some(());
        }
        self.make_quiets(at.ply);
        if self.try_sorted(at, false)? {
            return Some(());
        }
        for i in 0..self.buffers[at.ply].losing.len() {
            if self.take(self.buffers[at.ply].losing[i], at)? {
                break;
            }
        }
        Some(())
    }

    fn make_evasions(&mut self, ply: usize) {
        self.list.clear();
        movegen::legal_with(self.board.position(), self.board.checks(), &mut self.list);
        self.sort(
            ply,
            |pos, values, mv| {
                if pos.piece_at(mv.to()).is_some() { 1 << 28 | gain(pos, values, mv) } else { 0 }
            },
        );
    }

    fn make_captures(&mut self, ply: usize) {
        self.list.clear();
        movegen::captures(self.board.position(), self.board.checks(), &mut self.list);
        self.add_promotions();
        self.sort(ply, gain);
    }

    fn make_quiets(&mut self, ply: usize) {
        self.list.clear();
        movegen::quiets(self.board.position(), self.board.checks(), &mut self.list);
        let (pos, values) = (self.board.position(), &self.values);
        self.list.retain(|mv| !mv.is_promotion() || promotion(pos, values, mv) < 200);
        self.sort(ply, |_, _, _| 0);
    }

    /// Tries the sorted moves of a ply; losing ones are put off if `sift`. Returns whether one of them cut.
    fn try_sorted(&mut self, at: &mut Trying, sift: bool) -> Option<bool> {
        for i in 0..self.buffers[at.ply].keys.len() {
            let Some(mv) = Move::from_bits(self.buffers[at.ply].keys[i] as u16 ^ u16::MAX) else { continue };
            if sift && loses(self.board.position(), &self.values, mv) {
                self.buffers[at.ply].losing.push(mv);
                continue;
            }
            if self.take(mv, at)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Tries a move; returns whether it cut.
    fn take(&mut self, mv: Move, at: &mut Trying) -> Option<bool> {
        let value = self.try_move(mv, at.depth, at.ply, at.best == -Value::INFINITE, at.alpha, at.beta)?;
        at.best = at.best.max(value);
        if value > at.alpha {
            at.alpha = value;
            if at.open {
                self.extend_pv(at.ply, mv);
            }
        }
        Some(at.alpha >= at.beta)
    }

    fn extend_pv(&mut self, ply: usize, mv: Move) {
        if let [here, below, ..] = &mut self.buffers[ply..] {
            here.pv.clear();
            here.pv.push(mv);
            here.pv.extend_from_slice(&below.pv);
        }
    }

    fn add_promotions(&mut self) {
        let (pos, checks) = (self.board.position(), self.board.checks());
        let us = pos.side_to_move();
        let (zone, empty) = (Bitboard::far_ranks(us, 3), !pos.occupied());
        for kind in PieceKind::HAND {
            if self.values.promotion(kind) < 200 {
                continue;
            }
            for from in pos.of(us, kind) {
                let Some(piece) = pos.piece_at(from) else { continue };
                let reach = if zone.contains(from) { empty } else { empty & zone };
                for to in attacks::attacks(piece, from, pos.occupied()) & reach {
                    let mv = Move::promoting(from, to);
                    if !checks.pinned.contains(from) || pos.is_legal(mv) {
                        self.list.push(mv);
                    }
                }
            }
        }
    }

    fn sort(&mut self, ply: usize, score: impl Fn(&Position, &PieceValues, Move) -> i32) {
        let keys = &mut self.buffers[ply].keys;
        keys.clear();
        for mv in &self.list {
            let score = (score(self.board.position(), &self.values, mv) + (1 << 29)) as u64;
            keys.push(score << 16 | u64::from(!mv.bits()));
        }
        keys.sort_unstable_by(|a, b| b.cmp(a));
    }
}

fn promotion(pos: &Position, values: &PieceValues, mv: Move) -> i32 {
    match mv.from().and_then(|from| pos.piece_at(from)) {
        Some(piece) if mv.is_promotion() => values.promotion(piece.kind()),
        _ => 0,
    }
}

/// Whether the exchange that a tactical move begins loses; most need not be counted.
fn loses(pos: &Position, values: &PieceValues, mv: Move) -> bool {
    let won = pos.piece_at(mv.to()).map_or(0, |piece| values.exchange(piece.kind()));
    let Some(piece) = mv.from().and_then(|from| pos.piece_at(from)) else { return false };
    let (gain, risk) = match piece.kind().promoted() {
        Some(promoted) if mv.is_promotion() => {
            (won + values.promotion(piece.kind()), values.exchange(promoted))
        }
        _ => (won, values.exchange(piece.kind())),
    };
    let most = PieceKind::HAND.into_iter().map(|kind| values.promotion(kind)).max().unwrap_or(0);
    gain < risk + most && see::see(pos, mv, values) < 0
}

fn gain(pos: &Position, values: &PieceValues, mv: Move) -> i32 {
    let won = pos.piece_at(mv.to()).map_or(0, |piece| values.exchange(piece.kind()));
    let mover = mv.from().and_then(|from| pos.piece_at(from)).map_or(0, |piece| values.board[piece.kind()]);
    won + promotion(pos, values, mv) - mover / 16
}
