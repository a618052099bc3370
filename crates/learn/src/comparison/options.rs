//! What decides a comparison training, beside games and features.

use komadai_search::Quiescence;

use crate::solve::StepRule;

/// Options of comparison training: search, loss, steps.
///
/// Paper 002 names the method and prints no parameters; the values below are ours unless they say otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComparisonOptions {
    /// Plies a move is searched, the move itself counted; at least 1. Default 1: quiescence alone behind the move. Every ply more
    /// costs some thirty times the time.
    pub depth: u32,
    /// The quiescence behind them.
    pub quiescence: Quiescence,
    /// Every how many plies a position is looked at; at least 1. Default 1: all of them. Positions next to each other are much alike, so
    /// that where time is short more games with fewer positions each teach more.
    pub every: u32,
    /// k of the loss, per hundredth of a pawn. Default 0.0273: a sibling a pawn behind costs 0.06, one as good 0.5.
    pub steepness: f64,
    /// Siblings whose value is further than this from the played move's, in centipawns, teach nothing: the loss
    /// is flat there, and their leaves cost time. Default 256.
    pub window: i32,
    /// Steps downhill a pass, with the leaves where the pass found them. Default 32.
    pub steps: u32,
    /// How far a step goes, in centipawns. Default: signs, half a hundredth a step.
    pub rule: StepRule,
    /// λ of the penalty λ·Σ|w| on the loss, per hundredth of a pawn: weights that games hardly speak of stay 0. Default
    /// 10⁻⁵.
    pub penalty: f64,
}

impl Default for ComparisonOptions {
    fn default() -> Self {
        ComparisonOptions {
            depth: 1,
            quiescence: Quiescence::default(),
            every: 1,
            steepness: 0.0273,
            window: 256,
            steps: 32,
            rule: StepRule::Sign { step: 0.5 },
            penalty: 1e-5,
        }
    }
}
