//! Output of `{:?}` for types with tables: the sizes of the tables, never the tables.

use crate::network::KING_PIECE;
use komadai_core::testing::assert_debug_is_short;
use komadai_core::{Evaluator, PieceValues, Position};
use komadai_eval::network::NetworkEvaluator;
use komadai_eval::pair::{Fold, PairModel, Symmetry};
use komadai_eval::reliability::{Link, ReliabilityModel, SpreadFeatures, SpreadWeights, Tail};

#[test]
fn evaluators_models_and_what_is_kept_up_of_them() {
    let fold = Fold::new(Symmetry::ColorsAndSides);
    assert_debug_is_short(&fold);
    let (model, _) = PairModel::from_weights(PieceValues::PAIRS_2007, &fold, 8, vec![0.5; fold.len()]);
    assert_debug_is_short(&model);
    let evaluator = model.evaluator();
    assert_debug_is_short(&evaluator);
    assert_debug_is_short(&evaluator.fresh(&Position::startpos()));
    assert_debug_is_short(&*KING_PIECE);
    let evaluator = NetworkEvaluator::new(&KING_PIECE);
    assert_debug_is_short(&evaluator);
    assert!(format!("{evaluator:?}").contains("KingPiece"), "{evaluator:?}");
    assert_debug_is_short(&evaluator.fresh(&Position::startpos()));
    let weights = SpreadWeights::new(2.0, 4.0, Tail::Normal, vec![1.5; 20_000]);
    let model =
        ReliabilityModel { features: SpreadFeatures::Constant, link: Link::Linear, pairs: vec![weights; 30] };
    assert_debug_is_short(&model);
}
