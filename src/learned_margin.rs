//! A reliability model in a search: its spread as a margin \[R19\], its chances for a gamble \[R20\].

use std::sync::Arc;

use komadai_core::{Position, Value};
use komadai_eval::reliability::ReliabilityModel;
use komadai_search::{ChanceModel, Depth, MarginModel, Side};

/// Margin of a number of predicted spreads on either side of the centre of the differences: nσ of paper 004, section 4.3.1.
///
/// Uses the model's pair of depths [nearest](ReliabilityModel::nearest) to those of the search. If the centre of the model's differences
/// is below 0, or one side is wider, the margins at the two ends of the window differ, so that a cut at the margin is wrong equally often
/// at both, with the chance [`Tail::beyond`](komadai_eval::reliability::Tail::beyond).
///
/// As a [`ChanceModel`] it returns the model's chances, independently of `spreads`.
///
/// ```
/// use komadai::LearnedMargin;
/// use komadai::eval::Material;
/// use komadai::eval::reliability::{Link, ReliabilityModel, SpreadFeatures, SpreadWeights, Tail};
/// use komadai::search::{Limits, ProbCut, Searcher};
/// use komadai::Position;
///
/// let pair = SpreadWeights::new(4.0, 8.0, Tail::Normal, vec![200.0]);
/// let model = ReliabilityModel { features: SpreadFeatures::Constant, link: Link::Linear, pairs: vec![pair] };
/// let margin = LearnedMargin::new(model, 2.0);
/// let mut searcher = Searcher::new(Material::default()).pruning(ProbCut::with(margin));
/// assert!(searcher.search(&Position::startpos(), &Limits::depth(4)).best.is_some());
/// ```
#[derive(Clone, Debug)]
pub struct LearnedMargin {
    model: Arc<ReliabilityModel>,
    spreads: f64,
}

impl LearnedMargin {
    /// A margin of `spreads` standard deviations; the paper tries 1, 2 and 3.
    pub fn new(model: impl Into<Arc<ReliabilityModel>>, spreads: f64) -> LearnedMargin {
        LearnedMargin { model: model.into(), spreads }
    }
}

fn plies(depth: Depth) -> f32 {
    depth.units() as f32 / Depth::UNITS as f32
}

impl MarginModel for LearnedMargin {
    fn margin(&self, pos: &Position, shallow: Depth, deep: Depth, side: Side) -> Value {
        let Some(expected) = self.model.expected(pos, plies(shallow), plies(deep)) else {
            // Nothing is pruned.
            return Value::MAX_EVAL;
        };
        let (low, high) = expected.ends(self.spreads);
        let margin = match side {
            Side::AboveBeta => -low,
            Side::BelowAlpha => high,
        };
        Value::from_cp((margin.round() as i32).max(0))
    }
}

impl ChanceModel for LearnedMargin {
    fn chance_above(&self, pos: &Position, shallow: Depth, deep: Depth, value: Value, bar: Value) -> f64 {
        self.model.chance_above(pos, plies(shallow), plies(deep), value, bar)
    }
}
