//! What was measured, a row a position.

use komadai::eval::{PieceProgress, Progress};
use komadai_lab::killers::KillerMeasurement;
use komadai_lab::{Bootstrap, Tally};
use komadai_report::Interval;

use crate::killer::{KILLERS, Killer};
use crate::positions::Sample;

/// A position and the measurement of each killer, in the order of [`KILLERS`].
pub(crate) struct Row {
    pub(crate) sample: Sample,
    pub(crate) measured: Vec<KillerMeasurement>,
}

impl Row {
    /// Progress of the game, 0 to 127: how far the pieces have come.
    pub(crate) fn progress(&self) -> f64 {
        let measure = PieceProgress::default();
        measure.progress(&measure.fresh(&self.sample.pos), &self.sample.pos).into()
    }

    pub(crate) fn of(&self, killer: Killer) -> &KillerMeasurement {
        let place = KILLERS.iter().position(|&other| other == killer);
        &self.measured[place.expect("every killer has its measurement")]
    }
}

/// How much there must be for a rate to be told.
#[derive(Clone, Copy)]
pub(crate) struct Least {
    /// Times that a killer was legal in one position.
    pub(crate) cases: u64,
    /// Positions in a mean over a depth.
    pub(crate) positions: usize,
}

impl Least {
    /// The rate of a tally, or not a number.
    pub(crate) fn rate(self, tally: Tally) -> f64 {
        if tally.legal < self.cases { f64::NAN } else { tally.rate() }
    }
}

/// The mean over positions with its interval; positions without a number are left out.
pub(crate) fn mean(numbers: impl Iterator<Item = f64>) -> Option<(Interval, usize)> {
    let known: Vec<f64> = numbers.filter(|number| number.is_finite()).collect();
    Some((Bootstrap::default().mean(&known)?, known.len()))
}
