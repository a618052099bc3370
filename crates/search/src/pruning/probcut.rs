//! ProbCut: a shallow search with a value far outside the window replaces the deep one \[R19\] \[R21\].

use komadai_core::{Mate, Value};

use super::ForwardPruning;
use super::margin::{FixedMargin, MarginModel, Side};
use crate::depth::Depth;
use crate::engine::probe::Probe;
use crate::node::Node;

/// A pair of depths of ProbCut: at which budgets which shallow search may replace the deep one.
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
/// alpha). If so, the node is pruned with beta (or alpha). Paper 004 §4.3.1 prunes below alpha only, at
/// budgets from 8 up to 11 plies, 4 plies shallower, and asks a mate solver before it believes that there is nothing:
/// that is the default.
///
/// ```
/// use komadai_eval::Material;
/// use komadai_search::pruning::FixedMargin;
/// use komadai_search::{ProbCut, Searcher};
///
/// let searcher = Searcher::new(Material::default()).pruning(ProbCut::multi(FixedMargin::default()));
/// ```
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
    fn name(&self) -> &'static str {
        "ProbCut"
    }

    fn prune(&self, probe: &mut dyn Probe) -> Option<(Value, &'static str)> {
        let at = probe.node();
        let (depth, alpha, beta) = (at.depth, at.alpha, at.beta);
        if at.in_check || at.is_pv() || alpha.is_mate() || beta.is_mate() {
            return None;
        }
        let cut = self.cuts.iter().find(|cut| depth >= cut.from && depth < cut.below)?;
        let shallow = (depth - cut.less).max(Depth::ZERO);
        let margin = |probe: &dyn Probe, side| self.margin.margin(probe.node().pos, shallow, depth, side);
        let one = Value::from_cp(1);
        if self.high {
            let bound = beta + margin(probe, Side::AboveBeta);
            if !bound.is_mate() && probe.verify(shallow, bound - one, bound) >= bound {
                return Some((beta, self.name()));
            }
        }
        if self.low {
            let bound = alpha - margin(probe, Side::BelowAlpha);
            if !bound.is_mate() && probe.verify(shallow, bound, bound + one) <= bound {
                if self.mate_nodes > 0 && matches!(probe.find_mate(self.mate_nodes), Mate::Mate(_)) {
                    return None;
                }
                return Some((alpha, self.name()));
            }
        }
        None
    }
}

/// ProbCut in quiescence (Takeuchi et al.): the evaluation is the shallow search, the exchanges are the deep one.
///
/// Where even the margin does not lift the evaluation to alpha, no exchange is searched.
///
/// ```
/// use komadai_eval::Material;
/// use komadai_search::{QuietProbCut, Searcher};
///
/// let searcher = Searcher::new(Material::default()).pruning(QuietProbCut::default());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuietProbCut<M = FixedMargin> {
    /// The margin: what exchanges may win.
    pub margin: M,
}

impl Default for QuietProbCut {
    /// A bishop of paper 001 and two pawns: exchanges that win more are rare.
    fn default() -> Self {
        QuietProbCut { margin: FixedMargin(Value::from_cp(1000)) }
    }
}

impl<M: MarginModel> ForwardPruning for QuietProbCut<M> {
    fn name(&self) -> &'static str {
        "ProbCut in quiescence"
    }

    #[inline]
    fn stop(&self, at: &Node<'_>) -> Option<(Value, &'static str)> {
        if at.alpha.is_mate() {
            return None;
        }
        let most = at.static_value? + self.margin.margin(at.pos, Depth::ZERO, Depth::ZERO, Side::BelowAlpha);
        (most <= at.alpha).then_some((most, self.name()))
    }
}
