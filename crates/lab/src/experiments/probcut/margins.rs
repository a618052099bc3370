//! The margins as parts of recipes.

use std::sync::Arc;

use komadai::LearnedMargin;
use komadai_eval::reliability::ReliabilityModel;
use komadai_search::pruning::Cut;
use komadai_search::{Depth, ForwardPruning, ProbCut};

use crate::recipe::{OwnPart, Parts, RecipeError};

/// Parts that follow `probcut` in a recipe; the fixed margin has no name.
pub(super) const NAMES: [&str; 5] = ["", "+progress-margin", "+sigma-1", "+sigma-2", "+sigma-3"];

/// ProbCut at one gap of depths, on both sides of the window, with so many spreads.
pub(super) const AUDITED: [(&str, f64); 2] = [("gap-4-sigma-1", 1.0), ("gap-4-sigma-2", 2.0)];
/// The gap in plies.
pub(super) const GAP: i32 = 4;
/// Name of the pruning in the audit.
pub(super) const PROBCUT: &str = <ProbCut as ForwardPruning>::NAME;

/// Parts, and the margins beside them, which lists of own parts leave out.
pub(in crate::experiments) fn with_margins(
    parts: Parts,
    model: &ReliabilityModel,
) -> Result<Parts, RecipeError> {
    let model = Arc::new(model.clone());
    let margin = |model: &Arc<ReliabilityModel>, spreads: f64| {
        let model = Arc::clone(model);
        move || OwnPart::new().margin(LearnedMargin::new(Arc::clone(&model), spreads))
    };
    let mut parts = parts
        .with_unlisted("progress-margin", margin(&Arc::new(ReliabilityModel::by_progress()), 1.0))?
        .with_unlisted("sigma-1", margin(&model, 1.0))?
        .with_unlisted("sigma-2", margin(&model, 2.0))?
        .with_unlisted("sigma-3", margin(&model, 3.0))?;
    for (name, spreads) in AUDITED {
        let model = Arc::clone(&model);
        let cut = Cut { from: Depth::plies(6), below: Depth::plies(11), less: Depth::plies(GAP) };
        let probcut = move || ProbCut {
            cuts: vec![cut],
            high: true,
            mate_nodes: 0,
            ..ProbCut::with(LearnedMargin::new(Arc::clone(&model), spreads))
        };
        parts = parts.with_unlisted(name, move || OwnPart::new().pruning(probcut()))?;
    }
    Ok(parts)
}
