//! Ends of games inside the search: repetition, superior repetition, limit of moves.

use komadai_core::{Dominance, Value};

use crate::sockets::Sockets;
use crate::worker::Worker;

/// The value of a position that comes again with more pieces in hand: below any mate or perpetual check, above any
/// material.
const SUPERIOR: Value = Value::from_cp(28_000);

impl<S: Sockets> Worker<'_, S> {
    /// The value of a game that is over by repetition or by number of moves.
    ///
    /// The first return to a position of this search counts as the fourth: a side that could gain by going round
    /// once more can do so later. A position that only the game before the root has seen counts as the rules say.
    #[inline]
    pub(crate) fn ended(&self) -> Option<Value> {
        if let Some(repetition) = self.board.repetition()
            && (repetition.since <= self.ply || repetition.count >= 4)
        {
            return Some(match repetition.perpetual {
                None => self.draw(),
                Some(checker) if checker == self.board.position().side_to_move() => -Value::MAX_EVAL,
                Some(_) => Value::MAX_EVAL,
            });
        }
        if self.rules.options.superior
            && let Some(dominance) = self.board.history().dominance(self.ply)
        {
            return Some(match dominance {
                Dominance::Superior => SUPERIOR,
                Dominance::Inferior => -SUPERIOR,
            });
        }
        // A mate by the last move that is allowed still counts.
        if self.board.position().move_number() > self.watch.draw_after()
            && (!self.board.in_check() || self.board.position().has_legal_move())
        {
            return Some(self.draw());
        }
        None
    }

    /// A draw, worth [`Options::draw`] to the side to move at the root.
    fn draw(&self) -> Value {
        if self.ply.is_multiple_of(2) { self.rules.options.draw } else { -self.rules.options.draw }
    }
}
