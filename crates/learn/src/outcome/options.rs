//! What can be set about training from outcomes.

use komadai_core::PieceValues;

use crate::solve::StepRule;
use crate::training::{TrainingError, check_rule, positive, within};

/// Options of training from outcomes, of features or of a network. Nothing here is a paper's: values were chosen by the loss of games held out, and by matches against material
/// where losses cannot be compared because the targets differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutcomeOptions {
    /// Values of the pieces under the weights of features; they are not trained.
    pub material: PieceValues,
    /// λ, 0 to 1: how much of the target is the score of the position itself, the rest is what became of it.
    pub score_share: f64,
    /// The outcome of a position is read from the scores of the plies after it, each ply taking a share of 1 / `horizon` off the
    /// result: temporal differences, in which horizon / (horizon + 1) is about their λ. Infinite: by the result alone. Results
    /// of weak players are mostly luck; the scores of the next plies say less, and say it with much less noise. On games of
    /// material against itself, 20 and 8 made stronger models than 40, and much stronger ones than results alone.
    pub horizon: f64,
    /// Positions with a score beyond this are left out, in centipawns: they are decided, and teach little but tactics.
    pub score_limit: i32,
    /// Per cent of the games held out for validation, chosen by the seed; less than 100.
    pub held_out_percent: u64,
    /// Standard deviation, in centipawns, that a weight is believed to have before any position is seen (a normal prior,
    /// that is, a penalty of |w|² / 2s²). Small: what was seen seldom stays near material. Of features alone.
    pub prior: f64,
    /// Rounds over the corpus.
    pub rounds: u32,
    /// Records a step.
    pub batch: usize,
    /// How slopes become steps, in centipawns; [`StepRule::Sign`] is refused. Slopes are sums over a batch of what σ was off by, so that
    /// 1 is one record judged quite wrong; those of a network are means. Rates fall to 0 over all rounds along half a cosine, of a network
    /// along a straight line to 3 %. The default damping of 1 is far
    /// above Adam's usual 10⁻⁸, which lets a weight that one record moved jump as far as one that thousands moved; at 1 a weight
    /// needs about a record a batch to move at the full rate.
    pub step: StepRule,
    /// Decides which games are held out, and the order of the records of each round.
    pub seed: u64,
}

impl Default for OutcomeOptions {
    fn default() -> Self {
        OutcomeOptions {
            material: PieceValues::default(),
            score_share: 0.0,
            horizon: 20.0,
            score_limit: 2_000,
            held_out_percent: 5,
            prior: 20.0,
            rounds: 5,
            batch: 16_384,
            step: StepRule::Adam { rate: 1.0, momentum: 0.9, memory: 0.999, damping: 1.0 },
            seed: 1,
        }
    }
}

impl OutcomeOptions {
    /// The defaults of a network, chosen by matches and by the loss of games held out. The horizon is short: a network remembers single
    /// games, and the longer the horizon the more of their results (`docs/EVALUATION.md`). After 4 rounds the loss of games held out
    /// stops falling.
    pub fn network() -> OutcomeOptions {
        OutcomeOptions {
            horizon: 5.0,
            score_limit: 3_000,
            held_out_percent: 2,
            rounds: 4,
            batch: 4_096,
            step: StepRule::adam(1e-3),
            ..OutcomeOptions::default()
        }
    }

    /// Refuses what no training can be done with, as a training does before it begins.
    ///
    /// # Errors
    ///
    /// [`TrainingError::Option`].
    pub fn check(&self) -> Result<(), TrainingError> {
        let score_share = self.score_share;
        within("score_share", score_share, (0.0..=1.0).contains(&score_share), "0 to 1")?;
        within("horizon", self.horizon, self.horizon > 0.0, "more than 0")?;
        positive("prior", self.prior)?;
        positive("score_limit", self.score_limit.into())?;
        positive("rounds", self.rounds.into())?;
        positive("batch", self.batch as f64)?;
        let held = self.held_out_percent;
        within("held_out_percent", held as f64, held < 100, "less than 100")?;
        if let StepRule::Sign { step } = self.step {
            within("step", step, false, "Adam: steps by sign do not fall to 0 with the slope")?;
        }
        check_rule(self.step)
    }
}
