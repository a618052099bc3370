//! What trainings that can be interrupted have in common: their errors, and the check of a state to resume from.

use komadai_core::notation::packed::PackedError;

use crate::reduce::ReduceError;
use crate::solve::{SolveError, StepRule};

/// Why a training cannot begin or go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TrainingError {
    /// A record cannot be unpacked.
    #[error("record {index}: {error}")]
    Record {
        /// The number of the record, from 0.
        index: usize,
        /// What is wrong with it.
        error: PackedError,
    },
    /// An option is out of its range.
    #[error("{name} is {value}, expected {expected}")]
    Option {
        /// Field of the options, or of the step rule.
        name: &'static str,
        /// What it was set to.
        value: f64,
        /// What it may be.
        expected: &'static str,
    },
    /// There are more records than can be numbered.
    #[error("{0} records, expected fewer than 2^32")]
    TooMany(usize),
    /// There is nothing to learn from.
    #[error("no record of {0} is quiet, within the score limit and not held out: nothing to learn from")]
    Nothing(usize),
    /// Scores do not predict the results, or predict them without exception.
    #[error(
        "scores and results of these records do not agree, or agree always: found a slope of {0:.6} a centipawn, expected one above 0; more games or nodes may help"
    )]
    NoScale(f64),
    /// Weights have become infinite or NaN.
    #[error(
        "round {0} ends with weights that are no finite numbers, expected a smaller rate or a larger prior"
    )]
    Diverged(usize),
    /// A sum over workers failed.
    #[error(transparent)]
    Reduce(#[from] ReduceError),
    /// A solver failed.
    #[error(transparent)]
    Solver(#[from] SolveError),
    /// No relation of pieces is seen often enough.
    #[error("no relation is seen in {0} positions, expected at least one that is")]
    NoUnknowns(u64),
    /// The state belongs to another training.
    #[error("the state is of another training: found {found}, expected {expected}")]
    OtherTraining {
        /// The parts of the state's description that differ.
        found: String,
        /// The same parts for this trainer.
        expected: String,
    },
    /// The observer of states failed with this message.
    #[error("{0}")]
    Observer(String),
    /// The state does not have the expected numbers.
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

/// Refuses an option unless it is `right`.
pub(crate) fn within(
    name: &'static str,
    value: f64,
    right: bool,
    expected: &'static str,
) -> Result<(), TrainingError> {
    right.then_some(()).ok_or(TrainingError::Option { name, value, expected })
}

/// Refuses an option that is not a finite number above 0.
pub(crate) fn positive(name: &'static str, value: f64) -> Result<(), TrainingError> {
    within(name, value, value > 0.0 && value.is_finite(), "a finite number above 0")
}

/// Refuses an option that is not a finite number of 0 or more.
pub(crate) fn not_negative(name: &'static str, value: f64) -> Result<(), TrainingError> {
    within(name, value, value >= 0.0 && value.is_finite(), "a finite number of at least 0")
}

/// Refuses a step rule that leads nowhere, or uphill.
pub(crate) fn check_rule(rule: StepRule) -> Result<(), TrainingError> {
    match rule {
        StepRule::Sign { step } => positive("step", step),
        StepRule::Adam { rate, momentum, memory, damping } => {
            for (name, value) in [("momentum", momentum), ("memory", memory)] {
                within(name, value, (0.0..1.0).contains(&value), "0 to less than 1")?;
            }
            positive("rate", rate)?;
            positive("damping", damping)
        }
    }
}

/// The numbers of a state, each kind with its name.
pub(crate) type Numbers<'a, T> = [(&'static str, &'a [T]); 3];

/// Checks that a state belongs to this training and has as many numbers of each kind as a new one: `[found, new]`.
pub(crate) fn goes_on<T>(
    found: &str,
    training: &str,
    [numbers, new]: [Numbers<'_, T>; 2],
) -> Result<(), TrainingError> {
    if found != training {
        let (found, expected) = differences(found, training);
        return Err(TrainingError::OtherTraining { found, expected });
    }
    for ((what, numbers), (_, new)) in numbers.into_iter().zip(new) {
        let (found, expected) = (numbers.len(), new.len());
        if found != expected {
            return Err(TrainingError::State { what, found, expected });
        }
    }
    Ok(())
}

/// The parts between commas in which two texts differ, if they have equally many; else the whole texts.
fn differences(one: &str, other: &str) -> (String, String) {
    let [ones, others] = [one, other].map(|text| text.split(", ").collect::<Vec<_>>());
    if ones.len() != others.len() {
        return (one.to_owned(), other.to_owned());
    }
    let apart = ones.into_iter().zip(others).filter(|(one, other)| one != other);
    let (ones, others): (Vec<_>, Vec<_>) =
        apart.map(|(one, other)| (one.trim_end_matches(" }"), other.trim_end_matches(" }"))).unzip();
    (ones.join(", "), others.join(", "))
}
