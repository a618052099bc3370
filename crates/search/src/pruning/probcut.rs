//! ProbCut: a shallow search with a value far outside the window replaces the deep one \[R19\] \[R21\]; also by
//! captures alone, as in today's engines.

use komadai_core::{Mate, MoveList, PieceValues, Value, see};

use super::ForwardPruning;
use super::margin::{self, FixedMargin, MarginModel, Side};
use crate::depth::Depth;
use crate::engine::probe::Probe;
use crate::parameters::parameters;

/// A pair of depths of ProbCut: the budgets at which a shallow search may replace the deep one.
///
/// ```
/// use komadai_search::pruning::Cut;
/// use komadai_search::{Depth, ProbCut};
///
/// // At budgets of 6 and 7 plies, a search of two and three plies.
/// let cut = Cut { from: Depth::plies(6), below: Depth::plies(8), less: Depth::plies(4) };
/// let probcut = ProbCut { cuts: vec![cut], high: true, ..ProbCut::default() };
/// # assert!(probcut.low);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Smallest budget at which the pair is tried.
    pub from: Depth,
    /// The budget below which the pair is tried.
    pub below: Depth,
    /// How much less the shallow search gets.
    pub less: Depth,
}

/// ProbCut (Buro) with any number of depth pairs, which makes it Multi-ProbCut, and any margin.
///
/// At a node with a closed window, the shallow search asks whether the value is even `margin` above beta (or below
/// alpha). If so, the node is pruned with beta (or alpha). The default is that of paper 004 §4.3.1: only below alpha,
/// at budgets from 8 to below 11 plies, by a search 4 plies shallower, and after a mate solver has found nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbCut<M = FixedMargin> {
    /// The pairs of depths, tried in order.
    pub cuts: Vec<Cut>,
    /// The margin.
    pub margin: M,
    /// Whether to prune below alpha.
    pub low: bool,
    /// Whether to prune above beta.
    pub high: bool,
    /// Nodes for the mate solver, queried before a node is pruned below alpha; 0: it is not queried.
    pub mate_nodes: u64,
}

impl<M> ProbCut<M> {
    /// The depths of paper 004, with this margin.
    pub fn with(margin: M) -> Self {
        let cut = Cut { from: Depth::plies(8), below: Depth::plies(11), less: Depth::plies(4) };
        ProbCut { cuts: vec![cut], margin, low: true, high: false, mate_nodes: 100 }
    }

    /// Multi-ProbCut: pairs at budgets 3 to 5, 5 to 8 and 8 to 14, each about half as deep, both sides of the window.
    pub fn multi(margin: M) -> Self {
        let cut = |from, below, less| Cut {
            from: Depth::plies(from),
            below: Depth::plies(below),
            less: Depth::plies(less),
        };
        ProbCut {
            cuts: vec![cut(3, 5, 2), cut(5, 8, 3), cut(8, 14, 4)],
            high: true,
            mate_nodes: 0,
            ..Self::with(margin)
        }
    }
}

impl Default for ProbCut {
    fn default() -> Self {
        Self::with(FixedMargin::default())
    }
}

impl<M: MarginModel> ForwardPruning for ProbCut<M> {
    fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
        let at = probe.node();
        let (depth, alpha, beta) = (at.depth, at.alpha, at.beta);
        if at.in_check || at.is_pv() || alpha.is_mate() || beta.is_mate() {
            return None;
        }
        let cut = self.cuts.iter().find(|cut| depth >= cut.from && depth < cut.below)?;
        let shallow = (depth - cut.less).max(Depth::ZERO);
        let margin =
            |probe: &dyn Probe, side| margin::of(&self.margin, probe.node().pos, shallow, depth, side);
        let one = Value::from_cp(1);
        if self.high
            && let Some(margin) = margin(probe, Side::AboveBeta)
        {
            let bound = beta + margin;
            if !bound.is_mate() && probe.verify(shallow, bound - one, bound) >= bound {
                return Some((beta, "ProbCut"));
            }
        }
        if self.low
            && let Some(margin) = margin(probe, Side::BelowAlpha)
        {
            let bound = alpha - margin;
            if !bound.is_mate() && probe.verify(shallow, bound, bound + one) <= bound {
                if self.mate_nodes > 0 && matches!(probe.find_mate(self.mate_nodes), Mate::Mate(_)) {
                    return None;
                }
                return Some((alpha, "ProbCut"));
            }
        }
        None
    }
}

parameters! {
    /// ProbCut by captures: prunes a node where a capture stays above `beta + margin` in quiescence and in a shallower search.
    ///
    /// It tries only captures whose exchange could lift the evaluation above the bound.
    ///
    /// Unlike [`ProbCut`] proper it never searches the node's quiet moves, so it costs little and finds
    /// less. Gikou: 200, depth − 4 from 5 plies on; Stockfish: 241 on its own scale, depth − 3 or − 5.
    #[derive(Clone, Debug, PartialEq)]
    pub struct CaptureCut {
        /// Smallest budget at which it is tried.
        pub from_depth: Depth = Depth::plies(6),
        /// How much less the shallow search gets.
        pub less: Depth = Depth::plies(4),
        /// How far above beta the shallow value must lie.
        pub margin: Value = Value::from_cp(200),
        /// Values by which exchanges are counted.
        pub values: PieceValues = PieceValues::default(),
    }
}

impl ForwardPruning for CaptureCut {
    fn uses_static_value(&self) -> bool {
        true
    }

    fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
        let at = probe.node();
        if at.depth < self.from_depth || at.in_check || at.is_pv() || at.beta.is_mate() {
            return None;
        }
        let (static_value, depth) = (at.static_value?, at.depth - self.less);
        let bound = at.beta + self.margin;
        if bound.is_mate() {
            return None;
        }
        let least = bound - static_value;
        let mut list = MoveList::new();
        probe.tactical_moves(&mut list);
        for mv in &list {
            if !see::at_least(probe.node().pos, mv, least.cp(), &self.values) {
                continue;
            }
            if probe.try_move(mv, Depth::ZERO, bound) >= bound && probe.try_move(mv, depth, bound) >= bound {
                return Some((bound, "ProbCut by captures"));
            }
        }
        None
    }
}
