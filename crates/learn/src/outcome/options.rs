//! Options of training from outcomes.

use komadai_core::PieceValues;

use crate::solve::StepRule;
use crate::training::{TrainingError, check_rule, positive, within};

/// Options of training from outcomes, of features or of a network. But for the values of the pieces, which are
/// Table 2 of paper 001, no default is from our papers: they were chosen by the loss on games held out, and by matches against material where the
/// targets differ and losses cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutcomeOptions {
    /// Values of the pieces to which the weights of features are added; they are not trained.
    pub material: PieceValues,
    /// λ, 0 to 1: the share of the score of the position itself in the target; the rest is the future.
    pub score_share: f64,
    /// Horizon in plies: the future of a position is read from the scores of the plies after it, each of which takes a share of 1 /
    /// `horizon` off the result. These are temporal differences, with a λ of about horizon / (horizon + 1). Infinite: the result
    /// alone. Results of weak players are mostly luck; the scores of the next plies say less, but with much less noise. On games of
    /// material against itself, 20 and 8 made stronger models than 40, and much stronger ones than results alone.
    pub horizon: f64,
    /// Positions with a score beyond this, in centipawns, are left out: they are decided, and teach little but tactics.
    pub score_limit: i32,
    /// Per cent of the games held out for validation, chosen by the seed; less than 100.
    pub held_out_percent: u64,
    /// Standard deviation, in centipawns, of the normal prior of a weight, that is, a penalty of |w|² / 2s². The smaller, the
    /// nearer to 0 rarely seen weights stay. For features alone.
    pub prior: f64,
    /// Rounds over the corpus.
    pub rounds: u32,
    /// Records of a step.
    pub batch: usize,
    /// How slopes become steps, in centipawns; [`StepRule::Sign`] is refused. Slopes are sums of the errors of σ over a batch, so
    /// that 1 is one record judged quite wrong; those of a network are means. Rates fall to 0 over all rounds along half a cosine,
    /// for a network along a straight line to 3 %. The default damping of 1 is far above Adam's usual 10⁻⁸, with which a weight
    /// that one record moved jumps as far as one that thousands moved; at 1 a weight needs about one record in each batch to move
    /// at the full rate.
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
    /// The defaults for a network, chosen by matches and by the loss on games held out. The horizon is short: a network remembers
    /// single games, and with a longer horizon more of their results (`docs/EVALUATION.md`). After 4 rounds the loss on games held
    /// out stops falling.
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

    /// Refuses invalid options, as a training does before it begins.
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
