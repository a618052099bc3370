//! A classifier of your own: the part to copy.

use komadai::search::Node;
use komadai::search::policy::category::{Category, Classifier};
use komadai::{Move, PieceValues, see};

/// Captures that win material and give check: the one category whose probability a paper of ours tells, about 43 %
/// (paper 004, §2.3.3).
pub(super) struct WinsWithCheck {
    values: PieceValues,
}

impl Default for WinsWithCheck {
    fn default() -> Self {
        WinsWithCheck { values: PieceValues::PAIRS_2007 }
    }
}

impl Classifier for WinsWithCheck {
    const NAMES: &'static [&'static str] = &["wins material with check", "all other moves"];
    type View = ();

    fn look(&self, _: &Node<'_>) {}

    fn category(&self, (): &(), at: &Node<'_>, mv: Move) -> Category {
        let fits = at.is_capture(mv) && at.pos.gives_check(mv) && see::see(at.pos, mv, &self.values) > 0;
        Category::new(u8::from(!fits))
    }
}
