//! What was measured, a row a position.

use komadai::lab::Tally;
use komadai::lab::killers::KillerMeasurement;

use crate::killer::{KILLERS, Killer};
use crate::positions::Sample;

/// A position and the measurement of each killer, in the order of [`KILLERS`].
pub(crate) struct Row {
    pub(crate) sample: Sample,
    pub(crate) measured: Vec<KillerMeasurement>,
}

impl Row {
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
