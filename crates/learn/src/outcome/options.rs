//! What can be set about training from outcomes, and what can be wrong.

use komadai_core::PieceValues;
use komadai_core::notation::packed::PackedError;

use crate::reduce::ReduceError;
use crate::solve::StepRule;

/// Options of training from outcomes. Nothing here is a paper's: values were chosen by the loss of games held out, and by matches against material
/// where losses cannot be compared because the targets differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutcomeOptions {
    /// Values of the pieces under the weights; they are not trained.
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
    /// that is, a penalty of |w|² / 2s²). Small: what was seen seldom stays near material.
    pub prior: f64,
    /// Rounds over the corpus.
    pub rounds: u32,
    /// Records a step.
    pub batch: usize,
    /// How slopes become steps, in centipawns; [`StepRule::Sign`] is refused. Slopes are sums over a batch of what σ was off by, so that
    /// 1 is one record judged quite wrong. Rates fall to 0 over all rounds along half a cosine. The default damping of 1 is far
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

/// Why training cannot begin or go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OutcomeError {
    /// A record that cannot be unpacked.
    #[error("record {index}: {source}")]
    Record {
        /// Its number, from 0.
        index: usize,
        /// What is wrong with it.
        source: PackedError,
    },
    /// An option out of its range.
    #[error("{name} is {value}, expected {expected}")]
    Option {
        /// Field of [`OutcomeOptions`] or [`StepRule`].
        name: &'static str,
        /// What it was set to.
        value: f64,
        /// What it may be.
        expected: &'static str,
    },
    /// More records than can be numbered.
    #[error("{0} records, expected at most 2^32")]
    TooMany(usize),
    /// Nothing to learn from.
    #[error("no record of {0} is quiet, within the score limit and not held out: nothing to learn from")]
    Nothing(usize),
    /// Scores and results have nothing to do with each other.
    #[error("scores do not foretell results: the best slope is {0} a centipawn, expected more than 0")]
    NoScale(f64),
    /// A sum over workers that failed.
    #[error(transparent)]
    Reduce(#[from] ReduceError),
    /// A state of another training.
    #[error("the state is of a training {found:?}, expected {expected:?}")]
    OtherTraining {
        /// Of the state.
        found: String,
        /// Of this trainer.
        expected: String,
    },
    /// What the observer of states failed with.
    #[error("{0}")]
    Observer(String),
    /// A state that contradicts itself.
    #[error("the state has {found} {what}, expected {expected}")]
    State {
        /// What is counted.
        what: &'static str,
        /// In the state.
        found: usize,
        /// As it should be.
        expected: usize,
    },
}

/// A state goes on with the training that it is of, if it has as many numbers of each kind as that.
pub(crate) fn goes_on(
    found: String,
    training: &str,
    numbers: [(&'static str, usize); 3],
    expected: usize,
) -> Result<(), OutcomeError> {
    if found != training {
        return Err(OutcomeError::OtherTraining { found, expected: training.to_owned() });
    }
    match numbers.into_iter().find(|&(_, found)| found != expected) {
        Some((what, found)) => Err(OutcomeError::State { what, found, expected }),
        None => Ok(()),
    }
}

/// Refuses numbers of a state, by their name, that are not finite.
#[cfg(feature = "artifact")]
pub(crate) fn all_finite(all: [(&str, &[f32]); 3]) -> Result<(), String> {
    for (what, numbers) in all {
        if let Some(at) = numbers.iter().position(|number| !number.is_finite()) {
            return Err(format!("{what}: number {at} is {}, expected a finite number", numbers[at]));
        }
    }
    Ok(())
}

impl OutcomeOptions {
    /// Refuses what no training can be done with, as a training does before it begins.
    ///
    /// # Errors
    ///
    /// [`OutcomeError::Option`].
    pub fn check(&self) -> Result<(), OutcomeError> {
        let positive = |name, value: f64| {
            let right = value > 0.0 && value.is_finite();
            right.then_some(()).ok_or(OutcomeError::Option { name, value, expected: "more than 0" })
        };
        let share = |name, value: f64, right: bool, expected| {
            right.then_some(()).ok_or(OutcomeError::Option { name, value, expected })
        };
        let score_share = self.score_share;
        share("score_share", score_share, (0.0..=1.0).contains(&score_share), "0 to 1")?;
        share("horizon", self.horizon, self.horizon > 0.0, "more than 0")?;
        positive("prior", self.prior)?;
        positive("score_limit", self.score_limit.into())?;
        positive("rounds", self.rounds.into())?;
        positive("batch", self.batch as f64)?;
        let held = self.held_out_percent;
        share("held_out_percent", held as f64, held < 100, "less than 100")?;
        let (rate, damping) = match self.step {
            StepRule::Adam { rate, momentum, memory, damping } => {
                for (name, value) in [("momentum", momentum), ("memory", memory)] {
                    share(name, value, (0.0..1.0).contains(&value), "0 to less than 1")?;
                }
                (rate, damping)
            }
            StepRule::Sign { step } => {
                let expected = "Adam: steps by sign do not fall to 0 with the slope";
                return Err(OutcomeError::Option { name: "step", value: step, expected });
            }
        };
        positive("rate", rate)?;
        positive("damping", damping)
    }
}
