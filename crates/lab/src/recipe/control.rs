//! The controls of depth that a recipe chooses among, behind one type.

use komadai_core::Move;
use komadai_core::artifact::Artifact;
use komadai_learn::MoveWeights;
use komadai_search::policy::category::Tacos;
use komadai_search::policy::{ByCategory, RealizationProbability, Softmax};
use komadai_search::{Depth, DepthPolicy, LateMove, Node, PlainDepth, Probe, Singular};

use super::erased::AnyDepth;

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

/// Asks whichever policy there is.
macro_rules! ask {
    ($type:ident, $($kind:ident),+) => {
        impl DepthPolicy for $type {
            #[inline]
            fn cost(&self, at: &Node<'_>, mv: Move, order: usize) -> Depth {
                match self { $($type::$kind(policy) => policy.cost(at, mv, order)),+ }
            }

            #[inline]
            fn research_cost(&self, at: &Node<'_>, mv: Move, cost: Depth) -> Depth {
                match self { $($type::$kind(policy) => policy.research_cost(at, mv, cost)),+ }
            }

            #[inline]
            fn allow_in_quiescence(&self, at: &Node<'_>, mv: Move) -> bool {
                match self { $($type::$kind(policy) => policy.allow_in_quiescence(at, mv)),+ }
            }

            #[inline]
            fn admits_recalled(&self, at: &Node<'_>, mv: Move) -> bool {
                match self { $($type::$kind(policy) => policy.admits_recalled(at, mv)),+ }
            }

            #[inline]
            fn wants_quiets(&self, at: &Node<'_>) -> bool {
                match self { $($type::$kind(policy) => policy.wants_quiets(at)),+ }
            }

            #[inline]
            fn singular_extension<P: Probe>(&self, probe: &mut P, mv: Move) -> Depth {
                match self { $($type::$kind(policy) => policy.singular_extension(probe, mv)),+ }
            }

            #[inline]
            fn iid(&self, at: &Node<'_>) -> Option<Depth> {
                match self { $($type::$kind(policy) => policy.iid(at)),+ }
            }

            #[inline]
            fn iir(&self, at: &Node<'_>) -> Depth {
                match self { $($type::$kind(policy) => policy.iir(at)),+ }
            }
        }
    };
}

ask!(Control, Plies, Categories, Softmax, Own);
ask!(Wrapped, No, Yes);

#[cfg(test)]
mod tests {
    use super::built_in_softmax;

    #[test]
    fn built_in_weights_are_sound() {
        assert!(built_in_softmax().weights().iter().any(|&weight| weight != 0));
    }
}
