//! Late move reductions: moves tried late are searched less deep, and again if they surprise.

use komadai_core::Move;

use super::DepthPolicy;
use crate::{Depth, Node, Probe};

/// Any policy, with quiet moves made dearer the later they are tried.
///
/// The surcharge is `scale × ⌊log2 depth⌋ × ⌊log2 (order + 1)⌋`. Engines multiply natural logarithms of both
/// (sunfish4, Stockfish) with a factor near 0.45 plies; whole binary logarithms say nearly the same in
/// integers, so that node counts do not hang on a floating-point library. Captures, promotions and answers to
/// checks keep their cost.
///
/// Not value-preserving: a quiet move whose point lies beyond the reduced depth is missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateMove<D> {
    /// The policy below.
    pub inner: D,
    /// No surcharge before this many moves have been searched.
    pub from_order: usize,
    /// No surcharge with less budget than this.
    pub from_depth: Depth,
    /// The factor, in budget for one doubling of depth and order each.
    pub scale: Depth,
}

impl<D> LateMove<D> {
    /// Around `inner`, with the defaults.
    pub fn around(inner: D) -> Self {
        Self { inner, from_order: 3, from_depth: Depth::plies(2), scale: Depth::from_units(14) }
    }

    #[inline]
    fn surcharge(&self, at: &Node<'_>, mv: Move, order: usize) -> Depth {
        if order < self.from_order || at.depth < self.from_depth || at.in_check {
            return Depth::ZERO;
        }
        if mv.is_promotion() || at.is_capture(mv) {
            return Depth::ZERO;
        }
        let depth = at.depth.whole_plies().max(1).ilog2() as i32;
        let order = (order + 1).ilog2() as i32;
        Depth::from_units(self.scale.units().saturating_mul(depth * order))
    }
}

impl<D: Default> Default for LateMove<D> {
    fn default() -> Self {
        Self::around(D::default())
    }
}

impl<D: DepthPolicy> DepthPolicy for LateMove<D> {
    #[inline]
    fn cost(&self, at: &Node<'_>, mv: Move, order: usize) -> Depth {
        self.inner.cost(at, mv, order) + self.surcharge(at, mv, order)
    }

    #[inline]
    fn recost(&self, at: &Node<'_>, mv: Move, cost: Depth) -> Depth {
        let plain = self.inner.cost(at, mv, at.tried.len());
        self.inner.recost(at, mv, cost.min(plain))
    }

    #[inline]
    fn admits(&self, at: &Node<'_>, mv: Move) -> bool {
        self.inner.admits(at, mv)
    }

    #[inline]
    fn wants_quiets(&self, at: &Node<'_>) -> bool {
        self.inner.wants_quiets(at)
    }

    #[inline]
    fn spare<P: Probe>(&self, probe: &mut P, mv: Move) -> Depth {
        self.inner.spare(probe, mv)
    }

    #[inline]
    fn deepen_first(&self, at: &Node<'_>) -> Option<Depth> {
        self.inner.deepen_first(at)
    }
}
