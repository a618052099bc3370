//! The cost of moves in the search of a recipe: a control of depth, what the recipe puts around it, what own parts do.

use komadai_core::artifact::Artifact;
use komadai_learn::MoveWeights;
use komadai_search::policy::{ByCategory, Softmax};
use komadai_search::{Depth, DepthPolicy, LateMove, PlainDepth, Settings, Singular};

use super::own_part::{AnyDepth, Wrap};
use super::text::Recipe;

impl Recipe {
    /// The depth policy.
    pub(super) fn depth(&self, settings: &Settings, own: Option<AnyDepth>, wraps: Vec<Wrap>) -> AnyDepth {
        let has = |part| self.has(part);
        let depth = if let Some(own) = own {
            self.reduced(settings, own)
        } else if has("softmax") {
            self.reduced(settings, settings.realization.clone().wrap(built_in_softmax()))
        } else if has("categories") {
            self.reduced(settings, settings.realization.clone().wrap(ByCategory::tacos()))
        } else {
            let plies = PlainDepth {
                check_extension: self.check_extension(settings),
                iid_from: if has("iid") { Depth::plies(4) } else { Depth::NEVER },
                iir_from: if has("iir") { settings.plies.iir_from } else { Depth::NEVER },
                ..settings.plies
            };
            self.reduced(settings, plies)
        };
        wraps.into_iter().fold(depth, |depth, wrap| wrap(depth))
    }

    /// The control with singular extension and late-move reductions around it, if the recipe has them.
    fn reduced(&self, settings: &Settings, control: impl DepthPolicy + Send + 'static) -> AnyDepth {
        let singular = settings.singular.wrap(control);
        let singular = Singular {
            from_depth: match singular.from_depth {
                _ if !self.has("singular") => Depth::NEVER,
                Depth::NEVER => Singular::around(()).from_depth,
                from => from,
            },
            ..singular
        };
        let late = settings.late_moves.wrap(singular);
        let from_depth = if self.has("late-moves") { late.from_depth } else { Depth::NEVER };
        Box::new(LateMove { from_depth, ..late })
    }

    pub(super) fn check_extension(&self, settings: &Settings) -> Depth {
        if self.has("check-extension") { settings.plies.check_extension } else { Depth::ZERO }
    }
}

/// The softmax of the repository, `data/models/softmax.kmd`.
fn built_in_softmax() -> Softmax {
    let weights = MoveWeights::from_bytes(komadai::samples::SOFTMAX).map(|(weights, _)| weights.softmax());
    match weights {
        Ok(Ok(softmax)) => softmax,
        // A test reads the file, and fails if the library is built with another one.
        _ => unreachable!("the built-in weights are sound"),
    }
}
