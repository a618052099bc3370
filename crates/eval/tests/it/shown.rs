//! What `{:?}` says of what holds tables: how large they are, never the tables.

use std::fmt::Debug;

use crate::network::KING_PIECE;
use komadai_core::{Evaluator, PieceValues, Position};
use komadai_eval::network::NetworkEvaluator;
use komadai_eval::pair::{Fold, FoldedPairs, PairModel, Symmetry};
use komadai_eval::reliability::{Link, ReliabilityModel, SpreadFeatures, SpreadWeights, Tail};
use std::sync::Arc;

/// Characters of the longest of them.
const MOST: usize = 1_000;

fn is_short(shown: &dyn Debug) {
    let text = format!("{shown:?}");
    assert!(text.len() < MOST, "{} characters: {}…", text.len(), text.chars().take(200).collect::<String>());
}

#[test]
fn pairs_and_what_is_kept_up_of_them() {
    let fold = Fold::new(Symmetry::ColorsAndSides);
    is_short(&fold);
    let (model, _) = PairModel::from_weights(PieceValues::PAIRS_2007, &fold, 8, vec![0.5; fold.len()]);
    is_short(&model);
    let evaluator = model.evaluator();
    is_short(&evaluator);
    is_short(&evaluator.fresh(&Position::startpos()));
    is_short(&FoldedPairs { fold: Arc::new(fold) });
}

#[test]
fn networks_and_what_is_kept_up_of_them() {
    is_short(&*KING_PIECE);
    let evaluator = NetworkEvaluator::new(&KING_PIECE);
    is_short(&evaluator);
    is_short(&evaluator.fresh(&Position::startpos()));
}

#[test]
fn models_of_reliability() {
    let weights = SpreadWeights::new(2.0, 4.0, Tail::Normal, vec![1.5; 20_000]);
    let model =
        ReliabilityModel { features: SpreadFeatures::Constant, link: Link::Linear, pairs: vec![weights; 30] };
    is_short(&model);
}
