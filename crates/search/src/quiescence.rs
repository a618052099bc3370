//! Beyond the leaves: captures until the position is quiet, so that no exchange is judged half done.
//!
//! Used alone ([`Searcher::quiescence`](crate::Searcher::quiescence)) it is the capture-exchange search by which
//! paper 001 tells quiet moves from others \[R6\].

use komadai_core::{Evaluator, MateSolver, Value};

use crate::memory::MoveMemory;
use crate::observe::Observer;
use crate::policy::DepthPolicy;
use crate::pruning::ForwardPruning;
use crate::table::TranspositionTable;
use crate::worker::{Span, Worker, node};
use crate::{Depth, MAX_PLY};

/// What happens where the budget ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// The evaluation is believed as it is: the plain tree of a textbook, for tests and for measuring the rest.
    Static,
    /// Exchanges are searched to their end.
    Quiescence(Quiescence),
}

impl Default for Leaf {
    fn default() -> Self {
        Leaf::Quiescence(Quiescence::default())
    }
}

/// How far exchanges are followed.
///
/// A side that is not in check may stop at any time and take the evaluation (stand pat), or try a capture or a
/// promotion that by static exchange does not lose. A side in check tries every answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quiescence {
    /// After so many plies the evaluation is believed.
    pub max_plies: u32,
    /// For so many plies a check is answered by every legal move; later the evaluation is believed even in
    /// check. Captures that give check could otherwise drag whole trees along.
    pub evasion_plies: u32,
}

impl Default for Quiescence {
    fn default() -> Self {
        Quiescence { max_plies: 16, evasion_plies: 6 }
    }
}

impl<E, D, P, K, T, M, O> Worker<'_, E, D, P, K, T, M, O>
where
    E: Evaluator,
    D: DepthPolicy,
    P: ForwardPruning,
    K: MoveMemory,
    T: TranspositionTable,
    M: MateSolver,
    O: Observer,
{
    /// Step 3 of the recursion.
    #[inline]
    pub(crate) fn leaf(&mut self, span: Span) -> Option<Value> {
        match self.rules.options.leaf {
            Leaf::Static => Some(self.evaluate()),
            Leaf::Quiescence(rules) => self.quiescence(span, rules, 0),
        }
    }

    /// Value after exchanges; `steps` plies have gone into them so far.
    fn quiescence(&mut self, mut span: Span, rules: Quiescence, steps: u32) -> Option<Value> {
        let ply = self.ply;
        self.begin();
        if steps > 0 {
            self.notes.observer.enter(&node!(self, span));
        }
        let in_check = self.board.in_check();
        if ply >= MAX_PLY || steps >= rules.max_plies || in_check && steps >= rules.evasion_plies {
            return Some(self.evaluate());
        }

        let mut best = if in_check {
            Value::mated_in(ply as u16)
        } else {
            let value = self.evaluate();
            if value >= span.beta {
                return Some(value);
            }
            span.alpha = span.alpha.max(value);
            value
        };
        self.frames[ply].picker.start_tactical(in_check);
        while let Some(mv) = self.next_move(span, false) {
            if !in_check && !self.rules.depth.admits(&node!(self, span), mv) {
                continue;
            }
            self.advance(mv)?;
            let below = Span {
                depth: span.depth - Depth::PLY,
                alpha: -span.beta,
                beta: -span.alpha,
                static_value: None,
            };
            let value = self.quiescence(below, rules, steps + 1);
            self.retreat();
            let value = -value?;
            self.tried(mv);
            if value > best {
                best = value;
                if value > span.alpha {
                    span.alpha = value;
                    self.extend_pv(ply, mv);
                    if value >= span.beta {
                        break;
                    }
                }
            }
        }
        Some(best)
    }
}
