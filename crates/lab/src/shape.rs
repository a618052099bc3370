//! What an evaluation knows about shape: its values of quiet positions, and the rank it gives to quiet moves \[R8\].

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
    /// Loads `material`, `pairs` (the model that comes with the package), or a model of pairs by its path.
    pub(crate) fn load(name: &str) -> Result<RatedEvaluation, Failure> {
        let model: Option<PairModel> = match name {
            "material" => None,
            "pairs" => Some(komadai::pairs_model::model().clone()),
            "default" => {
                return Err(
                    "--eval default: is a network, expected material, pairs or a model file of pairs".into(),
                );
            }
            path => Some(PairModel::load(path)?.0),
        };
        // A model is named after its file, without the folder.
        let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str());
        let model = model.map(|model| {
            let (fold, evaluator) = (Fold::new(model.symmetry), model.evaluator());
            (model, fold, evaluator)
        });
        Ok(RatedEvaluation { name: stem.unwrap_or(name).to_owned(), model })
    }

    /// Fingerprint of 24 bits of the piece values and all weights, so that a journal of one model is not continued with another.
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

    /// Change of the sum of the weights of all pairs by a legal move, in centipawns for Black.
    pub(crate) fn shape_change(&self, pos: &Position, mv: Move) -> f64 {
        let Some((model, _, evaluator)) = &self.model else { return 0.0 };
        let shape = |pos: &Position| {
            let all = f64::from(evaluator.fresh(pos).sum()) / f64::from(model.units);
            all - f64::from(Material::new(model.material).fresh(pos))
        };
        shape(&pos.after([mv])) - shape(pos)
    }

    /// The same for the player who makes the move.
    pub(crate) fn gain(&self, pos: &Position, mv: Move) -> f64 {
        let black = self.shape_change(pos, mv);
        if pos.side_to_move() == Color::Black { black } else { -black }
    }

    /// Rank of a played move among the quiet moves by the value after each, and the first of the best moves: the played one, if it is among
    /// the best. `None` if the played move is not among the quiet moves.
    pub(crate) fn rank(&self, pos: &Position, quiet: &[Move], played: Move) -> Option<(MoveRank, Move)> {
        let values: Vec<f64> = quiet.iter().map(|&mv| self.gain(pos, mv)).collect();
        let most = values.iter().fold(f64::NEG_INFINITY, |most, &value| most.max(value));
        let place = quiet.iter().position(|&mv| mv == played)?;
        let best = quiet[values.iter().position(|&value| value >= most)?];
        Some((MoveRank::of(&values, place), best))
    }
}
