//! The killers that are compared.

use komadai::Position;
use komadai::eval::{Material, Nearness, Sum};
use komadai::lab::killers::{KillerMeasurement, measure};
use komadai::search::{
    BrotherBest, ContextBest, ContextN, HashedPremove, PassBest, PremoveBest, TableError, TaggedContext,
    TwoAgo,
};

/// A killer, alone in its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Killer {
    Brother,
    Pass,
    Premove,
    Context,
    Tagged,
    ContextN,
    HashedPremove,
    TwoAgo,
    /// No killer: how many moves of each kind are right anyway.
    None,
}

/// All of them, in the order of tables; the three of the thesis's analysis first.
pub(crate) const KILLERS: [Killer; 9] = [
    Killer::Brother,
    Killer::Pass,
    Killer::Premove,
    Killer::Context,
    Killer::Tagged,
    Killer::ContextN,
    Killer::HashedPremove,
    Killer::TwoAgo,
    Killer::None,
];

impl Killer {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Killer::Brother => "Brotherbest",
            Killer::Pass => "Passbest",
            Killer::Premove => "Premovebest",
            Killer::Context => "Contextbest",
            Killer::Tagged => "tagged context",
            Killer::ContextN => "context of 3",
            Killer::HashedPremove => "hashed premove",
            Killer::TwoAgo => "two ago",
            Killer::None => "no killer",
        }
    }

    /// Measures the killer in a position. One slot each, as in the thesis.
    pub(crate) fn measure(self, pos: &Position, nodes: u64) -> Result<KillerMeasurement, TableError> {
        let eval = Sum(Material::default(), Nearness::default());
        match self {
            Killer::Brother => measure(BrotherBest::<1>::new(), eval, pos, nodes),
            Killer::Pass => measure(PassBest::default(), eval, pos, nodes),
            Killer::Premove => measure(PremoveBest::default(), eval, pos, nodes),
            Killer::Context => measure(ContextBest::default(), eval, pos, nodes),
            Killer::Tagged => measure(TaggedContext::default(), eval, pos, nodes),
            Killer::ContextN => measure(ContextN::default(), eval, pos, nodes),
            Killer::HashedPremove => measure(HashedPremove::<1>::new(), eval, pos, nodes),
            Killer::TwoAgo => measure(TwoAgo::default(), eval, pos, nodes),
            Killer::None => measure((), eval, pos, nodes),
        }
    }
}
