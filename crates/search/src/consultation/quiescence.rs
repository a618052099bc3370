//! Beyond the leaves: one exchange search for all elements.
//!
//! This is where paper 002 saves: quiescence and the making of moves take most of the time, and here all elements share
//! them. The search is that of [`Searcher`](crate::Searcher), with a window that covers what every element asks.

use komadai_core::{Evaluator, Value};

use super::noise::{heard, window};
use super::tree::Tree;
use super::lanes::{self, Lanes};
use crate::memory::MoveMemory;
use crate::quiescence::{Leaf, Quiescence};
use crate::MAX_PLY;

impl<E: Evaluator, K: MoveMemory, const N: usize> Tree<'_, E, K, N> {
    /// Values of a leaf: that of quiescence, each element's noise added. Lanes with `alpha >= beta` mean nothing.
    pub(super) fn leaf(&mut self, alpha: Lanes<N>, beta: Lanes<N>) -> Option<Lanes<N>> {
        let noise = self.settings.noise.lanes(self.settings.first, self.board.position().key());
        let value = match self.settings.leaf {
            Leaf::Static => self.evaluate(),
            Leaf::Quiescence(rules) => {
                let (low, high) = window(alpha, beta, noise);
                self.quiescence(rules, 0, lanes::value(low), lanes::value(high))?
            }
        };
        Some(heard(value, noise))
    }

    /// Value after exchanges; `steps` plies have gone into them so far.
    fn quiescence(&mut self, rules: Quiescence, steps: u32, mut alpha: Value, beta: Value) -> Option<Value> {
        let ply = self.ply;
        let in_check = self.board.in_check();
        if ply >= MAX_PLY || steps >= rules.max_plies || in_check && steps >= rules.evasion_plies {
            return Some(self.evaluate());
        }
        let mut best = if in_check {
            Value::mated_in(ply as u16)
        } else {
            let value = self.evaluate();
            if value >= beta {
                return Some(value);
            }
            alpha = alpha.max(value);
            value
        };
        self.frames[ply].tried.clear();
        self.frames[ply].picker.start_tactical(in_check);
        while let Some(mv) = self.next_move(alpha, beta, false) {
            self.advance(mv)?;
            let value = self.quiescence(rules, steps + 1, -beta, -alpha);
            self.retreat();
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
