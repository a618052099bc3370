//! A forward pruning: late drops far from both kings.

use komadai::search::{Depth, ForwardPruning, Node};
use komadai::{Color, Move};

/// Skips late quiet drops near the leaves that land far from both kings and give no check.
pub struct FarDrops {
    /// The largest budget at which drops are skipped.
    pub depth: Depth,
    /// Moves of a node that are searched in any case.
    pub searched: usize,
    /// Distance from both kings, in steps of a king, from which on a drop is far.
    pub distance: u8,
}

impl Default for FarDrops {
    fn default() -> Self {
        Self { depth: Depth::plies(3), searched: 3, distance: 4 }
    }
}

impl ForwardPruning for FarDrops {
    fn name(&self) -> &'static str {
        "far drops"
    }

    fn skip(&self, at: &Node<'_>, mv: Move, order: usize) -> Option<&'static str> {
        let far =
            |color: Color| at.pos.king(color).is_none_or(|king| king.distance(mv.to()) >= self.distance);
        let skipped = mv.is_drop()
            && order >= self.searched
            && at.depth <= self.depth
            && !at.is_pv()
            && !at.in_check
            && !at.alpha.is_mate()
            && Color::ALL.into_iter().all(far)
            && !at.pos.gives_check(mv);
        skipped.then_some(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai::eval::Material;
    use komadai::search::testing;

    #[test]
    fn it_keeps_the_laws_of_prunings() {
        assert!(testing::assert_pruning_laws(&Material::default(), &FarDrops::default(), 1, 8, 3) > 0);
    }
}
