//! The margins as parts of recipes.

use std::sync::Arc;

use komadai::eval::reliability::ReliabilityModel;
use komadai::lab::{OwnPart, Parts, RecipeError};
use komadai::{LearnedMargin, default_reliability};

/// What is put behind `probcut` in a recipe: the fixed margin has no name.
pub(crate) const NAMES: [&str; 5] = ["", "+progress-margin", "+sigma-1", "+sigma-2", "+sigma-3"];

/// The built-in parts and the margins.
pub(crate) fn parts(model: Option<ReliabilityModel>) -> Result<Parts, RecipeError> {
    let model = Arc::new(model.unwrap_or_else(|| default_reliability::model().clone()));
    let margin = |model: &Arc<ReliabilityModel>, spreads: f64| {
        let model = Arc::clone(model);
        move || OwnPart::new().margin(LearnedMargin::new(Arc::clone(&model), spreads))
    };
    Parts::new()
        .with("progress-margin", margin(&Arc::new(ReliabilityModel::by_progress()), 1.0))?
        .with("sigma-1", margin(&model, 1.0))?
        .with("sigma-2", margin(&model, 2.0))?
        .with("sigma-3", margin(&model, 3.0))
}
