//! Options of a comparison training.

use komadai_search::Quiescence;

use crate::solve::StepRule;

/// Options of comparison training: search, loss, steps.
///
/// Paper 002 names the method and prints no parameters; the values below are our choices unless they say otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComparisonOptions {
    /// Plies that a move is searched, the move itself included; at least 1. Default 1: quiescence alone after the move. Each
    /// further ply takes some thirty times the time.
    pub depth: u32,
    /// The quiescence search after those plies.
    pub quiescence: Quiescence,
    /// Every how many plies a position is used; at least 1. Default 1: all of them. Neighbouring positions are much alike, so if
    /// time is short, more games with fewer positions each teach more.
    pub every: u32,
    /// k of the loss, per hundredth of a pawn. Default 0.0273: a sibling a pawn worse costs 0.06, an equal one 0.5.
    pub steepness: f64,
    /// Siblings whose value is further than this from the played move's, in centipawns, are not learned from: the loss is flat
    /// there, and their leaves take time. Default 256.
    pub window: i32,
    /// Steps downhill in a pass, with the leaves that the pass found. Default 32.
    pub steps: u32,
    /// The step rule, in centipawns. Default: signs, half a hundredth of a pawn a step.
    pub rule: StepRule,
    /// λ of the penalty λ·Σ|w| on the loss, per hundredth of a pawn: weights about which the games say little stay 0. Default 10⁻⁵.
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
