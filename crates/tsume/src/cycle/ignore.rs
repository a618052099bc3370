//! No treatment at all, to show what goes wrong without one.

use komadai_core::{Hand, Key};

use super::{Circumstances, CyclePolicy, Keep, Leaning, Recall};

/// Takes every no-mate for one that holds on all paths. **Gives wrong answers**: mates are called no-mates (paper
/// 003, Fig. 1). For demonstrations only.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ignore;

impl CyclePolicy for Ignore {
    fn resize(&mut self, _: usize) {}

    fn new_search(&mut self) {}

    fn recall(&mut self, _: &Circumstances<'_>, _: Key, _: Hand) -> Recall {
        Recall::Nothing
    }

    fn record(&mut self, _: &Circumstances<'_>, _: Key, _: Hand, _: &Leaning) -> Keep {
        Keep::Everywhere
    }
}
