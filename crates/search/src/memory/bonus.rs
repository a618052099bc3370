//! [`Bonus`]: how much a finished node teaches a history.

use crate::depth::Depth;
use crate::parameters::parameters;

parameters! {
    /// What the best move of a finished node gains in a history; the moves tried in vain before it lose as much.
    ///
    /// `per_ply × depth − less`, with the depth in whole plies (1 to 32), at least 1 and at most `most`. Nodes
    /// near the root are few and dear, so that what they teach counts for more. Stockfish (2026) has 121 × depth − 77, at most
    /// 1,633. The default is 160 × depth − 80, at most 1,600, and all of it for a move without a refutation.
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
        pub per_ply: i32 = 160,
        /// Subtracted.
        pub less: i32 = 80,
        /// The largest bonus.
        pub most: i32 = 1_600,
        /// What the last move gains, if it was a quiet one and no reply to it reached alpha: percent of the bonus.
        pub unrefuted: i32 = 100,
    }
}

impl Bonus {
    /// The bonus at a node with this budget.
    pub fn at(&self, depth: Depth) -> i32 {
        let plies = depth.whole_plies().clamp(1, 32);
        (plies * self.per_ply - self.less).clamp(1, self.most.max(1))
    }
}
