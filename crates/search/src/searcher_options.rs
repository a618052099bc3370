//! The settings of a [`Searcher`] that fill no socket: leaves, windows, lines, draws, rules of move ordering.

use komadai_core::{PieceValues, Value};

use crate::options::{Leaf, OptionError};
use crate::searcher::Searcher;
use crate::time_management::TimeManagement;

impl<E, D, P, K, T, M, O> Searcher<E, D, P, K, T, M, O> {
    /// Sets what happens where the budget ends: quiescence, or the evaluation at once.
    pub fn leaf(mut self, leaf: Leaf) -> Self {
        self.options.leaf = leaf;
        self
    }

    /// Whether the table may answer only with values of exactly the wanted budget; off by default. With a table alone, a
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

    /// Whether memories learn from a cut by the table as from one by a search, if its move is quiet; off by default.
    pub fn table_lessons(mut self, on: bool) -> Self {
        self.options.table_lessons = on;
        self
    }

    /// Sets the piece values by which exchanges are counted.
    pub fn piece_values(mut self, values: PieceValues) -> Self {
        self.options.tactics.values = values;
        self
    }

    /// Whether captures that lose by exchange come after the quiet moves; on by default. Quiescence leaves them out anyway.
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

    /// Sets the least gain, by piece values, of promotions tried with the captures; 200 by default: all but the silver's.
    pub fn least_promotion(mut self, gain: i32) -> Self {
        self.options.tactics.least_promotion = gain;
        self
    }

    /// Sets how many best moves get a line and an exact value of their own (`MultiPV`); 1 by default.
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

    /// Sets the aspiration window: half its width, around the value of the iteration before. By default the window is open.
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

    /// Sets how the soft limit of time is stretched and shortened; without [`Limits::soft_time`](crate::Limits::soft_time) it
    /// changes nothing.
    pub fn time_management(mut self, rule: TimeManagement) -> Self {
        self.options.time = rule;
        self
    }
}
