//! The killers that are compared.

use komadai::Position;
use komadai::evaluation::Evaluation;
use komadai::search::{
    BrotherBest, ContextBest, ContextN, HashedPremove, PassBest, PremoveBest, TableError, TaggedContext,
    TwoAgo,
};
use komadai_lab::killers::{KillerMeasurement, measure};

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

/// Killers, without the search that has none.
pub(crate) fn killers() -> impl Iterator<Item = Killer> {
    KILLERS.into_iter().filter(|&killer| killer != Killer::None)
}

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
    pub(crate) fn measure(
        self,
        eval: &Evaluation,
        pos: &Position,
        nodes: u64,
    ) -> Result<KillerMeasurement, TableError> {
        match self {
            Killer::Brother => measure(BrotherBest::<1>::new(), eval.clone(), pos, nodes),
            Killer::Pass => measure(PassBest::default(), eval.clone(), pos, nodes),
            Killer::Premove => measure(PremoveBest::default(), eval.clone(), pos, nodes),
            Killer::Context => measure(ContextBest::default(), eval.clone(), pos, nodes),
            Killer::Tagged => measure(TaggedContext::default(), eval.clone(), pos, nodes),
            Killer::ContextN => measure(ContextN::default(), eval.clone(), pos, nodes),
            Killer::HashedPremove => measure(HashedPremove::<1>::new(), eval.clone(), pos, nodes),
            Killer::TwoAgo => measure(TwoAgo::default(), eval.clone(), pos, nodes),
            Killer::None => measure((), eval.clone(), pos, nodes),
        }
    }
}
