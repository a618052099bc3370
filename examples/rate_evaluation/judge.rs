//! Evaluations to be rated, and how they look at a position.

use komadai::artifact::Artifact;
use komadai::eval::Material;
use komadai::eval::pair::{Fold, PairEvaluator, PairModel, Relation};
use komadai::lab::Failure;
use komadai::learn::pairs::QuietMoves;
use komadai::search::Searcher;
use komadai::{Color, Evaluator, Move, Position, default_model};

/// What of a position is valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum View {
    /// The weights of the pairs alone, of the position as it stands: what paper 001 rates, whose examples have no material in them.
    Shape,
    /// Pieces and pairs, after exchanges: what a search of depth 1 sees.
    Exchanged,
}

/// An evaluation with its name. Without a model it is the value of the pieces.
pub(crate) struct Judge {
    pub(crate) name: String,
    model: Option<(PairModel, Fold, PairEvaluator<i16>)>,
}

impl Judge {
    /// `material`, `default`, or the path of a model of pairs.
    pub(crate) fn load(name: &str) -> Result<Judge, Failure> {
        let model = match name {
            "material" => None,
            "default" => Some(default_model::model().clone()),
            path => Some(PairModel::load(path)?.0),
        };
        let model = model.map(|model| {
            let (fold, evaluator) = (Fold::new(model.symmetry()), model.evaluator());
            (model, fold, evaluator)
        });
        Ok(Judge { name: name.to_owned(), model })
    }

    /// Weight of a relation in centipawns, if there are weights.
    pub(crate) fn weight(&self, relation: Relation) -> Option<f64> {
        self.model.as_ref().map(|(model, fold, _)| model.weight_cp(fold, relation))
    }

    /// The weights of the pairs that hold, in centipawns for Black.
    pub(crate) fn shape(&self, pos: &Position) -> f64 {
        self.model.as_ref().map_or(0.0, |(model, _, evaluator)| {
            let all = f64::from(evaluator.fresh(pos).sum()) / f64::from(model.units());
            all - f64::from(Material::new(*model.material()).fresh(pos))
        })
    }

    /// To look at many positions, one after the other.
    pub(crate) fn eye(&self, view: View) -> Eye<'_> {
        let exchanges = self.model.as_ref().filter(|_| view == View::Exchanged);
        Eye {
            judge: self,
            view,
            pairs: exchanges.map(|(_, _, evaluator)| Searcher::new(evaluator)),
            pieces: QuietMoves::default(),
        }
    }
}

/// A judge at work.
pub(crate) struct Eye<'a> {
    pub(crate) judge: &'a Judge,
    view: View,
    pairs: Option<Searcher<&'a PairEvaluator<i16>>>,
    pieces: QuietMoves,
}

impl Eye<'_> {
    /// Centipawns for Black.
    pub(crate) fn black(&mut self, pos: &Position) -> f64 {
        let for_mover = match (&self.view, &mut self.pairs) {
            (View::Shape, _) => return self.judge.shape(pos),
            (View::Exchanged, Some(searcher)) => searcher.quiescence(pos),
            (View::Exchanged, None) => self.pieces.exchanged(pos),
        };
        let value = f64::from(for_mover.cp());
        if pos.side_to_move() == Color::Black { value } else { -value }
    }

    /// Values for the mover before a move and after it.
    pub(crate) fn around(&mut self, pos: &Position, mv: Move) -> (f64, f64) {
        let sign = if pos.side_to_move() == Color::Black { 1.0 } else { -1.0 };
        (sign * self.black(pos), self.after(pos, mv))
    }

    /// Value for the mover after a move.
    pub(crate) fn after(&mut self, pos: &Position, mv: Move) -> f64 {
        let mut after = pos.clone();
        let _ = after.do_move(mv);
        let value = self.black(&after);
        if pos.side_to_move() == Color::Black { value } else { -value }
    }
}

/// What looks at the positions of a game: every judge's eye, and the filter of quiet moves.
pub(crate) struct Panel<'a> {
    pub(crate) eyes: Vec<Eye<'a>>,
    pub(crate) quiet: QuietMoves,
}

impl<'a> Panel<'a> {
    pub(crate) fn new(judges: &'a [Judge], view: View) -> Panel<'a> {
        Panel { eyes: judges.iter().map(|judge| judge.eye(view)).collect(), quiet: QuietMoves::default() }
    }
}
