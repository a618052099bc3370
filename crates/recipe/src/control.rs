//! The controls of depth that a recipe chooses among, behind one type.

use komadai_core::Move;
use komadai_core::artifact::Artifact;
use komadai_learn::MoveWeights;
use komadai_search::policy::category::Tacos;
use komadai_search::policy::{ByCategory, RealizationProbability, Softmax};
use komadai_search::{Depth, DepthPolicy, LateMove, Node, PlainDepth, Probe, Singular};

use super::erased::{AnyDepth, ask};

const WEIGHTS: &[u8] = komadai::samples::SOFTMAX;

/// What moves cost.
#[derive(Debug)]
pub enum Control {
    Plies(PlainDepth),
    Categories(RealizationProbability<ByCategory<Tacos>>),
    Softmax(RealizationProbability<Softmax>),
    Own(AnyDepth),
}

/// The depth policy of a recipe, inside those that own parts put around it.
#[expect(clippy::large_enum_variant, reason = "one a searcher, and the usual one is asked without a detour")]
#[derive(Debug)]
pub enum Wrapped {
    No(LateMove<Singular<Control>>),
    Yes(AnyDepth),
}

/// The softmax of the repository, `data/models/softmax.kmd`.
pub(super) fn built_in_softmax() -> Softmax {
    let weights = MoveWeights::from_bytes(WEIGHTS).map(|(weights, _)| weights.softmax());
    match weights {
        Ok(Ok(softmax)) => softmax,
        // A test reads the file: a library that is built with another one does not pass it.
        _ => unreachable!("the built-in weights are sound"),
    }
}

ask!(Control: Control::Plies, Control::Categories, Control::Softmax, Control::Own);
ask!(Wrapped: Wrapped::No, Wrapped::Yes);
