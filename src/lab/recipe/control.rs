//! The controls of depth that a recipe chooses among, behind one type.

use komadai_core::Move;
use komadai_core::artifact::Artifact;
use komadai_learn::MoveWeights;
use komadai_search::policy::category::Tacos;
use komadai_search::policy::{ByCategory, RealizationProbability, Softmax};
use komadai_search::{Depth, DepthPolicy, Node, PlainDepth, Probe};

const WEIGHTS: &[u8] = include_bytes!("../../../data/models/softmax.kmd");

/// What moves cost.
#[derive(Clone, Debug)]
pub(super) enum Control {
    Plies(PlainDepth),
    Categories(RealizationProbability<ByCategory<Tacos>>),
    Softmax(RealizationProbability<Softmax>),
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

/// Asks whichever control there is.
macro_rules! ask {
    ($control:expr, $policy:ident => $answer:expr) => {
        match $control {
            Control::Plies($policy) => $answer,
            Control::Categories($policy) => $answer,
            Control::Softmax($policy) => $answer,
        }
    };
}

impl DepthPolicy for Control {
    #[inline]
    fn cost(&self, at: &Node<'_>, mv: Move, order: usize) -> Depth {
        ask!(self, policy => policy.cost(at, mv, order))
    }

    #[inline]
    fn research_cost(&self, at: &Node<'_>, mv: Move, cost: Depth) -> Depth {
        ask!(self, policy => policy.research_cost(at, mv, cost))
    }

    #[inline]
    fn allow_in_quiescence(&self, at: &Node<'_>, mv: Move) -> bool {
        ask!(self, policy => policy.allow_in_quiescence(at, mv))
    }

    #[inline]
    fn wants_quiets(&self, at: &Node<'_>) -> bool {
        ask!(self, policy => policy.wants_quiets(at))
    }

    #[inline]
    fn singular_extension<P: Probe>(&self, probe: &mut P, mv: Move) -> Depth {
        ask!(self, policy => policy.singular_extension(probe, mv))
    }

    #[inline]
    fn iid(&self, at: &Node<'_>) -> Option<Depth> {
        ask!(self, policy => policy.iid(at))
    }

    #[inline]
    fn iir(&self, at: &Node<'_>) -> Depth {
        ask!(self, policy => policy.iir(at))
    }

    #[inline]
    fn looks_back(&self) -> bool {
        ask!(self, policy => policy.looks_back())
    }
}

#[cfg(test)]
mod tests {
    use super::built_in_softmax;

    #[test]
    fn built_in_weights_are_sound() {
        assert!(built_in_softmax().weights().iter().any(|&weight| weight != 0));
    }
}
