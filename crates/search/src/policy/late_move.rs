//! Late move reductions: moves tried late are searched less deep, and again if they raise alpha.

use komadai_core::Move;

use super::DepthPolicy;
use super::forward::{around, forward_policy};
use crate::depth::Depth;
use crate::memory::SCORE_PER_PLY;
use crate::node::Node;

around! {
    /// Late move reductions around any policy: quiet moves cost more the later they are tried.
    ///
    /// The surcharge is `scale × log2 depth × log2 (order + 1)`, both logarithms with six binary places, adjusted by
    /// what else is known of node and move. Engines multiply natural logarithms of both (sunfish4, Stockfish) with a
    /// factor near 0.45 plies. Logarithms are integers here, so that node counts do not depend on a floating-point
    /// library. Captures, promotions and answers to checks keep their cost.
    ///
    /// Not value-preserving: a quiet move whose point lies beyond the reduced depth is missed.
    ///
    /// ```
    /// use komadai_eval::Material;
    /// use komadai_search::{History, LateMove, PlainDepth, Searcher};
    ///
    /// let searcher = Searcher::new(Material::default())
    ///     .memory(History::default())
    ///     .depth_policy(LateMove::around(PlainDepth::default()));
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct LateMove<D> {
        /// The wrapped policy.
        pub inner: D,
        /// No surcharge before this many moves have been searched.
        pub from_order: usize = 2,
        /// No surcharge with less budget than this.
        pub from_depth: Depth = Depth::plies(2),
        /// The factor, in budget for one doubling of depth and order each.
        pub scale: Depth = Depth::from_units(24),
        /// Added to every surcharge.
        pub base: Depth = Depth::from_units(16),
        /// Added where a cut is expected ([`Node::cut_node`]): the later moves of such a node seldom matter.
        pub cut_node: Depth = Depth::from_units(56),
        /// Added if the evaluation has not risen since this side moved last.
        pub falling: Depth = Depth::from_units(32),
        /// Subtracted with an open window.
        pub open: Depth = Depth::from_units(64),
        /// The least budget that a reduction leaves after the move, unless the move alone leaves less: no move is
        /// reduced into quiescence (Stockfish: one ply).
        pub least: Depth = Depth::PLY,
        /// Score of a quiet move ([`Node::score`]) that is worth one ply less reduction; a negative score reduces more,
        /// and two plies are the most either way (as Stockfish uses its histories). 0: scores do not matter.
        pub score_per_ply: i32 = SCORE_PER_PLY,
    }
}

impl<D> LateMove<D> {
    #[inline]
    fn surcharge(&self, at: &Node<'_>, mv: Move, order: usize, cost: Depth) -> Depth {
        if order < self.from_order || at.depth < self.from_depth || at.in_check || !at.is_quiet(mv) {
            return Depth::ZERO;
        }
        let depth = log2(at.depth.units() as u32) - log2(Depth::UNITS as u32);
        let product = depth * log2(order as u32 + 1) / (Depth::UNITS * Depth::UNITS / 64);
        let mut more = self.base.units() + self.scale.units() * product / 64;
        if at.cut_node {
            more += self.cut_node.units();
        }
        if !at.improving {
            more += self.falling.units();
        }
        if at.is_pv() {
            more -= self.open.units();
        }
        if self.score_per_ply > 0 {
            let score = i64::from(at.score) * i64::from(Depth::UNITS) / i64::from(self.score_per_ply);
            more -= score.clamp(-128, 128) as i32;
        }
        let most = at.depth - cost - self.least;
        Depth::from_units(more.min(most.units()).max(0))
    }
}

/// Binary logarithm in 1/64, linear between powers of two (at most 0.09 too small); 0 for 0.
#[inline]
fn log2(x: u32) -> i32 {
    let whole = x.max(1).ilog2();
    let rest = ((x.max(1) << (31 - whole)) << 1) >> 26;
    (whole * 64 + rest) as i32
}

impl<D: DepthPolicy> DepthPolicy for LateMove<D> {
    #[inline]
    fn cost(&self, at: &Node<'_>, mv: Move, order: usize) -> Depth {
        let cost = self.inner.cost(at, mv, order);
        cost + self.surcharge(at, mv, order, cost)
    }

    #[inline]
    fn research_cost(&self, at: &Node<'_>, mv: Move, cost: Depth) -> Depth {
        let plain = self.inner.cost(at, mv, at.tried.len());
        self.inner.research_cost(at, mv, cost.min(plain))
    }

    forward_policy!(allow_in_quiescence, admits_recalled, wants_quiets, singular_extension, iid, iir in self { outer => outer.inner });
}
