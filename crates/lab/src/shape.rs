//! What an evaluation knows of shape: its values of quiet positions, and the rank it gives to quiet moves \[R8\].

use std::path::Path;

use komadai_core::artifact::{Artifact, Provenance};
use komadai_core::files::FileError;
use komadai_core::{Color, Evaluator, Move, Position};
use komadai_eval::Material;
use komadai_eval::pair::{Fold, PairEvaluator, PairModel, Relation};

use crate::stats::rank::MoveRank;
use komadai_report::{Failure, content_fingerprint};

/// Evaluation whose knowledge of shape is measured: a model of pairs, or material, which has none.
#[derive(Debug)]
pub(crate) struct RatedEvaluation {
    /// Name in tables.
    pub(crate) name: String,
    model: Option<(PairModel, Fold, PairEvaluator<i16>)>,
}

impl RatedEvaluation {
    /// `material`, `pairs` (the model that comes with the package), or the path of a model of pairs.
    ///
    /// # Errors
    ///
    /// Those of [`Artifact::load`], and the name `default`, which is a network.
    pub(crate) fn load(name: &str) -> Result<RatedEvaluation, Failure> {
        let model = match name {
            "material" => None,
            "pairs" => Some(komadai::pairs_model::model().clone()),
            "default" => {
                return Err(
                    "--eval default: is a network, expected material, pairs or a model file of pairs".into(),
                );
            }
            path => Some(PairModel::load(path)?.0),
        };
        // A model is called by its file, wherever it lies.
        let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str());
        Ok(RatedEvaluation::new(stem.unwrap_or(name), model))
    }

    /// A model of pairs under a name; without a model it is the value of the pieces.
    pub(crate) fn new(name: &str, model: Option<PairModel>) -> RatedEvaluation {
        let model = model.map(|model| {
            let (fold, evaluator) = (Fold::new(model.symmetry), model.evaluator());
            (model, fold, evaluator)
        });
        RatedEvaluation { name: name.to_owned(), model }
    }

    /// A number of 24 bits made of the values of the pieces and all weights, so that a journal of one model is not continued with
    /// another.
    ///
    /// # Errors
    ///
    /// Those of [`Artifact::to_bytes`]; none for a model that was loaded.
    pub(crate) fn fingerprint(&self) -> Result<u64, FileError> {
        match &self.model {
            None => Ok(content_fingerprint(format!("{:?}", Material::default()))),
            Some((model, ..)) => Ok(content_fingerprint(model.to_bytes(&Provenance::default())?)),
        }
    }

    /// Weight of a relation in centipawns for Black, if there are weights.
    pub(crate) fn weight(&self, relation: Relation) -> Option<f64> {
        self.model.as_ref().map(|(model, fold, _)| model.weight_cp(fold, relation))
    }

    /// Sum of the weights of all pairs of a position, in centipawns for Black.
    pub(crate) fn shape(&self, pos: &Position) -> f64 {
        self.model.as_ref().map_or(0.0, |(model, _, evaluator)| {
            let all = f64::from(evaluator.fresh(pos).sum()) / f64::from(model.units);
            all - f64::from(Material::new(model.material).fresh(pos))
        })
    }

    /// By how much a legal move changes [`RatedEvaluation::shape`], in centipawns for Black.
    pub(crate) fn shape_change(&self, pos: &Position, mv: Move) -> f64 {
        let mut after = pos.clone();
        after.do_move(mv);
        self.shape(&after) - self.shape(pos)
    }

    /// The same for the player who makes the move.
    pub(crate) fn gain(&self, pos: &Position, mv: Move) -> f64 {
        let black = self.shape_change(pos, mv);
        if pos.side_to_move() == Color::Black { black } else { -black }
    }

    /// Rank of a played move among the quiet moves by the value after them; `None` if it is not among them.
    pub(crate) fn rank(&self, pos: &Position, quiet: &[Move], played: Move) -> Option<QuietRank> {
        let values: Vec<f64> = quiet.iter().map(|&mv| self.gain(pos, mv)).collect();
        let most = values.iter().fold(f64::NEG_INFINITY, |most, &value| most.max(value));
        Some(QuietRank {
            rank: MoveRank::of(&values, quiet.iter().position(|&mv| mv == played)?),
            best: quiet[values.iter().position(|&value| value >= most)?],
        })
    }
}

/// Rank of a quiet move among all quiet moves of its position, and the best of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct QuietRank {
    /// Rank by the value after the move.
    pub(crate) rank: MoveRank,
    /// The move with the highest value, the first of them: the played one, if it is among them.
    pub(crate) best: Move,
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "numbers of few binary places are exact")]
mod tests {
    use komadai_core::PieceValues;
    use komadai_eval::pair::Symmetry;

    use super::*;

    #[test]
    fn one_weight_is_seen_by_whoever_has_the_pair() {
        let fold = Fold::new(Symmetry::ColorsAndSides);
        let relation = Relation::between("P7f".parse().unwrap(), "B8h".parse().unwrap()).unwrap();
        let slot = fold.slot(relation).unwrap();
        let weights = (0..fold.len()).map(|index| if index == slot.index as usize { 50.0 } else { 0.0 });
        let sign = if slot.negated { -1.0 } else { 1.0 };
        let (model, _) = PairModel::from_weights(PieceValues::default(), &fold, 1, weights.map(|w| sign * w));
        let rated = RatedEvaluation::new("one", Some(model));
        assert_eq!(rated.weight(relation), Some(50.0));
        let (pos, mv) = (Position::startpos(), "7g7f".parse().unwrap());
        assert_eq!(rated.shape_change(&pos, mv), 50.0);
        let ranked = rated.rank(&pos, &["2g2f".parse().unwrap(), mv, "1g1f".parse().unwrap()], mv).unwrap();
        assert_eq!((ranked.rank, ranked.best), (MoveRank { better: 0, equal: 1 }, mv));
        assert_eq!(rated.gain(&pos, mv), 50.0);
        assert_eq!(rated.rank(&pos, &[], mv), None);
    }
}
