//! What an evaluation knows of shape: its values of quiet positions, and the rank it gives to quiet moves \[R8\].

use komadai_core::artifact::{Artifact, ArtifactError, Provenance};
use komadai_core::{Color, Evaluator, Move, Position};
use komadai_eval::Material;
use komadai_eval::pair::{Fold, PairEvaluator, PairModel, Relation};
use komadai_learn::pairs::QuietMoves;
use komadai_report::content_fingerprint;
use komadai_search::Searcher;

use crate::stats::rank::MoveRank;

/// Evaluation whose knowledge of shape is measured: a model of pairs, or material, which has none.
///
/// ```
/// use komadai_lab::{RatedEvaluation, ShapeView};
/// use komadai::Position;
///
/// let material = RatedEvaluation::load("material")?;
/// assert_eq!(material.shape(&Position::startpos()), 0.0);
/// let mut eye = material.eye(ShapeView::Exchanged);
/// assert_eq!(eye.after(&Position::startpos(), "7g7f".parse()?), 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RatedEvaluation {
    /// Name in tables.
    pub name: String,
    model: Option<(PairModel, Fold, PairEvaluator<i16>)>,
}

/// Part of the value that is rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ShapeView {
    /// The weights of the pairs alone, of the position as it stands: what paper 001 rates, whose examples have no material in them.
    Shape,
    /// Pieces and pairs, after exchanges: what a search of depth 1 sees.
    Exchanged,
}

impl RatedEvaluation {
    /// `material`, `default` (with the feature `default-model`), or the path of a model of pairs.
    ///
    /// # Errors
    ///
    /// Those of [`Artifact::load`].
    pub fn load(name: &str) -> Result<RatedEvaluation, ArtifactError> {
        let model = match name {
            "material" => None,
            "default" => Some(komadai::default_model::model().clone()),
            path => Some(PairModel::load(path)?.0),
        };
        Ok(RatedEvaluation::new(name, model))
    }

    /// A model of pairs under a name; without a model it is the value of the pieces.
    pub fn new(name: &str, model: Option<PairModel>) -> RatedEvaluation {
        let model = model.map(|model| {
            let (fold, evaluator) = (Fold::new(model.symmetry()), model.evaluator());
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
    pub fn fingerprint(&self) -> Result<u64, ArtifactError> {
        match &self.model {
            None => Ok(content_fingerprint(format!("{:?}", Material::default()))),
            Some((model, ..)) => Ok(content_fingerprint(model.to_bytes(&Provenance::default())?)),
        }
    }

    /// Weight of a relation in centipawns for Black, if there are weights.
    pub fn weight(&self, relation: Relation) -> Option<f64> {
        self.model.as_ref().map(|(model, fold, _)| model.weight_cp(fold, relation))
    }

    /// Sum of the weights of all pairs of a position, in centipawns for Black.
    pub fn shape(&self, pos: &Position) -> f64 {
        self.model.as_ref().map_or(0.0, |(model, _, evaluator)| {
            let all = f64::from(evaluator.fresh(pos).sum()) / f64::from(model.units());
            all - f64::from(Material::new(*model.material()).fresh(pos))
        })
    }

    /// By how much a legal move changes [`RatedEvaluation::shape`], in centipawns for Black.
    pub fn shape_change(&self, pos: &Position, mv: Move) -> f64 {
        let mut after = pos.clone();
        after.do_move(mv);
        self.shape(&after) - self.shape(pos)
    }

    /// What looks at many positions, one after the other.
    pub fn eye(&self, view: ShapeView) -> ShapeEye<'_> {
        let exchanges = self.model.as_ref().filter(|_| view == ShapeView::Exchanged);
        ShapeEye {
            of: self,
            view,
            pairs: exchanges.map(|(_, _, evaluator)| Searcher::new(evaluator)),
            pieces: QuietMoves::default(),
        }
    }
}

/// Rank of a quiet move among all quiet moves of its position, and the best of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuietRank {
    /// Rank by the value after the move.
    pub rank: MoveRank,
    /// The move with the highest value, the first of them in the order of the generator.
    pub best: Move,
}

/// View of an evaluation on many positions; it keeps the buffers of the search.
pub struct ShapeEye<'a> {
    of: &'a RatedEvaluation,
    view: ShapeView,
    pairs: Option<Searcher<&'a PairEvaluator<i16>>>,
    pieces: QuietMoves,
}

komadai_core::debug_by_sizes!(ShapeEye<'a> { view } []);

impl ShapeEye<'_> {
    /// Value in centipawns for Black.
    pub fn black(&mut self, pos: &Position) -> f64 {
        let for_mover = match (&self.view, &mut self.pairs) {
            (ShapeView::Shape, _) => return self.of.shape(pos),
            (ShapeView::Exchanged, Some(searcher)) => searcher.quiescence(pos),
            (ShapeView::Exchanged, None) => self.pieces.exchanged(pos),
        };
        sign(pos) * f64::from(for_mover.cp())
    }

    /// Value for the player to move, before any move.
    pub fn before(&mut self, pos: &Position) -> f64 {
        sign(pos) * self.black(pos)
    }

    /// Value after a legal move, for the player who made it.
    pub fn after(&mut self, pos: &Position, mv: Move) -> f64 {
        let mut after = pos.clone();
        after.do_move(mv);
        sign(pos) * self.black(&after)
    }

    /// Rank of a played move among the quiet moves by the value after them; `None` if it is not among them.
    pub fn rank(&mut self, pos: &Position, quiet: &[Move], played: Move) -> Option<QuietRank> {
        let values: Vec<f64> = quiet.iter().map(|&mv| self.after(pos, mv)).collect();
        let most = values.iter().fold(f64::NEG_INFINITY, |most, &value| most.max(value));
        Some(QuietRank {
            rank: MoveRank::of(&values, quiet.iter().position(|&mv| mv == played)?),
            best: quiet[values.iter().position(|&value| value >= most)?],
        })
    }
}

fn sign(pos: &Position) -> f64 {
    if pos.side_to_move() == Color::Black { 1.0 } else { -1.0 }
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
        let mut eye = rated.eye(ShapeView::Shape);
        let ranked = eye.rank(&pos, &["2g2f".parse().unwrap(), mv, "1g1f".parse().unwrap()], mv).unwrap();
        assert_eq!((ranked.rank, ranked.best), (MoveRank { better: 0, equal: 1 }, mv));
        assert_eq!(eye.after(&pos, mv) - eye.before(&pos), 50.0);
        assert_eq!(eye.rank(&pos, &[], mv), None);
    }
}
