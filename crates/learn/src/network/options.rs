//! What can be set about the training of a network.

use crate::outcome::OutcomeOptions;
use crate::training::TrainingError;

/// Options of the training of a network. Values are ours, chosen by matches and by the loss of games held out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetworkOptions {
    /// Outputs of the first hidden layer: 8, 16 or 32. Most of the time of an evaluation is spent there.
    pub hidden: usize,
    /// λ, 0 to 1: how much of the target is the score of the position itself, as [`OutcomeOptions::score_share`].
    pub score_share: f64,
    /// Plies over which the scores that follow speak louder than the result, as [`OutcomeOptions::horizon`]. Default 5: a network
    /// remembers single games, and the longer the horizon the more of their results (`docs/EVALUATION.md`).
    pub horizon: f64,
    /// K, the value in centipawns at which 73 % are won; `None` fits it to scores and results.
    pub scale: Option<f64>,
    /// Positions with a score beyond this are left out, in centipawns.
    pub score_limit: i32,
    /// Per cent of the games held out for validation, chosen by the seed; less than 100.
    pub held_out_percent: u64,
    /// Epochs: rounds over the corpus. Default 4, after which the loss of games held out stops falling.
    pub epochs: u32,
    /// Records a step.
    pub batch: usize,
    /// First rate of Adam; it falls along a straight line to 3 % of it.
    pub rate: f64,
    /// Decides first weights, games held out, the order of records.
    pub seed: u64,
}

impl Default for NetworkOptions {
    fn default() -> Self {
        NetworkOptions {
            hidden: 16,
            score_share: 0.0,
            horizon: 5.0,
            scale: None,
            score_limit: 3_000,
            held_out_percent: 2,
            epochs: 4,
            batch: 4_096,
            rate: 1e-3,
            seed: 1,
        }
    }
}

/// What is left of the rate at the end of a training.
const LAST_RATE: f64 = 0.03;

impl NetworkOptions {
    /// Refuses what no training can be done with.
    pub(super) fn check(&self) -> Result<(), TrainingError> {
        let wrong = |name, value, expected| Err(TrainingError::Option { name, value, expected });
        if ![8, 16, 32].contains(&self.hidden) {
            return wrong("hidden", self.hidden as f64, "8, 16 or 32");
        }
        if !(self.rate > 0.0 && self.rate.is_finite()) {
            return wrong("rate", self.rate, "more than 0");
        }
        if let Some(scale) = self.scale.filter(|scale| !(*scale > 0.0 && scale.is_finite())) {
            return wrong("scale", scale, "more than 0");
        }
        if self.epochs == 0 {
            return wrong("epochs", 0.0, "more than 0");
        }
        self.records().check()
    }

    /// What decides which records are learned from, and what each should be given.
    pub(super) fn records(&self) -> OutcomeOptions {
        let NetworkOptions { score_share, horizon, score_limit, held_out_percent, batch, seed, .. } = *self;
        let rounds = self.epochs;
        OutcomeOptions {
            score_share,
            horizon,
            score_limit,
            held_out_percent,
            rounds,
            batch,
            seed,
            ..OutcomeOptions::default()
        }
    }

    /// Share of the first rate at step `number` of `all`.
    pub(super) fn falling(number: u64, all: u64) -> f64 {
        1.0 - (1.0 - LAST_RATE) * number as f64 / all as f64
    }
}
