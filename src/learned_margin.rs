//! The spread that a model predicts, as the margin of a search \[R19\], and its chances, for a gamble \[R20\].

use std::sync::Arc;

use komadai_core::{Position, Value};
use komadai_eval::reliability::ReliabilityModel;
use komadai_search::{ChanceModel, Depth, MarginModel, Side};

/// Margin of so many predicted spreads: nσ of paper 004, section 4.3.1, from the centre of the differences on either side of it.
///
/// The pair of depths is that of the model [nearest](ReliabilityModel::nearest) to what the search asks about. Where the model's
/// differences lie below 0 in the middle, or farther on one side, the margins of the two sides of the window differ, so that a
/// cut at the margin is wrong as often on both: by a chance of [`Tail::beyond`](komadai_eval::reliability::Tail::beyond).
///
/// As a [`ChanceModel`] it says what the model does, whatever the spreads.
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
