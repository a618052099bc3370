//! Beyond the leaves: one exchange search for all elements.
//!
//! This is where paper 002 saves: quiescence and the making of moves take most of the time, and here all elements share
//! them. The search is that of [`Searcher`](crate::Searcher), with a window that covers what every element asks.

use komadai_core::{Evaluator, Value, movegen};

use super::lanes::{self, Lanes};
use super::noise::{heard, window};
use super::tree::Tree;
use crate::depth::Depth;
use crate::engine::picker::Scope;
use crate::memory::MoveMemory;
use crate::node::{MAX_PLY, Span};
use crate::options::{Leaf, Quiescence};

impl<E: Evaluator, K: MoveMemory, const N: usize> Tree<'_, E, K, N> {
    /// Values of a leaf: that of quiescence, each element's noise added. Lanes with `alpha >= beta` mean nothing.
    pub(super) fn leaf(&mut self, alpha: Lanes<N>, beta: Lanes<N>) -> Option<Lanes<N>> {
        let noise = self.numbers.lanes(self.first, self.worker.board.position().key());
        let value = match self.worker.options.leaf {
            Leaf::Static => self.worker.evaluate(),
            Leaf::Quiescence(rules) => {
                let (low, high) = window(alpha, beta, noise);
                self.quiescence(rules, 0, lanes::value(low), lanes::value(high))?
            }
        };
        Some(heard(value, noise))
    }

    /// Value after exchanges; `steps` plies have gone into them so far.
    fn quiescence(&mut self, rules: Quiescence, steps: u32, mut alpha: Value, beta: Value) -> Option<Value> {
        let ply = self.worker.ply;
        let in_check = self.worker.board.in_check();
        if ply >= MAX_PLY || steps >= rules.max_plies || in_check && steps >= rules.evasion_plies {
            return Some(self.worker.evaluate());
        }
        if steps < rules.mate_plies && !in_check {
            let mate = movegen::mate_in_one(self.worker.board.position(), self.worker.board.checks());
            if mate.is_some() {
                return Some(Value::mate_in(ply as u16 + 1));
            }
        }
        let mut best = Value::mated_in(ply as u16);
        if !in_check {
            best = self.worker.evaluate();
            if best >= beta {
                return Some(best);
            }
            alpha = alpha.max(best);
        }
        self.worker.frames[ply].tried.clear();
        self.worker.frames[ply].picker.start_plain(in_check, Scope::Tactical);
        let mut quiet_answers = 0;
        while let Some(mv) = self.next_move(|| Span::new(Depth::ZERO, alpha, beta, false)) {
            if in_check {
                let quiet = self.worker.board.position().piece_at(mv.to()).is_none();
                if steps > 0 && best >= -Value::MAX_EVAL && quiet {
                    quiet_answers += 1;
                    if quiet_answers > rules.quiet_answers {
                        continue;
                    }
                }
            } else if steps >= rules.recaptures_from
                && self.worker.board.last_move().is_some_and(|last| last.to() != mv.to())
            {
                continue;
            }
            self.worker.advance(mv)?;
            let value = self.quiescence(rules, steps + 1, -beta, -alpha);
            self.worker.retreat();
            let value = -value?;
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        Some(best)
    }
}
