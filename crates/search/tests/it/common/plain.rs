//! Searches without any cleverness, written for these tests and nothing else: plain negamax, plain quiescence,
//! and an alpha-beta that tries moves in the order the library promises.

use komadai_core::{Evaluator, Move, PieceValues, Position, Tracked, Value, see};
use komadai_search::Quiescence;

use super::Material;

pub(crate) struct Plain {
    pub(crate) eval: Material,
    /// Whether answers to checks cost nothing.
    pub(crate) extension: bool,
    /// How far quiescence goes; `None`: leaves are evaluated.
    pub(crate) quiescence: Option<Quiescence>,
    /// Nodes that negamax and quiescence may still visit; at 0 their values mean nothing.
    pub(crate) budget: u64,
    /// Moves played by [`Plain::alpha_beta`].
    pub(crate) nodes: u64,
}

impl Plain {
    pub(crate) fn new(eval: Material) -> Plain {
        Plain { eval, extension: false, quiescence: None, budget: u64::MAX, nodes: 0 }
    }

    fn evaluate(&self, pos: &Position) -> Value {
        self.eval.evaluate(&self.eval.fresh(pos), pos)
    }

    fn cost(&self, board: &Tracked) -> i32 {
        i32::from(!(self.extension && board.in_check()))
    }

    /// A first return to a position of the search, as documented.
    fn repeated(board: &Tracked, ply: usize) -> Option<Value> {
        let repetition = board.repetition()?;
        if repetition.since > ply && repetition.count < 4 {
            return None;
        }
        Some(match repetition.perpetual {
            None => Value::ZERO,
            Some(checker) if checker == board.position().side_to_move() => -Value::MAX_EVAL,
            Some(_) => Value::MAX_EVAL,
        })
    }

    pub(crate) fn negamax(&mut self, board: &mut Tracked, depth: i32, ply: usize) -> Value {
        self.budget = self.budget.saturating_sub(1);
        if self.budget == 0 {
            return Value::ZERO;
        }
        if ply > 0
            && let Some(value) = Self::repeated(board, ply)
        {
            return value;
        }
        if depth <= 0 {
            return match self.quiescence {
                None => self.evaluate(board.position()),
                Some(rules) => self.quiet(board, rules, 0, ply),
            };
        }
        let mut best = Value::mated_in(ply as u16);
        let below = depth - self.cost(board);
        for mv in &board.position().legal_moves() {
            board.do_move(mv);
            best = best.max(-self.negamax(board, below, ply + 1));
            board.undo();
        }
        best
    }

    /// Stand pat or a tactical move; every answer to a check.
    pub(crate) fn quiet(&mut self, board: &mut Tracked, rules: Quiescence, steps: u32, ply: usize) -> Value {
        self.budget = self.budget.saturating_sub(1);
        if self.budget == 0 {
            return Value::ZERO;
        }
        let in_check = board.in_check();
        if steps >= rules.max_plies || in_check && steps >= rules.evasion_plies {
            return self.evaluate(board.position());
        }
        let mut best = if in_check { Value::mated_in(ply as u16) } else { self.evaluate(board.position()) };
        for mv in &board.position().legal_moves() {
            let pos = board.position();
            let wins = tactical(pos, mv) && see::see(pos, mv, &PieceValues::default()) >= 0;
            if !in_check && !wins {
                continue;
            }
            board.do_move(mv);
            best = best.max(-self.quiet(board, rules, steps + 1, ply + 1));
            board.undo();
        }
        best
    }

    /// Fixed depth, evaluated leaves, null windows after the first move: the shape of a searcher without sockets.
    pub(crate) fn alpha_beta(
        &mut self,
        board: &mut Tracked,
        depth: i32,
        ply: usize,
        alpha: Value,
        beta: Value,
    ) -> Value {
        let (mut alpha, mut beta) = (alpha, beta);
        if ply > 0 {
            if let Some(value) = Self::repeated(board, ply) {
                return value;
            }
            alpha = alpha.max(Value::mated_in(ply as u16));
            beta = beta.min(Value::mate_in(ply as u16 + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        if depth <= 0 {
            return self.evaluate(board.position());
        }
        let moves = in_order(board);
        if moves.is_empty() {
            return Value::mated_in(ply as u16);
        }
        let mut best = -Value::INFINITE;
        for (i, mv) in moves.into_iter().enumerate() {
            let value = self.try_move(board, mv, depth, ply, i == 0, alpha, beta);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    #[allow(clippy::too_many_arguments, reason = "a test writes the recursion out")]
    fn try_move(
        &mut self,
        board: &mut Tracked,
        mv: Move,
        depth: i32,
        ply: usize,
        first: bool,
        alpha: Value,
        beta: Value,
    ) -> Value {
        let next = alpha + Value::from_cp(1);
        self.nodes += 1;
        board.do_move(mv);
        let mut value = if first {
            -self.alpha_beta(board, depth - 1, ply + 1, -beta, -alpha)
        } else {
            -self.alpha_beta(board, depth - 1, ply + 1, -next, -alpha)
        };
        if !first && value > alpha && value < beta && next < beta {
            value = -self.alpha_beta(board, depth - 1, ply + 1, -beta, -alpha);
        }
        board.undo();
        value
    }

    /// Iterative deepening: the best move of an iteration comes first in the next.
    pub(crate) fn iterate(&mut self, pos: &Position, depth: i32) -> Value {
        let mut board = Tracked::new(pos.clone());
        let mut moves: Vec<Move> = pos.legal_moves().into_iter().collect();
        let mut value = -Value::INFINITE;
        for depth in 1..=depth {
            let (mut alpha, mut best) = (-Value::INFINITE, 0);
            for (i, &mv) in moves.iter().enumerate() {
                let value = self.try_move(&mut board, mv, depth, 0, i == 0, alpha, Value::INFINITE);
                if value > alpha {
                    (alpha, best) = (value, i);
                }
            }
            moves[..=best].rotate_right(1);
            value = alpha;
        }
        value
    }
}

/// Whether a move takes something or is a promotion that gains 200 or more.
fn tactical(pos: &Position, mv: Move) -> bool {
    pos.piece_at(mv.to()).is_some() || promotion_gain(pos, mv) >= 200
}

fn promotion_gain(pos: &Position, mv: Move) -> i32 {
    match mv.from().and_then(|from| pos.piece_at(from)) {
        Some(piece) if mv.is_promotion() => PieceValues::default().promotion(piece.kind()),
        _ => 0,
    }
}

fn gain(pos: &Position, mv: Move) -> i32 {
    let values = PieceValues::default();
    let won = pos.piece_at(mv.to()).map_or(0, |piece| values.exchange(piece.kind()));
    let mover = mv.from().and_then(|from| pos.piece_at(from)).map_or(0, |piece| values.board[piece.kind()]);
    won + promotion_gain(pos, mv) - mover / 16
}

/// Tactical moves that do not lose, best gain first; quiet moves; the others. In check: captures by gain, then the rest.
/// Equal ones by their number.
fn in_order(board: &Tracked) -> Vec<Move> {
    let pos = board.position();
    let mut list = komadai_core::MoveList::new();
    if board.in_check() {
        board.legal_moves(&mut list);
        let (mut takes, mut rest): (Vec<_>, Vec<_>) =
            list.into_iter().partition(|mv| pos.piece_at(mv.to()).is_some());
        takes.sort_by_key(|&mv| (-gain(pos, mv), mv.bits()));
        rest.sort_by_key(|mv| mv.bits());
        return [takes, rest].concat();
    }
    board.legal_moves(&mut list);
    let (mut tacticals, mut rest): (Vec<_>, Vec<_>) = list.into_iter().partition(|&mv| tactical(pos, mv));
    tacticals.sort_by_key(|&mv| (-gain(pos, mv), mv.bits()));
    rest.sort_by_key(|mv| mv.bits());
    let values = PieceValues::default();
    let (good, losing): (Vec<_>, Vec<_>) =
        tacticals.into_iter().partition(|&mv| see::see(pos, mv, &values) >= 0);
    [good, rest, losing].concat()
}
