//! The spread that a model predicts, as the margin of a search \[R19\].

use std::sync::Arc;

use komadai_core::{Position, Value};
use komadai_eval::reliability::ReliabilityModel;
use komadai_search::{Depth, MarginModel};

/// Margin of so many predicted spreads: nσ of paper 004, section 4.3.1.
///
/// The pair of depths is that of the model nearest to what the search asks about.
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

impl MarginModel for LearnedMargin {
    fn margin(&self, pos: &Position, shallow: Depth, deep: Depth) -> Value {
        let plies = |depth: Depth| depth.units() as f32 / Depth::UNITS as f32;
        let spread = f64::from(self.model.spread(pos, plies(shallow), plies(deep)));
        // An infinite spread becomes the largest value: nothing is pruned.
        Value::from_cp((self.spreads * spread).round() as i32)
    }
}

#[cfg(test)]
mod tests {
    use komadai_eval::reliability::{Link, SpreadFeatures, SpreadWeights, Tail};

    use super::*;

    #[test]
    fn the_margin_is_a_multiple_of_the_spread_of_the_nearest_pair() {
        let pair = |shallow, deep, spread| SpreadWeights::new(shallow, deep, Tail::Normal, vec![spread]);
        let pairs = vec![pair(1.0, 3.0, 50.0), pair(4.0, 8.0, 200.0)];
        let model =
            Arc::new(ReliabilityModel { features: SpreadFeatures::Constant, link: Link::Linear, pairs });
        let pos = Position::startpos();
        let margin = |spreads, shallow, deep| {
            let margin = LearnedMargin::new(Arc::clone(&model), spreads);
            margin.margin(&pos, Depth::plies(shallow), Depth::plies(deep)).cp()
        };
        assert_eq!((margin(2.0, 1, 3), margin(3.0, 5, 9), margin(1e9, 4, 8)), (100, 600, 29_999));
        let none = ReliabilityModel { features: SpreadFeatures::Constant, link: Link::Linear, pairs: vec![] };
        let none = LearnedMargin::new(none, 1.0);
        assert_eq!(none.margin(&pos, Depth::plies(4), Depth::plies(8)), Value::MAX_EVAL);
    }
}
