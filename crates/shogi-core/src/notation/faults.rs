//! What a reader does with a fault in a main line: refuse the record, or note the fault and keep the moves before it.

use alloc::vec::Vec;

use super::error::RecordError;

/// Faults of the main lines of a file.
#[derive(Debug)]
pub(super) struct Faults {
    lenient: bool,
    noted: Vec<RecordError>,
}

impl Faults {
    /// Refuses a record at its first fault.
    pub(super) fn strict() -> Faults {
        Faults { lenient: false, noted: Vec::new() }
    }

    /// Notes faults; a game ends where its first one is.
    pub(super) fn lenient() -> Faults {
        Faults { lenient: true, noted: Vec::new() }
    }

    /// Takes a fault: an error for a strict reader, a note for a lenient one, which then ends the game before it.
    pub(super) fn note(&mut self, fault: RecordError) -> Result<(), RecordError> {
        if !self.lenient {
            return Err(fault);
        }
        self.noted.push(fault);
        Ok(())
    }

    /// Whether none was noted.
    pub(super) fn is_empty(&self) -> bool {
        self.noted.is_empty()
    }

    /// The faults that were noted, in the order of the file.
    pub(super) fn into_noted(self) -> Vec<RecordError> {
        self.noted
    }
}
