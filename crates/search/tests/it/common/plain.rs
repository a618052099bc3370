//! Simple searches, written only for these tests: plain negamax and plain quiescence.

use komadai_core::{Evaluator, Key, Move, PieceValues, Position, Tracked, Value, see};
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
}

impl Plain {
    pub(crate) fn new(eval: Material) -> Plain {
        Plain { eval, extension: false, quiescence: None, budget: u64::MAX }
    }

    fn evaluate(&self, pos: &Position) -> Value {
        self.eval.evaluate(&self.eval.fresh(pos), pos)
    }

    fn cost(&self, board: &Tracked) -> i32 {
        i32::from(!(self.extension && board.in_check()))
    }

    /// The value of a repetition, where a first return to a position of the search counts, as documented.
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
        self.values(board, depth, ply, &|value, _| [value])[0]
    }

    /// Plain negamax by `N` players, who turn the value of a leaf, with the key of its position, into values of their own.
    pub(crate) fn values<const N: usize>(
        &mut self,
        board: &mut Tracked,
        depth: i32,
        ply: usize,
        heard: &dyn Fn(Value, Key) -> [Value; N],
    ) -> [Value; N] {
        self.budget = self.budget.saturating_sub(1);
        if self.budget == 0 {
            return [Value::ZERO; N];
        }
        if ply > 0
            && let Some(value) = Self::repeated(board, ply)
        {
            return [value; N];
        }
        if depth <= 0 {
            let value = match self.quiescence {
                None => self.evaluate(board.position()),
                Some(rules) => self.quiet(board, rules, 0, ply),
            };
            return heard(value, board.position().key());
        }
        let mut best = [Value::mated_in(ply as u16); N];
        let below = depth - self.cost(board);
        for mv in &board.position().legal_moves() {
            board.do_move(mv);
            let values = self.values(board, below, ply + 1, heard);
            board.undo();
            best = core::array::from_fn(|i| best[i].max(-values[i]));
        }
        best
    }

    /// Stand pat or a tactical move; every answer to a check.
    fn quiet(&mut self, board: &mut Tracked, rules: Quiescence, steps: u32, ply: usize) -> Value {
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
}

/// Whether a move takes something or is a promotion that gains 200 or more.
fn tactical(pos: &Position, mv: Move) -> bool {
    let piece = mv.from().and_then(|from| pos.piece_at(from)).filter(|_| mv.is_promotion());
    let gain = piece.map_or(0, |piece| PieceValues::default().promotion(piece.kind()));
    pos.piece_at(mv.to()).is_some() || gain >= 200
}
