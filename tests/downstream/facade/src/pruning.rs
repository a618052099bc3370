//! A forward pruning: late drops far from both kings.

use komadai::search::{Depth, ForwardPruning, Node};
use komadai::{Color, Move};

/// From the fourth move of a node on, three plies or less from the leaves, skips drops that land four king steps or more from both kings
/// and give no check.
pub struct FarDrops;

impl ForwardPruning for FarDrops {
    fn skip(&self, at: &Node<'_>, mv: Move, order: usize) -> Option<&'static str> {
        let far = |color: Color| at.pos.king(color).is_none_or(|king| king.distance(mv.to()) >= 4);
        let skipped = mv.is_drop()
            && order >= 3
            && at.depth <= Depth::plies(3)
            && !at.is_pv()
            && !at.in_check
            && !at.alpha.is_mate()
            && Color::ALL.into_iter().all(far)
            && !at.pos.gives_check(mv);
        skipped.then_some("far drops")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowded;
    use komadai::eval::Material;
    use komadai::search::{Limits, Observer, modern, testing};

    #[derive(Default)]
    struct Skipped(Vec<Move>);

    impl Observer for Skipped {
        fn skipped(&mut self, _: &Node<'_>, mv: Move, by: &'static str) {
            if by == "far drops" {
                self.0.push(mv);
            }
        }
    }

    #[test]
    fn skips_drops_in_a_modern_search() {
        let mut seen = Skipped::default();
        let search = modern(Material::default(), 1).unwrap().add_pruning(FarDrops);
        search.observer(&mut seen).search(&crowded(), &Limits::depth(8));
        assert!(!seen.0.is_empty() && seen.0.iter().all(|mv| mv.is_drop()));
    }

    #[test]
    fn it_keeps_the_laws_of_prunings() {
        assert!(testing::assert_pruning_laws(&Material::default(), &FarDrops, 1, 8, 3) > 0);
    }
}
