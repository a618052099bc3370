//! A cook: where, which check, of what kind.

use komadai_core::Move;

use super::kind::CookKind;
use crate::bounded::length::Length;

/// Unintended solution (余詰) or blemish (キズ): a check that mates beside the author's line, with those that are like it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cook {
    /// Number of moves of the line before it.
    pub ply: usize,
    /// The check.
    pub mv: Move,
    /// Further checks in its place that are alike: of the same kind and length, back on the line at the same ply; of other
    /// solutions those with the same piece, or the same kind of piece from hand.
    pub also: Vec<Move>,
    /// Its kind.
    pub kind: CookKind,
    /// Plies to mate, the check included.
    pub length: Length,
    /// Number of moves of the line at the position in which it comes back; `None` if it does not.
    pub rejoins: Option<usize>,
}
