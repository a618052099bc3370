//! [`Bonus`]: how much a finished node teaches a history.

use crate::depth::Depth;

/// What the best move of a finished node gains in a history; the moves tried in vain before it lose as much.
///
/// `per_ply × depth − less`, with the depth in whole plies (1 to 32), at least 1 and at most `most`. Nodes
/// near the root are few and dear, so that what they teach counts for more. Stockfish (2026) has 121 × depth − 77, at most
/// 1,633.
///
/// ```
/// use komadai_search::Depth;
/// use komadai_search::memory::Bonus;
///
/// let bonus = Bonus::default();
/// assert_eq!([1, 4, 20].map(|plies| bonus.at(Depth::plies(plies))), [80, 560, 1_600]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bonus {
    /// Factor of the depth.
    pub per_ply: i32,
    /// Subtracted.
    pub less: i32,
    /// The largest bonus.
    pub most: i32,
    /// What the last move gains, if it was a quiet one and no reply to it reached alpha: percent of the bonus.
    pub unrefuted: i32,
}

impl Default for Bonus {
    /// 160 × depth − 80, at most 1,600, and all of it for a move without a refutation.
    fn default() -> Self {
        Self { per_ply: 160, less: 80, most: 1_600, unrefuted: 100 }
    }
}

impl Bonus {
    /// The bonus at a node with this budget.
    pub fn at(&self, depth: Depth) -> i32 {
        let plies = depth.whole_plies().clamp(1, 32);
        (plies * self.per_ply - self.less).clamp(1, self.most.max(1))
    }
}
