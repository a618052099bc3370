//! Nagai's treatment, the baseline of paper 003 (section 2.2).

use komadai_core::{Hand, Key};

use super::{Circumstances, CyclePolicy, Keep, Leaning, Recall};
use crate::Numbers;

/// A repetition first gets the largest open proof number and is kept nowhere; what can be decided without it is.
/// Only when the root's proof number has reached that threshold is it searched again up to infinity, and then
/// repetitions count as no mate. No-mates that lean on one are searched anew wherever they are met.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nagai;

impl CyclePolicy for Nagai {
    fn resize(&mut self, _: usize) {}

    fn new_search(&mut self) {}

    fn repetition_counts(&self, limit: u32) -> bool {
        limit >= Numbers::INFINITE
    }

    fn root_limits(&self) -> &'static [u32] {
        &[Numbers::LARGEST, Numbers::INFINITE]
    }

    fn recall(&mut self, _: &Circumstances<'_>, _: Key, _: Hand) -> Recall {
        Recall::Nothing
    }

    fn record(&mut self, _: &Circumstances<'_>, _: Key, _: Hand, _: &Leaning) -> Keep {
        Keep::Aside
    }
}
